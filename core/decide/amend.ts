import { isRevising } from "../jobs/amend-plan.ts";
import { announceEdit } from "../jobs/announce-plan.ts";
import { closePull, type Draft, dropWork, say } from "../jobs/draft.ts";
import { restarted } from "../jobs/fail-task.ts";
import { withdrawRebases } from "../jobs/rebase.ts";
import { reopen, verifyAgain } from "../jobs/verify-again.ts";
import type { Facts, PlanFact } from "../model/facts.ts";
import type { TaskId } from "../model/ids.ts";
import type { Notice } from "../model/notice.ts";
import type { TrackTask } from "../model/task.ts";
import { type Track, taskEntries } from "../model/track.ts";
import { withoutUndefined } from "../model/without-undefined.ts";
import { type Amendment, compareTasks } from "../plan/compare-tasks.ts";
import type { Approving } from "./approve.ts";
import { awaitOthers, refuseTree } from "./approve-plan.ts";
import { newMeetings, rememberDeltas } from "./notice-plan.ts";
import { type Reply, refuse } from "./on-commented.ts";
import { toTask } from "./start-execution.ts";

/** Whether a plan that was approved may still change: one that was archived is history. */
export function isUnderWay({ phase, archived, plan }: Track): boolean {
  return (
    plan.approved !== undefined && archived === undefined && (phase === "executing" || phase === "verifying")
  );
}

/** Whether people changed the plan's files after its approval; what gsd added is no change. */
function isEdited({ plan: { approved } }: Track, { sources, tree }: PlanFact): boolean {
  if (!approved) return false;
  return approved.sources === undefined ? approved.tree !== tree : approved.sources !== sources;
}

/** Tells people once of each edit of the approved plan: what it would change, or why it cannot. */
export function noticeAmendment(draft: Draft, { plan }: Facts): void {
  const { track } = draft;
  // What is being written counts once all of it is there.
  if (!plan || !isUnderWay(track) || isRevising(track)) return;
  const thread = track.pull ?? track.issue;
  if (!isEdited(track, plan)) {
    const { edited: _, ...same } = track.plan;
    track.plan = same;
    withdrawRebases(draft, () => false);
    const told = takeRevision(draft, false);
    if (told.length > 0) say(draft, thread, ...told);
    return;
  }
  const { edited } = track.plan;
  if (edited?.tree === plan.tree) return;
  // What gsd added to the folder since is no other edit.
  if (edited?.sources !== undefined && edited.sources === plan.sources) {
    track.plan = { ...track.plan, edited: { ...edited, tree: plan.tree } };
    return;
  }
  const comparison = compareTasks(track, plan);
  const { problems, ...difference } = comparison;
  showEdit(draft, plan, comparison);
  const revised = takeRevision(draft, true);
  if (problems.length > 0) return say(draft, thread, ...revised, { type: "plan-edit-broken", problems });
  const { changed, fixed } = difference;
  withdrawRebases(draft, (id) => fixed.includes(id) || changed.some(({ task }) => task === id));
  const why = [...revised, ...rebasesIn(track, difference)];
  say(
    draft,
    thread,
    ...why,
    { type: "plan-edited", tree: plan.tree, ...difference },
    ...newMeetings(track, plan),
  );
}

/** What gsd itself has proposed for tasks that may still change, and why. */
function rebasesIn(track: Track, { changed }: Amendment): Notice[] {
  return changed.flatMap(({ task }) => {
    const { rebase } = track.tasks[task] ?? {};
    if (rebase?.status !== "proposed") return [];
    const { split, reason = "", head } = rebase;
    return [withoutUndefined({ type: "rebase-proposed" as const, task, split, reason, head })];
  });
}

/** What was announced of an edit holds up the tasks that it is about: to start them as they were would be for nothing. */
function showEdit({ track, moment }: Draft, { tree, sources }: PlanFact, comparison: Comparison): void {
  const { added, changed, removed, problems } = comparison;
  const tasks = [...added.map(({ task }) => task), ...changed.map(({ task }) => task), ...removed];
  const edited = { tree, at: moment.now, sources };
  if (problems.length > 0) announceEdit(track, { ...edited, problems: problems.length });
  else announceEdit(track, tasks.length > 0 ? { ...edited, tasks } : edited);
}

type Comparison = ReturnType<typeof compareTasks>;

/** What gsd itself has written, and for whom: told once, with the edit that it is. */
function takeRevision({ track }: Draft, isEdit: boolean): Notice[] {
  const { revision, ...rest } = track.plan;
  if (!revision?.outcome) return [];
  track.plan = rest;
  const { by, outcome } = revision;
  if (isEdit) return [{ type: "revision-proposed", by, ...outcome }];
  return [{ type: "revision-same", by, unanswered: outcome.unanswered }];
}

/** `/approve` of an edit: it counts for tasks that have not started. Undefined where there is none. */
export function approveAmendment(draft: Draft, facts: Facts, { trigger, sha }: Approving): Reply | undefined {
  const { track } = draft;
  const { plan } = facts;
  const here = trigger.thread === track.issue || trigger.thread === track.pull;
  if (!plan || !here || !isUnderWay(track) || !isEdited(track, plan)) return undefined;
  const { revision } = track.plan;
  if (revision && isRevising(track)) return refuse({ type: "revision-under-way", by: revision.by });
  const comparison = compareTasks(track, plan);
  const { problems, ...difference } = comparison;
  if (problems.length > 0) {
    showEdit(draft, plan, comparison);
    return refuse({ type: "plan-edit-broken", problems });
  }
  const announced = track.plan.edited;
  const refusal = refuseTree(
    { track, plan, announced, edits: facts.planEdits },
    { meant: trigger.commit ?? sha, trigger },
  );
  if (refusal) {
    showEdit(draft, plan, comparison);
    // Whoever has not seen what differs sees it first.
    const shows = refusal.type === "unclear-plan";
    return refuse(shows ? { type: "plan-edited", tree: plan.tree, ...difference } : refusal);
  }
  const waiting = awaitOthers(draft, facts, { trigger, tree: plan.tree });
  if (waiting) return waiting;
  amend(draft, plan, difference);
  const { tree, head, sources } = plan;
  const { edited: _, estimates: __, ...rest } = draft.track.plan;
  const approved = { tree, head, sources, by: trigger.sender.login, at: draft.moment.now };
  draft.track.plan = { ...rest, approved };
  rememberDeltas(draft.track, plan);
  return { ok: true, notice: { type: "plan-amended", ...difference } };
}

/** Makes the tasks what the new backlog says, as far as they have not started. */
function amend(draft: Draft, plan: PlanFact, { added, changed, removed, fixed }: Amendment): void {
  const { track } = draft;
  const { approved, estimates = {} } = track.plan;
  for (const id of removed) removeTask(draft, id);
  const entries = new Map(
    (plan.backlog?.tasks ?? []).map((entry) => [entry.id, toTask(entry, plan, estimates[entry.id])]),
  );
  const isNew = (id: TaskId) => added.some(({ task }) => task === id);
  const isChanged = (id: TaskId) => changed.some(({ task }) => task === id);
  const kept = taskEntries(track).map(([id, known]): [TaskId, TrackTask] => {
    const entry = entries.get(id);
    if (entry && isChanged(id)) return [id, begun(withEntry(known, entry))];
    if (fixed.includes(id) && approved) return [id, { ...known, entryAt: known.entryAt ?? approved.head }];
    return [id, known];
  });
  const fresh = [...entries].filter(([id]) => isNew(id));
  track.tasks = Object.fromEntries([...kept, ...fresh].sort(([a], [b]) => a.localeCompare(b)));
  reopen(draft);
  verifyAgain(draft);
}

/** A task with another entry: what was spent on it and left of it stays. */
function withEntry(known: TrackTask, entry: TrackTask): TrackTask {
  const { title, dependsOn, files, digest, acceptance, hours, engine, estimate = known.estimate } = entry;
  const { hours: _, engine: __, acceptance: ___, entryAt: ____, ...rest } = known;
  return withoutUndefined({
    ...rest,
    title,
    dependsOn,
    files,
    digest,
    acceptance,
    hours,
    engine,
    estimate,
    attempts: 0,
  });
}

/** A better version that was proposed and is accepted now runs by itself, from scratch; another edit waits for `/retry`. */
function begun(task: TrackTask): TrackTask {
  const { rebase, resume: _, ...rest } = task;
  if (rebase?.status !== "proposed") return task;
  return { ...restarted(rest, []), rebase: { ...rebase, status: "done" } };
}

function removeTask(draft: Draft, id: TaskId): void {
  const { track } = draft;
  const pull = track.tasks[id]?.proposal?.pull;
  dropWork(draft, id);
  if (pull !== undefined) closePull(draft, pull);
  const { [id]: _, ...tasks } = track.tasks;
  track.tasks = tasks;
}
