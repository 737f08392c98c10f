import { closePull, type Draft, dropWork, say } from "../jobs/draft.ts";
import { restarted } from "../jobs/task.ts";
import { reopen, verifyAgain } from "../jobs/verify-again.ts";
import type { Facts, PlanFact } from "../model/facts.ts";
import type { TaskId } from "../model/ids.ts";
import type { Notice } from "../model/notice.ts";
import type { TrackTask } from "../model/task.ts";
import { mostShown, type Track, taskEntries } from "../model/track.ts";
import { withoutUndefined } from "../model/without-undefined.ts";
import { type Amendment, compareTasks } from "../plan/compare-tasks.ts";
import type { Approving } from "./approve.ts";
import { refuseTree } from "./approve-plan.ts";
import { meetingsIn, rememberDeltas } from "./notice-plan.ts";
import { type Reply, refuse } from "./on-commented.ts";
import { toTask } from "./start-execution.ts";

/** Whether a plan that was approved may still change: one that was archived is history. */
function isUnderWay({ phase, archived }: Track): boolean {
  return archived === undefined && (phase === "executing" || phase === "verifying");
}

/** Whether people changed the plan's files after its approval; what gsd added is no change. */
function isEdited({ plan: { approved } }: Track, { sources, tree }: PlanFact): boolean {
  if (!approved) return false;
  return approved.sources === undefined ? approved.tree !== tree : approved.sources !== sources;
}

/** Tells people once of each edit of the approved plan: what it would change, or why it cannot. */
export function noticeAmendment(draft: Draft, { plan }: Facts): void {
  const { track } = draft;
  if (!plan || !isUnderWay(track)) return;
  if (!isEdited(track, plan)) {
    const { edited: _, ...same } = track.plan;
    track.plan = same;
    return;
  }
  if (track.plan.edited?.tree === plan.tree) return;
  const { problems, ...difference } = compareTasks(track, plan);
  announceEdit(draft, plan);
  const thread = track.pull ?? track.issue;
  const why = rebasesIn(track);
  if (problems.length > 0) say(draft, thread, ...why, { type: "plan-edit-broken", problems });
  else
    say(draft, thread, ...why, { type: "plan-edited", tree: plan.tree, ...difference }, ...meetingsIn(plan));
}

/** What gsd itself has proposed for tasks, and why. */
function rebasesIn(track: Track): Notice[] {
  return taskEntries(track).flatMap(([task, { rebase }]) =>
    rebase?.status === "proposed"
      ? [{ type: "rebase-proposed" as const, task, split: rebase.split, reason: rebase.reason ?? "" }]
      : [],
  );
}

function announceEdit({ track, moment }: Draft, { tree }: PlanFact): void {
  const { edited: before, shown = [] } = track.plan;
  track.plan = { ...track.plan, edited: { tree, at: moment.now } };
  if (before) track.plan.shown = [...shown, before].slice(-mostShown);
}

/** `/approve` of an edit: it counts for tasks that have not started. Undefined where there is none. */
export function approveAmendment(draft: Draft, facts: Facts, { trigger, sha }: Approving): Reply | undefined {
  const { track } = draft;
  const { plan } = facts;
  const here = trigger.thread === track.issue || trigger.thread === track.pull;
  if (!plan || !here || !isUnderWay(track) || !isEdited(track, plan)) return undefined;
  const { problems, ...difference } = compareTasks(track, plan);
  if (problems.length > 0) {
    announceEdit(draft, plan);
    return refuse({ type: "plan-edit-broken", problems });
  }
  const announced = track.plan.edited;
  const refusal = refuseTree(
    { track, plan, announced, edits: facts.planEdits },
    { meant: trigger.commit ?? sha, trigger },
  );
  if (refusal) {
    announceEdit(draft, plan);
    // Whoever has not seen what differs sees it first.
    const shows = refusal.type === "unclear-plan";
    return refuse(shows ? { type: "plan-edited", tree: plan.tree, ...difference } : refusal);
  }
  amend(draft, plan, difference);
  const { tree, head, sources } = plan;
  const { edited: _, ...rest } = draft.track.plan;
  const approved = { tree, head, sources, by: trigger.sender.login, at: draft.moment.now };
  draft.track.plan = { ...rest, approved };
  rememberDeltas(draft.track, plan);
  return { ok: true, notice: { type: "plan-amended", ...difference } };
}

/** Makes the tasks what the new backlog says, as far as they have not started. */
function amend(draft: Draft, plan: PlanFact, { added, changed, removed, fixed }: Amendment): void {
  const { track } = draft;
  const { approved } = track.plan;
  for (const id of removed) removeTask(draft, id);
  const entries = new Map((plan.backlog?.tasks ?? []).map((entry) => [entry.id, toTask(entry, plan)]));
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
  const { title, dependsOn, files, digest, acceptance, hours, engine } = entry;
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
