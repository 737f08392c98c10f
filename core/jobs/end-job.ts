import type { Instant } from "../model/ids.ts";
import type { Job, JobRef } from "../model/job.ts";
import { withoutUndefined } from "../model/without-undefined.ts";
import { artifactOf } from "./artifact-of.ts";
import type { Draft } from "./draft.ts";
import { runOf } from "./draft.ts";
import type { Failing } from "./row.ts";
import { rowOf } from "./rows.ts";
import { isSameFailure, rememberFailure } from "./same-failure.ts";

/** Minutes to wait where a provider does not say: longer with every attempt, up to an hour. */
const patience = { first: 5, most: 60 };

/** Tracks that met the same outage come back one after the other, each at a second of its own. */
function untilTriedAgain({ now }: Draft["moment"], { issue, attempt }: JobRef): Instant {
  const minutes = Math.min(patience.most, patience.first * 2 ** (attempt - 1));
  const seconds = (issue * 37 + attempt * 13) % 60;
  return new Date(Date.parse(now) + minutes * 60_000 + seconds * 1_000).toISOString();
}

/** The longest that a provider is taken at its word. */
const longestWaitMs = 7 * 24 * 3_600_000;

/** What the agent zone says about time is no more than a hint: one that is over, or no time at all, says nothing. */
function soundUntil({ now }: Draft["moment"], until: Instant | undefined): Instant | undefined {
  const [from, to] = [Date.parse(now), Date.parse(until ?? "")];
  if (Number.isNaN(to) || to <= from) return undefined;
  return new Date(Math.min(to, from + longestWaitMs)).toISOString();
}

/** The fallback does the work until a provider is back. */
export function handOver({ track, moment }: Draft, job: JobRef, until: Instant | undefined): void {
  const back = soundUntil(moment, until) ?? untilTriedAgain(moment, job);
  if (track.config.fallback) track.fallbackUntil = later(track.fallbackUntil, back);
}

/** The fallback takes over, or all of the track waits: where it is the fallback that fails, or a person asked for this very engine. */
function waitForModel(draft: Draft, job: Job, failing: Failing): void {
  const { track, moment } = draft;
  const wished = job.task !== undefined && track.tasks[job.task]?.wish !== undefined;
  const fellBack = job.state !== "queued" && job.fallback;
  if (track.config.fallback && !fellBack && !wished) return handOver(draft, job, failing.until);
  const until = soundUntil(moment, failing.until) ?? untilTriedAgain(moment, job);
  track.notBefore = later(track.notBefore, until);
  const { until: _, resume: __, files: ___, questions: ____, permissions: _____, ...why } = failing;
  track.trouble = { type: "model-waits", until: track.notBefore, why };
}

/** Several runs meet the same limit and are told different times. */
function later(known: Instant | undefined, until: Instant): Instant {
  return known !== undefined && known > until ? known : until;
}

/** What a job that did not succeed means for its track. */
export function endJob(draft: Draft, job: Job, failing: Failing): void {
  if (failing.outcome === "rate-limited" || failing.outcome === "unavailable")
    waitForModel(draft, job, failing);
  const row = rowOf(job);
  const spent = row.spentOn(draft.track, job);
  // What costs nothing may be tried as often as it is allowed to.
  const isRepeated = row.asksAgents && (failing.repeated || isSameFailure(draft.track, job, failing));
  rememberFailure(draft, job, failing);
  const told = {
    spent: spent.usd > 0 ? spent : undefined,
    run: runOf(job),
    artifact: failing.outcome === "refused-change" ? leftBy(job) : undefined,
    repeated: isRepeated ? true : undefined,
  };
  row.fail(draft, job, { ...failing, ...withoutUndefined(told) });
}

/** What people download who want to see all that a run made. */
function leftBy(job: Job): string | undefined {
  return job.state === "claimed" ? artifactOf(job).artifact : undefined;
}
