import { type Draft, settled } from "../jobs/draft.ts";
import { missingDependencies } from "../jobs/ready.ts";
import { namesOf } from "../jobs/requests.ts";
import { replaceRollback } from "../jobs/rollback.ts";
import type { ChecksFact, Facts } from "../model/facts.ts";
import type { Instant, Sha, TaskId } from "../model/ids.ts";
import type { Notice } from "../model/notice.ts";
import type { Objections } from "../model/overruling.ts";
import type { Rollback } from "../model/rollback.ts";
import type { Proposal, TrackTask } from "../model/task.ts";
import type { Approving } from "./approve.ts";
import { isBefore } from "./approve-plan.ts";
import { atHead } from "./complete-rollback.ts";
import { gatherApprovals } from "./gather-approvals.ts";
import { mustOverrule, objectionsTo, recordOverruling } from "./objections.ts";
import { accepted, type Reply, refuse } from "./on-commented.ts";

export interface TaskApproval extends Approving {
  id: TaskId;
  task: TrackTask;
  proposal: Proposal;
}

/** `/approve` on a task's pull request: that head is merged once it is green and nobody objects. */
export function approveTask(draft: Draft, facts: Facts, approval: TaskApproval): Reply {
  const { id, task, proposal, trigger } = approval;
  const { track, moment } = draft;
  const pull = facts.pulls[trigger.thread];
  const head = pull?.head ?? proposal.head;
  const refusal = refuseTask(facts, approval, head);
  if (refusal) return refuse(refusal);
  const over = objectionsTo(track, { pull, sha: head, task });
  const held = mustOverrule(over, trigger) && !approval.over;
  // Nobody lifts a blocker by waiting; whoever asked for changes may.
  if (held && !mayBeApproved(task)) return refuse({ type: "objections-stand", task: id, head, over });
  const gathered = gatherApprovals(facts, {
    sha: head,
    at: moment.now,
    trigger,
    part: { task: id },
    known: proposal.approvals,
    need: track.config.approvals,
  });
  const { refusal: unclear, waits, ...given } = gathered;
  if (unclear) return refuse(unclear);
  const { approvals: _, ...bare } = proposal;
  if (waits) {
    const { approvals = [] } = given;
    track.tasks[id] = { ...task, proposal: { ...bare, approvals } };
    return { ok: true, notice: waits };
  }
  const { blockedAt: __, ...rest } = bare;
  const { resume: ___, ...open } = settled(task);
  const approved = { ...rest, readyAt: proposal.readyAt ?? moment.now, ...given };
  const next: TrackTask = { ...open, status: "review", feedback: [], proposal: approved };
  const by = namesOf(over.requests);
  const trouble = { type: "changes-requested" as const, task: id, pull: proposal.pull, by };
  track.tasks[id] = held ? { ...next, trouble } : next;
  if (held) return { ok: true, notice: { type: "approval-held", task: id, by } };
  recordOverruling(draft, trigger, { pull: proposal.pull, sha: head, task: id, over });
  return accept(draft, { task: id }, { checks: facts.checks[head], approval, head, over });
}

function refuseTask(facts: Facts, approval: TaskApproval, head: Sha): Notice | undefined {
  const { id, task, proposal, trigger, sha, over } = approval;
  const pull = facts.pulls[trigger.thread];
  if (!mayBeApproved(task) && !mayBeOverruled(task, proposal, head)) {
    const fixed = task.status === "needs_input" && pull?.state === "open" && pull.head !== proposal.head;
    return fixed ? { type: "not-reviewed-yet", task: id, head } : { type: "task-not-in-review", task: id };
  }
  const { checks, readyAt, blockedAt } = proposal;
  const told = readyAt ?? blockedAt;
  const seen = told === undefined ? undefined : { sha: proposal.head, at: told };
  const unclear = refuseHead({ head, seen, meant: trigger.commit ?? sha, approval });
  if (unclear) return unclear;
  const isJudged = readyAt !== undefined || !mayBeApproved(task);
  if (!isJudged || proposal.head !== head) return { type: "not-reviewed-yet", task: id, head };
  if (checks === undefined) return { type: "not-checked", task: id, pull: trigger.thread, head };
  const insisted = insistence(over);
  if (checks === "failed") return { type: "own-check-fails", task: id, ...insisted };
  const others = facts.checks[head];
  if (others?.state !== "failing") return undefined;
  return { type: "checks-fail", task: id, names: others.names, ...insisted };
}

/** A task whose merge failed, or whose base was set back, can be approved again; for the rest, something has to happen first. */
function mayBeApproved({ status, trouble }: TrackTask): boolean {
  if (status === "review") return true;
  const mayTryAgain = ["merge-failed", "task-conflict", "retargeted"];
  return status === "needs_input" && trouble !== undefined && mayTryAgain.includes(trouble.type);
}

/** What reviewers said of this very head, or did not say, is a person's to overrule; commands that fail are not. */
function mayBeOverruled({ status, trouble }: TrackTask, proposal: Proposal, head: Sha): boolean {
  const objected = trouble?.type === "blocked" || trouble?.type === "review-failed";
  return status === "needs_input" && objected && proposal.head === head;
}

/** `/approve` on a rollback's pull request. */
export function approveRollback(
  draft: Draft,
  facts: Facts,
  { rollback, ...approval }: Approving & { rollback: Rollback },
): Reply {
  const { trigger, sha } = approval;
  const { task, attempt, proposal } = rollback;
  if (rollback.into === "default") return refuse({ type: "merge-by-hand", task, attempt });
  if (rollback.status !== "open" || !proposal) return refuse({ type: "rollback-not-open", task, attempt });
  const pull = facts.pulls[trigger.thread];
  const head = pull?.head ?? proposal.head;
  const { left } = proposal;
  if (left && head === proposal.head) return refuse({ type: "rollback-unresolved", task, attempt, ...left });
  const seen = { sha: proposal.head, at: proposal.readyAt };
  const refusal = refuseHead({ head, seen, meant: trigger.commit ?? sha, approval });
  if (refusal) return refuse(refusal);
  const checks = facts.checks[head];
  if (checks?.state === "failing") {
    return refuse({ type: "rollback-checks-refuse", task, attempt, names: checks.names });
  }
  const over = objectionsTo(draft.track, { pull, sha: head });
  const held = mustOverrule(over, trigger) && !approval.over;
  const gathered = gatherApprovals(facts, {
    sha: head,
    at: draft.moment.now,
    trigger,
    part: { rollback: task },
    known: proposal.approvals,
    need: draft.track.config.approvals,
  });
  const { refusal: unclear, waits, ...given } = gathered;
  if (unclear) return refuse(unclear);
  const { approvals: _, ...bare } = proposal;
  if (waits) {
    const { approvals = [] } = given;
    replaceRollback(draft, { ...rollback, proposal: { ...bare, approvals } });
    return { ok: true, notice: waits };
  }
  const now = atHead(settled({ ...rollback, proposal: bare }), head);
  const approved = { ...now, proposal: { ...(now.proposal ?? bare), head, ...given } };
  const by = namesOf(over.requests);
  const trouble = { type: "changes-requested" as const, rollback: task, pull: proposal.pull, by };
  replaceRollback(draft, held ? { ...approved, trouble } : approved);
  if (held) return { ok: true, notice: { type: "approval-held", rollback: task, by } };
  recordOverruling(draft, trigger, { pull: proposal.pull, sha: head, over });
  return accept(draft, { rollback: task }, { checks, approval, head, over });
}

interface HeadQuestion {
  head: Sha;
  /** What our newest text named, and when. */
  seen: { sha: Sha; at: Instant } | undefined;
  meant: string | undefined;
  approval: Approving;
}

/** An approval counts for the head that its author saw: named by them, or by our newest text. */
function refuseHead({ head, seen, meant, approval }: HeadQuestion): Notice | undefined {
  const { over, trigger } = approval;
  const insisted = insistence(over);
  if (meant !== undefined)
    return head.startsWith(meant) ? undefined : { type: "older-head", meant, head, ...insisted };
  const isSeen = seen?.sha === head && isBefore(seen.at, trigger);
  return isSeen ? undefined : { type: "unclear-head", head, ...insisted };
}

/** Whoever wrote `--over` is told what it does, and what it does not. */
function insistence(over: boolean): { over?: true } {
  return over ? { over } : {};
}

type Part = { task: TaskId } | { rollback: TaskId };

interface Accepted {
  checks: ChecksFact | undefined;
  approval: Approving;
  head: Sha;
  over: Objections;
}

/** What was overruled, and what an approval waits for, is said at once. */
function accept(draft: Draft, part: Part, { checks, approval, head, over }: Accepted): Reply {
  const waits = waitsFor(draft, part, checks);
  if (!mustOverrule(over, approval.trigger)) return waits ? { ok: true, notice: waits } : accepted;
  const by = approval.trigger.sender.login;
  const notice = { type: "approved-over" as const, ...part, by, head, over };
  return waits ? { ok: true, notice, also: waits } : { ok: true, notice };
}

function waitsFor({ track }: Draft, part: Part, checks: ChecksFact | undefined): Notice | undefined {
  if (track.paused) return { type: "approved-while-paused" };
  const known = "task" in part ? track.tasks[part.task] : undefined;
  const lacking = known ? missingDependencies(track, known) : [];
  if ("task" in part && lacking.length > 0) {
    return { type: "approval-waits-for-tasks", task: part.task, tasks: lacking };
  }
  if (!checks || (checks.state !== "pending" && checks.state !== "waiting")) return undefined;
  const { state, names } = checks;
  return { type: "approval-waits", ...part, state, names };
}
