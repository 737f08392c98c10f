import { dayFile, type TrackFolder, trackFile } from "../../core/codec/ledger-files.ts";
import { fitTrack } from "../../core/codec/track-size.ts";
import type { Sha } from "../../core/model/ids.ts";
import { isOver, type Track } from "../../core/model/track.ts";
import type { FileAtRef } from "../../core/ports/github/git.ts";
import type { Change, LedgerPort } from "../../core/ports/ledger.ts";
import { ledgerMessage } from "../../core/render/commits.ts";
import { dayChange, dayIn, type SavedDay } from "./days.ts";

/** A track as the ledger has it, and where. */
export interface SavedTrack {
  track: Track;
  version: Sha;
  folder: TrackFolder;
}

/** What became of a save; one that lost says what is there now. */
export type TrackSaving =
  | { type: "saved"; saved: SavedTrack; days: SavedDay[] }
  | { type: "conflict"; now: SavedTrack | undefined; days: SavedDay[] };

interface TrackSave {
  /** What the new state was decided from; undefined for a new track. */
  saved: SavedTrack | undefined;
  message: string;
  /** Days that change with it: both are saved, or neither is. */
  days?: SavedDay[];
}

const folders = ["tracks", "done"] as const;

/** The files in which a track may be: first where something is left to do. */
export function trackFiles(issue: number): string[] {
  return folders.map((folder) => trackFile.path(folder, issue));
}

/** Finds a track among those that have something left to do, then among those that are over. */
export async function loadTrack(ledger: LedgerPort, issue: number): Promise<SavedTrack | undefined> {
  const [open, done] = await ledger.read(trackFiles(issue));
  return trackIn(issue, { open, done });
}

/** A track from the two files in which it may be; where it is in both, `tracks/` counts. */
export function trackIn(
  issue: number,
  { open, done }: { open: FileAtRef | undefined; done: FileAtRef | undefined },
): SavedTrack | undefined {
  if (open) return readTrack(open, "tracks", issue);
  return done && readTrack(done, "done", issue);
}

/** A track as one of its files has it. */
export function readTrack({ text, sha }: FileAtRef, folder: TrackFolder, issue: number): SavedTrack {
  return { track: trackFile.read(text, trackFile.path(folder, issue)), version: sha, folder };
}

/** Issues whose tracks are in a folder: those with something left to do, or those that are over. */
export async function issuesIn(ledger: LedgerPort, folder: TrackFolder): Promise<number[]> {
  return (await ledger.list(folder)).flatMap((name) => trackFile.issueOf(name) ?? []);
}

/** Saves a track where it belongs: `done/` when nothing is left to do, else `tracks/`. A move is one commit. */
export function saveTrack(ledger: LedgerPort, whole: Track, save: TrackSave): Promise<TrackSaving> {
  const track = fitTrack(whole);
  const { saved, days = [] } = save;
  const folder = isOver(track) ? "done" : "tracks";
  const message = ledgerMessage(track, save.message);
  const write = { track, saved, folder, message, days } as const;
  const stays = saved === undefined || saved.folder === folder;
  return stays && days.length === 0 ? saveAlone(ledger, write) : saveTogether(ledger, write);
}

interface TrackWrite extends Required<TrackSave> {
  track: Track;
  folder: TrackFolder;
}

async function saveAlone(ledger: LedgerPort, write: TrackWrite): Promise<TrackSaving> {
  const { track, saved, folder, message } = write;
  const document = ledger.document(trackFile.path(folder, track.issue), trackFile.read);
  const saving = await document.save(track, saved?.version, message);
  if (saving.type === "saved")
    return { type: "saved", saved: { track, version: saving.version, folder }, days: [] };
  const now = saving.now
    ? { track: saving.now.value, version: saving.now.version, folder }
    : await loadTrack(ledger, track.issue);
  return { type: "conflict", now, days: [] };
}

async function saveTogether(ledger: LedgerPort, write: TrackWrite): Promise<TrackSaving> {
  const { track, folder, message, days } = write;
  const result = await ledger.commit([...trackChanges(write), ...days.map(dayChange)], message);
  if (result.type === "conflict") {
    const now = await trackNow(ledger, track.issue, result.now);
    return { type: "conflict", now, days: days.map(({ date }) => dayIn(date, result.now)) };
  }
  const version = result.versions[trackFile.path(folder, track.issue)] ?? "";
  const savedDays = days.map((day) => ({ ...day, version: result.versions[dayFile.path(day.date)] }));
  return { type: "saved", saved: { track, version, folder }, days: savedDays };
}

/** A track that moves is compared where it was; whatever a mishap left where it goes is replaced. */
function trackChanges({ track, saved, folder }: TrackWrite): Change[] {
  const path = trackFile.path(folder, track.issue);
  if (!saved || saved.folder === folder) return [{ path, value: track, version: saved?.version }];
  const before = trackFile.path(saved.folder, track.issue);
  return [
    { path: before, value: undefined, version: saved.version },
    { path, value: track, version: "any" },
  ];
}

/** What is there now; a track that is in none of the files that were compared has moved to the other folder. */
async function trackNow(
  ledger: LedgerPort,
  issue: number,
  now: Record<string, FileAtRef | undefined>,
): Promise<SavedTrack | undefined> {
  const [open, done] = folders.map((folder) => now[trackFile.path(folder, issue)]);
  return trackIn(issue, { open, done }) ?? (await loadTrack(ledger, issue));
}
