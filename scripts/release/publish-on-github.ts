import { readFileSync } from "node:fs";
import { join } from "node:path";
import { GsdError } from "../../core/gsd-error.ts";
import type { ReleaseRun } from "./read-release-run.ts";

interface GithubRelease {
  id: number;
  tag_name: string;
  draft: boolean;
  html_url: string;
  upload_url: string;
  assets: { name: string }[];
}

export interface NewRelease {
  tag: string;
  body: string;
  isNewest: boolean;
  /** Of the release's folder, for people to download. */
  files: string[];
}

/**
 * Makes the release a draft, adds its files, and publishes it then: nobody sees it without them, and GitHub lets none be added
 * to an immutable one. Gives its address.
 */
export async function publishOnGithub(
  run: ReleaseRun,
  { tag, body, isNewest, files }: NewRelease,
): Promise<string> {
  const place = `${run.apiUrl}/repos/${run.repository}/releases`;
  const known = ((await ask(run, "GET", `${place}?per_page=100`)) as GithubRelease[]).find(
    ({ tag_name }) => tag_name === tag,
  );
  const draft = { tag_name: tag, name: tag, body, draft: true };
  const release = known ?? ((await ask(run, "POST", place, draft)) as GithubRelease);
  if (!release.draft) return release.html_url;
  for (const name of files.filter((file) => !release.assets.some((asset) => asset.name === file))) {
    const address = release.upload_url.replace(/\{.*\}$/, `?name=${encodeURIComponent(name)}`);
    await ask(run, "POST", address, readFileSync(join(run.folder, name)));
  }
  const change = { draft: false, make_latest: isNewest ? "true" : "false" };
  const published = (await ask(run, "PATCH", `${place}/${release.id}`, change)) as GithubRelease;
  return published.html_url;
}

async function ask({ token }: ReleaseRun, method: string, url: string, content?: object): Promise<unknown> {
  const isFile = Buffer.isBuffer(content);
  const answer = await fetch(url, {
    method,
    headers: {
      accept: "application/vnd.github+json",
      authorization: `Bearer ${token}`,
      "content-type": isFile ? "application/octet-stream" : "application/json",
      "x-github-api-version": "2022-11-28",
    },
    body: isFile ? new Uint8Array(content) : JSON.stringify(content),
  });
  if (answer.ok) return answer.json();
  throw new GsdError(
    "release",
    `GitHub answered ${answer.status} to ${method} ${url}: ${await answer.text()}. Start the failed job again once that is fixed; it goes on from here.`,
  );
}
