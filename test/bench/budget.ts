import { type Spending, spendAtRandom } from "../crew/gateway/spend-at-random.ts";
import { median } from "./measure.ts";

/** The most that random schedules ever spent above their budget, by the provider's own bill; and what part of it they used. */
export async function measureBudget({ schedules = 1_000, firstSeed = 1 } = {}) {
  const found: Spending[] = [];
  let seed = firstSeed;
  const player = async () => {
    while (seed < firstSeed + schedules) found.push(await spendAtRandom(seed++));
  };
  await Promise.all(Array.from({ length: 8 }, player));
  const sum = (of: (spending: Spending) => number) => found.reduce((total, one) => total + of(one), 0);
  return {
    schedules,
    requests: sum(({ requests }) => requests),
    answered: sum(({ answered }) => answered),
    mostAboveUsd: Math.max(0, ...found.map(({ spent, budget }) => spent - budget)),
    medianShareSpent: Number(median(found.map(({ spent, budget }) => spent / budget)).toFixed(2)),
    medianShareBooked: Number(median(found.map(({ booked, budget }) => booked / budget)).toFixed(2)),
  };
}
