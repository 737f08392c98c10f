import type { ApiSource } from "../../adapters/archive/api-archive.ts";
import { GsdError } from "../../core/gsd-error.ts";
import type { Archive } from "../../core/ports/archive.ts";
import { type CliEnvironment, readEnvironment } from "../environment.ts";

/** Where `status`, `cost` and `audit` read. */
export interface Source {
  /** `owner/name`, for the API; else the clone that we are in. */
  repo?: string;
}

/**
 * Opens the ledger for a use; what keeps us from it is said in words that help. The use is given an archive that is still
 * being opened, so that it can load its own code while git or GitHub answers: that is a third of the whole time.
 */
export async function withArchive<T>(
  { repo }: Source,
  use: (opening: Promise<Archive>) => Promise<T>,
): Promise<T> {
  if (repo === undefined) {
    const { createCloneArchive, explainGit } = await import("./clone-archive.ts");
    return await useWhileOpening(createCloneArchive(process.cwd()), use).catch(explainGit);
  }
  const environment = readEnvironment();
  try {
    const { createApiArchive } = await import("../../adapters/archive/api-archive.ts");
    return await useWhileOpening(createApiArchive(sourceOf(environment, parseRepository(repo))), use);
  } catch (error) {
    throw explain(error, repo, environment);
  }
}

function useWhileOpening<T>(opening: Promise<Archive>, use: (opening: Promise<Archive>) => Promise<T>) {
  // A refusal is heard where the archive is needed; until then Node would take it for one that nobody hears.
  opening.catch(() => {});
  return use(opening);
}

function sourceOf({ apiUrl, token }: CliEnvironment, { owner, repo }: Pick<ApiSource, "owner" | "repo">) {
  if (token !== undefined) return { apiUrl, token, owner, repo };
  throw new GsdError(
    "unauthorized",
    `To read ${owner}/${repo}, GitHub wants to know who asks. Set a token: export GH_TOKEN=$(gh auth token)`,
  );
}

function parseRepository(text: string): { owner: string; repo: string } {
  const [, owner, repo] = /^([\w.-]+)\/([\w.-]+)$/.exec(text) ?? [];
  if (owner && repo) return { owner, repo };
  throw new GsdError("usage", `--repo takes OWNER/NAME, not "${text}".`);
}

/** GitHub's own words say what it refused; these say what to do about it. */
function explain(error: unknown, repo: string, { apiUrl, token }: CliEnvironment): unknown {
  if (!(error instanceof GsdError) || token === undefined) return error;
  const { cause } = error;
  switch (error.code) {
    case "unavailable":
      return new GsdError(
        "unavailable",
        `GitHub cannot be reached at ${apiUrl} (${error.message}). Check the network and GITHUB_API_URL, or read your clone: leave --repo out`,
        { cause },
      );
    case "unauthorized":
      return new GsdError(
        "unauthorized",
        `GitHub does not accept the token in GH_TOKEN (${error.message}). Set a fresh one: export GH_TOKEN=$(gh auth token)`,
        { cause },
      );
    case "forbidden":
    case "not-found":
      return new GsdError(
        error.code,
        `${repo} does not exist, or your token may not read it (${error.message}). It needs to read contents, issues and pull requests`,
        { cause },
      );
    case "rate-limited":
      return new GsdError(
        "rate-limited",
        `GitHub takes no more requests with this token for now (${error.message}). Try again later, or read your clone: leave --repo out`,
        { cause },
      );
    default:
      return error;
  }
}
