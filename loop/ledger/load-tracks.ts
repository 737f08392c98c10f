import { type TrackFolder, trackFile } from "../../core/codec/ledger-files.ts";
import { isOver, type Track } from "../../core/model/track.ts";
import type { Change, LedgerPort } from "../../core/ports/ledger.ts";
import type { Ports } from "../ports.ts";
import { tellBroken } from "../tell-broken.ts";
import { issuesIn, readTrack, type SavedTrack } from "./tracks.ts";

/** How many tracks one tick moves: those that an older gsd left in `tracks/` go bit by bit. */
const mostMoves = 20;

/** Those of some issues whose track was cancelled. */
export async function findCancelled(ports: Ports, issues: number[]): Promise<number[]> {
  const over = issues.length > 0 ? await loadTracks(ports, issues, "done") : [];
  return over.flatMap(({ track }) => (track.phase === "cancelled" ? [track.issue] : []));
}

/** The tracks of some issues in `tracks/`. */
export function loadOpenTracks(ports: Ports, issues: number[]): Promise<SavedTrack[]> {
  return loadTracks(ports, issues, "tracks");
}

/** The tracks of some issues in one folder, in few requests. One that cannot be read is said in its issue, and holds up no other. */
async function loadTracks(ports: Ports, issues: number[], folder: TrackFolder): Promise<SavedTrack[]> {
  const files = await ports.ledger.read(issues.map((issue) => trackFile.path(folder, issue)));
  const tracks: SavedTrack[] = [];
  for (const [at, issue] of issues.entries()) {
    try {
      const file = files[at];
      if (file) tracks.push(readTrack(file, folder, issue));
    } catch (error) {
      await tellBroken(ports, { issue, thread: issue }, error);
    }
  }
  return tracks;
}

/** How many tracks that are over a plan's estimates are drawn from. */
const mostPast = 20;

/** The newest tracks that are over, in two requests. What cannot be read says nothing: whoever works on such a track is told. */
export async function loadNewestOver({ ledger, log }: Pick<Ports, "ledger" | "log">): Promise<Track[]> {
  const issues = (await issuesIn(ledger, "done")).toSorted((a, b) => b - a).slice(0, mostPast);
  const files =
    issues.length > 0 ? await ledger.read(issues.map((issue) => trackFile.path("done", issue))) : [];
  return issues.flatMap((issue, at) => {
    try {
      const file = files[at];
      return file ? [readTrack(file, "done", issue).track] : [];
    } catch {
      log.warn("a track that is over cannot be read, so no estimate is drawn from it", { issue });
      return [];
    }
  });
}

/** Moves tracks that are over to `done/`, at most twenty at a time, as one commit. Returns the issues that moved. */
export async function moveOver(ledger: LedgerPort, tracks: SavedTrack[]): Promise<number[]> {
  const over = tracks.filter(({ track, folder }) => folder === "tracks" && isOver(track)).slice(0, mostMoves);
  if (over.length === 0) return [];
  const issues = over.map(({ track }) => track.issue);
  const result = await ledger.commit(over.flatMap(moveOf), `done: ${issues.join(", ")} [skip ci]`);
  // Somebody has just changed one of them: the next tick looks again.
  return result.type === "saved" ? issues : [];
}

function moveOf({ track, version }: SavedTrack): Change[] {
  return [
    { path: trackFile.path("tracks", track.issue), value: undefined, version },
    { path: trackFile.path("done", track.issue), value: track, version: "any" },
  ];
}
