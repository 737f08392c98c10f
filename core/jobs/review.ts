import { digestOf } from "../check/digest-of.ts";
import { baseBranch } from "../codec/branches.ts";
import { failingChecks } from "../model/health.ts";
import type { TaskId } from "../model/ids.ts";
import { isFinal } from "../model/job.ts";
import type { Proposal } from "../model/task.ts";
import { type Track, taskEntries } from "../model/track.ts";
import { type Draft, liveJob, queueJob, say, settled } from "./draft.ts";
import { restarted } from "./fail-task.ts";
import { gateStatuses } from "./gate-statuses.ts";
import { isTaskUpdating } from "./mergeable.ts";
import { checksOn, findingsIn, reviewerOf, reviewsOn, testsIn } from "./read-steps.ts";
import { approvedCommit, longestLeg, type Row, trustedCommit } from "./row.ts";
import { checkState, checkWord, reviewStatusStep } from "./task-verdict.ts";
import { blockersIn, blockingSignals, feedbackOf, goesBack, judge } from "./verdict.ts";

/** Reviewers alone, on a fresh runner: for a head that a person pushed, for `/review`, and before `auto_merge`. */
export const review: Row<"review"> = {
  recipe: () => "review",
  asksAgents: true,
  minutes: () => longestLeg,
  place: (track, { task: id }) => ({
    branch: baseBranch(track),
    ref: track.tasks[id]?.proposal?.head ?? baseBranch(track),
  }),
  resume: () => undefined,
  readsLibrary: false,
  scope: () => "none",
  judges: (track, { task: id }) => ({ task: id, against: baseBranch(track) }),
  head: (track, { task: id }) => track.tasks[id]?.proposal?.head,
  needsHistory: () => true,
  libraryAt: approvedCommit,
  instructedBy: (track, { base }) => trustedCommit(track) ?? base.sha,

  advance(draft) {
    const { track } = draft;
    if (track.phase !== "executing") return;
    for (const [id, known] of taskEntries(track)) {
      if (!needsReview(track, id)) continue;
      const reviews = known.reviews + 1;
      track.tasks[id] = { ...known, reviews };
      queueJob(draft, { issue: track.issue, kind: "review", task: id, attempt: reviews });
    }
  },

  publication({ track, job, manifest, sha256 }) {
    const proposal = job.task === undefined ? undefined : track.tasks[job.task]?.proposal;
    if (!proposal) return { outcome: "crashed", reason: "There is no pull request to review any more." };
    // A review changes nothing, so what it saw is the head as it is.
    const subject = digestOf([], sha256);
    const reviews = reviewsOn(manifest, subject, track.config.reviewers);
    const here = reviews.map(({ step }) => reviewerOf(step));
    const missing = track.config.reviewers.filter((name) => !here.includes(name));
    const byRules = manifest.findings ?? proposal.findings.filter(({ rule }) => rule !== undefined);
    const findings = [...byRules, ...findingsIn(reviews, manifest)];
    const signals = manifest.signals ?? [];
    const { pull } = proposal;
    const head = job.base.sha;
    const ran = checksOn(manifest, subject);
    const checks = proposal.checks ?? checkWord(track, ran);
    const failing = failingChecks(track, ran ?? []).map(({ command }) => command);
    const status = {
      type: "status",
      context: "gsd/check",
      state: checkState(checks),
      description: { type: "check-status", checks },
      head,
    } as const;
    const verdict = { findings, missing, signals, checks };
    const reviewed = reviewStatusStep(track, verdict, head);
    const post = { type: "review" as const, pull, head, verdict };
    const gates = gateStatuses(track, { handsOff: proposal.handsOff, findings: byRules, signals, head });
    return {
      steps: proposal.checks === undefined ? [status, reviewed, ...gates, post] : [reviewed, post],
      result: () => ({
        type: "review",
        head,
        checks,
        findings,
        signals,
        tests: testsIn(ran),
        missing,
        failing,
      }),
    };
  },

  keep: () => undefined,

  succeed(draft, { task: id }, { result }) {
    const known = draft.track.tasks[id];
    if (result.type !== "review" || !known?.proposal || known.proposal.head !== result.head) return;
    if (known.status !== "review" && known.status !== "needs_input") return;
    const { findings, missing } = result;
    const { readyAt: _, ...before } = known.proposal;
    const { checks = before.checks, signals = before.signals, tests = before.tests } = result;
    const { risk = before.risk } = result;
    const fresh = missing.length === 0;
    const proposal: Proposal = { ...before, findings, fresh };
    if (checks) proposal.checks = checks;
    if (signals) proposal.signals = signals;
    if (risk !== undefined) proposal.risk = risk;
    if (tests) proposal.tests = tests;
    draft.track.tasks[id] = { ...settled(known), status: "review", proposal };
    if (!sendBack(draft, id)) judge(draft, id, result);
  },

  fail(draft, { task: id }, { until: _, resume: __, ...why }) {
    const { track } = draft;
    const known = track.tasks[id];
    if (known?.status !== "review" || !known.proposal) return;
    const again = known.reviews < known.runs + track.config.limits.attempts && !isFinal(why);
    if (again || why.outcome === "rate-limited") return;
    const trouble = { type: "review-failed" as const, task: id, why, missing: track.config.reviewers };
    const proposal = { ...known.proposal, blockedAt: draft.moment.now };
    track.tasks[id] = { ...known, status: "needs_input", trouble, proposal };
    say(draft, known.proposal.pull, trouble);
  },

  spentOn: (track, { task: id }) => ({ on: id, usd: track.tasks[id]?.usd ?? 0 }),
};

/** Nothing has been said about its head yet, or it merges by itself and nobody else has looked. */
function needsReview(track: Track, id: TaskId): boolean {
  const known = track.tasks[id];
  if (known?.status !== "review" || !known.proposal || liveJob(track, "review", id)) return false;
  // Another head is on its way.
  if (isTaskUpdating(track, id)) return false;
  const { readyAt, fresh = false, handsOff, approval } = known.proposal;
  // What a person approved needs no second look before it merges.
  return readyAt === undefined || (track.config.auto_merge && !handsOff && !fresh && !approval);
}

/** The executor goes on from the head that was reviewed. */
function sendBack({ track }: Draft, id: TaskId): boolean {
  const known = track.tasks[id];
  if (!known?.proposal || !goesBack(track, id, known.proposal.findings)) return false;
  const blockers = blockersIn(known.proposal.findings);
  const feedback = feedbackOf(blockers, blockingSignals(track, known.proposal));
  const resume = { commit: known.proposal.head, done: [] };
  track.tasks[id] = { ...restarted(known, feedback), attempts: known.attempts + 1, resume };
  return true;
}
