import type { TaskId } from "../core/model/ids.ts";
import type { Track } from "../core/model/track.ts";
import { type BudgetLeft, budgetLeft, withExtra } from "../core/select/budget.ts";
import type { Ports } from "./ports.ts";

/** What a run may still cost: the least that is left of the task's, the track's and the day's budget. */
export async function readBudget(
  ports: Ports,
  track: Track,
  { task, mayPay }: { task: TaskId | undefined; mayPay: boolean },
): Promise<BudgetLeft> {
  const { budget } = track.config;
  const day = ports.now().toISOString().slice(0, 10);
  const spent = {
    task: task ? (track.tasks[task]?.usd ?? 0) : 0,
    track: track.usd,
    // Without a provider's key nothing can be spent, so nothing has to be read.
    day: mayPay ? ((await ports.ledger.loadDay(day))?.day.usd ?? 0) : 0,
  };
  return budgetLeft(withExtra(budget, track.extraUsd), spent);
}
