import type { Draft } from "../jobs/draft.ts";
import type { Facts } from "../model/facts.ts";
import { isQuick } from "../model/route.ts";
import { taskEntries } from "../model/track.ts";
import type { Commented } from "../model/trigger.ts";
import { approveAmendment } from "./amend.ts";
import { approveRollback, approveTask } from "./approve-head.ts";
import { approvePlan } from "./approve-plan.ts";
import { mustOverrule, objectionsTo, recordOverruling } from "./objections.ts";
import { accepted, type Reply, refuse } from "./on-commented.ts";

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
  if (task?.proposal && isQuick(track))
    return commit ? accepted : refuse({ type: "merge-quick", pull: task.proposal.pull });
  if (id && task?.proposal)
    return approveTask(draft, facts, { ...approving, id, task, proposal: task.proposal });
  const rollback = track.rollbacks.find(({ proposal }) => proposal?.pull === thread);
  if (rollback) return approveRollback(draft, facts, { ...approving, rollback });
  if (isQuick(track)) return refuse({ type: "nothing-to-approve" });
  if (track.phase === "proposed") return approvePlan(draft, facts, approving);
  const amendment = approveAmendment(draft, facts, approving);
  if (amendment) return amendment;
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
