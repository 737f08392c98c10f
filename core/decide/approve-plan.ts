import { announcePlan } from "../jobs/announce-plan.ts";
import type { Draft } from "../jobs/draft.ts";
import type { Facts, PlanEdit, PlanFact } from "../model/facts.ts";
import { isWell } from "../model/health.ts";
import type { Instant, Sha } from "../model/ids.ts";
import type { Notice } from "../model/notice.ts";
import type { Track } from "../model/track.ts";
import type { Commented } from "../model/trigger.ts";
import type { Approving } from "./approve.ts";
import { gatherApprovals } from "./gather-approvals.ts";
import { rememberDeltas } from "./notice-plan.ts";
import { mustOverrule, objectionsTo, recordOverruling } from "./objections.ts";
import { accepted, type Reply, refuse } from "./on-commented.ts";
import { startExecution } from "./start-execution.ts";

/** `/approve` of a plan that was proposed: the tree of its folder, as its author saw it. */
export function approvePlan(draft: Draft, facts: Facts, { trigger, sha, over }: Approving): Reply {
  const { track, moment } = draft;
  const { plan } = facts;
  if (!plan) return refuse({ type: "plan-missing" });
  if (!track.pull) return refuse({ type: "plan-not-opened" });
  const { tree, head, problems, sources } = plan;
  const meant = trigger.commit ?? sha;
  const refusal: Notice | undefined =
    problems.length > 0
      ? { type: "plan-invalid", problems }
      : refuseTree(
          { track, plan, announced: track.plan.proposed, edits: facts.planEdits },
          { meant, trigger },
        );
  // Either way the answer is about this plan, so it counts as announced.
  const announced = { tree, head, at: moment.now, problems: problems.length };
  const isNew = track.plan.proposed?.tree !== tree;
  if (isNew) announcePlan(track, announced);
  if (refusal) return refuse(refusal);
  const objections = objectionsTo(track, { pull: facts.pulls[track.pull] });
  const overruled = mustOverrule(objections, trigger);
  if (overruled && !over) return refuse({ type: "objections-stand", head, over: objections });
  const waiting = awaitOthers(draft, facts, { trigger, tree });
  if (waiting) return waiting;
  if (!isNew) announcePlan(track, announced);
  recordOverruling(draft, trigger, { pull: track.pull, sha: head, over: objections });
  track.plan.approved = { tree, head, by: trigger.sender.login, at: moment.now, sources };
  rememberDeltas(track, plan);
  startExecution(draft, plan);
  const waits = waitsFor(track);
  if (!overruled) return waits ? { ok: true, notice: waits } : accepted;
  const notice = { type: "approved-over" as const, by: trigger.sender.login, head, over: objections };
  return waits ? { ok: true, notice, also: waits } : { ok: true, notice };
}

/** Where one approval of a plan is not enough: it is counted, for this very tree, and the answer says what is missing. */
export function awaitOthers(
  draft: Draft,
  facts: Facts,
  { trigger, tree }: { trigger: Commented; tree: Sha },
): Reply | undefined {
  const { track, moment } = draft;
  const { approvals: known, ...plan } = track.plan;
  const gathering = { sha: tree, at: moment.now, trigger, part: {}, known, need: track.config.approvals };
  // A plan changes nobody's files yet: it has no owners to ask.
  const { approvals, waits } = gatherApprovals({ ...facts, owners: {} }, gathering);
  track.plan = waits && approvals ? { ...plan, approvals } : plan;
  return waits && { ok: true, notice: waits };
}

function waitsFor(track: Track): Notice | undefined {
  if (track.paused) return { type: "approved-while-paused" };
  return isWell(track) ? undefined : { type: "approved-while-unwell" };
}

/** Whether a plan is another than we last announced before a comment: then it matters who made it so. */
export function isUnannounced(track: Track, plan: PlanFact, trigger: Commented): boolean {
  const { proposed, edited } = track.plan;
  return ![proposed, edited].some((one) => one?.tree === plan.tree && isSeen(track, one.at, trigger));
}

interface Seeing {
  track: Track;
  plan: PlanFact;
  /** What our newest text about it named. */
  announced: { tree: Sha; at: Instant } | undefined;
  edits: PlanEdit[] | undefined;
}

/** An approval counts for the plan that its author saw: named by them, by our newest text, or made by their own pushes. */
export function refuseTree(
  seeing: Seeing,
  { meant, trigger }: { meant: string | undefined; trigger: Commented },
): Notice | undefined {
  const { plan, announced } = seeing;
  const { tree, head } = plan;
  if (meant !== undefined) {
    const isMeant = tree.startsWith(meant) || head.startsWith(meant);
    return isMeant ? undefined : { type: "older-plan", meant, tree };
  }
  if (announced?.tree === tree && isSeen(seeing.track, announced.at, trigger)) return undefined;
  return madeIt(seeing, trigger) ? undefined : { type: "unclear-plan", tree };
}

/** Of an edit that we announced in the very second of the comment nobody can tell which came first. */
function isSeen({ plan: { shown, approved } }: Track, at: Instant, trigger: Commented): boolean {
  const isEdit = shown !== undefined || approved !== undefined;
  return isBefore(at, trigger) && !(isEdit && at.slice(0, 19) === trigger.at.slice(0, 19));
}

/**
 * Whether every change of the plan since something that was shown before the comment is a push of its author's, made before
 * the comment. Who pushed is GitHub's word: authors and committers of commits can be forged.
 */
function madeIt({ track, plan, edits = [] }: Seeing, trigger: Commented): boolean {
  let tree: Sha | undefined = plan.tree;
  for (const { by, at, before, after } of edits) {
    if (after !== tree || by.bot || by.id !== trigger.sender.id || !isBefore(at, trigger)) return false;
    tree = before;
    if (tree !== undefined && wasShown(track, tree, trigger)) return true;
  }
  return false;
}

function wasShown(
  { plan: { shown = [], proposed, approved } }: Track,
  tree: Sha,
  trigger: Commented,
): boolean {
  return [...shown, proposed, approved].some(
    (one) => one !== undefined && one.tree === tree && isBefore(one.at, trigger),
  );
}

/** GitHub tells time in whole seconds. */
export function isBefore(at: Instant, trigger: Commented): boolean {
  return at.slice(0, 19) <= trigger.at.slice(0, 19);
}
