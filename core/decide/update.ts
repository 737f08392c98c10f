import { caughtUp, giveTaskToPerson, mergeIntoTask, resolveConflict } from "../jobs/catch-up.ts";
import { type Draft, dropKind, say, settled } from "../jobs/draft.ts";
import { isTaskUpdating, isUpdating } from "../jobs/mergeable.ts";
import { finishUpdate, giveToPerson, leaveReady, startUpdate } from "../jobs/update.ts";
import type { Effect, EffectResult } from "../model/effect.ts";
import { forget } from "../model/forget.ts";
import type { Sha, TaskId } from "../model/ids.ts";
import type { Failure } from "../model/notice/parts.ts";
import { isQuick, quickTask } from "../model/route.ts";
import type { Proposal, TrackTask } from "../model/task.ts";
import { isOpen, type Track, taskOfPull } from "../model/track.ts";
import type { Commented } from "../model/trigger.ts";
import { withoutUndefined } from "../model/without-undefined.ts";
import { handToPerson } from "./notice-pulls.ts";
import { accepted, type Reply, refuse } from "./on-commented.ts";

type UpdateBranch = Extract<Effect, { type: "update-branch" }>;
type UpdateResult = Extract<EffectResult, { type: "updated" | "conflicted" }>;

/** `/update`: merges the default branch into the track branch; on a task, the track branch into the task's. */
export function updateBranch(draft: Draft, named: TaskId | undefined, { thread }: Commented): Reply {
  const { track } = draft;
  if (!isOpen(track)) return refuse({ type: "track-over", command: "update" });
  const task = named ?? taskOfPull(track, thread) ?? (isQuick(track) ? quickTask : undefined);
  if (task !== undefined) return updateTask(draft, task);
  if (track.pull === undefined) return refuse({ type: "cannot-update" });
  if (isUpdating(track)) return refuse({ type: "update-under-way" });
  startUpdate(draft, { thread });
  return track.paused ? { ok: true, notice: { type: "update-waits" } } : accepted;
}

function updateTask(draft: Draft, id: TaskId): Reply {
  const { track } = draft;
  const known = track.tasks[id];
  if (!known) return refuse({ type: "unknown-task", task: id });
  if (!mayUpdate(known)) return refuse({ type: "cannot-update", task: id });
  if (isTaskUpdating(track, id)) return refuse({ type: "update-under-way" });
  mergeIntoTask(draft, id);
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
  forget(track, "archived", "folded");
}

/** The same as before, or what is said about the new head has to be said anew. */
function settleTaskUpdate(draft: Draft, id: TaskId, result: UpdateResult): void {
  const known = draft.track.tasks[id];
  if (!known?.proposal || !mayUpdate(known)) return;
  const { base, head } = result;
  const { pull, handsOff } = known.proposal;
  if (result.type === "conflicted") {
    return handsOff ? giveTaskToPerson(draft, id, {}) : resolveConflict(draft, id, head);
  }
  const same = result.sameDiff && known.status === "review";
  const isMoved = head !== known.proposal.head;
  // GitHub does not merge what has nothing to catch up with: nobody can tell why but a person.
  if (!isMoved && known.catchUp?.refused) return giveTaskToPerson(draft, id, {});
  const proposal = same ? movedTo(known.proposal, head) : { head, pull, handsOff, findings: [] };
  draft.track.tasks[id] = isMoved
    ? { ...settled(caughtUp(known)), status: "review", proposal }
    : caughtUp(known);
  if (isMoved && !same) dropKind(draft, "review", id);
  say(
    draft,
    pull,
    withoutUndefined({ type: "up-to-date" as const, task: id, base, head, same: same || undefined }),
  );
}

/** What was said about a head holds for another with the same changes. */
function movedTo(proposal: Proposal, head: Sha): Proposal {
  const { approval, approvals } = proposal;
  return withoutUndefined({
    ...proposal,
    head,
    approval: approval && { ...approval, sha: head },
    approvals: approvals?.map((one) => ({ ...one, sha: head })),
  });
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
