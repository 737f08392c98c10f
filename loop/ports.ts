import type { Gap } from "../core/model/gap.ts";
import type { Run } from "../core/model/job.ts";
import type { Parse } from "../core/parse/parsers.ts";
import type { GitHubPort } from "../core/ports/github.ts";
import type { LedgerPort } from "../core/ports/ledger.ts";
import type { SourceFile } from "../core/sources/load-sources.ts";
import type { Meter } from "./measure/measure.ts";

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
  /** Reads text that others wrote. */
  parse: Parse;
  /** Names this loop in the outbox: a run, a delivery. */
  owner: string;
  /** The run that this loop is a part of, where it may work off jobs itself. */
  run?: Run;
  /** The logins that gsd speaks by, where that is known. */
  voices?: readonly string[];
  /** The stub in the user's repository, by file name: `gsd.yml`. */
  workflow: string;
  /** The names of the secrets that are set, where this loop's workflow says so. */
  secrets?: string[];
  /** What is missing in the repository, for a tick, which looks at many tracks: read once. */
  gaps?: () => Promise<Gap[] | undefined>;
  /** The files of ours that instruct agents and judge their work, by their path in the release. */
  shipped: () => Promise<SourceFile[]>;
  /** The plan's pull request of each issue that this process has seen: a first look reads it along. */
  plans?: Map<number, number>;
  /** How far apart edits of one progress comment have to be. */
  betweenEditsMs: number;
  /** Takes what has time until the loop is over, where others wait behind the loop; without it, the loop waits itself. */
  later?: (work: Promise<void>) => void;
  log: Logger;
  /** Hears what loops and jobs came to, where somebody counts. */
  meter?: Meter;
}
