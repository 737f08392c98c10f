import type { TaskId } from "../model/ids.ts";
import { isOpen, type Track, taskEntries } from "../model/track.ts";
import * as answers from "../render/answers.ts";
import * as refusals from "../render/refusals.ts";
import type { Choice } from "../select/selection-config.ts";
import { closePull, type Draft, dropJobs, restartTask, stopWork } from "./draft.ts";
import type { Reply } from "./on-commented.ts";

/** `/retry T03`: runs a task again on the track branch as it is now, from where it stopped unless `fresh`. */
export function retry(draft: Draft, id: TaskId, asked: Choice & { fresh?: boolean } = {}): Reply {
  const { track } = draft;
  const { fresh = false, ...wish } = asked;
  const task = track.tasks[id];
  if (!task) return refuse(refusals.unknownTask(track, id));
  if (track.phase !== "executing") return refuse(refusals.notExecuting(track, "retry"));
  if (!["failed", "needs_input", "skipped", "review"].includes(task.status)) {
    return refuse(refusals.cannotRetry(id, task));
  }
  if (task.handsOff) return refuse(refusals.handsOff(id, track.issue));
  dropJobs(draft, (job) => job.task === id);
  if (fresh) delete task.checkpoint;
  restartTask(task, task.checkpoint ? task.feedback : []);
  task.attempts = 0;
  if (wish.engine || wish.model) task.wish = wish;
  track.verification = { runs: track.verification.runs, attempts: 0 };
  delete track.trouble;
  return { ok: true };
}

/** `/budget +5`: what stopped at the limit goes on. */
export function addBudget(draft: Draft, usd: number): Reply {
  const { track } = draft;
  if (!isOpen(track) && track.trouble?.code !== "budget") return refuse(refusals.trackOver(track, "add to"));
  track.extraUsd = Math.round((track.extraUsd + usd) * 100) / 100;
  return { ok: true, text: answers.budgetAdded(track, usd, goOn(track)) };
}

/** Everything that the budget stopped starts again; its names. */
function goOn(track: Track): string[] {
  const tasks = taskEntries(track).filter(([, task]) => task.trouble?.code === "budget");
  for (const [, task] of tasks) {
    if (task.status === "needs_input") task.status = "review";
    else restartTask(task, task.feedback);
    delete task.trouble;
    task.attempts = 0;
  }
  const names: string[] = tasks.map(([id]) => id);
  if (track.phase === "failed") {
    track.phase = "planning";
    delete track.trouble;
    names.push("Planning");
  }
  if (track.verification.outcome === "budget") {
    track.verification = { runs: track.verification.runs, attempts: 0 };
    delete track.trouble;
    names.push("Verification");
  }
  return names;
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
  delete task.unopened;
  delete task.trouble;
  delete task.approval;
  if (task.pull) closePull(draft, task.pull);
  return { ok: true, text: answers.skipped(track, id) };
}

/** `/pause`: what runs may finish; nothing new starts and nothing is merged. */
export function pause(draft: Draft): Reply {
  const { track } = draft;
  if (!isOpen(track)) return refuse(refusals.trackOver(track, "pause"));
  if (track.paused) return refuse(refusals.pausedAlready());
  track.paused = true;
  return { ok: true, text: answers.paused(track) };
}

/** `/resume`: goes on, also after a verification that did not pass. */
export function resume(draft: Draft): Reply {
  const { track } = draft;
  if (!isOpen(track)) return refuse(refusals.trackOver(track, "resume"));
  const unverified = track.phase === "executing" && (track.verification.outcome ?? "done") !== "done";
  if (!track.paused && !unverified) return refuse(refusals.notPaused());
  track.paused = false;
  delete track.trouble;
  if (unverified) track.verification = { runs: track.verification.runs, attempts: 0 };
  return { ok: true };
}

/** `/cancel`: ends the runs and closes the pull requests; branches stay, so that nothing is lost. */
export function cancel(draft: Draft): Reply {
  const { track } = draft;
  if (!isOpen(track)) return refuse(refusals.trackOver(track, "cancel"));
  const runs = new Set(track.jobs.flatMap((job) => job.run?.id ?? [])).size;
  stopWork(draft);
  track.phase = "cancelled";
  if (track.pull) closePull(draft, track.pull);
  return { ok: true, text: answers.cancelled(track, runs) };
}

function refuse(text: string): Reply {
  return { ok: false, text };
}
