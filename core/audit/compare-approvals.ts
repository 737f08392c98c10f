import type { Approval } from "../model/approval.ts";
import type { TaskId } from "../model/ids.ts";
import { type Track, taskEntries } from "../model/track.ts";
import { ownActor, type TrackEvent } from "./entry.ts";

/** Approvals of tasks and rollbacks that are new. */
export function approvals(before: Track | undefined, after: Track): TrackEvent[] {
  const known = new Set(approvalsIn(before).map(keyOf));
  return approvalsIn(after)
    .filter((given) => !known.has(keyOf(given)))
    .map(({ by, at, ...given }) => ({ event: { action: "approve", ...given }, actor: by, at }));
}

/** What merged needs its approvals no more, and nothing is said of a track that was started over. */
export function lapses(before: Track | undefined, after: Track): TrackEvent[] {
  const left = new Set(approvalsIn(after).map(keyOf));
  return approvalsIn(before)
    .filter((given) => !left.has(keyOf(given)) && !isMerged(given, after))
    .map(({ at: _, ...given }) => ({ event: { action: "lapse", ...given }, actor: ownActor, at: undefined }));
}

function isMerged({ what, task, pull }: GivenApproval, { tasks, rollbacks }: Track): boolean {
  if (what === "task") return tasks[task]?.merge !== undefined;
  return rollbacks.some(({ proposal, merge }) => proposal?.pull === pull && merge !== undefined);
}

interface GivenApproval extends Approval {
  what: "task" | "rollback";
  task: TaskId;
  pull: number;
}

/** All that were given and count, also those that are not enough yet; one that is told twice is one. */
function approvalsIn(track: Track | undefined): GivenApproval[] {
  if (!track) return [];
  const tasks = taskEntries(track).map(([task, { proposal }]) => ({ what: "task" as const, task, proposal }));
  const rollbacks = track.rollbacks.map(({ task, proposal }) => ({
    what: "rollback" as const,
    task,
    proposal,
  }));
  const given = [...tasks, ...rollbacks].flatMap(({ what, task, proposal }) => {
    if (!proposal) return [];
    const all = [proposal.approvals ?? [], proposal.approval ?? []].flat();
    return all.map((one) => ({ what, task, sha: one.sha, pull: proposal.pull, by: one.by, at: one.at }));
  });
  return [...new Map(given.map((one) => [keyOf(one), one])).values()];
}

function keyOf({ pull, sha, by: who, at }: GivenApproval): string {
  return `${pull} ${sha} ${who} ${at}`;
}
