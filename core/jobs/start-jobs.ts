import { batchKey } from "../codec/keys.ts";
import type { Facts } from "../model/facts.ts";
import type { Base, DispatchedJob, Job, JobRef, Leg, QueuedJob } from "../model/job.ts";
import { isOpen, type Track } from "../model/track.ts";
import { withoutUndefined } from "../model/without-undefined.ts";
import { decideCap } from "./decide-cap.ts";
import { calm, type Draft, enqueue, lacksIssue, removeJob, replaceJob } from "./draft.ts";
import { endJob } from "./end-job.ts";
import type { Row } from "./row.ts";
import { rowOf } from "./rows.ts";

/** A matrix holds 256 jobs, and the inputs of a dispatch 64 KB; larger batches go out in portions. */
const portion = 200;

/** Gives queued jobs to a run: to this one, where it may work them off, else to runs that are dispatched for them. */
export function startJobs(draft: Draft, facts: Facts): void {
  if (draft.track.trouble?.type === "budget-waits") calm(draft);
  const { track } = draft;
  // A track that is over has only rollbacks and reports to run, and nobody pauses these.
  if (track.paused && (isOpen(track) || isHeld(track))) return;
  const blind = track.jobs.some(({ state }) => state === "queued") && lacksIssue(draft, facts);
  let sent = 0;
  for (const job of track.jobs) {
    if (job.state !== "queued") continue;
    const leg = job.again ? againLeg(draft, job, job.again) : decideLeg(draft, facts, job);
    // One after the other: what one may spend is not there for the next.
    if (leg && !blind) sent = give(draft, { job, leg }, sent);
  }
}

/** Whether a result waits until GitHub lets us open pull requests: published before that it would only come back. */
export function isHeld({ trouble, paused, jobs }: Track): boolean {
  const waits = jobs.some((job) => job.state === "queued" && job.again !== undefined);
  return paused && trouble?.type === "pulls-forbidden" && waits;
}

/** Gives one job to this run, or to the batch that is being made; how many have gone out by dispatch so far. */
function give(draft: Draft, { job, leg }: { job: QueuedJob; leg: Leg }, sent: number): number {
  const { run } = draft.moment;
  if (run) {
    replaceJob(draft, job, { ...standing(job), ...leg, state: "claimed", run });
    return sent;
  }
  const { track } = draft;
  if (sent % portion === 0) {
    track.batches += 1;
    const { issue, batches: batch } = track;
    enqueue(draft, batchKey.format({ issue, batch }), { type: "dispatch", batch });
  }
  replaceJob(draft, job, { ...standing(job), ...leg, state: "dispatched", batch: track.batches });
  return sent + 1;
}

/** A result that is published once more has all the time that a job has. */
function againLeg(draft: Draft, job: QueuedJob, again: Leg): Leg {
  return { ...again, since: draft.moment.now, deadline: deadlineOf(draft, rowOf(job)) };
}

function standing(job: QueuedJob): JobRef & { lost?: number } {
  const { state: _, again: __, ...rest } = job;
  return rest;
}

/** What a job will work on; undefined when it has to wait, or could not be. */
function decideLeg(draft: Draft, facts: Facts, job: QueuedJob): Leg | undefined {
  const row = rowOf(job);
  if (row.asksAgents && (draft.track.notBefore ?? "") > draft.moment.now) return undefined;
  const base = findBase(draft, facts, job, row);
  if (!base || recalled(draft, facts, job, base)) return undefined;
  const deadline = deadlineOf(draft, row);
  const cap = row.asksAgents ? decideCap(draft, facts, { job, deadline }) : { type: "free" as const };
  if (cap.type === "missing") return undefined;
  if (cap.type === "wait") {
    waitForBudget(draft, job, cap.whose);
    return undefined;
  }
  if (cap.type === "gone") {
    removeJob(draft, job);
    endJob(draft, job, { outcome: "budget", reason: cap.reason });
    return undefined;
  }
  const { track, moment } = draft;
  const resume = row.resume(track, job);
  const falls = track.config.fallback && (track.fallbackUntil ?? "") > moment.now;
  return withoutUndefined({
    base,
    since: moment.now,
    deadline,
    resume,
    fallback: falls ? (true as const) : undefined,
    capUsd: cap.type === "paid" ? cap.usd : undefined,
  });
}

/** People see what a job waits for; whoever is done first makes room for it. */
function waitForBudget({ track }: Draft, { task }: QueuedJob, whose: "task" | "track" | "day"): void {
  const waits = { type: "budget-waits" as const, whose };
  track.trouble ??= task === undefined ? waits : { ...waits, task };
}

/** How long a job may wait for a runner before GitHub gives it up: https://docs.github.com/en/actions/reference/limits */
const queueMinutes = 24 * 60;
/** For publish, and for the ways between. */
const spareMinutes = 60;

/**
 * What its leg may take, and all the time that it may wait for a runner: a leg that is late is not lost while its run goes
 * on, and one that is dropped for that would be paid twice. A run that has ended is noticed at once, whatever the deadline.
 */
function deadlineOf({ track, moment }: Draft, row: Row): string {
  const minutes = row.minutes(track) + queueMinutes + spareMinutes;
  return new Date(Date.parse(moment.now) + minutes * 60_000).toISOString();
}

function findBase(draft: Draft, facts: Facts, job: QueuedJob, row: Row): Base | undefined {
  const { branch, ref } = row.place(draft.track, job);
  const base = facts.bases[ref];
  if (base === undefined) draft.missing.push({ type: "base", branch, ref });
  // GitHub may be slow to tell of a branch that was made a moment ago: the next loops look again.
  if (base === null) lose(draft, job, `The branch ${branch} does not exist.`);
  return base ?? undefined;
}

/** Whether what is remembered of the base is all that there was to do. */
function recalled(draft: Draft, facts: Facts, job: QueuedJob, base: Base): boolean {
  const { recall } = rowOf(job);
  if (!recall || draft.track.health?.outcome !== undefined) return false;
  if (facts.health === undefined) {
    draft.missing.push({ type: "health", sha: base.sha });
    return true;
  }
  if (facts.health?.sha !== base.sha || !recall(draft, facts.health)) return false;
  removeJob(draft, job);
  return true;
}

/** The jobs that a run holds: its matrix. */
export function jobsOfRun(track: Track, run: number): Job[] {
  return track.jobs.filter((job) => job.state === "claimed" && job.run.id === run);
}

/** The jobs of a batch that no run holds yet. */
export function jobsOfBatch(track: Track, batch: number): DispatchedJob[] {
  return track.jobs.filter((job): job is DispatchedJob => job.state === "dispatched" && job.batch === batch);
}

/** A run that never did anything for a job costs it no attempt, a bounded number of times. */
export function lose(draft: Draft, job: Job, reason: string): void {
  const { lost = 0 } = job;
  if (lost + 1 < draft.track.config.limits.attempts) return replaceJob(draft, job, requeued(job));
  removeJob(draft, job);
  endJob(draft, job, { outcome: "lost", reason });
}

/** A job as it was queued, to go out again. */
export function requeued(job: Job): QueuedJob {
  const { issue, attempt, lost = 0 } = job;
  const ref = job.task === undefined ? { kind: job.kind } : { kind: job.kind, task: job.task };
  const queued = { issue, attempt, ...ref, state: "queued", lost: lost + 1 } as QueuedJob;
  return job.state !== "queued" && job.republish ? { ...queued, again: legOf(job) } : queued;
}

export function legOf(job: Exclude<Job, QueuedJob>): Leg {
  const { base, since, deadline, resume, fallback, capUsd, republish } = job;
  return withoutUndefined({ base, since, deadline, resume, fallback, capUsd, republish });
}
