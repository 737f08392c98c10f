import { type Day, daySchema } from "../model/day.ts";
import { type RepositoryState, repositorySchema } from "../model/repository.ts";
import { type Track, trackSchema } from "../model/track.ts";
import { createValidator } from "../model/validate.ts";
import { carryDay, carryOver } from "./carry-over.ts";
import { type Format, readDocument } from "./read-document.ts";

/** The files on the ledger's branch: where each is, and how it is read. */

const tracks: Format<Track> = { validate: createValidator<Track>(trackSchema), carryOver };
const days: Format<Day> = { validate: createValidator<Day>(daySchema), carryOver: carryDay };
const repository: Format<RepositoryState> = {
  validate: createValidator<RepositoryState>(repositorySchema),
  carryOver: (old) => old,
};

/** A folder of tracks: what is left to do, and what is over. */
export type TrackFolder = "tracks" | "done";

/** Tracks: `tracks/<issue>.json`, and `done/<issue>.json` when nothing is left to do. */
export const trackFile = {
  path: (folder: TrackFolder, issue: number) => `${folder}/${issue}.json`,
  issueOf: (name: string): number | undefined => {
    const match = /^([1-9]\d{0,9})\.json$/.exec(name);
    return match ? Number(match[1]) : undefined;
  },
  owns: (path: string) => /^(tracks|done)\//.test(path),
  read: (text: string, path: string) => readDocument(tracks, text, path),
};

/** What was spent on a day: `days/<date>.json`, the date as `2026-11-16`. */
export const dayFile = {
  path: (date: string) => `days/${date}.json`,
  owns: (path: string) => path.startsWith("days/"),
  read: (text: string, path: string) => readDocument(days, text, path),
};

/** What belongs to no track. */
export const repositoryFile = {
  path: "repository.json",
  owns: (path: string) => path === repositoryFile.path,
  read: (text: string, path: string) => readDocument(repository, text, path),
};

/** Whether a file of the ledger can be read by what is said of its path here. */
export function isSound(path: string, text: string): boolean {
  const read = [trackFile, dayFile, repositoryFile].find(({ owns }) => owns(path))?.read;
  try {
    return read?.(text, path) !== undefined;
  } catch {
    return false;
  }
}

/** What version 1 had in place of `repository.json`. */
export const oldRepositoryFiles = { watch: "watch.json", health: "health.json" } as const;
