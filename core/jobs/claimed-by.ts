import { jobKey } from "../codec/keys.ts";
import type { ClaimedJob, Job, Run } from "../model/job.ts";
import type { Track } from "../model/track.ts";

/** The job of that key, if this very try of this run holds it; also one that was dropped meanwhile. */
export function claimedBy(
  { jobs, leaving }: Pick<Track, "jobs" | "leaving">,
  { key, run }: { key: string; run: Run },
): ClaimedJob | undefined {
  const isIts = (job: Job): job is ClaimedJob =>
    job.state === "claimed" &&
    job.run.id === run.id &&
    job.run.attempt === run.attempt &&
    jobKey.format(job) === key;
  return jobs.find(isIts) ?? leaving.find(isIts);
}
