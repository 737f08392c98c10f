import type { AuditEntry } from "../core/audit/entry.ts";
import type { TrackFolder } from "../core/codec/ledger-files.ts";
import type { LedgerProblem } from "../core/codec/read-document.ts";
import type { Config } from "../core/model/config.ts";
import type { Sha } from "../core/model/ids.ts";
import type { JobRef } from "../core/model/job.ts";
import type { Manifest } from "../core/model/manifest.ts";
import type { Track } from "../core/model/track.ts";
import type { Standpoint } from "../core/ports/archive.ts";
import type { PathChange } from "../core/ports/github/git.ts";
import type { Recipe } from "../core/recipe/recipe.ts";
import type { SourceProblem } from "../core/sources/load-sources.ts";
import type { DatedDay } from "../core/view/view-spending.ts";

/** A repository by its name. */
export interface RepositoryName {
  owner: string;
  name: string;
}

/** Tracks of a folder of the ledger, and the files that could not be read. */
export interface LoadedTracks {
  tracks: Track[];
  problems: LedgerProblem[];
}

/** What a crew wrote down of its job, if it is still there: artifacts of runs are kept for some days. */
export type JournalReading =
  | { type: "read"; manifest: Manifest }
  | { type: "gone" }
  | { type: "unreadable"; problem: string };

export interface LogFile {
  name: string;
  bytes: number;
}

/** What the members of a crew were told and what they said. */
export interface Logs {
  files: LogFile[];
  read(name: string): Uint8Array | undefined;
}

/** Recipes that count in a repository, and what is wrong with others of its own. */
export interface LoadedRecipes {
  recipes: Recipe[];
  /** Names of those that the repository brings itself. */
  own: string[];
  problems: SourceProblem[];
}

/** What happened to a track, oldest first. */
export interface TrackHistory {
  entries: AuditEntry[];
  /** Older saves of it that were not read. */
  isCut: boolean;
}

/** One repository, as somebody may read it. */
export interface RepositorySource {
  repository: RepositoryName;
  /** Undefined where gsd has not planned anything yet. */
  standpoint(): Promise<Standpoint | undefined>;
  tracks(folder: TrackFolder): Promise<LoadedTracks>;
  /** The track of an issue, whether it is over or not; undefined where there is none. */
  track(issue: number): Promise<Track | undefined>;
  history(issue: number): Promise<TrackHistory>;
  /** What was spent on the newest days, oldest first. */
  days(): Promise<DatedDay[]>;
  /** The configuration of the default branch; undefined where it cannot be read. */
  config(): Promise<Config | undefined>;
  journal(job: JobRef, run: number): Promise<JournalReading>;
  logs(job: JobRef, run: number): Promise<Logs | undefined>;
  recipes(): Promise<LoadedRecipes>;
  /** What a commit changes. */
  changesOf(sha: Sha): Promise<PathChange[] | undefined>;
  /** What a head has and a base has not. */
  compare(base: string, head: string): Promise<PathChange[] | undefined>;
}

/** What the pages read, as the one who looks may read it: what they may not read is not there. */
export interface Source {
  /** The repositories to list, in the order in which they are shown. */
  repositories(): Promise<RepositoryName[]>;
  /** Undefined for one that does not exist or that they may not read: nobody learns which. */
  open(repository: RepositoryName): Promise<RepositorySource | undefined>;
}
