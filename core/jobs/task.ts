import { answersOf } from "../check/answers-of.ts";
import { digestOf } from "../check/digest-of.ts";
import { applyRules } from "../check/rules.ts";
import { baseBranch, taskBranch } from "../codec/branches.ts";
import { stepName } from "../codec/keys.ts";
import type { Finding } from "../model/answers.ts";
import { failingChecks, isWell } from "../model/health.ts";
import type { Sha, TaskId } from "../model/ids.ts";
import { isFinal, isLesson, type Leg } from "../model/job.ts";
import type { CheckResult, Manifest, TestsByName } from "../model/manifest.ts";
import type { Why } from "../model/notice.ts";
import type { Question } from "../model/question.ts";
import { isQuick } from "../model/route.ts";
import type { TrackTask } from "../model/task.ts";
import type { Track } from "../model/track.ts";
import { withoutUndefined } from "../model/without-undefined.ts";
import { answerThreads } from "./answer-threads.ts";
import { type Draft, isLeaving, isStarting, queueJob, say, settled } from "./draft.ts";
import { askPeople, numbersIn } from "./forms.ts";
import { isOnHead, unchangedFindings } from "./on-head.ts";
import { checksOn, findingsIn, reviewerOf, reviewsOn, testsIn } from "./read-steps.ts";
import { findReady } from "./ready.ts";
import { mayRebase, startRebase } from "./rebase.ts";
import { approvedCommit, longestLeg, type PublicationInput, type Row, trustedCommit } from "./row.ts";
import { judge } from "./verdict.ts";

/** One task of an approved backlog: its change becomes one pull request, checked, reviewed and fixed. */
export const task: Row<"task"> = {
  recipe: (track) => (isQuick(track) ? "quick" : "task"),
  asksAgents: true,
  asksPeople: true,
  minutes: () => longestLeg,
  place(track, { task: id }) {
    const branch = track.tasks[id]?.onHead
      ? taskBranch.format({ issue: track.issue, task: id })
      : baseBranch(track);
    return { branch, ref: branch };
  },
  resume: (track, { task: id }) => (track.tasks[id]?.onHead ? undefined : track.tasks[id]?.resume),
  readsLibrary: false,
  scope: () => "task",
  judges: (track, { task: id }) =>
    track.tasks[id]?.onHead ? { task: id, against: baseBranch(track) } : { task: id },
  mayStay: isOnHead,
  needsHistory: ({ resume, base }) => resume !== undefined || isOnHead({ base }),
  libraryAt: approvedCommit,
  // Whoever made its own branch does not instruct the next one.
  instructedBy: (track, { base }) => (isOnHead({ base }) ? (trustedCommit(track) ?? base.sha) : base.sha),

  advance(draft) {
    if (draft.track.phase !== "executing" || isStarting(draft.track)) return;
    // On a base that is broken nobody could tell whose fault a failing check is.
    for (const id of isWell(draft.track) ? findReady(draft.track) : []) {
      if (!isLeaving(draft.track, "task", id)) startTask(draft, id);
    }
  },

  publication(input) {
    const { track, job, manifest, rules, texts } = input;
    if (job.task === undefined) return { outcome: "crashed", reason: "The job names no task." };
    const reviewed = readVerdict(input);
    const findings = [...applyRules(rules, texts), ...unchangedFindings(input), ...reviewed.findings];
    const signals = manifest.signals ?? [];
    const verdict = { findings, missing: reviewed.missing, signals, checks: reviewed.checks };
    const branch = taskBranch.format({ issue: track.issue, task: job.task });
    return {
      steps: [
        {
          type: "commit",
          branch,
          base: job.base,
          message: { type: "task-message" },
          changes: manifest.changes,
          files: [],
          on: isOnHead(job) ? "shared" : "own",
        },
        {
          type: "pull",
          title: { type: "task-title" },
          body: { type: "task-body", checks: reviewed.checks },
          branch,
          base: baseBranch(track),
          draft: false,
        },
        {
          type: "status",
          context: "gsd/check",
          state: checkState(reviewed.checks),
          description: { type: "check-status", checks: reviewed.checks },
        },
        { type: "review", verdict },
        ...answerThreads(track.tasks[job.task]?.feedback ?? [], manifest),
      ],
      result: ({ head = "", pull = 0 }) => ({
        type: "task",
        head,
        pull,
        checks: reviewed.checks,
        findings,
        signals,
        tests: reviewed.tests,
        missing: reviewed.missing,
        failing: reviewed.failing,
        ...madeOn(track, job),
      }),
    };
  },

  keep({ track, job, manifest, sound }) {
    if (sound.length === 0 || job.task === undefined) return undefined;
    // What was said to people's words is not in its commit: whoever made it says it again.
    const isHeard = track.tasks[job.task]?.feedback.some(({ type }) => type === "words");
    const done = isHeard ? [] : madeBy(manifest);
    return {
      steps: [
        {
          type: "commit",
          branch: taskBranch.format({ issue: track.issue, task: job.task }),
          base: job.base,
          message: { type: "kept-message", outcome: manifest.outcome },
          changes: sound,
          files: [],
          on: isOnHead(job) ? "shared" : "own",
        },
      ],
      resume: ({ head }) => (head === undefined ? undefined : { commit: head, done }),
    };
  },

  left({ track }, { task: id }, resume) {
    const known = track.tasks[id];
    if (!known) return;
    const kept = { ...known, resume };
    const { proposal } = known;
    track.tasks[id] = proposal ? { ...kept, proposal: { ...proposal, head: resume.commit } } : kept;
  },

  succeed(draft, { task: id }, { result }) {
    const known = draft.track.tasks[id];
    if (!known || result.type !== "task") return;
    const { resume: _, onHead: __, ...open } = settled(known);
    const { head, pull, checks, findings, signals = [], tests = [], from, base } = result;
    const { route } = draft.track;
    if (route?.path === "quick" && base !== undefined) draft.track.route = { ...route, base };
    // Commits by people are on it for good, also those that came while it waited for its turn.
    const handsOff = from !== undefined && (known.proposal?.handsOff || known.proposal?.head !== from);
    const proposal = { head, pull, handsOff, checks, findings, signals, tests, shownAt: draft.moment.now };
    // What a review sent back counts until a person steps in: two agents could go on like this for ever.
    const attempts = known.feedback.some(({ type }) => type === "finding") ? known.attempts : 0;
    draft.track.tasks[id] = { ...open, status: "review", attempts, feedback: [], proposal };
    judge(draft, id, result);
  },

  fail(draft, { task: id }, { resume, until: _, questions, ...why }) {
    const { track } = draft;
    const known = track.tasks[id];
    if (!known) return;
    const kept = resume ? { ...known, resume } : known;
    // It moved the branch, and is no person's push.
    const moved = resume && known.proposal ? { ...known.proposal, head: resume.commit } : undefined;
    track.tasks[id] = moved ? { ...kept, proposal: moved } : kept;
    if (known.status === "in_progress" && !asks(draft, id, questions)) failTask(draft, id, why);
  },

  spentOn: (track, { task: id }) => ({ on: id, usd: track.tasks[id]?.usd ?? 0 }),
};

/** Whether a task waits for people now; the others go on. */
function asks(draft: Draft, id: TaskId, questions: readonly Question[] = []): boolean {
  const known = draft.track.tasks[id];
  const asked = known && askPeople(draft, questions, id);
  if (!asked) return false;
  const trouble = { type: "questions-asked" as const, task: id, questions: numbersIn(asked.form) };
  draft.track.tasks[id] = { ...known, status: "needs_input", trouble };
  return true;
}

function startTask(draft: Draft, id: TaskId): void {
  const { track } = draft;
  const known = track.tasks[id];
  if (!known) return;
  const runs = known.runs + 1;
  track.tasks[id] = { ...settled(known), status: "in_progress", runs };
  queueJob(draft, { issue: track.issue, kind: "task", task: id, attempt: runs });
}

function failTask(draft: Draft, id: TaskId, why: Why): void {
  const { track } = draft;
  const known = track.tasks[id];
  if (!known) return;
  const { outcome, reason } = why;
  // A provider that is rate-limited is nobody's fault, and costs no attempt.
  if (outcome === "rate-limited") {
    track.tasks[id] = restarted(known, known.feedback);
    return;
  }
  const last = reason === undefined ? { outcome } : { outcome, reason };
  // The newest attempt says it best; what people and reviewers said counts still.
  const others = known.feedback.filter(({ type }) => type !== "attempt");
  const newest = [...others, { type: "attempt" as const, ...last }].slice(-50);
  const feedback = isLesson(outcome) ? newest : known.feedback;
  const attempts = known.attempts + 1;
  if (attempts < track.config.limits.attempts && !isFinal(why)) {
    track.tasks[id] = { ...restarted(known, feedback), attempts };
    return;
  }
  // What stopped sooner would only be paid for again.
  const isUsedUp = attempts >= track.config.limits.attempts && !isFinal(why);
  const isRebased = isUsedUp && mayRebase(track, known, outcome);
  const trouble = withoutUndefined({
    type: "task-failed" as const,
    task: id,
    why,
    attempts,
    kept: known.resume?.commit,
    rebase: isRebased || undefined,
  });
  const failed = { ...known, attempts, status: "failed" as const, trouble, feedback };
  const theirs = outcome === "hands-off" && known.proposal;
  track.tasks[id] = theirs ? { ...failed, proposal: { ...theirs, handsOff: true } } : failed;
  if (isRebased) startRebase(draft, id, { split: false, thread: track.issue });
  say(draft, track.issue, trouble);
}

/** The commit that a change was made on, where that matters later. */
function madeOn(track: Track, job: Leg): { from?: Sha; base?: Sha } {
  if (isOnHead(job)) return { from: job.base.sha };
  return isQuick(track) ? { base: job.base.sha } : {};
}

/** A task sent back to the start of its life, to run again; what was said about its last head counts no more. */
export function restarted(known: TrackTask, feedback: TrackTask["feedback"]): TrackTask {
  const { proposal, ...rest } = settled(known);
  const open: TrackTask = { ...rest, status: "pending", feedback };
  // Its text is in use again: nobody waits for a better one.
  if (open.rebase?.status === "running") open.rebase = { ...open.rebase, status: "failed" };
  if (!proposal) return open;
  const { head, pull, handsOff } = proposal;
  const findings = known.onHead ? proposal.findings.filter(({ rule }) => rule !== undefined) : [];
  return { ...open, proposal: { head, pull, handsOff, findings } };
}

/** The steps whose work is kept: what was made and answered needs no second go; reviews and checks do. */
function madeBy(manifest: Manifest): string[] {
  // Only a part of a refused change is kept, so whoever made it has to look at it again.
  if (manifest.outcome === "refused-change") return [];
  const answers = answersOf(manifest, "change").filter(({ step }) => step.outcome === "done");
  return [...new Set(answers.map(({ step }) => stepName.format(step)))];
}

interface Verdict {
  checks: "passed" | "failed" | "none";
  findings: Finding[];
  /** Reviewers that gave no review of this very change. */
  missing: string[];
  /** Commands that fail on it. */
  failing: string[];
  tests: TestsByName;
}

/** What checks and reviewers said about exactly what is published; what they said about anything else does not count. */
function readVerdict({ track, manifest, sha256 }: PublicationInput): Verdict {
  const subject = digestOf(manifest.changes, sha256);
  const checks = checksOn(manifest, subject);
  const reviews = reviewsOn(manifest, subject, track.config.reviewers);
  const here = reviews.map(({ step }) => reviewerOf(step));
  return {
    checks: checkWord(track, checks),
    findings: findingsIn(reviews),
    missing: track.config.reviewers.filter((name) => !here.includes(name)),
    failing: failingChecks(track, checks ?? []).map(({ command }) => command),
    tests: testsIn(checks),
  };
}

/** Commands that did not run on a change did not pass. */
export function checkWord(track: Track, checks: CheckResult[] | undefined): Verdict["checks"] {
  if (checks === undefined) return "failed";
  if (checks.length === 0) return "none";
  return failingChecks(track, checks).length === 0 ? "passed" : "failed";
}

/** The state of `gsd/check`: GitHub has no word for "not checked", and only `pending` neither passes nor fails. */
export function checkState(checks: Verdict["checks"]): "success" | "failure" | "pending" {
  if (checks === "none") return "pending";
  return checks === "passed" ? "success" : "failure";
}
