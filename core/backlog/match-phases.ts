import type { KnownPhase } from "../model/roadmap-state.ts";
import type { Milestone } from "./milestone.ts";
import type { Phase } from "./roadmap.ts";

/** A phase of the file and what belongs to it. */
export interface Match {
  phase: Phase;
  /** Absent for one that has to be made. */
  milestone?: Milestone;
  /** As both were when they said the same. */
  known?: KnownPhase;
  /** Its milestone was deleted on GitHub. */
  isDeleted: boolean;
}

export interface Matching {
  matches: Match[];
  /** Milestones that no phase names. */
  others: Milestone[];
  /** Phases that were there when both said the same, and that the file has no more. */
  gone: KnownPhase[];
}

/** Finds the milestone of each phase: the one it had, one of its name, or the one of a phase that was renamed to it. */
export function matchPhases(
  phases: readonly Phase[],
  milestones: readonly Milestone[],
  known: readonly KnownPhase[],
): Matching {
  const left = new Map(known.map((one) => [one.title.toLowerCase(), one]));
  const free = new Map(milestones.map((one) => [one.number, one]));
  const first = phases.map((phase): Match => {
    const before = left.get(phase.title.toLowerCase());
    left.delete(phase.title.toLowerCase());
    const milestone = before && free.get(before.milestone);
    if (milestone) free.delete(milestone.number);
    return toMatch(phase, milestone, before);
  });
  const named = first.map((match) => {
    if (match.milestone) return match;
    const milestone = [...free.values()].find(({ title }) => isSame(title, match.phase.title));
    if (!milestone) return match;
    free.delete(milestone.number);
    // Another milestone than it had: nothing was ever agreed on about this one.
    return toMatch(match.phase, milestone, undefined);
  });
  const matches = named.map((match, at) => {
    if (match.milestone || match.isDeleted) return match;
    const before = renamedFrom(match.phase, at, { known, left, free });
    const milestone = before && free.get(before.milestone);
    if (!before || !milestone) return match;
    left.delete(before.title.toLowerCase());
    free.delete(milestone.number);
    return toMatch(match.phase, milestone, before);
  });
  return { matches, others: [...free.values()], gone: [...left.values()] };
}

function toMatch(phase: Phase, milestone: Milestone | undefined, known: KnownPhase | undefined): Match {
  const match: Match = { phase, isDeleted: known !== undefined && milestone === undefined };
  if (milestone) match.milestone = milestone;
  if (known) match.known = known;
  return match;
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

interface Left {
  known: readonly KnownPhase[];
  left: ReadonlyMap<string, KnownPhase>;
  free: ReadonlyMap<number, Milestone>;
}

/** A phase of an unknown name that has an issue of one that is gone, or stands where the only one that is gone stood. */
function renamedFrom(phase: Phase, at: number, { known, left, free }: Left): KnownPhase | undefined {
  const gone = [...left.values()].filter(({ milestone }) => free.has(milestone));
  const issues = phase.rows.flatMap((row) => (row.type === "issue" ? [row.issue] : []));
  const shares = gone.filter((one) => one.issues.some((issue) => issues.includes(issue)));
  if (shares.length > 0) return shares.length === 1 ? shares[0] : undefined;
  const [only, ...more] = gone;
  if (!only || more.length > 0 || only.issues.length > 0) return undefined;
  return known.indexOf(only) === at ? only : undefined;
}
