import type { Instant } from "../model/ids.ts";
import { isHopeless, type JobRef, type Outcome } from "../model/job.ts";
import type { LiveJob } from "../model/live-job.ts";
import type { Track } from "../model/track.ts";
import * as says from "../render/says.ts";
import { type Draft, needsInput, queueJob, restartTask, say } from "./draft.ts";
import { failHealth } from "./health.ts";

interface Why {
  outcome: Outcome;
  reason?: string;
  until?: Instant;
  /** What all runs of the task or the track cost so far. */
  spent?: { on: string; usd: number };
  /** The workflow run that has its log and its transcript. */
  run?: { id: number };
}

/** A revert asks no model. */
function spentOn(track: Track, { kind, task: id }: JobRef): Pick<Why, "spent"> {
  if (kind === "rollback") return {};
  const usd = id ? (track.tasks[id]?.usd ?? 0) : track.usd;
  return usd > 0 ? { spent: { on: id ?? "this track", usd } } : {};
}

/** Minutes to wait where a provider does not say: longer with every attempt, up to an hour. */
const patience = { first: 5, most: 60 };

/** Tracks that met the same outage come back one after the other, each at a second of its own. */
function untilTriedAgain({ now }: Draft["moment"], { issue, attempt }: JobRef): Instant {
  const minutes = Math.min(patience.most, patience.first * 2 ** (attempt - 1));
  const seconds = (issue * 37 + attempt * 13) % 60;
  return new Date(Date.parse(now) + minutes * 60_000 + seconds * 1_000).toISOString();
}

/** The fallback takes over, or all of the track waits: where it is the fallback that fails, or a person asked for this very engine. */
function waitForModel({ track, moment }: Draft, job: LiveJob, why: Why): void {
  const until = why.until ?? untilTriedAgain(moment, job);
  const wished = job.task !== undefined && track.tasks[job.task]?.wish !== undefined;
  if (track.config.fallback && !job.fallback && !wished) {
    track.fallbackUntil = later(track.fallbackUntil, until);
    return;
  }
  track.notBefore = later(track.notBefore, until);
  track.trouble = { code: "model-waits", text: says.modelWaits(track.notBefore, why) };
}

/** Several runs meet the same limit and are told different times. */
function later(known: Instant | undefined, until: Instant): Instant {
  return known !== undefined && known > until ? known : until;
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
export function recordFailure(draft: Draft, job: LiveJob, why: Why): void {
  if (why.outcome === "rate-limited" || why.outcome === "unavailable") waitForModel(draft, job, why);
  if (why.outcome === "rate-limited") return giveAttemptBack(draft, job);
  why = { ...why, ...spentOn(draft.track, job), ...(job.run ? { run: job.run } : {}) };
  if (job.kind === "task") return failTask(draft, job, why);
  if (job.kind === "review") return failReview(draft, job, why);
  if (job.kind === "verify") return failVerification(draft, why);
  if (job.kind === "rollback") return failRollback(draft, job, why);
  if (job.kind === "health") return failHealth(draft, why);
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
