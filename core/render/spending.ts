import { type Track, type TrackTask, taskEntries } from "../model/track.ts";
import { budgetLeft, formatUsd, withExtra } from "../select/budget.ts";
import { few, list } from "./words.ts";

/** Whether the progress comment has something to say about each task's cost. */
export function costsMoney(track: Track): boolean {
  return taskEntries(track).some(([, task]) => task.usd > 0);
}

export function costCell({ usd }: TrackTask): string {
  return usd > 0 ? formatUsd(usd) : "–";
}

/** What people should know before a budget is used up: the track's, and those of tasks that may still cost more. */
export function budgetWarning(track: Track): string {
  if (!["planning", "proposed", "executing", "verifying"].includes(track.phase)) return "";
  const budget = withExtra(track.config.budget, track.extraUsd);
  const ofTrack = budgetLeft(budget, { task: 0, track: track.usd, day: 0 }).warnings;
  const ofTasks = taskEntries(track)
    .filter(
      ([, task]) => maySpend(task) && budgetLeft(budget, { task: task.usd, track: 0, day: 0 }).warnings[0],
    )
    .map(([id, task]) => `${formatUsd(task.usd)} of ${id}'s ${formatUsd(budget.task)}`);
  const tasks = ofTasks.length > 0 ? [`${list(few(ofTasks))} are spent`] : [];
  const all = [...ofTrack, ...tasks];
  return all.length > 0 ? `${all.join("; ")}. \`/budget +5\` adds to the budgets.` : "";
}

/** One that stopped at its limit says so itself. */
function maySpend({ status, trouble }: TrackTask): boolean {
  return status !== "completed" && status !== "skipped" && trouble?.code !== "budget";
}
