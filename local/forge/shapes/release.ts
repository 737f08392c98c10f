import { createHash } from "node:crypto";
import type { Release, ReleaseAsset, Repo } from "../state/repository.ts";
import type { World } from "../state/world.ts";
import { simpleUser } from "./user.ts";

/** GitHub's `release`. */
export function releaseShape(world: World, repo: Repo, release: Release) {
  const url = `${world.urls.api}/repos/${repo.fullName}/releases/${release.id}`;
  const archive = `${world.urls.api}/repos/${repo.fullName}`;
  return {
    id: release.id,
    node_id: `RE_${release.id}`,
    url,
    assets_url: `${url}/assets`,
    upload_url: `${url}/assets{?name,label}`,
    html_url: `${world.urls.server}/${repo.fullName}/releases/tag/${release.tag}`,
    tag_name: release.tag,
    target_commitish: release.target,
    name: release.name,
    body: release.body,
    draft: release.draft,
    prerelease: release.prerelease,
    immutable: false,
    author: simpleUser(world, release.author),
    created_at: release.createdAt,
    published_at: release.publishedAt,
    tarball_url: release.draft ? null : `${archive}/tarball/${release.tag}`,
    zipball_url: release.draft ? null : `${archive}/zipball/${release.tag}`,
    assets: release.assets.map((asset) => assetShape(world, repo, { release, asset })),
  };
}

/** GitHub's `release-asset`. */
export function assetShape(
  world: World,
  repo: Repo,
  { release, asset }: { release: Release; asset: ReleaseAsset },
) {
  const page = `${world.urls.server}/${repo.fullName}/releases/download/${release.tag}`;
  return {
    id: asset.id,
    node_id: `RA_${asset.id}`,
    url: `${world.urls.api}/repos/${repo.fullName}/releases/assets/${asset.id}`,
    browser_download_url: `${page}/${asset.name}`,
    name: asset.name,
    label: asset.label,
    state: "uploaded",
    content_type: asset.contentType,
    size: asset.content.length,
    digest: `sha256:${createHash("sha256").update(asset.content).digest("hex")}`,
    download_count: 0,
    created_at: asset.at,
    updated_at: asset.at,
    uploader: simpleUser(world, asset.uploader),
  };
}
