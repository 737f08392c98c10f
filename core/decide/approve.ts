import type { Announcement } from "../model/approval.ts";
import type { ChecksFact, Facts, PlanFact } from "../model/facts.ts";
import type { Sha, TaskId } from "../model/ids.ts";
import type { Rollback } from "../model/rollback.ts";
import type { TrackTask } from "../model/task.ts";
import type { Track } from "../model/track.ts";
import type { Commented } from "../model/trigger.ts";
import { approvalWaits, approvedWhilePaused } from "../render/answers.ts";
import * as refusals from "../render/refusals.ts";
import { type Draft, isMergeTrouble } from "./draft.ts";
import type { Reply } from "./on-commented.ts";
import { startExecution } from "./start-execution.ts";

/** `/approve [sha]`: on the track's threads it approves the plan, on a task's pull request that head. */
export function approve(draft: Draft, facts: Facts, trigger: Commented, sha: string | undefined): Reply {
  const { track } = draft;
  const entry = Object.entries(track.tasks).find(([, task]) => task.pull === trigger.thread);
  if (entry) return approveTask(draft, facts, trigger, { id: entry[0] as TaskId, task: entry[1], sha });
  const rollback = track.rollbacks.find((one) => one.pull === trigger.thread);
  if (rollback) return approveRollback(draft, facts, trigger, { rollback, sha });
  if (track.phase === "proposed") return approvePlan(draft, facts, trigger, sha);
  // People review the finished pull request as they review any other: that asks nothing of us.
  if (trigger.commit && (track.phase === "ready" || track.phase === "merged")) return { ok: true };
  return refuse(refusals.nothingToApprove(track));
}

function approvePlan(draft: Draft, facts: Facts, trigger: Commented, sha: string | undefined): Reply {
  const { track, moment } = draft;
  const plan = facts.plan;
  if (!plan) return refuse(refusals.planMissing(track));
  if (!track.pull) return refuse(refusals.planNotOpened(track));
  const refusal = refusePlan(track, plan, { meant: trigger.commit ?? sha, trigger });
  // Either way the answer is about this plan, so it counts as announced.
  if (track.plan.proposed?.tree !== plan.tree || !refusal) {
    track.plan.proposed = { tree: plan.tree, head: plan.head, at: moment.now };
  }
  if (refusal) return refuse(refusal);
  track.plan.approved = { tree: plan.tree, head: plan.head, by: trigger.sender.login, at: moment.now };
  startExecution(draft, plan);
  return track.paused ? { ok: true, text: approvedWhilePaused() } : { ok: true };
}

/** An approval counts for the plan that its author saw: named by them, or by our newest text. */
function refusePlan(
  { plan: { proposed } }: Track,
  plan: PlanFact,
  { meant, trigger }: { meant?: string; trigger: Commented },
): string | undefined {
  if (plan.problems.length > 0) return refusals.planInvalid(plan.problems);
  if (meant !== undefined) {
    const isMeant = plan.tree.startsWith(meant) || plan.head.startsWith(meant);
    return isMeant ? undefined : refusals.olderPlan(meant, plan.tree);
  }
  const announced = proposed && { sha: proposed.tree, at: proposed.at };
  return isNamedBy(announced, plan.tree, trigger) ? undefined : refusals.unclearPlan(plan.tree);
}

interface TaskApproval {
  id: TaskId;
  task: TrackTask;
  sha?: string;
}

function approveTask(draft: Draft, facts: Facts, trigger: Commented, { id, task, sha }: TaskApproval): Reply {
  const pull = facts.pulls[trigger.thread];
  const head = pull?.head ?? task.head;
  if (!mayBeApproved(task)) {
    const fixed = task.status === "needs_input" && pull?.state === "open" && pull.head !== task.head;
    return refuse(fixed ? refusals.notReviewedYet(id, pull.head) : refusals.taskNotInReview(id, task));
  }
  if (!head) return refuse(refusals.taskNotInReview(id, task));
  const refusal = refuseHead({ head, ready: task.ready, meant: trigger.commit ?? sha, trigger });
  if (refusal) return refuse(refusal);
  if (!task.ready || task.head !== head) return refuse(refusals.notReviewedYet(id, head));
  if (task.checked?.sha !== head) return refuse(refusals.notChecked(id, { pull: trigger.thread, head }));
  if (!task.checked.ok) return refuse(refusals.ownCheckFails(id));
  const checks = facts.checks[head];
  if (checks?.state === "failing") return refuse(refusals.checksFail(id, checks.names));
  task.status = "review";
  delete task.trouble;
  task.approval = { sha: head, by: trigger.sender.login, at: draft.moment.now };
  return accept(draft, id, checks);
}

/** A task whose merge failed, or whose base was set back, can be approved again; for the rest, something has to happen first. */
function mayBeApproved({ status, trouble }: TrackTask): boolean {
  if (status === "review") return true;
  return status === "needs_input" && (isMergeTrouble(trouble) || trouble?.code === "retargeted");
}

/** What an approval waits for is said at once. */
function accept({ track }: Draft, what: string, checks: ChecksFact | undefined): Reply {
  if (track.paused) return { ok: true, text: approvedWhilePaused() };
  if (checks && checks.state !== "clear") return { ok: true, text: approvalWaits(what, checks) };
  return { ok: true };
}

function approveRollback(
  draft: Draft,
  facts: Facts,
  trigger: Commented,
  { rollback, sha }: { rollback: Rollback; sha?: string },
): Reply {
  if (rollback.into === "default") return refuse(refusals.mergeByHand(rollback));
  if (rollback.status !== "open") return refuse(refusals.rollbackNotOpen(rollback));
  const head = facts.pulls[trigger.thread]?.head ?? rollback.head!;
  const refusal = refuseHead({ head, ready: rollback.ready, meant: trigger.commit ?? sha, trigger });
  if (refusal) return refuse(refusal);
  const what = `The rollback of ${rollback.task}`;
  const checks = facts.checks[head];
  if (checks?.state === "failing") return refuse(refusals.rollbackChecksFail(rollback, checks.names));
  rollback.head = head;
  delete rollback.trouble;
  rollback.approval = { sha: head, by: trigger.sender.login, at: draft.moment.now };
  return accept(draft, what, checks);
}

interface HeadQuestion {
  head: Sha;
  ready?: Announcement;
  meant?: string;
  trigger: Commented;
}

/** An approval counts for the head that its author saw: named by them, or by our newest text. */
function refuseHead({ head, ready, meant, trigger }: HeadQuestion): string | undefined {
  if (meant !== undefined) return head.startsWith(meant) ? undefined : refusals.olderHead(meant, head);
  return isNamedBy(ready, head, trigger) ? undefined : refusals.unclearHead(head);
}

/** GitHub tells time in whole seconds. */
function isNamedBy(text: Announcement | undefined, sha: Sha, trigger: Commented): boolean {
  return text !== undefined && text.sha === sha && text.at.slice(0, 19) <= trigger.at.slice(0, 19);
}

function refuse(text: string): Reply {
  return { ok: false, text };
}
