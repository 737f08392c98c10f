import type { Budget } from "../model/config/selection.ts";
import type { Note } from "../model/note.ts";

export interface Spent {
  task: number;
  track: number;
  day: number;
}

export interface BudgetLeft {
  /** The least that is left of the three; never below zero. */
  leftUsd: number;
  /** Which budget that is. */
  of: keyof Spent;
  /** Budgets of which more than `warn_at` is spent. */
  warnings: Note[];
}

const names = ["task", "track", "day"] as const;

/** What a run may still cost, and what people should know before it is used up. */
export function budgetLeft(budget: Budget, spent: Spent): BudgetLeft {
  const left = (name: keyof Spent) => Math.max(0, budget[name] - spent[name]);
  const of = names.reduce((least, name) => (left(name) < left(least) ? name : least));
  const warnings = names
    .filter((name) => isMuch(budget, name, spent[name]))
    .map((name): Note => {
      const [usd, limit] = [formatUsd(spent[name]), formatUsd(budget[name])];
      return { type: "budget-warning", whose: name, usd, limit };
    });
  return { leftUsd: left(of), of, warnings };
}

/** Whether so much of a budget is spent that people should know. */
export function isMuch(budget: Budget, of: keyof Spent, usd: number): boolean {
  return usd > 0 && usd >= budget[of] * budget.warn_at;
}

/** The budget of a track with what people added by `/budget`. */
export function withExtra(budget: Budget, extraUsd: number): Budget {
  const { task, track, day } = budget;
  return { ...budget, task: task + extraUsd, track: track + extraUsd, day: day + extraUsd };
}

/** Cents, and more digits where cents would say nothing. */
export function formatUsd(amount: number): string {
  const digits = amount > 0 && amount < 0.1 ? amount.toFixed(4).replace(/0{1,2}$/, "") : amount.toFixed(2);
  return `$${digits}`;
}
