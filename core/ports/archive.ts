import type { Instant, Sha } from "../model/ids.ts";
import type { SharedText } from "../model/parse-config.ts";

/** A file of the ledger that a commit changed; absent text: it was not there. */
export interface FileChange {
  path: string;
  before: string | undefined;
  after: string | undefined;
}

/** One commit of the ledger's branch. Its author is what the commit says: whoever may write can write any name. */
export interface Revision {
  commit: Sha;
  at: Instant;
  author: string;
  message: string;
  files: FileChange[];
}

/** Something in a repository that looks as if gsd had made it. */
export type BotObject =
  | { type: "branch" | "tag"; name: string }
  | { type: "pull"; number: number; branch: string }
  /** `key` of its hidden marker, where it has one. */
  | { type: "comment"; id: number; thread: number; kind: string | undefined; key: string | undefined };

/** Where the ledger stands. */
export interface Standpoint {
  commit: Sha;
  at: Instant;
}

/** The ledger as those see it who look back: in a clone, or through the API. Nothing is ever written. */
export interface Archive {
  /** What is read, for people: `origin/gsd/ledger` or `acme/tally`. */
  readonly where: string;
  /** Whether pull requests and comments can be seen, or only branches and tags. */
  readonly seesThreads: boolean;
  newest(): Promise<Standpoint>;
  /** The same source as it is now, for whoever watches it; this one where nothing is new. */
  again(): Promise<Archive>;
  /** The names of the files in a folder. */
  list(folder: string): Promise<string[]>;
  /** Texts in the order of the paths. */
  read(paths: string[]): Promise<(string | undefined)[]>;
  /** Every commit with the tracks that it changed, oldest first. */
  revisions(): AsyncIterable<Revision>;
  objects(): Promise<BotObject[]>;
  /** `.github/gsd.yml` of the default branch; `shared` where what its owner says for all repositories can be seen from here. */
  settings(): Promise<{ own: string | undefined; shared?: SharedText }>;
}
