import { type Draft, settled } from "../jobs/draft.ts";
import { replaceRollback } from "../jobs/rollback.ts";
import { reopen, verifyAgain } from "../jobs/verify-again.ts";
import { forget } from "../model/forget.ts";
import type { Sha, TaskId } from "../model/ids.ts";
import { type Rollback, takenBack } from "../model/rollback.ts";
import type { TrackTask } from "../model/task.ts";
import { isOpen, type Track } from "../model/track.ts";
import { withoutUndefined } from "../model/without-undefined.ts";

/** The same rollback with what people pushed to it: what git had left, they have resolved. */
export function atHead(rollback: Rollback, head: Sha): Rollback {
  const { proposal } = rollback;
  if (!proposal || proposal.head === head) return rollback;
  const { left: _, ...rest } = proposal;
  return { ...rollback, proposal: { ...rest, head } };
}

/** A rollback whose pull request is merged: its tasks are taken back, or are back. What is left is verified again. */
export function completeRollback(draft: Draft, rollback: Rollback, merge: Sha | undefined): void {
  const { track } = draft;
  replaceRollback(draft, withoutUndefined({ ...settled(rollback), status: "completed" as const, merge }));
  for (const id of takenBack(rollback)) {
    const task = track.tasks[id];
    if (!task) continue;
    track.tasks[id] =
      rollback.undoes === undefined ? takeBack(track, { id, task, rollback }) : bringBack(task);
  }
  // Whether the branch holds these merges is looked at anew.
  forget(track, "head");
  if (!isOpen(track)) return;
  reopen(draft);
  verifyAgain(draft);
}

interface TakenBack {
  id: TaskId;
  task: TrackTask;
  rollback: Rollback;
}

/** While tasks still run, a task taken back waits for a person; of a track that was ready, the rest is verified without it. */
function takeBack(track: Track, { id, task, rollback }: TakenBack): TrackTask {
  const waits = track.phase === "executing" || (track.phase === "verifying" && !track.archived);
  const { proposal, resume: _, ...rest } = settled(task);
  const rolledBack = withoutUndefined({
    pull: proposal?.pull,
    head: proposal?.head,
    by: rollback.proposal?.pull,
  });
  return waits
    ? { ...rest, rolledBack, status: "needs_input", trouble: { type: "rolled-back", task: id } }
    : { ...rest, rolledBack, status: "skipped" };
}

/** As it was before it was taken back. */
function bringBack(task: TrackTask): TrackTask {
  const { rolledBack, ...rest } = settled(task);
  const back: TrackTask = { ...rest, status: "completed", feedback: [] };
  const { pull, head } = rolledBack ?? {};
  return pull === undefined || head === undefined
    ? back
    : { ...back, proposal: { pull, head, handsOff: false, findings: [] } };
}
