import type { JobRef, Outcome } from "../model/job.ts";
import type { Track } from "../model/track.ts";
import type { Draft } from "./draft.ts";
import type { Failing } from "./row.ts";

/** Of these the work is not to blame: the same words twice say nothing about a third time. */
const passing: readonly Outcome[] = ["lost", "rate-limited", "unavailable", "cancelled"];

/** Ends of a run that got on: the next one goes on from what was kept. */
const unfinished: readonly Outcome[] = ["crashed", "timeout", "max-turns"];

const longestReason = 500;

/** Whether a job fails just as it did the last time: another run would be paid for the same. */
export function isSameFailure(track: Pick<Track, "failures">, job: JobRef, failing: Failing): boolean {
  const { outcome, reason, resume } = failing;
  if (reason === undefined || passing.includes(outcome)) return false;
  if (resume && unfinished.includes(outcome)) return false;
  const last = track.failures?.find((one) => one.job === nameOf(job));
  return last?.outcome === outcome && last.reason === reason.slice(0, longestReason);
}

/** Keeps how a job failed for the next time; a run that says nothing about the work changes nothing. */
export function rememberFailure({ track }: Draft, job: JobRef, { outcome, reason }: Failing): void {
  if (passing.includes(outcome)) return;
  const others = othersThan(track, job);
  if (reason === undefined) track.failures = others;
  else track.failures = [...others, { job: nameOf(job), outcome, reason: reason.slice(0, longestReason) }];
}

export function forgetFailure({ track }: Draft, job: JobRef): void {
  if (track.failures) track.failures = othersThan(track, job);
}

function othersThan({ failures = [] }: Track, job: JobRef) {
  return failures.filter((one) => one.job !== nameOf(job));
}

function nameOf({ kind, task }: JobRef): string {
  return task === undefined ? kind : `${kind}/${task}`;
}
