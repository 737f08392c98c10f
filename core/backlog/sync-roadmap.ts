import { type Match, matchPhases } from "./match-phases.ts";
import type { Milestone } from "./milestone.ts";
import { formatRoadmap, issuesOf, type Roadmap, roadmapLimits, roadmapLine } from "./roadmap.ts";
import type { Sync, SyncInput } from "./sync.ts";
import { syncIssues } from "./sync-issues.ts";
import { addMilestone, syncPhase } from "./sync-phase.ts";

/**
 * Brings the file and the milestones together. Whatever only one side has changed since both said the same is done to the other;
 * where both have, whoever was later. The file is changed by a pull request, so what it does not say yet is no news of GitHub's.
 */
export function syncRoadmap(input: SyncInput): Sync {
  const { roadmap, milestones, state } = input;
  const { matches, others, gone } = matchPhases(roadmap.phases, milestones, state.phases);
  const removed = gone.flatMap((one) =>
    milestones.filter(({ number, open }) => open && number === one.milestone),
  );
  const dropped = [...new Set([...state.dropped, ...removed.map(({ number }) => number)])].filter((number) =>
    others.some((one) => one.number === number),
  );
  const sync: Sync = {
    writes: [],
    roadmap,
    changes: [],
    troubles: [],
    state: { ...state, phases: [], dropped },
  };
  for (const match of matches) syncPhase(sync, match, input);
  const added = others.filter(
    ({ number, open, title }) => open && isNameable(title) && !dropped.includes(number),
  );
  for (const milestone of added) addMilestone(sync, milestone);
  syncIssues(sync, [...matches, ...added.map(toAdded)], input);
  for (const { number, title } of others) {
    if (dropped.includes(number)) sync.troubles.push({ type: "phase-removed", title, milestone: number });
  }
  if (sync.changes.length === 0 || fits(sync.roadmap)) return sync;
  // Nobody could merge it: the next reading would refuse the file.
  return { ...sync, roadmap, changes: [], troubles: [...sync.troubles, { type: "roadmap-full" }] };
}

/** A milestone that the file does not have yet. */
function toAdded(milestone: Milestone): Pick<Match, "milestone"> {
  return { milestone };
}

function fits(roadmap: Roadmap): boolean {
  const { phases } = roadmap;
  const issues = phases.flatMap(issuesOf).length;
  const { characters } = roadmapLimits;
  return (
    phases.length <= roadmapLimits.phases &&
    issues <= roadmapLimits.issues &&
    formatRoadmap(roadmap).length <= characters
  );
}

/** Of a name without a character that can be seen there is nothing to write. */
function isNameable(title: string): boolean {
  return roadmapLine.title(title).trim() !== "##";
}
