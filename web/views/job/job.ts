import { jobKey, jobName } from "../../../core/codec/keys.ts";
import type { HistoryRow, JobRef } from "../../../core/model/job.ts";
import type { Track } from "../../../core/model/track.ts";
import { aboutTokens } from "../../../core/render/plan-cost.ts";
import { formatUsd } from "../../../core/select/budget.ts";
import { address, github } from "../../address.ts";
import { type Html, html } from "../../html.ts";
import type { RepositoryContext } from "../../page.ts";
import type { RepositoryView } from "../../routes.ts";
import type { JournalReading, Logs } from "../../source.ts";
import { renderOutcome } from "../state.ts";
import { formatDuration, renderInstant } from "../time.ts";
import { findTrack, placeOf, type TrackPlace, trackPage } from "../track/place.ts";
import { renderCrew } from "./crew.ts";
import { renderRounds } from "./rounds.ts";
import { renderSteps } from "./steps.ts";

/** A job, and the run that worked on it as far as one is known. */
export interface KnownJob {
  job: JobRef;
  run: number | undefined;
  /** Once it has ended. */
  row: HistoryRow | undefined;
}

/** `…/tracks/<issue>/jobs/<kind>/<task>/<attempt>`: what a crew did. */
export const showJob: RepositoryView = async (context) => {
  const track = await findTrack(context);
  const known = track && findJob(track, context.params);
  if (!track || !known) return undefined;
  const { journal, logs } = await readWork(context, known);
  const place = placeOf(context);
  const body = renderJob({ known, journal, logs }, place, track.config.reviewers);
  return trackPage({ track, about: jobName(known.job), body }, place);
};

/** The job that an address names, if the track knows it. */
export function findJob(track: Track, params: Record<string, string>): KnownJob | undefined {
  const key = `${track.issue}/${params.kind}/${params.task}/${params.attempt}`;
  const job = jobKey.parse(key);
  if (!job) return undefined;
  const row = track.history.findLast((one) => one.job === key);
  const open = track.jobs.find((one) => jobKey.format(one) === key);
  if (!row && !open) return undefined;
  return { job, row, run: row?.run ?? (open?.state === "claimed" ? open.run.id : undefined) };
}

/** Artifacts that are gone or cannot be listed leave a page with what the ledger knows. */
async function readWork({ repository }: RepositoryContext, { job, run }: KnownJob) {
  if (run === undefined) return { journal: { type: "gone" as const }, logs: undefined };
  const [journal, logs] = await Promise.all([repository.journal(job, run), repository.logs(job, run)]);
  return { journal, logs };
}

interface JobPage {
  known: KnownJob;
  journal: JournalReading;
  logs: Logs | undefined;
}

export function renderJob(
  { known, journal, logs }: JobPage,
  place: TrackPlace,
  reviewers: readonly string[],
): Html {
  const { job, row, run } = known;
  const { repository, site } = place;
  const at = { repository, key: jobKey.format(job) };
  return html`<div data-live="job"><h2>${jobName(job)} ${row ? renderOutcome(row.outcome) : html`<span class="state in_progress">under way</span>`}</h2>
<dl class="facts">
${row && fact("Ended", renderInstant(row.at))}
${row && fact("Time", html`${formatDuration(row.seconds)}${row.waited !== undefined && html` <span class="quiet">after ${formatDuration(row.waited)} of waiting for a runner</span>`}`)}
${row && fact("Cost", html`${row.usd === undefined ? "nothing" : formatUsd(row.usd)}${row.tokens !== undefined && html` <span class="quiet">${aboutTokens(row.tokens)} tokens</span>`}`)}
${run !== undefined && fact("Run", html`<a href="${github.run(site, repository, run)}">${run}</a>`)}
${job.task && fact("Task", html`<a href="${address.task(repository, job.issue, job.task)}">${job.task}</a>`)}
</dl>
${renderJournal(journal, { at, logs, reviewers })}</div>`;
}

function fact(name: string, value: Html): Html {
  return html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
}

/** What was read, and where to show it. */
interface Work {
  at: { repository: TrackPlace["repository"]; key: string };
  logs: Logs | undefined;
  reviewers: readonly string[];
}

function renderJournal(journal: JournalReading, { at, logs, reviewers }: Work): Html {
  if (journal.type === "gone")
    return html`<p class="empty">What the crew did is not here: it has not come to an end yet, or GitHub has deleted it. Artifacts of runs are kept for fourteen days.</p>`;
  if (journal.type === "unreadable")
    return html`<p class="refusal">The journal of this job cannot be shown. ${journal.problem}</p>`;
  const { manifest } = journal;
  return html`${manifest.reason && html`<section><h2>Why</h2><pre class="words">${manifest.reason}</pre></section>`}
<section>${renderCrew(manifest)}</section>
${renderRounds(manifest, reviewers)}
<section><h2>Step by step</h2>${renderSteps(manifest.steps, { ...at, logs })}</section>`;
}
