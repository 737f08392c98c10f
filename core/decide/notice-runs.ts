import type { Facts } from "../model/facts.ts";
import type { LiveJob } from "../model/live-job.ts";
import type { Draft } from "./draft.ts";
import { recordFailure } from "./record-failure.ts";

/** A claimed job whose run ended, or whose time is up, without a word from publish has crashed. */
export function noticeRuns(draft: Draft, facts: Facts): void {
  const { track, moment } = draft;
  track.leaving = track.leaving?.filter((job) => (job.deadline ?? "") > moment.now);
  if (track.leaving?.length === 0) delete track.leaving;
  for (const job of [...draft.track.jobs]) {
    if (job.state === "claimed" && isLost(draft, job, facts)) {
      draft.track.jobs = draft.track.jobs.filter((other) => other !== job);
      recordFailure(draft, job, {
        outcome: "crashed",
        reason: "its run ended without a result",
      });
    }
  }
}

function isLost(draft: Draft, job: LiveJob, facts: Facts): boolean {
  if (job.run && facts.endedRuns.includes(job.run.id)) return true;
  return job.deadline !== undefined && draft.moment.now > job.deadline;
}
