import type { TrackTask } from "../model/task.ts";
import { type Track, taskEntries } from "../model/track.ts";
import { formatUsd, isMuch, withExtra } from "../select/budget.ts";
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
  const amounts = [
    ...(isMuch(budget, "track", track.usd) ? [part(track.usd, "the track", budget.track)] : []),
    ...taskEntries(track)
      .filter(([, task]) => maySpend(task) && isMuch(budget, "task", task.usd))
      .map(([id, task]) => part(task.usd, id, budget.task)),
  ];
  return amounts.length > 0 ? `${list(few(amounts))} are spent. \`/budget +5\` adds to the budgets.` : "";
}

function part(usd: number, whose: string, of: number): string {
  return `${formatUsd(usd)} of ${whose}'s ${formatUsd(of)}`;
}

/** One that stopped at its limit says so itself. */
function maySpend({ status, trouble }: TrackTask): boolean {
  return status !== "completed" && status !== "skipped" && trouble?.code !== "budget";
}
