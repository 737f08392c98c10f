import { effectKey } from "../codec/keys.ts";
import type { Sha, TaskId } from "../model/ids.ts";
import type { Why } from "../model/notice/parts.ts";
import { mostConflicts } from "../model/notice/parts.ts";
import type { TrackTask } from "../model/task.ts";
import { type Track, taskEntries } from "../model/track.ts";
import { withoutUndefined } from "../model/without-undefined.ts";
import { type Draft, dropKind, enqueue, liveJob, queueJob, say, settled } from "./draft.ts";

/** Whether a task's job merges the track branch into the task's own. */
export function isCatchingUp(task: TrackTask | undefined): boolean {
  return task?.catchUp?.status === "resolving";
}

/** Every task that is under way has one more on its base now that it was not made on. */
export function fallBehind({ track }: Draft, merged: TaskId): void {
  for (const [id, task] of taskEntries(track)) {
    const isUnderWay = ["in_progress", "review", "needs_input"].includes(task.status);
    if (id === merged || !isUnderWay || task.rolledBack) continue;
    const behind = [...(task.behind ?? []).filter((one) => one !== merged), merged].slice(-1_000);
    track.tasks[id] = { ...task, behind };
  }
}

/** A task that is no longer behind, and is being brought up to date no more. */
export function caughtUp({ behind: _, catchUp: __, ...task }: TrackTask): TrackTask {
  return task;
}

/** Brings a task's branch up to date: by git first. What people pushed there is theirs to change. */
export function startCatchUp(draft: Draft, id: TaskId, refused?: true): void {
  const { track } = draft;
  const known = track.tasks[id];
  if (!known?.proposal) return;
  if (known.proposal.handsOff) return giveTaskToPerson(draft, id, {});
  const { head } = known.proposal;
  const catchUp = withoutUndefined({ status: "merging" as const, head, refused });
  track.tasks[id] = { ...known, catchUp };
  dropKind(draft, "review", id);
  mergeIntoTask(draft, id);
}

/** Has GitHub merge the track branch into a task's. */
export function mergeIntoTask(draft: Draft, id: TaskId): void {
  const { track } = draft;
  const number = (track.updates ?? 0) + 1;
  track.updates = number;
  enqueue(draft, effectKey.format(track.issue, "update-branch", id, number), {
    type: "update-branch",
    task: id,
  });
}

/** Git could not do it alone: the executor resolves it, once. What was said about the last head counts no more. */
export function resolveConflict(draft: Draft, id: TaskId, head: Sha): void {
  const { track } = draft;
  const known = track.tasks[id];
  if (!known?.proposal) return;
  const { resume: _, onHead: __, ...open } = settled(caughtUp(known));
  const { pull, handsOff } = known.proposal;
  const proposal = { head, pull, handsOff, findings: [] };
  // What is merged while it works is not in it.
  const catchUp = { status: "resolving" as const, head, after: mergedBefore(track, known) };
  track.tasks[id] = { ...open, status: "in_progress", proposal, catchUp };
  dropKind(draft, "review", id);
  queueResolving(draft, id);
}

/** A job that ended without a word, or waited for its provider, is tried again. */
export function queueResolving(draft: Draft, id: TaskId): void {
  const { track } = draft;
  const known = track.tasks[id];
  if (known?.status !== "in_progress" || !isCatchingUp(known) || liveJob(track, "task", id)) return;
  const runs = known.runs + 1;
  track.tasks[id] = { ...known, runs };
  queueJob(draft, { issue: track.issue, kind: "task", task: id, attempt: runs });
}

/** What a job that did not resolve it means: again where it never came to it, else a person. */
export function failResolving(
  draft: Draft,
  id: TaskId,
  { files = [], ...why }: Why & { files?: string[] },
): void {
  const { track } = draft;
  const known = track.tasks[id];
  if (!known || why.outcome === "rate-limited") return;
  const attempts = known.attempts + 1;
  const silent = ["crashed", "lost", "unavailable"].includes(why.outcome);
  if (silent && attempts < track.config.limits.attempts) {
    track.tasks[id] = { ...known, attempts };
    return;
  }
  giveTaskToPerson(draft, id, { files, tried: why });
}

/** Nobody but a person can go on: they are told which files, and what was merged before. */
export function giveTaskToPerson(
  draft: Draft,
  id: TaskId,
  { files = [], tried }: { files?: string[]; tried?: Why },
): void {
  const { track } = draft;
  const known = track.tasks[id];
  if (!known?.proposal) return;
  const { approval: _, ...proposal } = known.proposal;
  const trouble = withoutUndefined({
    type: "task-conflict" as const,
    task: id,
    pull: proposal.pull,
    files: files.slice(0, mostConflicts),
    after: mergedBefore(track, known),
    tried,
  });
  track.tasks[id] = { ...caughtUp(known), status: "needs_input", attempts: 0, trouble, proposal };
  dropKind(draft, "review", id);
  say(draft, proposal.pull, trouble);
}

/** What was merged since a task began, and is still there. */
export function mergedBefore({ tasks }: Track, { catchUp, behind = [] }: TrackTask): TaskId[] {
  const all = new Set([...(catchUp?.after ?? []), ...behind]);
  return [...all].filter((id) => tasks[id]?.status === "completed");
}
