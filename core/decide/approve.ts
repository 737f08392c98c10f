import type { Draft } from "../jobs/draft.ts";
import type { Facts, PlanFact } from "../model/facts.ts";
import { isWell } from "../model/health.ts";
import type { Instant } from "../model/ids.ts";
import type { Notice } from "../model/notice.ts";
import { type Track, taskEntries } from "../model/track.ts";
import type { Commented } from "../model/trigger.ts";
import { approveRollback, approveTask } from "./approve-head.ts";
import { mustOverrule, objectionsTo, recordOverruling } from "./objections.ts";
import { accepted, type Reply, refuse } from "./on-commented.ts";
import { startExecution } from "./start-execution.ts";

/** An approval as it was given: in a comment, with or without a commit, or in a review of one. */
export interface Approving {
  trigger: Commented;
  sha?: string | undefined;
  /** In spite of what reviewers and people object to. */
  over: boolean;
}

/** `/approve [sha] [--over]`: on the track's threads it approves the plan, on a task's pull request that head. */
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
  if (track.trouble?.type === "changes-requested") return approveTrack(draft, facts, approving);
  // People review the finished pull request as they review any other: that asks nothing of us.
  if (commit && (track.phase === "ready" || track.phase === "merged")) return accepted;
  return refuse({ type: "nothing-to-approve" });
}

/** All is merged and verified, and somebody asked for changes before gsd could call it ready. */
function approveTrack(draft: Draft, facts: Facts, { trigger, over }: Approving): Reply {
  const { pull = 0 } = draft.track;
  const fact = facts.pulls[pull];
  const head = fact?.head ?? draft.track.verification.head ?? "";
  const objections = objectionsTo(draft.track, { pull: fact });
  const overruled = mustOverrule(objections, trigger);
  if (overruled && !over) return refuse({ type: "objections-stand", head, over: objections });
  recordOverruling(draft, trigger, { pull, sha: head, over: objections });
  if (!overruled) return accepted;
  return { ok: true, notice: { type: "approved-over", by: trigger.sender.login, head, over: objections } };
}

function approvePlan(draft: Draft, facts: Facts, { trigger, sha, over }: Approving): Reply {
  const { track, moment } = draft;
  const { plan } = facts;
  if (!plan) return refuse({ type: "plan-missing" });
  if (!track.pull) return refuse({ type: "plan-not-opened" });
  const refusal = refusePlan(track, plan, { meant: trigger.commit ?? sha, trigger });
  const { tree, head, problems } = plan;
  // Either way the answer is about this plan, so it counts as announced.
  if (track.plan.proposed?.tree !== tree || !refusal)
    track.plan.proposed = { tree, head, at: moment.now, problems: problems.length };
  if (refusal) return refuse(refusal);
  const objections = objectionsTo(track, { pull: facts.pulls[track.pull] });
  const overruled = mustOverrule(objections, trigger);
  if (overruled && !over) return refuse({ type: "objections-stand", head, over: objections });
  recordOverruling(draft, trigger, { pull: track.pull, sha: head, over: objections });
  track.plan.approved = { tree, head, by: trigger.sender.login, at: moment.now };
  startExecution(draft, plan);
  const waits = waitsFor(track);
  if (!overruled) return waits ? { ok: true, notice: waits } : accepted;
  const notice = { type: "approved-over" as const, by: trigger.sender.login, head, over: objections };
  return waits ? { ok: true, notice, also: waits } : { ok: true, notice };
}

function waitsFor(track: Track): Notice | undefined {
  if (track.paused) return { type: "approved-while-paused" };
  return isWell(track) ? undefined : { type: "approved-while-unwell" };
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

/** GitHub tells time in whole seconds. */
export function isBefore(at: Instant, trigger: Commented): boolean {
  return at.slice(0, 19) <= trigger.at.slice(0, 19);
}
