import { refOf } from "../codec/keys.ts";
import { artifactOf } from "../jobs/artifact-of.ts";
import { bookLost } from "../jobs/decide-cap.ts";
import { type Draft, replaceJob } from "../jobs/draft.ts";
import { legOf, lose } from "../jobs/start-jobs.ts";
import type { Facts } from "../model/facts.ts";
import type { ClaimedJob } from "../model/job.ts";

/** Claimed jobs whose run ended, or whose time is up, without a word from publish. */
export function noticeRuns(draft: Draft, facts: Facts): void {
  const { track, moment } = draft;
  track.leaving = track.leaving.filter(
    ({ deadline, run }) => deadline > moment.now && facts.endedRuns[run.id] === undefined,
  );
  for (const job of track.jobs) {
    if (job.state !== "claimed") continue;
    const artifacts = facts.endedRuns[job.run.id];
    if (artifacts && rescue(draft, job, artifacts)) continue;
    const late = moment.now > job.deadline;
    if (!artifacts && !late) continue;
    bookLost(draft, facts, job);
    lose(draft, job, late ? "Its time is up and it brought no result." : "Its run ended without a result.");
  }
}

/**
 * Tries to publish one result. A limit of GitHub's may last for an hour and come again, and whoever is refused by it cannot
 * even write that down: so there are more than of an agent, which costs more than a minute of a small runner.
 */
const mostPublications = 12;

/** Where the agent's artifact is there, only publishing failed: that is done again, and no agent is paid twice. */
function rescue(draft: Draft, job: ClaimedJob, artifacts: string[]): boolean {
  const republish = artifactOf(job);
  const known = job.republish !== undefined || artifacts.includes(republish.artifact);
  const { lost = 0 } = job;
  if (!known || lost >= mostPublications) return false;
  const again = { ...legOf(job), republish };
  replaceJob(draft, job, { ...refOf(job), lost: lost + 1, state: "queued", again });
  return true;
}
