import { trackBranch } from "../codec/branches.ts";
import { batchKey } from "../codec/keys.ts";
import { type Facts, noFacts } from "../model/facts.ts";
import type { TaskId } from "../model/ids.ts";
import type { Base } from "../model/job.ts";
import type { LiveJob } from "../model/live-job.ts";
import type { Track } from "../model/track.ts";
import type { Draft } from "./draft.ts";
import { recordHealth } from "./health.ts";
import { recordFailure } from "./record-failure.ts";

/** A run and which try of it. */
export interface Run {
  id: number;
  attempt: number;
}

/** What a run works on is said by the ledger, not by the dispatch: a doubled or foreign run gets nothing. */
export function claimBatch(draft: Draft, facts: Facts, claim: { batch: number; run: Run }): void {
  const { track } = draft;
  const key = batchKey.format({ issue: track.issue, batch: claim.batch });
  track.outbox = track.outbox.filter((entry) => entry.key !== key);
  for (const job of [...track.jobs]) {
    if (job.state === "dispatched" && job.batch === claim.batch) claimJob(draft, job, facts, claim.run);
  }
}

/** A leg that has just published a task goes on with its review, which saves a run and its start. */
export function claimInline(draft: Draft, task: TaskId | undefined, run: Run): void {
  const job = draft.track.jobs.find(
    (one) => one.state === "queued" && one.kind === "review" && one.task === task,
  );
  if (job && task) claimJob(draft, job, noFacts, run);
}

function claimJob(draft: Draft, job: LiveJob, facts: Facts, run: Run): void {
  const { track } = draft;
  const base = baseOf(track, job, facts);
  if (!base) {
    track.jobs = track.jobs.filter((other) => other !== job);
    const reason = `the branch \`${baseBranch(track, job)}\` does not exist`;
    return recordFailure(draft, job, { outcome: "crashed", reason });
  }
  if (job.kind === "health" && facts.health?.sha === base.sha) {
    track.jobs = track.jobs.filter((other) => other !== job);
    return recordHealth(draft, facts.health);
  }
  job.state = "claimed";
  job.run = run;
  job.base = base;
  const checkpoint = job.kind === "task" ? track.tasks[job.task!]?.checkpoint : undefined;
  if (checkpoint) job.checkpoint = checkpoint;
  if (track.config.fallback && (track.fallbackUntil ?? "") > draft.moment.now) job.fallback = true;
  // The agent's limit (a health check is as many commands as there are), the publish step, and time to wait for a free runner.
  const minutes = (job.kind === "health" ? 355 : track.config.limits.minutes) + 60;
  job.deadline = new Date(Date.parse(draft.moment.now) + minutes * 60_000).toISOString();
}

/** The branch a job works on. */
export function baseBranch(track: Track, job: LiveJob): string {
  const rollback =
    job.kind === "rollback" &&
    track.rollbacks.find((one) => one.task === job.task && one.attempt === job.attempt);
  return rollback && rollback.into === "default" ? track.defaultBranch : trackBranch.format(track);
}

function baseOf(track: Track, job: LiveJob, facts: Facts): Base | undefined {
  const branch = baseBranch(track, job);
  if (job.kind !== "review") return facts.bases[branch];
  const head = track.tasks[job.task!]?.head;
  return head ? { branch, sha: head } : undefined;
}

/** The jobs that a run holds: its matrix. */
export function jobsOfRun(track: Track, run: number): LiveJob[] {
  return track.jobs.filter((job) => job.state === "claimed" && job.run?.id === run);
}
