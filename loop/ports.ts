import type { GitHubPort } from "../core/ports/github.ts";
import type { LedgerPort } from "../core/ports/ledger.ts";

export interface Logger {
  info(message: string, fields?: Record<string, unknown>): void;
  warn(message: string, fields?: Record<string, unknown>): void;
}

/** What a loop needs from outside. */
export interface Ports {
  github: GitHubPort;
  ledger: LedgerPort;
  now: () => Date;
  sha256: (text: string) => string;
  /** Names this loop in the outbox: a run, a delivery. */
  owner: string;
  /** The stub in the user's repository, by file name: `gsd.yml`. */
  workflow: string;
  log: Logger;
}
