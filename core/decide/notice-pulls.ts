import { rollbackBranch, taskBranch, trackBranch } from "../codec/branches.ts";
import type { Facts, PullFact } from "../model/facts.ts";
import type { TaskId } from "../model/ids.ts";
import type { Rollback } from "../model/rollback.ts";
import type { TrackTask } from "../model/task.ts";
import { isOpen, taskEntries } from "../model/track.ts";
import {
  mergedEarly,
  pullClosedByHand,
  pushedByPerson,
  retargeted,
  trackClosedByHand,
} from "../render/says.ts";
import { type Draft, dropJobs, enqueue, forgetVerdicts, needsInput, say, stopWork } from "./draft.ts";

/** What people did to our pull requests by hand: merged, closed, pushed to, retargeted. */
export function noticePulls(draft: Draft, facts: Facts): void {
  const { track } = draft;
  if (isOpen(track)) {
    for (const [id, task] of taskEntries(track)) {
      const pull = task.pull ? facts.pulls[task.pull] : undefined;
      if (pull) noticeTaskPull(draft, id, task, pull);
    }
  }
  for (const rollback of track.rollbacks) {
    const pull = rollback.pull ? facts.pulls[rollback.pull] : undefined;
    if (pull && rollback.status === "open") noticeRollbackPull(draft, rollback, pull);
  }
  const pull = track.pull ? facts.pulls[track.pull] : undefined;
  if (pull && pull.state === "closed" && isOpen(track)) noticeTrackPull(draft, pull);
}

function noticeTaskPull(draft: Draft, id: TaskId, task: TrackTask, pull: PullFact): void {
  if (task.status === "completed" || task.status === "skipped" || task.status === "pending") return;
  const { track } = draft;
  if (pull.merged && pull.mergeSha) {
    if (pull.base === trackBranch.format(track)) return completeTask(draft, id, pull.mergeSha, "tag");
  }
  if (task.status === "in_progress") return;
  const moved = task.head !== undefined && pull.head !== task.head;
  if (task.status === "needs_input" && !(moved && pull.state === "open")) return;
  if (pull.state === "closed") {
    const text = pullClosedByHand(id, pull.number, task.handsOff ?? false);
    needsInput(task, "closed", text);
    // Whoever closes it, or deletes the branch, gives it back to us.
    delete task.handsOff;
    dropJobs(draft, (job) => job.task === id);
    say(draft, track.issue, text);
  } else if (pull.base !== trackBranch.format(track)) {
    const text = retargeted(id, pull, trackBranch.format(track));
    needsInput(task, "retargeted", text);
    dropJobs(draft, (job) => job.task === id && job.kind !== "rollback");
    say(draft, pull.number, text);
  } else if (moved) {
    takeHandsOff(draft, id, task, pull);
  }
}

/** A person's commits stay as they are; we only check and review them again. */
function takeHandsOff(draft: Draft, id: TaskId, task: TrackTask, pull: PullFact): void {
  task.status = "review";
  task.head = pull.head;
  task.handsOff = true;
  forgetVerdicts(task);
  dropJobs(draft, (job) => job.kind === "review" && job.task === id);
  say(
    draft,
    pull.number,
    pushedByPerson(id, pull.head, taskBranch.format({ issue: draft.track.issue, task: id })),
  );
}

/** A task whose merge is on the track branch. */
export function completeTask(draft: Draft, id: TaskId, merge: string, tag: "tag" | "tagged"): void {
  const task = draft.track.tasks[id];
  if (!task) return;
  task.status = "completed";
  task.merge = merge;
  delete task.trouble;
  dropJobs(draft, (job) => job.task === id && job.kind !== "rollback");
  if (tag === "tag") {
    const key = `${draft.track.issue}/tag-task/${id}/${task.runs}`;
    enqueue(draft, key, { type: "tag-task", task: id, sha: merge });
  }
}

function noticeRollbackPull(draft: Draft, rollback: Rollback, pull: PullFact): void {
  if (pull.merged) return completeRollback(draft, rollback);
  if (pull.state === "closed") rollback.status = "failed";
}

/** While tasks still run, a task taken back waits for a person; after that there is nothing left to run. */
export function completeRollback(draft: Draft, rollback: Rollback): void {
  rollback.status = "completed";
  const { track } = draft;
  const running = track.phase === "executing" || track.phase === "verifying";
  for (const id of rollback.tasks) {
    const task = track.tasks[id];
    if (!task) continue;
    needsInput(
      task,
      "rolled-back",
      `${id} was rolled back. Comment \`/retry ${id}\` to run it again or \`/skip ${id}\` to go on without it.`,
    );
    if (!running) {
      task.status = "skipped";
      delete task.trouble;
    }
    delete task.pull;
    delete task.head;
    delete task.checkpoint;
    delete task.handsOff;
    delete task.ready;
    delete task.checked;
  }
  if (track.phase === "verifying") {
    dropJobs(draft, (job) => job.kind === "verify");
    track.phase = "executing";
  }
  if (running) track.verification = { runs: track.verification.runs, attempts: 0 };
}

function noticeTrackPull(draft: Draft, pull: PullFact): void {
  const { track } = draft;
  const open = taskEntries(track).filter(([, task]) => !["completed", "skipped"].includes(task.status));
  stopWork(draft);
  if (pull.merged) {
    track.phase = "merged";
    if (open.length > 0) {
      const ids = open.map(([id]) => id);
      say(draft, track.issue, mergedEarly(pull.number, ids));
    }
    enqueue(draft, `${track.issue}/close-issue/-/1`, { type: "close-issue" });
    cleanUp(draft);
    return;
  }
  track.phase = "cancelled";
  say(draft, track.issue, trackClosedByHand(pull.number));
}

/** Branches of merged work go; what was not merged stays, so that nothing is lost. */
function cleanUp(draft: Draft): void {
  const { track } = draft;
  const { issue } = track;
  const names = taskEntries(track)
    .filter(([, task]) => task.status === "completed")
    .map(([task]) => taskBranch.format({ issue, task }));
  for (const rollback of track.rollbacks) {
    if (rollback.status === "completed") names.push(rollbackBranch.format({ issue, ...rollback }));
  }
  const key = `${issue}/delete-branches/-/1`;
  enqueue(draft, key, { type: "delete-branches", names: [...names, trackBranch.format(track)] });
}
