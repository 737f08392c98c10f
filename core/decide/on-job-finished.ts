import { baseBranch } from "../codec/branches.ts";
import { jobKey, refOf } from "../codec/keys.ts";
import type { Draft } from "../jobs/draft.ts";
import { isSame, removeJob, say } from "../jobs/draft.ts";
import { endJob, handOver } from "../jobs/end-job.ts";
import { rowOf } from "../jobs/rows.ts";
import { forgetFailure } from "../jobs/same-failure.ts";
import { legOf } from "../jobs/start-jobs.ts";
import { forget } from "../model/forget.ts";
import type { ClaimedJob, HistoryRow, Job, Outcome } from "../model/job.ts";
import { mostHistory } from "../model/track.ts";
import type { JobReport, JobResult } from "../model/trigger.ts";
import { withoutUndefined } from "../model/without-undefined.ts";

/** Records what publish reports about a job that this run had claimed. */
export function onJobFinished(draft: Draft, report: JobReport): void {
  const { track } = draft;
  const isIts = (job: Job): job is ClaimedJob =>
    isSame(job, report.job) && job.state === "claimed" && job.run.id === report.run.id;
  const live = track.jobs.find(isIts);
  const job = live ?? track.leaving.find(isIts);
  if (!job) return;
  track.leaving = track.leaving.filter((one) => !isIts(one));
  if (live) removeJob(draft, live);
  if (!isCounted(draft, job)) {
    addUsage(draft, report);
    addHistory(draft, report, job);
  }
  noteCi(draft, report);
  if (report.limited) handOver(draft, job, report.limited.until);
  // It was dropped meanwhile: what it cost and left is all that counts of it.
  if (!live) return keepWork(draft, job, report);
  finish(draft, live, report);
}

/** A result that was held had told what it used before it is published again. */
function isCounted({ track }: Draft, job: ClaimedJob): boolean {
  if (!job.republish) return false;
  const { run } = job.republish;
  return track.history.some((row) => row.job === jobKey.format(job) && row.run === run);
}

function finish(draft: Draft, job: ClaimedJob, report: JobReport): void {
  const { result } = report;
  if (result.type === "held") return hold(draft, job, result);
  if (result.type !== "failed") {
    forgetFailure(draft, job);
    return rowOf(job).succeed(draft, job, report);
  }
  const { type: _, ...failing } = result;
  endJob(draft, report.limited ? { ...job, fallback: true } : job, failing);
}

/** A good result that GitHub does not let us propose waits in its artifact until a person has changed the setting. */
function hold(draft: Draft, job: ClaimedJob, held: Extract<JobResult, { type: "held" }>): void {
  const { track } = draft;
  const { branch, base, text, artifact } = held;
  const republish = job.republish ?? { run: job.run.id, artifact };
  // What it cost is settled, and publishing costs nothing.
  const { capUsd: _, ...leg } = legOf(job);
  const again = { ...leg, republish };
  track.jobs.push({ ...refOf(job), state: "queued", again });
  const said = track.paused && track.trouble?.type === "pulls-forbidden";
  track.trouble = { type: "pulls-forbidden", job: jobKey.format(job), branch, base, text };
  track.paused = true;
  // One setting holds up all of them: it is said once.
  if (!said) say(draft, track.issue, track.trouble);
}

/** A track that was started over has a branch of its own, and nothing of the last one. */
function keepWork(draft: Draft, job: ClaimedJob, { result }: JobReport): void {
  const resume = result.type === "failed" ? result.resume : undefined;
  if (!resume || job.base.branch !== baseBranch(draft.track)) return;
  rowOf(job).left?.(draft, job, resume);
}

/** What is published next says it anew. */
function noteCi({ track }: Draft, { ci }: JobReport): void {
  if (ci?.type === "waits") track.ciWaits = ci.why;
  else forget(track, "ciWaits");
}

function addUsage({ track }: Draft, { job, usage, usd }: JobReport): void {
  for (const spender of [track, job.task && track.tasks[job.task]]) {
    if (!spender) continue;
    spender.usage = { input: spender.usage.input + usage.input, output: spender.usage.output + usage.output };
    spender.usd += usd;
  }
}

function addHistory(draft: Draft, report: JobReport, from: ClaimedJob): void {
  const { track, moment } = draft;
  const { job, run, usage, usd, by, seconds, rounds, artifact, result } = report;
  const row: HistoryRow = withoutUndefined({
    job: jobKey.format(job),
    at: moment.now,
    outcome: outcomeOf(result),
    seconds: Math.round(seconds),
    waited: waitOf(draft, report, from),
    run: run.id,
    by: by?.engine,
    model: by?.model,
    tokens: usage.input + usage.output || undefined,
    usd: usd || undefined,
    rounds: rounds > 1 ? rounds : undefined,
    republished: from.republish ? true : undefined,
    token: from.token ? true : undefined,
    artifact,
  });
  track.history = [...track.history, row].slice(-mostHistory);
}

/** Clocks of runners differ from ours; one that cannot be right says nothing. */
const clockSkewMs = 60_000;

/** How long it waited for a runner. What was published again waited in its first run. */
function waitOf({ moment }: Draft, { at }: JobReport, { since, republish }: ClaimedJob): number | undefined {
  if (at === undefined || since === undefined || republish) return undefined;
  const [from, to] = [Date.parse(since), Date.parse(at)];
  const isSound = to >= from - clockSkewMs && to <= Date.parse(moment.now) + clockSkewMs;
  return isSound ? Math.max(0, Math.round((to - from) / 1000)) : undefined;
}

function outcomeOf(result: JobResult): Outcome {
  return result.type === "failed" ? result.outcome : "done";
}
