import type { TaskId } from "../model/ids.ts";
import { isFinal, isLesson } from "../model/job.ts";
import type { Why } from "../model/notice/parts.ts";
import type { TrackTask } from "../model/task.ts";
import { withoutUndefined } from "../model/without-undefined.ts";
import { type Draft, say, settled } from "./draft.ts";
import { mayRebase, startRebase } from "./rebase.ts";

export function failTask(draft: Draft, id: TaskId, why: Why): void {
  const { track } = draft;
  const known = track.tasks[id];
  if (!known) return;
  const { outcome, reason } = why;
  // A provider that is rate-limited is nobody's fault, and costs no attempt.
  if (outcome === "rate-limited") {
    track.tasks[id] = restarted(known, known.feedback);
    return;
  }
  const last = reason === undefined ? { outcome } : { outcome, reason };
  // The newest attempt says it best; what people and reviewers said counts still.
  const others = known.feedback.filter(({ type }) => type !== "attempt");
  const newest = [...others, { type: "attempt" as const, ...last }].slice(-50);
  const feedback = isLesson(outcome) ? newest : known.feedback;
  const attempts = known.attempts + 1;
  if (attempts < track.config.limits.attempts && !isFinal(why)) {
    track.tasks[id] = { ...restarted(known, feedback), attempts };
    return;
  }
  // What stopped sooner would only be paid for again.
  const isUsedUp = attempts >= track.config.limits.attempts && !isFinal(why);
  const isRebased = isUsedUp && mayRebase(track, known, outcome);
  const trouble = withoutUndefined({
    type: "task-failed" as const,
    task: id,
    why,
    attempts,
    kept: known.resume?.commit,
    rebase: isRebased || undefined,
  });
  const failed = { ...known, attempts, status: "failed" as const, trouble, feedback };
  const theirs = outcome === "hands-off" && known.proposal;
  track.tasks[id] = theirs ? { ...failed, proposal: { ...theirs, handsOff: true } } : failed;
  if (isRebased) startRebase(draft, id, { split: false, thread: track.issue });
  say(draft, track.issue, trouble);
}

/** A task sent back to the start of its life, to run again; what was said about its last head counts no more. */
export function restarted(known: TrackTask, feedback: TrackTask["feedback"]): TrackTask {
  const { proposal, ...rest } = settled(known);
  const open: TrackTask = { ...rest, status: "pending", feedback };
  // Its text is in use again: nobody waits for a better one.
  if (open.rebase?.status === "running") open.rebase = { ...open.rebase, status: "failed" };
  if (!proposal) return open;
  const { head, pull, handsOff } = proposal;
  const findings = known.onHead ? proposal.findings.filter(({ rule }) => rule !== undefined) : [];
  return { ...open, proposal: { head, pull, handsOff, findings } };
}
