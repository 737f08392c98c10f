import { jobKey } from "../codec/keys.ts";
import type { JobRef } from "../model/job.ts";
import type { LiveJob } from "../model/live-job.ts";
import type { TrackTask } from "../model/task.ts";
import type { PlanDocument, Track } from "../model/track.ts";
import type { JobReport } from "../model/trigger.ts";
import * as says from "../render/says.ts";
import { type Draft, needsInput, restartTask, say } from "./draft.ts";
import { recordHealth } from "./health.ts";
import { recordTrackPull } from "./open-pulls.ts";
import { recordFailure } from "./record-failure.ts";

/** Records what publish reports about a job that this run had claimed. */
export function onJobFinished(draft: Draft, report: JobReport): void {
  const { track } = draft;
  const key = jobKey.format(report.job);
  const isIts = (live: LiveJob) => jobKey.format(live) === key && live.run?.id === report.run.id;
  const live = track.jobs.find(isIts);
  if (!live && !track.leaving?.some(isIts)) return;
  track.leaving = track.leaving?.filter((live) => !isIts(live));
  track.jobs = track.jobs.filter((live) => !isIts(live));
  addUsage(draft, report);
  keepNotes(draft, report);
  keepCheckpoint(draft, report);
  // It was dropped meanwhile: what it cost and left is all that counts of it.
  if (!live) return;
  if (report.outcome !== "done") return recordFailure(draft, live, report);
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
  if (kind === "health") return recordHealth(draft, report.health!);
  const document = kind.slice("plan-".length) as PlanDocument;
  if (!draft.track.plan.documents.includes(document)) draft.track.plan.documents.push(document);
}

function recordProposal(draft: Draft, report: JobReport): void {
  const { track, moment } = draft;
  track.phase = "proposed";
  track.plan.proposed = { tree: report.tree!, head: report.head!, at: moment.now };
  track.plan.feedback = [];
  if (track.health && report.shown !== undefined) track.health.shown = report.shown;
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
