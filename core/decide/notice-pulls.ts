import { baseBranch, rollbackBranch, taskBranch, trackBranch } from "../codec/branches.ts";
import { effectKey } from "../codec/keys.ts";
import { caughtUp, fallBehind } from "../jobs/catch-up.ts";
import {
  type Draft,
  dropKind,
  dropWork,
  enqueue,
  isReopening,
  say,
  settled,
  stopWork,
} from "../jobs/draft.ts";
import { isTaskUpdating } from "../jobs/mergeable.ts";
import { replaceRollback } from "../jobs/rollback.ts";
import type { Facts, PullFact } from "../model/facts.ts";
import { forget } from "../model/forget.ts";
import type { Sha, TaskId } from "../model/ids.ts";
import type { Trouble } from "../model/notice.ts";
import type { Rollback } from "../model/rollback.ts";
import { isQuick } from "../model/route.ts";
import type { Proposal, TrackTask } from "../model/task.ts";
import { isOpen, type Track, taskEntries } from "../model/track.ts";
import { withoutUndefined } from "../model/without-undefined.ts";
import { atHead, completeRollback } from "./complete-rollback.ts";
import { endTrack } from "./end-track.ts";
import { mayReopen } from "./revive.ts";

/** What people did to our pull requests by hand: merged, closed, pushed to, retargeted. */
export function noticePulls(draft: Draft, facts: Facts): void {
  const { track } = draft;
  if (isOpen(track)) {
    for (const [id, task] of taskEntries(track)) {
      const pull = task.proposal && facts.pulls[task.proposal.pull];
      if (!pull || !task.proposal || isReopening(track, pull.number)) continue;
      const proposed = { id, task, proposal: task.proposal };
      if (isReopened(track, proposed, pull)) noticeReopened(draft, facts, proposed);
      else noticeTaskPull(draft, facts, { ...proposed, pull });
    }
  }
  for (const rollback of track.rollbacks) {
    const pull = rollback.proposal && facts.pulls[rollback.proposal.pull];
    if (!pull || isReopening(track, pull.number)) continue;
    if (rollback.status === "open") noticeRollbackPull(draft, rollback, pull);
  }
  const pull = track.pull ? facts.pulls[track.pull] : undefined;
  if (pull?.state !== "closed" || !isOpen(track) || isReopening(track, pull.number)) return;
  noticeTrackPull(draft, facts, pull);
}

interface Proposed {
  id: TaskId;
  task: TrackTask;
  proposal: Proposal;
}

function noticeTaskPull(
  draft: Draft,
  facts: Facts,
  { id, task, proposal, pull }: Proposed & { pull: PullFact },
): void {
  if (task.status === "completed" || task.status === "skipped" || task.status === "pending") return;
  const branch = baseBranch(draft.track);
  if (pull.merged && pull.mergeSha && pull.base === branch) {
    completeTask(draft, id, pull.mergeSha);
    return isQuick(draft.track) ? endMerged(draft, facts) : undefined;
  }
  if (task.status === "in_progress" || isTaskUpdating(draft.track, id)) return;
  const moved = pull.head !== proposal.head;
  if (task.status === "needs_input" && !(moved && pull.state === "open")) return;
  if (pull.state === "closed") closedByHand(draft, { id, task, proposal });
  else if (pull.base !== branch) retargeted(draft, { id, task, proposal }, pull);
  else if (moved) pushedByPerson(draft, { id, task, proposal }, pull);
}

/** Whether a task's pull request that was closed, by a person or by `/skip`, is open again as it was. */
function isReopened({ outbox }: Track, { task, proposal }: Proposed, pull: PullFact): boolean {
  const isClosing = outbox.some(({ effect }) => effect.type === "close-pull" && effect.pull === pull.number);
  if (isClosing) return false;
  const wasClosed = task.status === "skipped" || task.trouble?.type === "pull-closed";
  return wasClosed && pull.state === "open" && pull.head === proposal.head;
}

/** The task is back where it was when it was closed; an approval from before counts no more. */
function noticeReopened(draft: Draft, facts: Facts, { id, task, proposal }: Proposed): void {
  const { track } = draft;
  const mayStart = mayReopen(facts, proposal.pull);
  if (mayStart === undefined) {
    return void draft.missing.push({ type: "reopener", thread: proposal.pull });
  }
  if (!mayStart || track.phase !== "executing") return;
  const handsOff = task.trouble?.type === "pull-closed" ? task.trouble.handsOff : proposal.handsOff;
  track.tasks[id] = { ...settled(task), status: "review", proposal: { ...proposal, handsOff } };
}

/** Whoever closes it, or deletes the branch, gives it back to us. */
function closedByHand(draft: Draft, { id, task, proposal }: Proposed): void {
  const { pull, handsOff } = proposal;
  const trouble: Trouble = { type: "pull-closed", task: id, pull, handsOff };
  handToPerson(draft, id, { ...task, proposal: { ...proposal, handsOff: false } }, trouble);
  dropWork(draft, id);
  say(draft, draft.track.issue, trouble);
}

function retargeted(draft: Draft, { id, task }: Proposed, pull: PullFact): void {
  const trouble: Trouble = { type: "retargeted", task: id, pull: pull.number, base: pull.base };
  handToPerson(draft, id, task, trouble);
  dropWork(draft, id);
  say(draft, pull.number, trouble);
}

/** A person's commits stay as they are; we only check and review them again. */
function pushedByPerson(draft: Draft, { id, task, proposal }: Proposed, pull: PullFact): void {
  const { head } = pull;
  draft.track.tasks[id] = {
    ...settled(task),
    status: "review",
    proposal: { head, pull: proposal.pull, handsOff: true, findings: [], shownAt: draft.moment.now },
  };
  dropKind(draft, "review", id);
  say(draft, pull.number, { type: "pushed-by-person", task: id, head });
}

/** Puts a task in a person's hands: what was approved counts no more. */
export function handToPerson(draft: Draft, id: TaskId, task: TrackTask, trouble: Trouble): void {
  const { proposal } = task;
  const next: TrackTask = { ...task, status: "needs_input", trouble };
  draft.track.tasks[id] = proposal ? { ...next, proposal: unapproved(proposal) } : next;
}

export function unapproved({ approval: _, approvals: __, ...proposal }: Proposal): Proposal {
  return proposal;
}

/** A task whose merge is on the track branch. */
export function completeTask(draft: Draft, id: TaskId, merge: Sha): void {
  const { track } = draft;
  const task = track.tasks[id];
  if (!task) return;
  const { rolledBack: _, ...merged } = settled(task);
  // What was said about it stands in its pull request; the ledger has to have room for the tasks that come.
  const proposal = merged.proposal && { ...merged.proposal, findings: [] };
  track.tasks[id] = withoutUndefined({
    ...caughtUp(merged),
    proposal,
    feedback: [],
    status: "completed" as const,
    merge,
  });
  fallBehind(draft, id);
  // Whether the branch holds this merge, and those before it, is looked at anew.
  forget(track, "head");
  dropWork(draft, id);
}

function noticeRollbackPull(draft: Draft, rollback: Rollback, pull: PullFact): void {
  if (pull.merged) return completeRollback(draft, atHead(rollback, pull.head), pull.mergeSha);
  if (pull.state === "closed") replaceRollback(draft, { ...rollback, status: "failed" });
}

function noticeTrackPull(draft: Draft, facts: Facts, pull: PullFact): void {
  const { track } = draft;
  if (!pull.merged) {
    endTrack(draft, "pull-closed");
    return say(draft, track.issue, { type: "track-closed", pull: pull.number });
  }
  const open = taskEntries(track).filter(([, { status }]) => status !== "completed" && status !== "skipped");
  if (open.length > 0) {
    const tasks = open.map(([id]) => id);
    say(draft, track.issue, { type: "merged-early", pull: pull.number, tasks });
  }
  endMerged(draft, facts);
}

/** All of it is in the default branch. */
function endMerged(draft: Draft, { issueState }: Facts): void {
  const { track } = draft;
  stopWork(draft);
  track.phase = "merged";
  // Mostly GitHub has closed it, by the closing word in the pull request.
  if (issueState?.open !== false)
    enqueue(draft, effectKey.format(track.issue, "close-issue"), { type: "close-issue" });
  cleanUp(draft);
}

/** Branches of merged work go, and tags keep the merges of tasks; what was not merged stays, so that nothing is lost. */
function cleanUp(draft: Draft): void {
  const { track } = draft;
  const { issue } = track;
  const tasks = taskEntries(track).filter(([, task]) => task.status === "completed");
  const rollbacks = track.rollbacks.filter(({ status }) => status === "completed");
  const names = [
    ...tasks.map(([task]) => taskBranch.format({ issue, task })),
    ...rollbacks.map(({ task, attempt }) => rollbackBranch.format({ issue, task, attempt })),
    ...(isQuick(track) ? [] : [trackBranch.format(track)]),
  ];
  const tags = taskEntries(track).flatMap(([task, { merge }]) => (merge ? [{ task, sha: merge }] : []));
  enqueue(draft, effectKey.format(issue, "clean-up"), { type: "clean-up", names, tags });
}
