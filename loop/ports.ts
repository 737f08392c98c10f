import type { Run } from "../core/model/job.ts";
import type { GitHubPort } from "../core/ports/github.ts";
import type { LedgerPort } from "../core/ports/ledger.ts";
import type { SourceFile } from "../core/sources/load-sources.ts";

export interface Logger {
  info(message: string, fields?: Record<string, unknown>): void;
  warn(message: string, fields?: Record<string, unknown>): void;
}

/** Folders of files that we ship, and to which a repository adds its own in `.gsd/`. */
export type ShippedFolder = "agents" | "skills" | "recipes" | "rules";

/** What a loop needs from outside. */
export interface Ports {
  github: GitHubPort;
  ledger: LedgerPort;
  now: () => Date;
  sha256: (text: string) => string;
  /** Names this loop in the outbox: a run, a delivery. */
  owner: string;
  /** The run that this loop is a part of, where it may work off jobs itself. */
  run?: Run;
  /** The stub in the user's repository, by file name: `gsd.yml`. */
  workflow: string;
  shipped: (folder: ShippedFolder) => Promise<SourceFile[]>;
  log: Logger;
}
