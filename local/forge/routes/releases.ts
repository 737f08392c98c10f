import { optionalText, text } from "../body.ts";
import { timestamp } from "../clock.ts";
import { allows } from "../permissions.ts";
import { changeRef } from "../ref-actions.ts";
import { created, found, invalid, missing, ok, pages } from "../reply.ts";
import type { Call, Routes } from "../router.ts";
import { assetShape, releaseShape } from "../shapes/release.ts";
import type { Release } from "../state/repository.ts";
import { userOf } from "../state/world.ts";
import { commitNamed } from "./repos.ts";

const repo = "/repos/{owner}/{repo}";

export const releaseRoutes: Routes = {
  [`GET ${repo}/releases`]: listReleases,
  [`POST ${repo}/releases`]: createRelease,
  [`PATCH ${repo}/releases/{release_id}`]: updateRelease,
  [`POST ${repo}/releases/{release_id}/assets`]: uploadAsset,
};

/** Drafts are for those who may write. */
function listReleases({ world, repo, actor }: Call) {
  const mayWrite = allows(repo, actor, { permission: "contents", level: "write", role: "write" });
  const seen = [...repo.releases.values()].filter(({ draft }) => mayWrite || !draft).toReversed();
  return pages(seen.map((release) => releaseShape(world, repo, release)));
}

function createRelease(call: Call) {
  const { world, repo, actor, body } = call;
  const release: Release = {
    id: world.nextId(),
    tag: text(body, "tag_name", "Release"),
    target: optionalText(body, "target_commitish") ?? repo.defaultBranch,
    name: null,
    body: null,
    draft: true,
    prerelease: body["prerelease"] === true,
    author: userOf(actor, world),
    createdAt: timestamp(world),
    publishedAt: null,
    assets: [],
  };
  apply(call, release, body["draft"] === true);
  repo.releases.set(release.id, release);
  return created(releaseShape(world, repo, release));
}

function updateRelease(call: Call) {
  const release = releaseOf(call);
  const { draft } = call.body;
  apply(call, release, draft === undefined ? release.draft : draft === true);
  return ok(releaseShape(call.world, call.repo, release));
}

/** A release that is published gets its tag, where there is none yet, on its target. */
function apply(call: Call, release: Release, draft: boolean): void {
  const { world, repo, actor, body } = call;
  release.name = optionalText(body, "name") ?? release.name;
  release.body = optionalText(body, "body") ?? release.body;
  if (draft) return;
  const others = [...repo.releases.values()].filter((other) => other !== release && !other.draft);
  if (others.some(({ tag }) => tag === release.tag))
    throw invalid({ resource: "Release", field: "tag_name", code: "already_exists" });
  const ref = `refs/tags/${release.tag}`;
  if (!repo.git.refs.has(ref))
    changeRef(world, repo, actor, { ref, after: commitNamed(call, release.target) });
  release.publishedAt ??= timestamp(world);
  release.draft = false;
}

function releaseOf({ repo, params }: Call): Release {
  return found(repo.releases.get(Number(params["release_id"])));
}

function uploadAsset(call: Call) {
  const { world, repo, query, body, actor } = call;
  const release = releaseOf(call);
  const name = query.get("name");
  if (!name) throw missing("ReleaseAsset", "name");
  if (release.assets.some((asset) => asset.name === name))
    throw invalid({ resource: "ReleaseAsset", field: "name", code: "already_exists" });
  const asset = {
    id: world.nextId(),
    name,
    label: query.get("label"),
    contentType: String(body["contentType"]),
    content: body["content"] as Buffer,
    uploader: userOf(actor, world),
    at: timestamp(world),
  };
  release.assets.push(asset);
  return created(assetShape(world, repo, { release, asset }));
}
