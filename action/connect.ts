import { createHash } from "node:crypto";
import { createClient } from "../adapters/github/create-client.ts";
import { createGitHub } from "../adapters/github/create-github.ts";
import { createLedger } from "../adapters/ledger/create-ledger.ts";
import type { Logger, Ports } from "../loop/ports.ts";
import type { Environment } from "./environment.ts";

/** The loop's ports, as one job of a workflow run has them. */
export function connect(environment: Environment, log: Logger): Ports {
  const { token, apiUrl, owner, repo, loopback } = environment;
  const pace = loopback
    ? { betweenWritesMs: 0, backoffMs: 20 }
    : { betweenWritesMs: 1_000, backoffMs: 1_000 };
  const github = createGitHub({ client: createClient({ token, baseUrl: apiUrl }), owner, repo, pace });
  return {
    github,
    ledger: createLedger(github),
    now: () => new Date(Date.now() + environment.clockOffsetMs),
    sha256: (text) => createHash("sha256").update(text).digest("hex"),
    owner: ["run", environment.runId, environment.runAttempt, environment.jobName, environment.key].join("/"),
    workflow: environment.workflow,
    log,
  };
}
