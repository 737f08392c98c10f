import { effectKey } from "../codec/keys.ts";
import { type Draft, enqueue, isReopening, lacksIssue, say, settled } from "../jobs/draft.ts";
import { isTaskUpdating } from "../jobs/mergeable.ts";
import { byRemainingPath, dependenciesMet } from "../jobs/ready.ts";
import { isTold, namesOf, standingRequests } from "../jobs/requests.ts";
import { replaceRollback } from "../jobs/rollback.ts";
import { mergesByItself } from "../jobs/verdict.ts";
import type { ChecksFact, Facts, PullFact } from "../model/facts.ts";
import { brokenOnBase } from "../model/health.ts";
import type { TaskId } from "../model/ids.ts";
import type { Rollback } from "../model/rollback.ts";
import { isQuick } from "../model/route.ts";
import type { Proposal } from "../model/task.ts";
import type { Track } from "../model/track.ts";
import { checkApprovers, tellLapsed, withoutApprovalsBy } from "./check-approvers.ts";

/** Merges what is approved and green at the head that was approved. */
export function mergeWhatIsApproved(draft: Draft, facts: Facts): void {
  // What is being resolved is resolved for the track branch as it is: another head would throw that work away.
  if (draft.track.update?.status === "resolving") return;
  // Into the default branch, people merge.
  if (!isQuick(draft.track)) for (const [id] of byRemainingPath(draft.track)) mergeTask(draft, facts, id);
  for (const rollback of draft.track.rollbacks) mergeRollback(draft, facts, rollback);
}

function mergeTask(draft: Draft, facts: Facts, id: TaskId): void {
  const { track, moment } = draft;
  const known = track.tasks[id];
  if (known?.status !== "review" || known.proposal?.readyAt === undefined) return;
  if (isTaskUpdating(track, id)) return;
  const { proposal } = known;
  const { head, pull, checks } = proposal;
  const approval =
    proposal.approval ??
    (needsNobody(track, proposal) ? { sha: head, by: "auto_merge", at: moment.now } : undefined);
  if (approval?.sha !== head) return;
  track.tasks[id] = { ...known, proposal: { ...proposal, approval } };
  const others = facts.checks[head];
  const fact = facts.pulls[pull];
  if (isReopening(track, pull) || lacksIssue(draft, facts)) return;
  if (!others || !fact) return void draft.missing.push({ type: "head", pull });
  // What it builds on was rolled back after it had started: nobody has checked it without that.
  if (!dependenciesMet(track, known)) return;
  if (proposal.queuedAt !== undefined) return lookAtQueue(draft, id, fact);
  if (holdTask(draft, id, fact)) return;
  const standing = checkApprovers(draft, facts, { approval, approvals: proposal.approvals });
  if (standing.type === "lapsed") {
    track.tasks[id] = { ...settled(known), proposal: withoutApprovalsBy(proposal, standing.by) };
    tellLapsed(draft, { pull, task: id, by: standing.by });
  }
  if (standing.type !== "good") return;
  tellChecks(draft, id, others);
  // Green: our own sandboxed check did not fail, and nothing else on that head is failing, pending or waiting.
  if (others.state !== "clear" || checks === undefined || checks === "failed") return;
  const key = effectKey.format(track.issue, "merge-task", id, known.runs);
  enqueue(draft, key, { type: "merge-task", task: id, pull, sha: head });
}

/** What left the merge queue without a merge is a person's: GitHub says why on the pull request. */
function lookAtQueue(draft: Draft, id: TaskId, { number, queued, state }: PullFact): void {
  const known = draft.track.tasks[id];
  if (!known?.proposal || state !== "open" || queued === true) return;
  if (queued === undefined) return void draft.missing.push({ type: "queued", pull: number });
  const { approval: _, queuedAt: __, ...proposal } = known.proposal;
  const failure = { code: "merge-queue" as const, text: "It left the merge queue without a merge." };
  const trouble = { type: "merge-failed" as const, task: id, pull: number, failure };
  draft.track.tasks[id] = { ...known, status: "needs_input", trouble, proposal };
  say(draft, number, trouble);
}

/** A task that is approved while somebody's request for changes stands waits; people are told once of each. */
function holdTask(draft: Draft, id: TaskId, fact: PullFact): boolean {
  const by = namesOf(standingRequests(draft.track, fact, fact.head));
  const known = draft.track.tasks[id];
  if (by.length === 0 || !known) return false;
  const trouble = { type: "changes-requested" as const, task: id, pull: fact.number, by };
  if (isTold(known.trouble, by)) return true;
  draft.track.tasks[id] = { ...known, trouble };
  say(draft, fact.number, trouble);
  return true;
}

function holdRollback(draft: Draft, rollback: Rollback, fact: PullFact): boolean {
  const by = namesOf(standingRequests(draft.track, fact, fact.head));
  if (by.length === 0) return false;
  const trouble = { type: "changes-requested" as const, rollback: rollback.task, pull: fact.number, by };
  if (isTold(rollback.trouble, by)) return true;
  replaceRollback(draft, { ...rollback, trouble });
  say(draft, fact.number, trouble);
  return true;
}

/** Nobody looks at what merges by itself: so something has to have been checked, and a fresh review has to have found nothing. */
function needsNobody(track: Track, proposal: Proposal): boolean {
  const { commands } = track.config;
  const { checks, fresh } = proposal;
  const broken = brokenOnBase(track);
  const counts = Object.entries(commands).some(([name, command]) => command && !broken.includes(name));
  return mergesByItself(track, proposal) && counts && checks === "passed" && fresh === true;
}

/** An approved task that its checks hold up would wait without a word: people are told once for each reason. */
function tellChecks(draft: Draft, id: TaskId, { state, names }: ChecksFact): void {
  const { track } = draft;
  const known = track.tasks[id];
  if (!known?.proposal) return;
  if (known.trouble?.type === "checks-hold" && known.trouble.state === state) return;
  track.tasks[id] = settled(known);
  if (state !== "failing" && state !== "waiting") return;
  const trouble = { type: "checks-hold" as const, task: id, state, names };
  track.tasks[id] = { ...known, trouble };
  // Whoever approved while they wait was told so at once.
  const { approval, pull } = known.proposal;
  if (state === "failing" || approval?.by === "auto_merge") say(draft, pull, trouble);
}

function mergeRollback(draft: Draft, facts: Facts, rollback: Rollback): void {
  const { task, attempt, proposal } = rollback;
  if (rollback.status !== "open" || rollback.into !== "track" || !proposal) return;
  const { head, pull, approval } = proposal;
  if (approval?.sha !== head) return;
  if (isReopening(draft.track, pull) || lacksIssue(draft, facts)) return;
  const checks = facts.checks[head];
  const fact = facts.pulls[pull];
  if (!checks || !fact) return void draft.missing.push({ type: "head", pull });
  if (holdRollback(draft, rollback, fact)) return;
  if (checks.state === "failing" && rollback.trouble?.type !== "rollback-checks-fail") {
    const trouble = { type: "rollback-checks-fail" as const, task, attempt, names: checks.names };
    replaceRollback(draft, { ...rollback, trouble });
    say(draft, pull, trouble);
  }
  if (checks.state !== "clear") return;
  const standing = checkApprovers(draft, facts, { approval, approvals: proposal.approvals });
  if (standing.type === "lapsed") {
    replaceRollback(draft, { ...settled(rollback), proposal: withoutApprovalsBy(proposal, standing.by) });
    tellLapsed(draft, { pull, rollback: task, by: standing.by });
  }
  if (standing.type !== "good") return;
  const key = effectKey.format(draft.track.issue, "merge-rollback", task, attempt);
  enqueue(draft, key, { type: "merge-rollback", task, attempt, pull, sha: head });
}
