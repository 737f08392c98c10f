import type { RepositoryName } from "./source.ts";

/** Where each page is. An address is for ever: people keep it in comments and mails. */
export const address = {
  overview: "/tracks",
  repository: (of: RepositoryName) => `/${full(of)}/tracks`,
  /** What pages hear of changes: of one repository, or of all that their viewer may read. */
  live: (of?: RepositoryName) =>
    of ? `/-/web/live?repository=${encodeURIComponent(`${of.owner}/${of.name}`)}` : "/-/web/live",
  track: (of: RepositoryName, issue: number) => `/${full(of)}/tracks/${issue}`,
};

/** Pages of GitHub's own; `site` is its address, and empty where that is this very site. */
export const github = {
  repository: (site: string, of: RepositoryName) => `${site}/${full(of)}`,
  issue: (site: string, of: RepositoryName, issue: number) => `${site}/${full(of)}/issues/${issue}`,
  pull: (site: string, of: RepositoryName, pull: number) => `${site}/${full(of)}/pull/${pull}`,
  run: (site: string, of: RepositoryName, run: number) => `${site}/${full(of)}/actions/runs/${run}`,
};

/** `owner/name`, fit for an address. */
export function full({ owner, name }: RepositoryName): string {
  return `${encodeURIComponent(owner)}/${encodeURIComponent(name)}`;
}
