import { createHash } from "node:crypto";
import { createClient } from "../adapters/github/create-client.ts";
import { createGitHub } from "../adapters/github/create-github.ts";
import { createLedger } from "../adapters/ledger/create-ledger.ts";
import type { Logger, Ports } from "../loop/ports.ts";
import type { Environment } from "./environment.ts";
import type { Place } from "./read-place.ts";

export interface Connecting {
  place: Place;
  token: string;
  delivery: string;
}

/** The loop's ports, as one delivery has them. */
export function connect(
  environment: Environment,
  log: Logger,
  { place, token, delivery }: Connecting,
): Ports {
  const { apiUrl, clockOffsetMs, workflow } = environment;
  const { owner, repo } = place;
  const loopback = ["127.0.0.1", "localhost", "[::1]"].includes(new URL(apiUrl).hostname);
  const pace = loopback
    ? { betweenWritesMs: 0, backoffMs: 20 }
    : { betweenWritesMs: 1_000, backoffMs: 1_000 };
  const github = createGitHub({ client: createClient({ token, baseUrl: apiUrl }), owner, repo, pace });
  return {
    github,
    ledger: createLedger(github),
    now: () => new Date(Date.now() + clockOffsetMs),
    sha256: (text) => createHash("sha256").update(text).digest("hex"),
    owner: `app/${delivery}`,
    workflow,
    log,
  };
}
