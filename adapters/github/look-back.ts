import type { Instant, Sha } from "../../core/model/ids.ts";
import type { Author } from "../../core/ports/github/people.ts";
import { type Connection, read } from "./request.ts";
import { toAuthor } from "./threads.ts";

/** A commit as those read it who look back. */
export interface PastCommit {
  sha: Sha;
  at: Instant;
  /** The account that GitHub knows it by, else the name that the commit gives. */
  author: string;
  message: string;
}

/** A pull request and who opened it. */
export interface PastPull {
  number: number;
  branch: string;
  body: string;
  author: Author;
  /** Whether its branch is one of this repository's own. */
  own: boolean;
}

/** Reads that only those need who look back; nothing here is bounded by what an event may cost. */
export interface LookBack {
  /** All commits of a branch, newest first; none where it does not exist. */
  commitsOf(branch: string): Promise<PastCommit[]>;
  /** The newest commits of a branch that changed a path, newest first; at most a hundred. */
  commitsTo(path: string, branch: string): Promise<PastCommit[]>;
  newestOf(branch: string): Promise<PastCommit | undefined>;
  pulls(): Promise<PastPull[]>;
  /** Names below `heads/` or `tags/` that begin so. */
  refs(start: string): Promise<string[]>;
}

export function createLookBack(connection: Connection): LookBack {
  const { client, owner, repo } = connection;
  const { pulls, git } = client.rest;
  return {
    commitsOf: (branch) => everyPage((page) => readCommits(connection, { sha: branch, per_page: 100, page })),
    commitsTo: (path, sha) => readCommits(connection, { sha, path, per_page: 100, page: 1 }),
    newestOf: async (branch) => (await readCommits(connection, { sha: branch, per_page: 1, page: 1 }))[0],
    pulls: () =>
      everyPage(async (page) => {
        const list = { owner, repo, state: "all", per_page: 100, page } as const;
        const raw = await read(connection, () => pulls.list(list));
        return (raw ?? []).map((one) => ({
          number: one.number,
          branch: one.head.ref,
          body: one.body ?? "",
          author: toAuthor(one.user),
          own: one.head.repo?.full_name.toLowerCase() === `${owner}/${repo}`.toLowerCase(),
        }));
      }),
    async refs(ref) {
      const raw = await read(connection, () => git.listMatchingRefs({ owner, repo, ref }));
      return (raw ?? []).map((one) => one.ref.replace(/^refs\//, ""));
    },
  };
}

async function readCommits(
  connection: Connection,
  list: { sha: string; path?: string; per_page: number; page: number },
): Promise<PastCommit[]> {
  const { client, owner, repo } = connection;
  const raw = await read(connection, () => client.rest.repos.listCommits({ owner, repo, ...list }));
  return (raw ?? []).map((one) => ({
    sha: one.sha,
    at: new Date(one.commit.committer?.date ?? 0).toISOString(),
    author: one.author?.login ?? one.commit.author?.name ?? "",
    message: one.commit.message,
  }));
}

async function everyPage<T>(load: (page: number) => Promise<T[]>): Promise<T[]> {
  const all: T[] = [];
  for (let page = 1; ; page += 1) {
    const items = await load(page);
    all.push(...items);
    if (items.length < 100) return all;
  }
}
