import type { Job } from "../model/job.ts";
import { type Track, taskEntries } from "../model/track.ts";
import { type Draft, dropJobs, dropStarts, liveJob, runOf } from "./draft.ts";
import { restarted } from "./fail-task.ts";

/** A result that waits to be published: that costs nothing more. */
function isWaiting(job: Job): boolean {
  return job.state === "queued" && job.again !== undefined;
}

/** The results of a track that wait to be published. */
export function waitingResults({ jobs }: Track): Job[] {
  return jobs.filter((job) => job.kind !== "report" && isWaiting(job));
}

/** Stops what runs for a track at once: what it had done is kept, and tasks wait where they were. Says how many runs were stopped. */
export function halt(draft: Draft): number {
  const { track } = draft;
  // Reports were asked for by name.
  const stops = track.jobs.filter((job) => job.kind !== "report" && !isWaiting(job));
  const runs = new Set(stops.flatMap((job) => runOf(job) ?? [])).size;
  dropJobs(draft, (job) => stops.includes(job));
  dropStarts(draft);
  for (const [id, task] of taskEntries(draft.track)) {
    if (task.status !== "in_progress" || liveJob(draft.track, "task", id)) continue;
    draft.track.tasks[id] = restarted(task, task.feedback);
  }
  return runs;
}
