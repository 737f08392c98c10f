import type { Complexity } from "./complexity.ts";
import type { Work } from "./expected-work.ts";

/** A task that is over: how hard it looked, and what it took. */
export interface WorkDone extends Work {
  complexity: Complexity;
}

/** What tasks of a repository took, compared with what their size suggests. */
export interface Experience {
  /** Tasks that it is drawn from. */
  count: number;
  /** How many times the tokens and the minutes. */
  tokens: number;
  minutes: number;
}

/** Fewer say more about themselves than about the next one. */
const fewest = 3;
/** One odd task, or a history that somebody edited, moves an estimate no further. */
const farthest = 5;

/** Compares past tasks with what would have been expected of them; undefined where there are too few. */
export function experienceOf(
  past: readonly WorkDone[],
  expected: (complexity: Complexity) => Work,
): Experience | undefined {
  const done = past.filter(({ tokens, minutes }) => tokens > 0 && minutes > 0);
  if (done.length < fewest) return undefined;
  const ratio = (what: keyof Work) =>
    bounded(medianOf(done.map((task) => task[what] / expected(task.complexity)[what])) ?? 1);
  return { count: done.length, tokens: ratio("tokens"), minutes: ratio("minutes") };
}

/** The one in the middle; of two, what lies between them. */
export function medianOf(numbers: readonly number[]): number | undefined {
  const sorted = numbers.toSorted((a, b) => a - b);
  const low = sorted[Math.floor((sorted.length - 1) / 2)];
  const high = sorted[Math.ceil((sorted.length - 1) / 2)];
  return low === undefined || high === undefined ? undefined : (low + high) / 2;
}

function bounded(factor: number): number {
  return Math.min(farthest, Math.max(1 / farthest, factor));
}
