import type { Track } from "../core/model/track.ts";
import { guarded } from "./guarded.ts";
import { loadOpenTracks } from "./ledger/load-tracks.ts";
import { issuesIn } from "./ledger/tracks.ts";
import type { Ports } from "./ports.ts";
import { readMergeable } from "./read-pulls.ts";
import { readSpecsMoved } from "./read-specs-moved.ts";
import { runLoop } from "./run-loop.ts";

/** After a push to the default branch: runs the loop for every track that conflicts with it now, or did before. */
export async function lookAtConflicts(ports: Ports): Promise<void> {
  const issues = await issuesIn(ports.ledger, "tracks");
  if (issues.length === 0) return;
  const tracks = (await loadOpenTracks(ports, issues)).map(({ track }) => track);
  const pulls = tracks.flatMap(({ pull, paused }) => (pull === undefined || paused ? [] : [pull]));
  const found = await readMergeable(ports, pulls);
  for (const track of tracks) {
    const { issue, pull, update } = track;
    const mergeable = pull === undefined ? undefined : found.get(pull)?.mergeable;
    const stuck = mergeable === true && update?.status === "stuck";
    // What is ready was folded into specs that may be others by now.
    const concerns = mergeable === false || stuck || (await isOutdated(ports, track));
    if (concerns) await guarded(ports, issue, () => runLoop(ports, issue, { type: "base-moved" }));
  }
}

async function isOutdated(ports: Ports, track: Track): Promise<boolean> {
  if (track.phase !== "ready" || track.paused) return false;
  return (await readSpecsMoved(ports, track)) !== null;
}
