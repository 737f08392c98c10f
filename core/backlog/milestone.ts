import type { Instant } from "../model/ids.ts";

/** A milestone with its issues, open and closed. */
export interface Milestone {
  number: number;
  title: string;
  /** The day it is due, as `2026-12-01`. */
  due?: string;
  open: boolean;
  updatedAt: Instant;
  issues: { number: number; title: string; open: boolean }[];
  /** How many more issues it has than were read; which ones, nobody knows. */
  unread: number;
}

/**
 * The milestone that is worked on: the first of these titles that is open and has something open in it, or else the open one that
 * is due first. One without a date may be anything, and is nobody's next.
 */
export function currentMilestone(
  milestones: readonly Milestone[],
  roadmap: readonly string[] = [],
): Milestone | undefined {
  const open = milestones.filter((one) => one.open && one.issues.some((issue) => issue.open));
  const named = roadmap.flatMap((title) =>
    open.filter((one) => one.title.toLowerCase() === title.toLowerCase()),
  );
  const [first] = open
    .filter(({ due }) => due !== undefined)
    .toSorted((a, b) => (a.due ?? "").localeCompare(b.due ?? "") || a.number - b.number);
  return named[0] ?? first;
}
