import type { TrackTask } from "../model/task.ts";
import { type Track, taskEntries } from "../model/track.ts";
import { few, list, taskIds } from "./words.ts";

/** What a person should do next, in one sentence; the same wherever a track is shown. */
export function nextStep(track: Track): string {
  if (track.paused)
    return track.trouble
      ? "mend what is said below, then comment `/resume`."
      : "`/resume` when it should go on.";
  switch (track.phase) {
    case "planning":
      return "nothing for you; the plan is being written.";
    case "proposed":
      return `read the plan in #${track.pull} and comment \`/approve\` there.`;
    case "executing":
      return nextForTasks(track);
    case "verifying":
      return "nothing for you; the whole track is being verified.";
    case "ready":
      return `${nextForRollbacks(track)}merge #${track.pull}.`;
    case "merged":
      return "nothing; it is merged.";
    case "failed":
    case "cancelled":
      return "`/plan` starts over.";
  }
}

function nextForTasks(track: Track): string {
  const tasks = taskEntries(track);
  const review = tasks.filter(([, task]) => task.status === "review" && task.ready && !task.approval);
  const ready = [...openRollbacks(track), ...review.map(([id, task]) => `#${task.pull} (${id})`)];
  if (ready.length > 0) return `review ${list(few(ready))} and comment \`/approve\`.`;
  const stuck = tasks.filter(
    ([, task]) =>
      task.status === "failed" || task.status === "needs_input" || (task.trouble && isWaiting(task)),
  );
  if (stuck.length > 0)
    return `${taskIds(stuck.map(([id]) => id))} need${stuck.length === 1 ? "s" : ""} you: see below.`;
  if (track.verification.outcome && track.verification.outcome !== "done")
    return "mend what verification found, then comment `/resume` to verify again.";
  const waiting = tasks.filter(([, task]) => isWaiting(task));
  if (waiting.length > 0)
    return `nothing for you; ${taskIds(waiting.map(([id]) => id))} ${waiting.length === 1 ? "is" : "are"} approved and merged when green.`;
  return "nothing for you; tasks are running.";
}

function nextForRollbacks(track: Track): string {
  const open = openRollbacks(track);
  return open.length > 0 ? `comment \`/approve\` on ${list(few(open))} or close it, then ` : "";
}

function openRollbacks({ rollbacks }: Track): string[] {
  const open = rollbacks.filter((one) => one.status === "open" && !one.approval);
  return open.map((one) => `#${one.pull} (rollback of ${one.task})`);
}

/** Approved, and held up by its checks. */
function isWaiting(task: TrackTask): boolean {
  return task.status === "review" && task.approval !== undefined;
}
