import { jobKey } from "../codec/keys.ts";
import type { Instant } from "../model/ids.ts";
import { isHopeless, type JobRef, type Outcome } from "../model/job.ts";
import type { LiveJob } from "../model/live-job.ts";
import type { TrackTask } from "../model/task.ts";
import type { PlanDocument, Track } from "../model/track.ts";
import type { JobReport } from "../model/trigger.ts";
import * as says from "../render/says.ts";
import { type Draft, needsInput, queueJob, restartTask, say } from "./draft.ts";
import { recordTrackPull } from "./open-pulls.ts";

/** Records what publish reports about a job that this run had claimed. */
export function onJobFinished(draft: Draft, report: JobReport): void {
  const { track } = draft;
  const key = jobKey.format(report.job);
  const isIts = (live: LiveJob) => jobKey.format(live) === key && live.run?.id === report.run.id;
  const leaves = track.leaving?.some(isIts);
  if (!leaves && !track.jobs.some(isIts)) return;
  track.leaving = track.leaving?.filter((live) => !isIts(live));
  track.jobs = track.jobs.filter((live) => !isIts(live));
  addUsage(draft, report);
  keepNotes(draft, report);
  keepCheckpoint(draft, report);
  if (leaves) return;
  if (report.outcome !== "done") return recordFailure(draft, report.job, report);
  recordSuccess(draft, report);
}

function addUsage({ track }: Draft, { job, usage, usd = 0 }: JobReport): void {
  for (const spender of [track, job.task && track.tasks[job.task]]) {
    if (!spender) continue;
    spender.usage.input += usage.input;
    spender.usage.output += usage.output;
    spender.usd += usd;
  }
}

/** The next attempt starts from it. It moved the branch, and is no person's push. */
function keepCheckpoint({ track }: Draft, { job, checkpoint }: JobReport): void {
  const task = job.task ? track.tasks[job.task] : undefined;
  if (!task || !checkpoint) return;
  task.checkpoint = checkpoint;
  if (task.head) task.head = checkpoint;
}

/** Planners' notes wait for the plan to be shown with; a repeated one says nothing new. */
function keepNotes({ track }: Draft, { job, notes = [] }: JobReport): void {
  if (track.phase !== "planning" || notes.length === 0 || job.kind === "backlog") return;
  track.plan.notes = [...new Set([...(track.plan.notes ?? []), ...notes])].slice(0, mostNotes);
}

const mostNotes = 20;

function recordSuccess(draft: Draft, report: JobReport): void {
  const { kind } = report.job;
  if (kind === "task") return recordTask(draft, report);
  if (kind === "review") return recordReview(draft, report);
  if (kind === "backlog") return recordProposal(draft, report);
  if (kind === "verify") return recordVerification(draft, report);
  if (kind === "rollback") return recordRollback(draft, report);
  const document = kind.slice("plan-".length) as PlanDocument;
  if (!draft.track.plan.documents.includes(document)) draft.track.plan.documents.push(document);
}

function recordProposal(draft: Draft, report: JobReport): void {
  const { track, moment } = draft;
  track.phase = "proposed";
  track.plan.proposed = { tree: report.tree!, head: report.head!, at: moment.now };
  track.plan.feedback = [];
  if (report.pull) recordTrackPull(draft, report.pull);
  else track.plan.unopened = report.unopened ?? "";
}

function recordTask(draft: Draft, report: JobReport): void {
  const { track, moment } = draft;
  const task = track.tasks[report.job.task!];
  if (!task) return;
  delete task.unopened;
  if (report.pull) task.pull = report.pull;
  else task.unopened = report.unopened ?? "";
  task.head = report.head;
  task.checked = { sha: report.head!, ok: report.checksOk ?? false };
  task.findings = report.findings ?? [];
  task.feedback = [];
  delete task.checkpoint;
  task.status = "review";
  if (sendBack(draft, report.job, task)) return;
  if (track.config.reviewers.length === 0) task.ready = { sha: report.head!, at: moment.now };
}

function recordReview(draft: Draft, report: JobReport): void {
  const { track, moment } = draft;
  const task = track.tasks[report.job.task!];
  if (task?.status !== "review" || task.head !== report.head) return;
  if (report.checksOk !== undefined) task.checked = { sha: report.head!, ok: report.checksOk };
  task.findings = report.findings ?? [];
  if (sendBack(draft, report.job, task)) return;
  if (task.checked && !task.checked.ok) {
    const text = says.headFails(report.job.task!, report.head!);
    needsInput(task, "checks", text);
    say(draft, task.pull ?? track.issue, text);
    return;
  }
  task.ready = { sha: report.head!, at: moment.now };
}

/** Whether a task with blockers is changed again by its executor. */
export function goesBack({ config }: Track, task: TrackTask): boolean {
  return !task.handsOff && task.attempts < config.limits.attempts;
}

/** Blockers go back to the executor, a bounded number of times, then to a person. */
function sendBack(draft: Draft, job: JobRef, task: TrackTask): boolean {
  const blockers = task.findings.filter((finding) => finding.severity === "blocker");
  if (blockers.length === 0) return false;
  if (goesBack(draft.track, task)) {
    restartTask(task, blockers.map(says.findingLine));
    task.checkpoint = task.head;
    return true;
  }
  const text = says.blocked(job.task!, blockers, task.handsOff ?? false);
  needsInput(task, "blocked", text);
  say(draft, task.pull ?? draft.track.issue, text);
  return true;
}

function recordVerification(draft: Draft, report: JobReport): void {
  draft.track.verification.outcome = "done";
  draft.track.verification.head = report.head;
  if (report.by) draft.track.verification.by = report.by;
}

function recordRollback(draft: Draft, report: JobReport): void {
  const rollback = draft.track.rollbacks.find(
    (one) => one.task === report.job.task && one.attempt === report.job.attempt,
  );
  if (!rollback) return;
  rollback.status = "open";
  rollback.pull = report.pull;
  rollback.head = report.head;
  rollback.ready = { sha: report.head!, at: draft.moment.now };
  say(draft, rollback.thread ?? draft.track.issue, says.rollbackOpened(draft.track, rollback));
}

interface Why {
  outcome: Outcome;
  reason?: string;
  until?: Instant;
  /** What all runs of the task or the track cost so far. */
  spent?: { on: string; usd: number };
}

/** A revert asks no model. */
function spentOn(track: Track, { kind, task: id }: JobRef): Pick<Why, "spent"> {
  if (kind === "rollback") return {};
  const usd = id ? (track.tasks[id]?.usd ?? 0) : track.usd;
  return usd > 0 ? { spent: { on: id ?? "this track", usd } } : {};
}

/** How long to wait where a provider does not say. */
const patienceMs = 15 * 60_000;

/** The fallback takes over, or all of the track waits. */
function waitForModel({ track, moment }: Draft, why: Why): void {
  const until = why.until ?? new Date(Date.parse(moment.now) + patienceMs).toISOString();
  const onFallback = track.fallbackUntil !== undefined && track.fallbackUntil > moment.now;
  if (track.config.fallback && !onFallback) {
    track.fallbackUntil = until;
    return;
  }
  track.notBefore = until;
  track.trouble = { code: "model-waits", text: says.modelWaits(until, why) };
}

/** A rate limit is nobody's fault, and costs no attempt. */
function giveAttemptBack({ track }: Draft, job: JobRef): void {
  const { attempts } = track.plan;
  if (attempts[job.kind]) attempts[job.kind] = attempts[job.kind]! - 1;
  const task = job.task ? track.tasks[job.task] : undefined;
  if (job.kind === "task" && task?.status === "in_progress") {
    restartTask(task, task.feedback);
    task.attempts -= 1;
  }
  if (job.kind === "verify") track.verification.attempts -= 1;
}

/** What a job that did not succeed means for its track: again, within bounds, then a person. */
export function recordFailure(draft: Draft, job: JobRef, why: Why): void {
  if (why.outcome === "rate-limited" || why.outcome === "unavailable") waitForModel(draft, why);
  if (why.outcome === "rate-limited") return giveAttemptBack(draft, job);
  why = { ...why, ...spentOn(draft.track, job) };
  if (job.kind === "task") return failTask(draft, job, why);
  if (job.kind === "review") return failReview(draft, job, why);
  if (job.kind === "verify") return failVerification(draft, why);
  if (job.kind === "rollback") return failRollback(draft, job, why);
  failPlanning(draft, job, why);
}

function failTask(draft: Draft, job: JobRef, why: Why): void {
  const { track } = draft;
  const task = track.tasks[job.task!];
  if (task?.status !== "in_progress") return;
  if (task.attempts < track.config.limits.attempts && !isHopeless(why.outcome)) {
    return restartTask(task, [says.lastTime(why)]);
  }
  const text = says.taskFailed(track, job.task!, why);
  task.feedback = [...task.feedback, says.lastTime(why)];
  if (why.outcome === "hands-off") task.handsOff = true;
  needsInput(task, why.outcome, text);
  task.status = "failed";
  say(draft, track.issue, text);
}

/** A review that cannot be had is no blocker: a person is told, and decides without it. */
function failReview(draft: Draft, job: JobRef, why: Why): void {
  const { track } = draft;
  const task = track.tasks[job.task!];
  if (task?.status !== "review" || !task.pull) return;
  if (task.reviews < task.runs + track.config.limits.attempts && !isHopeless(why.outcome)) return;
  const text = says.reviewFailed(job.task!, why);
  needsInput(task, why.outcome === "budget" ? "budget" : "review", text);
  say(draft, task.pull, text);
}

/** A run that never was says nothing about the track: it is tried again, within bounds. */
export function failVerification(draft: Draft, why: Why): void {
  const { track } = draft;
  if (track.phase !== "verifying") return;
  if (why.outcome === "crashed" && track.verification.attempts < track.config.limits.attempts) return;
  track.verification.outcome = why.outcome;
  track.trouble = { code: "verification", text: says.verificationFailed(track, why) };
  track.phase = "executing";
  say(draft, track.pull ?? track.issue, track.trouble.text);
}

/** A revert is the same every time: only a run that never came to it is tried again. */
function failRollback(draft: Draft, job: JobRef, why: Why): void {
  const { track } = draft;
  const rollback = track.rollbacks.find((one) => one.task === job.task && one.attempt === job.attempt);
  if (rollback?.status !== "running") return;
  if (why.outcome === "crashed") {
    rollback.crashes = (rollback.crashes ?? 0) + 1;
    if (rollback.crashes < track.config.limits.attempts) {
      return queueJob(draft, "rollback", job.attempt, job.task);
    }
  }
  rollback.status = "failed";
  const text = says.rollbackFailed(track, rollback, why);
  rollback.trouble = { code: why.outcome, text };
  say(draft, rollback.thread ?? track.issue, text);
}

function failPlanning(draft: Draft, job: JobRef, why: Why): void {
  const { track } = draft;
  if (track.phase !== "planning") return;
  if (!isHopeless(why.outcome)) {
    track.plan.feedback = [says.lastTime(why)];
    if (job.attempt < track.config.limits.attempts) return;
  }
  track.phase = "failed";
  // The others' documents count no more, but what they cost does.
  track.leaving = [...(track.leaving ?? []), ...track.jobs.filter((live) => live.state === "claimed")];
  track.jobs = [];
  track.trouble = { code: why.outcome, text: says.planningFailed(job, why) };
  say(draft, track.issue, track.trouble.text);
}
