import { batchKey } from "../codec/keys.ts";
import type { Facts } from "../model/facts.ts";
import type { Base, DispatchedJob, Job, JobRef, Leg, QueuedJob } from "../model/job.ts";
import { isOpen, type Track } from "../model/track.ts";
import { decideCap } from "./decide-cap.ts";
import { type Draft, enqueue, removeJob, replaceJob } from "./draft.ts";
import { endJob } from "./end-job.ts";
import type { Row } from "./row.ts";
import { rowOf } from "./rows.ts";

/** A matrix holds 256 jobs, and the inputs of a dispatch 64 KB; larger batches go out in portions. */
const portion = 200;

/** Gives queued jobs to a run: to this one, where it may work them off, else to runs that are dispatched for them. */
export function startJobs(draft: Draft, facts: Facts): void {
  const { moment, track } = draft;
  // A track that is over has only rollbacks and reports to run, and nobody pauses these.
  if (track.paused && (isOpen(track) || isHeld(track))) return;
  const queued = track.jobs.filter((job) => job.state === "queued");
  const ready = queued.flatMap((job) => {
    const leg = job.again ?? decideLeg(draft, facts, job);
    return leg ? [{ job, leg }] : [];
  });
  const { run } = moment;
  if (run) {
    for (const { job, leg } of ready)
      replaceJob(draft, job, { ...standing(job), ...leg, state: "claimed", run });
    return;
  }
  for (let start = 0; start < ready.length; start += portion)
    dispatch(draft, ready.slice(start, start + portion));
}

/** Whether a result waits until GitHub lets us open pull requests: published before that it would only come back. */
export function isHeld({ trouble, paused, jobs }: Track): boolean {
  const waits = jobs.some((job) => job.state === "queued" && job.again !== undefined);
  return paused && trouble?.type === "pulls-forbidden" && waits;
}

function dispatch(draft: Draft, ready: { job: QueuedJob; leg: Leg }[]): void {
  const { track } = draft;
  const batch = track.batches + 1;
  track.batches = batch;
  for (const { job, leg } of ready) {
    replaceJob(draft, job, { ...standing(job), ...leg, state: "dispatched", batch });
  }
  enqueue(draft, batchKey.format({ issue: track.issue, batch }), { type: "dispatch", batch });
}

function standing(job: QueuedJob): JobRef & { lost?: number } {
  const { state: _, again: __, ...rest } = job;
  return rest;
}

/** What a job will work on; undefined when it has to wait, or could not be. */
function decideLeg(draft: Draft, facts: Facts, job: QueuedJob): Leg | undefined {
  const row = rowOf(job);
  const base = findBase(draft, facts, job, row);
  if (!base || recalled(draft, facts, job, base)) return undefined;
  const deadline = deadlineOf(draft, row);
  const cap = row.asksAgents ? decideCap(draft, facts, { job, deadline }) : { type: "free" as const };
  if (cap.type === "missing" || cap.type === "wait") return undefined;
  if (cap.type === "gone") {
    removeJob(draft, job);
    endJob(draft, job, { outcome: "budget", reason: cap.reason });
    return undefined;
  }
  const { track, moment } = draft;
  const resume = row.resume(track, job);
  const falls = track.config.fallback && (track.fallbackUntil ?? "") > moment.now;
  return {
    base,
    deadline,
    ...(resume ? { resume } : {}),
    ...(falls ? { fallback: true as const } : {}),
    ...(cap.type === "paid" ? { capUsd: cap.usd } : {}),
  };
}

/** What its leg may take, and time to wait for a free runner and to publish. */
function deadlineOf({ track, moment }: Draft, row: Row): string {
  return new Date(Date.parse(moment.now) + (row.minutes(track) + 60) * 60_000).toISOString();
}

function findBase(draft: Draft, facts: Facts, job: QueuedJob, row: Row): Base | undefined {
  const { branch, ref } = row.place(draft.track, job);
  const base = facts.bases[ref];
  if (base === undefined) draft.missing.push({ type: "base", branch, ref });
  if (base === null) {
    removeJob(draft, job);
    endJob(draft, job, { outcome: "crashed", reason: `The branch ${branch} does not exist.` });
  }
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

/** A job as it was queued, to go out again. */
export function requeued(job: Job): QueuedJob {
  const { issue, attempt, lost = 0 } = job;
  const ref = job.task === undefined ? { kind: job.kind } : { kind: job.kind, task: job.task };
  const queued = { issue, attempt, ...ref, state: "queued", lost: lost + 1 } as QueuedJob;
  return job.state !== "queued" && job.republish ? { ...queued, again: legOf(job) } : queued;
}

export function legOf(job: Exclude<Job, QueuedJob>): Leg {
  const { base, deadline, resume, fallback, capUsd, republish } = job;
  return {
    base,
    deadline,
    ...(resume ? { resume } : {}),
    ...(fallback ? { fallback } : {}),
    ...(capUsd === undefined ? {} : { capUsd }),
    ...(republish ? { republish } : {}),
  };
}
