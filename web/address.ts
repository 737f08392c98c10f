import type { RepositoryName } from "./source.ts";

/** Where each page is. An address is for ever: people keep it in comments and mails. */
export const address = {
  overview: "/tracks",
  traceFile: "/trace",
  repository: (of: RepositoryName) => `/${full(of)}/tracks`,
  spending: (of: RepositoryName) => `/${full(of)}/spending`,
  recipes: (of: RepositoryName) => `/${full(of)}/recipes`,
  /** What pages hear of changes: of one repository, or of all that their viewer may read. */
  live: (of?: RepositoryName) =>
    of ? `/-/web/live?repository=${encodeURIComponent(`${of.owner}/${of.name}`)}` : "/-/web/live",
  track: (of: RepositoryName, issue: number) => `/${full(of)}/tracks/${issue}`,
  timeline: (of: RepositoryName, issue: number) => `/${full(of)}/tracks/${issue}/timeline`,
  cost: (of: RepositoryName, issue: number) => `/${full(of)}/tracks/${issue}/cost`,
  trace: (of: RepositoryName, issue: number) => `/${full(of)}/tracks/${issue}/trace`,
  history: (of: RepositoryName, issue: number) => `/${full(of)}/tracks/${issue}/history`,
  task: (of: RepositoryName, issue: number, task: string) => `/${full(of)}/tracks/${issue}/tasks/${task}`,
  /** By its key: `42/task/T01/1`, `42/plan/-/1`. */
  job: (of: RepositoryName, key: string) => {
    const [issue = "", ...rest] = key.split("/");
    return `/${full(of)}/tracks/${issue}/jobs/${rest.join("/")}`;
  },
  /** What a member of a job's crew was told or said, by the file's name. */
  said: (of: RepositoryName, key: string, file: string) =>
    `${address.job(of, key)}/said/${encodeURIComponent(file)}`,
};

/** Pages of GitHub's own; `site` is its address, and empty where that is this very site. */
export const github = {
  repository: (site: string, of: RepositoryName) => `${site}/${full(of)}`,
  issue: (site: string, of: RepositoryName, issue: number) => `${site}/${full(of)}/issues/${issue}`,
  pull: (site: string, of: RepositoryName, pull: number) => `${site}/${full(of)}/pull/${pull}`,
  commit: (site: string, of: RepositoryName, sha: string) => `${site}/${full(of)}/commit/${sha}`,
  run: (site: string, of: RepositoryName, run: number) => `${site}/${full(of)}/actions/runs/${run}`,
};

/** `owner/name`, fit for an address. */
export function full({ owner, name }: RepositoryName): string {
  return `${encodeURIComponent(owner)}/${encodeURIComponent(name)}`;
}
