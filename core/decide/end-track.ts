import { closePull, type Draft, stopAll, stopWork } from "../jobs/draft.ts";
import { halt, waitingResults } from "../jobs/halt.ts";
import type { CancelReason } from "../model/track.ts";

/** Cancels a track so that it can be brought back as it was. Says how many runs were stopped. */
export function endTrack(draft: Draft, why: CancelReason): number {
  const { phase, rollbacks } = draft.track;
  const cancelled = {
    at: draft.moment.now,
    why,
    phase,
    rollbacks: rollbacks.flatMap(({ task, attempt, status }) =>
      status === "running" || status === "open" ? [{ task, attempt, status }] : [],
    ),
    jobs: waitingResults(draft.track),
  };
  const runs = halt(draft);
  // What people asked besides goes on unless they say so themselves.
  if (why === "command") stopAll(draft);
  else stopWork(draft);
  const { closed: _, ...track } = draft.track;
  draft.track = { ...track, phase: "cancelled", paused: false, cancelled };
  if (track.pull && why !== "pull-closed") closePull(draft, track.pull);
  return runs;
}
