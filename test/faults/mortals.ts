import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { Octokit } from "@octokit/rest";
import { createGitHub } from "../../adapters/github/create-github.ts";
import type { NewConnection } from "../../adapters/github/open-connection.ts";
import { createLedger } from "../../adapters/ledger/create-ledger.ts";
import { parse } from "../../adapters/parse/create-parse.ts";
import { readShipped } from "../../adapters/shipped-files.ts";
import type { RepoName, TokenPermissions } from "../../local/actions-port.ts";
import type { Forge } from "../../local/forge/create-forge.ts";
import type { Ports } from "../../loop/ports.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** One job of a run, as the stage starts it. */
export interface Zone {
  runId: number;
  name: string;
  permissions: TokenPermissions;
}

/** How a process ended; one that died or threw left no value. */
export type Ending<T> = { ok: true; value: T } | { ok: false; why: string };

/** Processes without a process: each has a token of its own, and can die in the middle of a request. */
export interface Mortals {
  run<T>(zone: Zone, work: (ports: Ports) => Promise<T>): Promise<Ending<T>>;
  /** From now on nothing reaches it and nothing comes of it. False when nobody alive holds the token. */
  kill(token: string | undefined): boolean;
  /** What processes said, for the message of a test that failed. */
  log: string[];
}

export function createMortals(forge: Forge, options: { repo: RepoName; now: () => Date }): Mortals {
  const alive = new Map<string, () => void>();
  const log: string[] = [];
  return {
    log,
    kill(token) {
      const die = alive.get(token ?? "");
      die?.();
      return die !== undefined;
    },
    async run(zone, work) {
      const { runId, name, permissions } = zone;
      const { actions } = forge;
      const job = actions.createJob(runId, name);
      const token = actions.mintToken({ repo: options.repo, runId, jobId: job.id, permissions });
      const death = Promise.withResolvers<void>();
      alive.set(token, death.resolve);
      const say = (message: string, fields?: object) =>
        log.push(`${name} ${runId}: ${message} ${JSON.stringify(fields ?? {})}`);
      const ports = createPorts(forge, {
        ...options,
        token,
        owner: `run/${runId}/${name}`,
        say,
        fetch: mortalFetch(() => !alive.has(token)),
      });
      const done = work(ports).then(
        (value) => ({ ok: true as const, value }),
        (error: unknown) => ({ ok: false as const, why: String(error) }),
      );
      const ending = await Promise.race([
        done,
        death.promise.then(() => ({ ok: false as const, why: "died" })),
      ]);
      if (!ending.ok) say(`ended badly: ${ending.why}`);
      alive.delete(token);
      actions.revokeToken(token);
      actions.updateJob(job.id, { status: "completed", conclusion: ending.ok ? "success" : "failure" });
      return ending;
    },
  };
}

interface Wiring {
  repo: RepoName;
  now: () => Date;
  token: string;
  /** Names the loop in the outbox. */
  owner: string;
  say: (message: string, fields?: object) => void;
  fetch: typeof fetch;
  /** Where time passes as at GitHub; else nothing waits. */
  time?: Pick<NewConnection, "pace" | "sleep" | "now">;
}

/** What `connect` makes for the action and for the App, with a clock and a wire of ours. */
export function createPorts(forge: Forge, wiring: Wiring): Ports {
  const {
    repo,
    now,
    token,
    owner,
    say,
    fetch,
    time = { pace: { betweenWritesMs: 0, backoffMs: 1, limitMs: 1 } },
  } = wiring;
  const [login = "", name = ""] = repo.split("/");
  const client = new Octokit({
    auth: token,
    baseUrl: forge.urls.api,
    log: { debug() {}, info() {}, warn() {}, error() {} },
    request: { fetch },
  });
  const github = createGitHub({ client, owner: login, repo: name, ...time });
  return {
    github,
    ledger: createLedger(github),
    now,
    parse,
    sha256: (text) => createHash("sha256").update(text).digest("hex"),
    owner,
    betweenEditsMs: 0,
    shipped: () => readShipped(root),
    workflow: "gsd.yml",
    log: { info: say, warn: say },
  };
}

/** A dead process neither sends nor hears: what it waits for never comes. */
export function mortalFetch(isDead: () => boolean): typeof fetch {
  const never = new Promise<never>(() => {});
  return async (...request) => {
    if (isDead()) return never;
    try {
      const response = await fetch(...request);
      return isDead() ? never : response;
    } catch (error) {
      if (isDead()) return never;
      throw error;
    }
  };
}
