import { jobKey, jobName } from "../../../core/codec/keys.ts";
import type { HistoryRow, Job } from "../../../core/model/job.ts";
import type { Track } from "../../../core/model/track.ts";
import { aboutTokens } from "../../../core/render/plan-cost.ts";
import { outcomeWords } from "../../../core/render/why.ts";
import { formatUsd } from "../../../core/select/budget.ts";
import { address } from "../../address.ts";
import { type Html, html } from "../../html.ts";
import { renderSpans, type SpanRow, type Stretch } from "../../plot/spans.ts";
import type { RepositoryView } from "../../routes.ts";
import type { JournalReading, RepositorySource } from "../../source.ts";
import { crewRows } from "../job/crew.ts";
import { findTrack, placeOf, type TrackPlace, trackPage } from "./place.ts";

/** Journals are two requests each, so only the newest are opened. */
const mostJournals = 24;
/** At once: as many as a browser would ask for. */
const atOnce = 6;

/** `…/timeline`: every job, waiting and running told apart; with `?agents` also what each agent in a crew did. */
export const showTimeline: RepositoryView = async (context) => {
  const track = await findTrack(context);
  if (!track) return undefined;
  const withAgents = context.query.has("agents");
  const journals = withAgents
    ? await readJournals(context.repository, track)
    : new Map<HistoryRow, JournalReading>();
  const place = placeOf(context);
  const body = renderTimeline(track, { journals, withAgents }, place);
  return trackPage({ track, about: "Timeline", part: "timeline", body }, place);
};

/** What the crews of the newest jobs wrote down, as far as GitHub still has it. */
export async function readJournals(
  repository: RepositorySource,
  track: Track,
): Promise<Map<HistoryRow, JournalReading>> {
  const rows = track.history.slice(-mostJournals);
  const found = new Map<HistoryRow, JournalReading>();
  for (let start = 0; start < rows.length; start += atOnce) {
    const some = rows.slice(start, start + atOnce);
    await Promise.all(
      some.map(async (row) => {
        const job = jobKey.parse(row.job);
        if (job && row.run !== undefined) found.set(row, await repository.journal(job, row.run));
      }),
    );
  }
  return found;
}

export interface TimelineInput {
  journals: ReadonlyMap<HistoryRow, JournalReading>;
  withAgents: boolean;
}

export function renderTimeline(
  track: Track,
  { journals, withAgents }: TimelineInput,
  place: TrackPlace,
): Html {
  const { issue, history, jobs } = track;
  const rows = [
    ...history.flatMap((row) => {
      const journal = journals.get(row);
      return [rowOfEnded(row, place), ...(journal?.type === "read" ? crewRows(journal.manifest, 1) : [])];
    }),
    ...jobs.map((job) => rowOfOpen(job, place)),
  ];
  if (rows.length === 0)
    return html`<p class="empty">Nothing has run yet. The first job plans the track.</p>`;
  const here = address.timeline(place.repository, issue);
  const toggle = withAgents
    ? html`<a class="button" href="${here}">Only the jobs</a>`
    : html`<a class="button" href="${here}?agents">Show what each agent did</a>`;
  return html`<p class="bar">${toggle} <a class="button" href="${address.trace(place.repository, issue)}">As a trace</a></p>
<div data-live="timeline">${renderSpans(rows, "Jobs")}</div>
${withAgents && missing(history, journals)}`;
}

function missing(history: readonly HistoryRow[], journals: TimelineInput["journals"]): Html {
  const left = history.filter((row) => journals.get(row)?.type !== "read").length;
  if (left === 0) return html``;
  return html`<p class="quiet">Of ${left} of these jobs only the whole is known: GitHub keeps what crews wrote for fourteen days, and only the newest ${mostJournals} are opened here.</p>`;
}

function rowOfEnded(row: HistoryRow, { repository }: TrackPlace): SpanRow {
  const end = Date.parse(row.at);
  const start = end - row.seconds * 1_000;
  const waited: Stretch[] = row.waited
    ? [{ start: start - row.waited * 1_000, end: start, look: "wait" }]
    : [];
  const failed = row.outcome !== "done";
  const words = [
    failed ? outcomeWords[row.outcome] : "",
    row.model ?? row.by ?? "",
    row.tokens ? `${aboutTokens(row.tokens)} tokens` : "",
    row.usd ? formatUsd(row.usd) : "",
    row.rounds && row.rounds > 1 ? `${row.rounds} rounds` : "",
  ];
  return {
    name: html`<a href="${address.job(repository, row.job)}">${nameOf(row.job)}</a>`,
    depth: 0,
    stretches: [...waited, { start, end, look: failed ? "failed" : "run" }],
    note: words.filter(Boolean).join(" · "),
  };
}

function rowOfOpen(job: Job, { repository, now }: TrackPlace): SpanRow {
  const key = jobKey.format(job);
  const since = job.state === "queued" ? undefined : job.since;
  const start = since === undefined ? now.getTime() : Date.parse(since);
  const look = job.state === "claimed" ? "open" : "wait";
  return {
    name: html`<a href="${address.job(repository, key)}">${jobName(job)}</a>`,
    depth: 0,
    stretches: [{ start, end: now.getTime(), look }],
    note: job.state === "claimed" ? "under way" : "waits for a runner",
  };
}

function nameOf(key: string): string {
  const job = jobKey.parse(key);
  return job ? jobName(job) : key;
}
