import { trackFile } from "../../core/codec/ledger-files.ts";
import { isOver } from "../../core/model/track.ts";
import type { Change, LedgerPort } from "../../core/ports/ledger.ts";
import { lookAgain } from "../look-again.ts";
import type { Ports } from "../ports.ts";
import { loadTrack, type SavedTrack, trackIn } from "./tracks.ts";

/** How many tracks one tick moves: those that an older gsd left in `tracks/` go bit by bit. */
const mostMoves = 20;

/** The track that a job belongs to. While it runs there is a ledger, which GitHub may not show for a moment. */
export function loadForJob(
  ports: Pick<Ports, "github" | "ledger">,
  issue: number,
): Promise<SavedTrack | undefined> {
  const { ledger } = ports;
  return lookAgain(
    ports,
    () => loadTrack(ledger, issue),
    (saved) => saved !== undefined || ledger.latest() !== undefined,
  );
}

/** The tracks of some issues in `tracks/`, in few requests. One that cannot be read is said, and holds up no other. */
export async function loadOpenTracks(
  { ledger, log }: Pick<Ports, "ledger" | "log">,
  issues: number[],
): Promise<SavedTrack[]> {
  const files = await ledger.read(issues.map((issue) => trackFile.path("tracks", issue)));
  return issues.flatMap((issue, at) => {
    try {
      return trackIn(issue, { open: files[at], done: undefined }) ?? [];
    } catch (error) {
      log.warn("a track cannot be read", { issue, why: error instanceof Error ? error.message : "" });
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
