import type { Facts } from "../model/facts.ts";
import type { Sha, TaskId } from "../model/ids.ts";
import type { Announcement, Rollback, TrackTask } from "../model/track.ts";
import type { Commented } from "../model/trigger.ts";
import { approvalWaits } from "../render/answers.ts";
import * as refusals from "../render/refusals.ts";
import type { Draft } from "./draft.ts";
import type { Reply } from "./on-commented.ts";
import { startExecution } from "./start-execution.ts";

/** `/approve [sha]`: on the track's threads it approves the plan, on a task's pull request that head. */
export function approve(draft: Draft, facts: Facts, trigger: Commented, sha: string | undefined): Reply {
  const { track } = draft;
  const entry = Object.entries(track.tasks).find(([, task]) => task.pull === trigger.thread);
  if (entry) return approveTask(draft, facts, trigger, { id: entry[0] as TaskId, task: entry[1], sha });
  const rollback = track.rollbacks.find((one) => one.pull === trigger.thread);
  if (rollback) return approveRollback(draft, facts, trigger, { rollback, sha });
  if (track.phase !== "proposed") return refuse(refusals.nothingToApprove(track));
  return approvePlan(draft, facts, trigger, sha);
}

function approvePlan(draft: Draft, facts: Facts, trigger: Commented, sha: string | undefined): Reply {
  const { track, moment } = draft;
  const plan = facts.plan;
  if (!plan) return refuse(refusals.planMissing(track));
  if (plan.problems.length > 0) return refuse(refusals.planInvalid(plan.problems));
  const meant = trigger.commit ?? sha;
  if (meant !== undefined) {
    if (!plan.tree.startsWith(meant) && !plan.head.startsWith(meant)) {
      return refuse(refusals.olderPlan(meant, plan.tree));
    }
  } else if (
    !isNamedBy(
      track.plan.proposed && { sha: track.plan.proposed.tree, at: track.plan.proposed.at },
      plan.tree,
      trigger,
    )
  ) {
    return refuse(refusals.unclearPlan(plan.tree));
  }
  track.plan.approved = { tree: plan.tree, head: plan.head, by: trigger.sender.login, at: moment.now };
  track.plan.proposed = { tree: plan.tree, head: plan.head, at: moment.now };
  startExecution(draft, plan);
  return { ok: true };
}

interface TaskApproval {
  id: TaskId;
  task: TrackTask;
  sha?: string;
}

function approveTask(draft: Draft, facts: Facts, trigger: Commented, { id, task, sha }: TaskApproval): Reply {
  if (task.status !== "review") return refuse(refusals.taskNotInReview(id, task));
  const head = facts.pulls[trigger.thread]?.head ?? task.head;
  if (!head) return refuse(refusals.taskNotInReview(id, task));
  const refusal = refuseHead({ head, ready: task.ready, meant: trigger.commit ?? sha, trigger });
  if (refusal) return refuse(refusal);
  if (!task.ready || task.head !== head) return refuse(refusals.notReviewedYet(id, head));
  if (task.checked && !task.checked.ok) return refuse(refusals.ownCheckFails(id));
  const checks = facts.checks[head];
  if (checks?.state === "failing") return refuse(refusals.checksFail(id, checks.names));
  task.approval = { sha: head, by: trigger.sender.login, at: draft.moment.now };
  if (checks && checks.state !== "clear") return { ok: true, text: approvalWaits(id, checks) };
  if (draft.track.paused)
    return { ok: true, text: "Approved. The track is paused, so nothing is merged until `/resume`." };
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
  rollback.head = head;
  rollback.approval = { sha: head, by: trigger.sender.login, at: draft.moment.now };
  return { ok: true };
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
