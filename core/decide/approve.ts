import type { Draft } from "../jobs/draft.ts";
import { settled } from "../jobs/draft.ts";
import { replaceRollback } from "../jobs/rollback.ts";
import type { ChecksFact, Facts, PlanFact } from "../model/facts.ts";
import { isWell } from "../model/health.ts";
import type { Instant, Sha, TaskId } from "../model/ids.ts";
import type { Notice } from "../model/notice.ts";
import type { Rollback } from "../model/rollback.ts";
import type { Proposal, TrackTask } from "../model/task.ts";
import { type Track, taskEntries } from "../model/track.ts";
import type { Commented } from "../model/trigger.ts";
import { accepted, type Reply, refuse } from "./on-commented.ts";
import { startExecution } from "./start-execution.ts";

/** An approval as it was given: in a comment, with or without a commit, or in a review of one. */
export interface Approving {
  trigger: Commented;
  sha?: string | undefined;
}

/** `/approve [sha]`: on the track's threads it approves the plan, on a task's pull request that head. */
export function approve(draft: Draft, facts: Facts, approving: Approving): Reply {
  const { track } = draft;
  const { thread, commit } = approving.trigger;
  const entry = taskEntries(track).find(([, task]) => task.proposal?.pull === thread);
  const [id, task] = entry ?? [];
  if (id && task?.proposal)
    return approveTask(draft, facts, { ...approving, id, task, proposal: task.proposal });
  const rollback = track.rollbacks.find(({ proposal }) => proposal?.pull === thread);
  if (rollback) return approveRollback(draft, facts, { ...approving, rollback });
  if (track.phase === "proposed") return approvePlan(draft, facts, approving);
  // The plan is written, and GitHub does not let us show it.
  if (track.phase === "planning" && track.trouble?.type === "pulls-forbidden") {
    return refuse({ type: "plan-not-opened" });
  }
  // People review the finished pull request as they review any other: that asks nothing of us.
  if (commit && (track.phase === "ready" || track.phase === "merged")) return accepted;
  return refuse({ type: "nothing-to-approve" });
}

function approvePlan(draft: Draft, facts: Facts, { trigger, sha }: Approving): Reply {
  const { track, moment } = draft;
  const { plan } = facts;
  if (!plan) return refuse({ type: "plan-missing" });
  if (!track.pull) return refuse({ type: "plan-not-opened" });
  const refusal = refusePlan(track, plan, { meant: trigger.commit ?? sha, trigger });
  const { tree, head } = plan;
  // Either way the answer is about this plan, so it counts as announced.
  if (track.plan.proposed?.tree !== tree || !refusal) track.plan.proposed = { tree, head, at: moment.now };
  if (refusal) return refuse(refusal);
  track.plan.approved = { tree, head, by: trigger.sender.login, at: moment.now };
  startExecution(draft, plan);
  if (track.paused) return { ok: true, notice: { type: "approved-while-paused" } };
  return isWell(track) ? accepted : { ok: true, notice: { type: "approved-while-unwell" } };
}

/** An approval counts for the plan that its author saw: named by them, or by our newest text. */
function refusePlan(
  { plan: { proposed } }: Track,
  { tree, head, problems }: PlanFact,
  { meant, trigger }: { meant?: string | undefined; trigger: Commented },
): Notice | undefined {
  if (problems.length > 0) return { type: "plan-invalid", problems };
  if (meant !== undefined) {
    const isMeant = tree.startsWith(meant) || head.startsWith(meant);
    return isMeant ? undefined : { type: "older-plan", meant, tree };
  }
  const isSeen = proposed?.tree === tree && isBefore(proposed.at, trigger);
  return isSeen ? undefined : { type: "unclear-plan", tree };
}

interface TaskApproval extends Approving {
  id: TaskId;
  task: TrackTask;
  proposal: Proposal;
}

function approveTask(draft: Draft, facts: Facts, approval: TaskApproval): Reply {
  const { id, task, proposal, trigger } = approval;
  const head = facts.pulls[trigger.thread]?.head ?? proposal.head;
  const refusal = refuseTask(facts, approval, head);
  if (refusal) return refuse(refusal);
  const approved = { ...proposal, approval: { sha: head, by: trigger.sender.login, at: draft.moment.now } };
  draft.track.tasks[id] = { ...settled(task), status: "review", proposal: approved };
  return accept(draft, { task: id }, facts.checks[head]);
}

function refuseTask(facts: Facts, approval: TaskApproval, head: Sha): Notice | undefined {
  const { id, task, proposal, trigger, sha } = approval;
  const pull = facts.pulls[trigger.thread];
  if (!mayBeApproved(task)) {
    const fixed = task.status === "needs_input" && pull?.state === "open" && pull.head !== proposal.head;
    return fixed ? { type: "not-reviewed-yet", task: id, head } : { type: "task-not-in-review", task: id };
  }
  const { readyAt, checks } = proposal;
  const seen = readyAt === undefined ? undefined : { sha: proposal.head, at: readyAt };
  const unclear = refuseHead({ head, seen, meant: trigger.commit ?? sha, trigger });
  if (unclear) return unclear;
  if (readyAt === undefined || proposal.head !== head) return { type: "not-reviewed-yet", task: id, head };
  if (checks === undefined) return { type: "not-checked", task: id, pull: trigger.thread, head };
  if (checks === "failed") return { type: "own-check-fails", task: id };
  const others = facts.checks[head];
  return others?.state === "failing" ? { type: "checks-fail", task: id, names: others.names } : undefined;
}

/** A task whose merge failed, or whose base was set back, can be approved again; for the rest, something has to happen first. */
function mayBeApproved({ status, trouble }: TrackTask): boolean {
  if (status === "review") return true;
  return status === "needs_input" && (trouble?.type === "merge-failed" || trouble?.type === "retargeted");
}

/** What an approval waits for is said at once. */
function accept(
  { track }: Draft,
  what: { task: TaskId } | { rollback: TaskId },
  checks: ChecksFact | undefined,
): Reply {
  if (track.paused) return { ok: true, notice: { type: "approved-while-paused" } };
  if (!checks || (checks.state !== "pending" && checks.state !== "waiting")) return accepted;
  const { state, names } = checks;
  return { ok: true, notice: { type: "approval-waits", ...what, state, names } };
}

function approveRollback(
  draft: Draft,
  facts: Facts,
  { rollback, trigger, sha }: Approving & { rollback: Rollback },
): Reply {
  const { task, attempt, proposal } = rollback;
  if (rollback.into === "default") return refuse({ type: "merge-by-hand", task, attempt });
  if (rollback.status !== "open" || !proposal) return refuse({ type: "rollback-not-open", task, attempt });
  const head = facts.pulls[trigger.thread]?.head ?? proposal.head;
  const seen = { sha: proposal.head, at: proposal.readyAt };
  const refusal = refuseHead({ head, seen, meant: trigger.commit ?? sha, trigger });
  if (refusal) return refuse(refusal);
  const checks = facts.checks[head];
  if (checks?.state === "failing") {
    return refuse({ type: "rollback-checks-refuse", task, attempt, names: checks.names });
  }
  const approval = { sha: head, by: trigger.sender.login, at: draft.moment.now };
  replaceRollback(draft, { ...settled(rollback), proposal: { ...proposal, head, approval } });
  return accept(draft, { rollback: task }, checks);
}

interface HeadQuestion {
  head: Sha;
  /** What our newest text named as ready, and when. */
  seen: { sha: Sha; at: Instant } | undefined;
  meant: string | undefined;
  trigger: Commented;
}

/** An approval counts for the head that its author saw: named by them, or by our newest text. */
function refuseHead({ head, seen, meant, trigger }: HeadQuestion): Notice | undefined {
  if (meant !== undefined) return head.startsWith(meant) ? undefined : { type: "older-head", meant, head };
  const isSeen = seen?.sha === head && isBefore(seen.at, trigger);
  return isSeen ? undefined : { type: "unclear-head", head };
}

/** GitHub tells time in whole seconds. */
function isBefore(at: Instant, trigger: Commented): boolean {
  return at.slice(0, 19) <= trigger.at.slice(0, 19);
}
