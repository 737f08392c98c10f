import { taskBranch } from "../codec/branches.ts";
import { effectKey } from "../codec/keys.ts";
import { type Draft, dropKind, enqueue, say, settled } from "../jobs/draft.ts";
import { isTaskUpdating, isUpdating } from "../jobs/mergeable.ts";
import { countUpdate, finishUpdate, giveToPerson, leaveReady, startUpdate } from "../jobs/update.ts";
import type { Effect, EffectResult } from "../model/effect.ts";
import type { TaskId } from "../model/ids.ts";
import type { Failure } from "../model/notice.ts";
import { isQuick, quickTask } from "../model/route.ts";
import type { TrackTask } from "../model/task.ts";
import { isOpen, type Track, taskEntries } from "../model/track.ts";
import type { Commented } from "../model/trigger.ts";
import { handToPerson } from "./notice-pulls.ts";
import { accepted, type Reply, refuse } from "./on-commented.ts";

type UpdateBranch = Extract<Effect, { type: "update-branch" }>;
type UpdateResult = Extract<EffectResult, { type: "updated" | "conflicted" }>;

/** `/update`: merges the default branch into the track branch; on a task, the track branch into the task's. */
export function updateBranch(draft: Draft, named: TaskId | undefined, { thread }: Commented): Reply {
  const { track } = draft;
  if (!isOpen(track)) return refuse({ type: "track-over", command: "update" });
  const task = named ?? taskOf(track, thread) ?? (isQuick(track) ? quickTask : undefined);
  if (task !== undefined) return updateTask(draft, task);
  if (track.pull === undefined) return refuse({ type: "cannot-update" });
  if (isUpdating(track)) return refuse({ type: "update-under-way" });
  startUpdate(draft, { thread });
  return track.paused ? { ok: true, notice: { type: "update-waits" } } : accepted;
}

/** The task whose pull request this is. */
function taskOf(track: Track, thread: number): TaskId | undefined {
  return taskEntries(track).find(([, { proposal }]) => proposal?.pull === thread)?.[0];
}

function updateTask(draft: Draft, id: TaskId): Reply {
  const { track } = draft;
  const known = track.tasks[id];
  if (!known) return refuse({ type: "unknown-task", task: id });
  if (!mayUpdate(known)) return refuse({ type: "cannot-update", task: id });
  if (isTaskUpdating(track, id)) return refuse({ type: "update-under-way" });
  const key = effectKey.format(track.issue, "update-branch", id, countUpdate(track));
  enqueue(draft, key, { type: "update-branch", task: id });
  return accepted;
}

/** Its pull request waits for a person, or for a review that begins again with another head. */
function mayUpdate({ status, proposal }: TrackTask): boolean {
  return proposal !== undefined && (status === "review" || status === "needs_input");
}

/** What became of a merge into one of our branches. */
export function settleUpdate(draft: Draft, { task }: UpdateBranch, result: UpdateResult): void {
  if (task !== undefined) return settleTaskUpdate(draft, task, result);
  const { track } = draft;
  const { update } = track;
  if (update?.status !== "merging") return;
  const { base, head } = result;
  if (result.unfolded) forgetArchive(track);
  if (result.type === "updated") {
    finishUpdate(draft, { base, head });
    if (update.thread !== undefined) say(draft, update.thread, { type: "up-to-date", base, head });
    return;
  }
  track.update = { ...update, base, head, status: "resolving" };
  leaveReady(draft);
  // It did not succeed so often that nobody is paid again before somebody asks.
  if (update.attempts >= track.config.limits.attempts) giveToPerson(draft);
}

/** The plan is back in its folder: it is archived and folded in anew, on what the default branch has now. */
function forgetArchive(track: Track): void {
  delete track.archived;
  delete track.folded;
}

function settleTaskUpdate(draft: Draft, id: TaskId, { type, base, head }: UpdateResult): void {
  const known = draft.track.tasks[id];
  if (!known?.proposal || !mayUpdate(known)) return;
  const { pull, handsOff } = known.proposal;
  if (type === "conflicted") {
    const branch = taskBranch.format({ issue: draft.track.issue, task: id });
    const failure = { code: "conflict" as const, text: `\`${branch}\` conflicts with the track branch.` };
    return failTaskUpdate(draft, id, failure);
  }
  if (head !== known.proposal.head) {
    const proposal = { head, pull, handsOff, findings: [] };
    draft.track.tasks[id] = { ...settled(known), status: "review", proposal };
    dropKind(draft, "review", id);
  }
  say(draft, pull, { type: "up-to-date", task: id, base, head });
}

/** A merge that GitHub refused for another reason than a conflict. */
export function failUpdate(draft: Draft, { task }: UpdateBranch, failure: Failure): void {
  if (task !== undefined) return failTaskUpdate(draft, task, failure);
  if (draft.track.update?.status !== "merging") return;
  giveToPerson(draft, { outcome: "crashed", reason: failure.text });
}

function failTaskUpdate(draft: Draft, id: TaskId, failure: Failure): void {
  const known = draft.track.tasks[id];
  if (!known?.proposal || !mayUpdate(known)) return;
  const { pull } = known.proposal;
  const trouble = { type: "merge-failed" as const, task: id, pull, failure };
  handToPerson(draft, id, known, trouble);
  dropKind(draft, "review", id);
  say(draft, pull, trouble);
}
