import type { TaskId } from "../model/ids.ts";
import { isOpen, taskEntries } from "../model/track.ts";
import * as answers from "../render/answers.ts";
import * as refusals from "../render/refusals.ts";
import { type Draft, dropJobs, enqueue, restartTask } from "./draft.ts";
import type { Reply } from "./on-commented.ts";

/** `/retry T03`: runs a task again from the track branch as it is now. */
export function retry(draft: Draft, id: TaskId): Reply {
  const { track } = draft;
  const task = track.tasks[id];
  if (!task) return refuse(refusals.unknownTask(track, id));
  if (track.phase !== "executing") return refuse(refusals.notExecuting(track, "retry"));
  if (!["failed", "needs_input", "skipped", "review"].includes(task.status)) {
    return refuse(refusals.cannotRetry(id, task));
  }
  if (task.handsOff) return refuse(refusals.handsOff(id, track.issue));
  dropJobs(draft, (job) => job.task === id);
  restartTask(task, []);
  task.attempts = 0;
  track.verification = { runs: track.verification.runs, attempts: 0 };
  delete track.trouble;
  return { ok: true };
}

/** `/skip T03`: goes on without a task; its branch stays. */
export function skip(draft: Draft, id: TaskId): Reply {
  const { track } = draft;
  const task = track.tasks[id];
  if (!task) return refuse(refusals.unknownTask(track, id));
  if (track.phase !== "executing") return refuse(refusals.notExecuting(track, "skip"));
  if (task.status === "completed" || task.status === "skipped" || task.status === "in_progress") {
    return refuse(refusals.cannotSkip(id, task));
  }
  dropJobs(draft, (job) => job.task === id);
  task.status = "skipped";
  delete task.trouble;
  delete task.approval;
  if (task.pull) closePull(draft, task.pull);
  return { ok: true, text: answers.skipped(track, id) };
}

/** `/pause`: what runs may finish; nothing new starts and nothing is merged. */
export function pause(draft: Draft): Reply {
  const { track } = draft;
  if (!isOpen(track)) return refuse(refusals.trackOver(track, "pause"));
  if (track.paused) return refuse("The track is paused already. `/resume` goes on.");
  track.paused = true;
  return { ok: true, text: answers.paused(track) };
}

export function resume(draft: Draft): Reply {
  const { track } = draft;
  if (!isOpen(track)) return refuse(refusals.trackOver(track, "resume"));
  if (!track.paused) return refuse("The track is not paused. `/status` says what it waits for.");
  track.paused = false;
  return { ok: true };
}

/** `/cancel`: ends the runs and closes the pull requests; branches stay, so that nothing is lost. */
export function cancel(draft: Draft): Reply {
  const { track } = draft;
  if (!isOpen(track)) return refuse(refusals.trackOver(track, "cancel"));
  const runs = new Set(track.jobs.flatMap((job) => job.run?.id ?? [])).size;
  dropJobs(draft, () => true);
  track.outbox = track.outbox.filter((entry) => entry.effect.type !== "dispatch");
  track.phase = "cancelled";
  for (const [, task] of taskEntries(track)) {
    if (task.pull && task.status !== "completed") closePull(draft, task.pull);
  }
  if (track.pull) closePull(draft, track.pull);
  return { ok: true, text: answers.cancelled(track, runs) };
}

function closePull(draft: Draft, pull: number): void {
  enqueue(draft, `${draft.track.issue}/close-pull/${pull}/1`, { type: "close-pull", pull });
}

function refuse(text: string): Reply {
  return { ok: false, text };
}
