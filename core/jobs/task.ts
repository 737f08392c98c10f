import { answersOf } from "../check/answers-of.ts";
import { findingsOn } from "../check/gate.ts";
import { baseBranch, taskBranch } from "../codec/branches.ts";
import { stepName } from "../codec/keys.ts";
import { isWell } from "../model/health.ts";
import type { Sha, TaskId } from "../model/ids.ts";
import type { JobRef, Leg } from "../model/job.ts";
import type { Manifest } from "../model/manifest.ts";
import { mostConflicts } from "../model/notice/parts.ts";
import type { PublishStep } from "../model/publication.ts";
import type { Question } from "../model/question.ts";
import { isQuick } from "../model/route.ts";
import type { TrackTask } from "../model/task.ts";
import { type Track, taskEntries } from "../model/track.ts";
import { withoutUndefined } from "../model/without-undefined.ts";
import { withoutEchoes } from "../scan/without-echoes.ts";
import { answerThreads } from "./answer-threads.ts";
import { isBlocked } from "./blocked.ts";
import { caughtUp, failResolving, isCatchingUp, queueResolving } from "./catch-up.ts";
import { type Draft, isLeaving, isStarting, queueJob, say, settled } from "./draft.ts";
import { failTask } from "./fail-task.ts";
import { askPeople, numbersIn } from "./forms.ts";
import { gateStatuses, signalsOn } from "./gate-statuses.ts";
import { isOnHead, unchangedFindings } from "./on-head.ts";
import { waitForLeave } from "./permits.ts";
import { conflictsOf } from "./read-steps.ts";
import { findReady } from "./ready.ts";
import { approvedCommit, longestLeg, type PublicationInput, type Row, trustedCommit } from "./row.ts";
import { riskFindings, scanVerdict } from "./scan-verdict.ts";
import { checkState, readVerdict, reviewStatusStep } from "./task-verdict.ts";
import { judge } from "./verdict.ts";

/** One task of an approved backlog: its change becomes one pull request, checked, reviewed and fixed. */
export const task: Row<"task"> = {
  recipe(track, { task: id }) {
    if (id !== undefined && isCatchingUp(track.tasks[id])) return "catch-up";
    return isQuick(track) ? "quick" : "task";
  },
  asksAgents: true,
  asksPeople: true,
  minutes: () => longestLeg,
  place(track, { task: id }) {
    const branch = track.tasks[id]?.onHead
      ? taskBranch.format({ issue: track.issue, task: id })
      : baseBranch(track);
    return { branch, ref: branch };
  },
  resume(track, { task: id }) {
    const known = track.tasks[id];
    return known?.onHead || isCatchingUp(known) ? undefined : known?.resume;
  },
  readsLibrary: false,
  scope: () => "task",
  judges: (track, { task: id }) =>
    track.tasks[id]?.onHead ? { task: id, against: baseBranch(track) } : { task: id },
  head: (track, { task: id }) => track.tasks[id]?.proposal?.head,
  mayStay: isOnHead,
  needsHistory: ({ resume, base, task: id }, track) =>
    resume !== undefined || isOnHead({ base }) || (id !== undefined && isCatchingUp(track.tasks[id])),
  libraryAt: approvedCommit,
  // Whoever made its own branch does not instruct the next one.
  instructedBy: (track, { base }) => (isOnHead({ base }) ? (trustedCommit(track) ?? base.sha) : base.sha),

  advance(draft, facts) {
    if (draft.track.phase !== "executing" || isStarting(draft.track)) return;
    for (const [id] of taskEntries(draft.track)) queueResolving(draft, id);
    if (isBlocked(draft, facts)) return;
    // On a base that is broken nobody could tell whose fault a failing check is.
    for (const id of isWell(draft.track) ? findReady(draft.track) : []) {
      if (!isLeaving(draft.track, "task", id)) startTask(draft, id);
    }
  },

  publication(input) {
    const { track, job, manifest } = input;
    if (job.task === undefined) return { outcome: "crashed", reason: "The job names no task." };
    const reviewed = readVerdict(input);
    const earlier = unchangedFindings(input);
    const scan = scanVerdict(input, earlier);
    const fresh = withoutEchoes([...input.scan.findings, ...findingsOn(input.change)]);
    const byRules = [...riskFindings(scan), ...fresh, ...earlier];
    const findings = [...byRules, ...reviewed.findings];
    const signals = signalsOn(input);
    const handsOff = track.tasks[job.task]?.proposal?.handsOff ?? false;
    const verdict = { findings, missing: reviewed.missing, signals, checks: reviewed.checks, scan };
    const branch = taskBranch.format({ issue: track.issue, task: job.task });
    return {
      steps: [
        {
          type: "commit",
          branch,
          base: job.base,
          changes: manifest.changes,
          files: [],
          ...wayOf(track, job),
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
        reviewStatusStep(track, verdict),
        ...gateStatuses(track, { handsOff, findings: byRules, signals, risk: scan.risk }),
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
        risk: scan.risk,
        tests: reviewed.tests,
        missing: reviewed.missing,
        failing: reviewed.failing,
        ...madeOn(input),
      }),
    };
  },

  keep({ track, job, manifest, sound }) {
    // What was being resolved is neither side's.
    if (sound.length === 0 || job.task === undefined || isCatchingUp(track.tasks[job.task])) return undefined;
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
    const { resume: _, onHead: __, catchUp, ...open } = settled(known);
    const { head, pull, checks, findings, signals = [], risk, tests = [], from, base } = result;
    const { route } = draft.track;
    if (route?.path === "quick" && base !== undefined) draft.track.route = { ...route, base };
    // Commits by people are on it for good, also those that came while it waited for its turn.
    const handsOff = from !== undefined && (known.proposal?.handsOff || known.proposal?.head !== from);
    const said = { checks, findings, signals, risk, tests, shownAt: draft.moment.now };
    const proposal = withoutUndefined({ head, pull, handsOff, ...said });
    // What a review sent back counts until a person steps in: two agents could go on like this for ever.
    const attempts = known.feedback.some(({ type }) => type === "finding") ? known.attempts : 0;
    const next: TrackTask = { ...open, status: "review", attempts, feedback: [], proposal };
    draft.track.tasks[id] = next;
    judge(draft, id, result);
    if (!catchUp) return;
    const { after = [] } = catchUp;
    say(draft, pull, { type: "task-resolved", task: id, files: result.conflicts ?? [], after, head });
  },

  fail(draft, { task: id }, { resume, until: _, questions, permissions, files, ...why }) {
    const { track } = draft;
    const known = track.tasks[id];
    if (!known) return;
    if (isCatchingUp(known)) return failResolving(draft, id, withoutUndefined({ ...why, files }));
    const kept = resume ? { ...known, resume } : known;
    // It moved the branch, and is no person's push.
    const moved = resume && known.proposal ? { ...known.proposal, head: resume.commit } : undefined;
    track.tasks[id] = moved ? { ...kept, proposal: moved } : kept;
    if (known.status !== "in_progress" || asks(draft, id, questions)) return;
    if (!waitForLeave(draft, id, permissions)) failTask(draft, id, why);
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
  // It begins on what is there now, unless it goes on with its own branch.
  const open = known.onHead ? known : caughtUp(known);
  track.tasks[id] = { ...settled(open), status: "in_progress", runs };
  queueJob(draft, { issue: track.issue, kind: "task", task: id, attempt: runs });
}

/** How its commit comes to its branch: on a branch of its own, on top of what people pushed, or as a merge with the track's. */
function wayOf(
  track: Track,
  job: JobRef & Leg,
): Pick<Extract<PublishStep, { type: "commit" }>, "on" | "merges" | "message"> {
  const known = job.task === undefined ? undefined : track.tasks[job.task];
  if (known?.catchUp && isCatchingUp(known))
    return { on: "shared", merges: known.catchUp.head, message: { type: "update-message" } };
  return { on: isOnHead(job) ? "shared" : "own", message: { type: "task-message" } };
}

/** The commit that a change was made on, where that matters later, or what it had to resolve. */
function madeOn({ track, job, manifest }: PublicationInput): {
  from?: Sha;
  base?: Sha;
  conflicts?: string[];
} {
  if (job.task !== undefined && isCatchingUp(track.tasks[job.task]))
    return { conflicts: conflictsOf(manifest).slice(0, mostConflicts) };
  if (isOnHead(job)) return { from: job.base.sha };
  return isQuick(track) ? { base: job.base.sha } : {};
}

/** The steps whose work is kept: what was made and answered needs no second go; reviews and checks do. */
function madeBy(manifest: Manifest): string[] {
  // Only a part of a refused change is kept, so whoever made it has to look at it again.
  if (manifest.outcome === "refused-change") return [];
  const answers = answersOf(manifest, "change").filter(({ step }) => step.outcome === "done");
  return [...new Set(answers.map(({ step }) => stepName.format(step)))];
}
