import { createHash } from "node:crypto";
import { createClient } from "./github/create-client.ts";
import { createGitHub } from "./github/create-github.ts";
import { createLedger } from "./ledger/create-ledger.ts";
import { parse } from "./parse/create-parse.ts";
import { readShipped } from "./shipped-files.ts";

/** One repository, and who asks. */
export interface Connection {
  apiUrl: string;
  token: string;
  owner: string;
  repo: string;
  /** Where the release tree is: agents/ and rules/. */
  root: string;
  /** Only tests change the clock. */
  clockOffsetMs: number;
  /** The App's remembers what it read; a job of the Action is too short for that. */
  fetch: typeof fetch;
  /** How long it may wait for GitHub's rate limits to end. */
  patienceMs: number;
  /** Hears of such waits. */
  log: { info(message: string, fields?: Record<string, unknown>): void };
}

/** The App connects anew for every event; its writes to one repository keep their distance all the same. */
const turns = new Map<string, { at: number }>();

function turnOf(repository: string): { at: number } {
  const turn = turns.get(repository) ?? { at: 0 };
  turns.set(repository, turn);
  return turn;
}

/**
 * GitHub asks for a second between writes, and for a minute where it does not say how long a limit lasts; people who have the
 * progress comment open should not see it jump. On this machine a story of hours takes a minute.
 */
const farPace = { betweenWritesMs: 1_000, betweenEditsMs: 5_000, backoffMs: 1_000, limitMs: 60_000 };
const nearPace = { betweenWritesMs: 0, betweenEditsMs: 0, backoffMs: 20, limitMs: 20 };

/** How far apart requests to an API have to be. */
export function paceOf(apiUrl: string) {
  return ["127.0.0.1", "localhost", "[::1]"].includes(new URL(apiUrl).hostname) ? nearPace : farPace;
}

/** The plans' pull requests of each repository that this process has seen. */
const plansOf = new Map<string, Map<number, number>>();

/** The loop's ports to the outside, the same for App and Action. */
export function connectRepository(connection: Connection) {
  const { apiUrl, token, owner, repo, clockOffsetMs, root, fetch, patienceMs, log } = connection;
  const pace = paceOf(apiUrl);
  const client = createClient({ token, baseUrl: apiUrl, fetch });
  const repository = `${apiUrl} ${owner}/${repo}`;
  const github = createGitHub({
    client,
    owner,
    repo,
    pace,
    turn: turnOf(repository),
    patienceMs,
    onLimit: (limit) => log.info("GitHub's rate limit is reached; waiting until it is over", limit),
  });
  const plans = plansOf.get(repository) ?? new Map<number, number>();
  plansOf.set(repository, plans);
  return {
    github,
    ledger: createLedger(github),
    plans,
    betweenEditsMs: pace.betweenEditsMs,
    now: () => new Date(Date.now() + clockOffsetMs),
    shipped: () => readShipped(root),
    parse,
    sha256: (text: string) => createHash("sha256").update(text).digest("hex"),
  };
}
