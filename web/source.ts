import type { TrackFolder } from "../core/codec/ledger-files.ts";
import type { LedgerProblem } from "../core/codec/read-document.ts";
import type { Track } from "../core/model/track.ts";
import type { Standpoint } from "../core/ports/archive.ts";

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

/** One repository, as somebody may read it. */
export interface RepositorySource {
  repository: RepositoryName;
  /** Undefined where gsd has not planned anything yet. */
  standpoint: Standpoint | undefined;
  tracks(folder: TrackFolder): Promise<LoadedTracks>;
  /** The track of an issue, whether it is over or not; undefined where there is none. */
  track(issue: number): Promise<Track | undefined>;
}

/** What the pages read, as the one who looks may read it: what they may not read is not there. */
export interface Source {
  /** The repositories to list, in the order in which they are shown. */
  repositories(): Promise<RepositoryName[]>;
  /** Undefined for one that does not exist or that they may not read: nobody learns which. */
  open(repository: RepositoryName): Promise<RepositorySource | undefined>;
}
