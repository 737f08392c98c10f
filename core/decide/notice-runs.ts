import { artifactName, refOf } from "../codec/keys.ts";
import { type Draft, replaceJob } from "../jobs/draft.ts";
import { endJob } from "../jobs/end-job.ts";
import { legOf, requeued } from "../jobs/start-jobs.ts";
import type { Facts } from "../model/facts.ts";
import type { ClaimedJob, Job } from "../model/job.ts";

/** Claimed jobs whose run ended, or whose time is up, without a word from publish. */
export function noticeRuns(draft: Draft, facts: Facts): void {
  const { track, moment } = draft;
  track.leaving = track.leaving.filter(({ deadline }) => deadline > moment.now);
  for (const job of track.jobs) {
    if (job.state !== "claimed") continue;
    const artifacts = facts.endedRuns[job.run.id];
    if (artifacts) rescue(draft, job, artifacts);
    else if (moment.now > job.deadline) lose(draft, job, "Its time is up and it brought no result.");
  }
}

/** Where the agent's artifact is there, only publishing failed: that is done again, and no agent is paid twice. */
function rescue(draft: Draft, job: ClaimedJob, artifacts: string[]): void {
  const artifact = job.republish?.artifact ?? artifactName.format(job, job.run.attempt);
  const from = job.republish?.run ?? job.run.id;
  const known = job.republish !== undefined || artifacts.includes(artifact);
  const { lost = 0 } = job;
  if (!known || lost >= draft.track.config.limits.attempts) {
    return lose(draft, job, "Its run ended without a result.");
  }
  const again = { ...legOf(job), republish: { run: from, artifact } };
  replaceJob(draft, job, { ...refOf(job), lost: lost + 1, state: "queued", again });
}

/** A run that never did anything for a job costs it no attempt, a bounded number of times. */
export function lose(draft: Draft, job: Job, reason: string): void {
  const { lost = 0 } = job;
  if (lost + 1 < draft.track.config.limits.attempts) return replaceJob(draft, job, requeued(job));
  draft.track.jobs = draft.track.jobs.filter((other) => other !== job);
  endJob(draft, job, { outcome: "lost", reason });
}
