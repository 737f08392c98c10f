import { effectKey } from "../codec/keys.ts";
import type { Sha } from "../model/ids.ts";
import { type Draft, dropKind, enqueue, say, settled } from "./draft.ts";

/** How often a head that no person asked about is verified by itself. */
const mostMoves = 5;

/** Forgets what verification found: it is run again. */
export function verifyAgain({ track }: Draft): void {
  track.verification = { runs: track.verification.runs, attempts: 0 };
}

/**
 * The track branch has another head, where known, than the one that was verified or is being verified. What was verified is
 * verified again, but not without end: whatever pushes each time we do would never let it rest.
 */
export function headMoved(draft: Draft, head?: Sha): void {
  const { track } = draft;
  if (head) track.head = head;
  if (track.phase !== "ready" && track.phase !== "verifying") return;
  const moves = (track.verification.moves ?? 0) + 1;
  verifyAgain(draft);
  if (moves > mostMoves) return stopMoving(draft, mostMoves);
  track.phase = "verifying";
  track.verification = { ...track.verification, moves };
  if (head) showTrack(draft, "pending");
}

function stopMoving(draft: Draft, times: number): void {
  const trouble = { type: "keeps-moving" as const, times };
  draft.track = { ...settled(draft.track), phase: "executing", trouble };
  const { track } = draft;
  // As after a verification that did not pass: `/resume` verifies again.
  track.verification = { ...track.verification, outcome: "conflict" };
  showTrack(draft, "failure");
  say(draft, track.pull ?? track.issue, trouble);
}

/** A track that was being finished, or was, goes back to its tasks; where none is due, it is verified again. */
export function reopen(draft: Draft): void {
  const { track } = draft;
  if (track.phase !== "ready" && track.phase !== "verifying") return;
  dropKind(draft, "verify");
  track.outbox = track.outbox.filter(({ effect }) => effect.type !== "finish-track");
  track.phase = "executing";
  showTrack(draft, "pending");
}

/** The gate and the pull request's body speak of the head as it is now. */
export function showTrack(draft: Draft, state: "pending" | "failure"): void {
  const { track } = draft;
  if (!track.head || !track.pull) return;
  const { head } = track;
  // Only the newest is true.
  track.outbox = track.outbox.filter(({ effect }) => effect.type !== "show-track");
  const key = effectKey.format(track.issue, "show-track", `${head}-${state}`, track.verification.runs);
  enqueue(draft, key, { type: "show-track", head, state });
}
