import { GsdError } from "../../core/gsd-error.ts";
import type { Release } from "../../core/install/stub.ts";
import { type Connection, read } from "./request.ts";

/** What a job's token sees of how gsd is installed. */
export function createInstallState(connection: Connection) {
  const { client, owner, repo } = connection;
  const { actions, repos } = client.rest;
  return {
    rulesOf: (branch: string): Promise<string[] | undefined> =>
      unlessForbidden(async () => {
        const list = { owner, repo, branch, per_page: 100 };
        const raw = await read(connection, () => repos.getBranchRules(list));
        return (raw ?? []).map(({ type }) => type as string);
      }),
    disabledWorkflows: (): Promise<{ path: string; state: string }[] | undefined> =>
      unlessForbidden(async () => {
        const list = { owner, repo, per_page: 100 };
        const raw = await read(connection, () => actions.listRepoWorkflows(list));
        const disabled = (raw?.workflows ?? []).filter(({ state }) => state.startsWith("disabled"));
        return disabled.map(({ path, state }) => ({ path, state }));
      }),
    newestRelease: (repository: string) => newestRelease(connection, repository),
  };
}

/** The highest `vX.Y.Z` among a repository's tags, with the commit behind it. */
function newestRelease(connection: Connection, repository: string): Promise<Release | undefined> {
  const [owner = "", repo = ""] = repository.split("/");
  const { git, repos } = connection.client.rest;
  return unlessForbidden(async () => {
    const refs = await read(connection, () => git.listMatchingRefs({ owner, repo, ref: "tags/v" }));
    const versions = (refs ?? []).flatMap(({ ref }) => /^refs\/tags\/v(\d+\.\d+\.\d+)$/.exec(ref)?.[1] ?? []);
    const version = versions.sort(byVersion).at(-1);
    if (version === undefined) return undefined;
    // A tag with a message is an object of its own: the commit behind it is what counts.
    const commit = await read(connection, () =>
      repos.getCommit({ owner, repo, ref: `tags/v${version}`, per_page: 1 }),
    );
    return commit && { repository, sha: commit.sha, version };
  });
}

function byVersion(one: string, other: string): number {
  return one.localeCompare(other, "en", { numeric: true });
}

async function unlessForbidden<T>(look: () => Promise<T>): Promise<T | undefined> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof GsdError && ["forbidden", "unauthorized"].includes(error.code)) return undefined;
    throw error;
  }
}
