import { trackBranch } from "../../../core/codec/branches.ts";
import { jobKey, jobName } from "../../../core/codec/keys.ts";
import { isTaskId, type TaskId } from "../../../core/model/ids.ts";
import type { HistoryRow } from "../../../core/model/job.ts";
import type { TrackTask } from "../../../core/model/task.ts";
import type { Track } from "../../../core/model/track.ts";
import type { PathChange } from "../../../core/ports/github/git.ts";
import { plural } from "../../../core/render/phrases.ts";
import { aboutTokens, aboutUsd } from "../../../core/render/plan-cost.ts";
import { renderTrouble } from "../../../core/render/troubles.ts";
import { formatUsd } from "../../../core/select/budget.ts";
import { type TaskRow, taskRows } from "../../../core/view/task-rows.ts";
import { address, github } from "../../address.ts";
import { type Html, html } from "../../html.ts";
import type { RepositoryView } from "../../routes.ts";
import type { JournalReading, RepositorySource } from "../../source.ts";
import { renderRounds } from "../job/rounds.ts";
import { renderOutcome, renderStatus } from "../state.ts";
import { formatDuration, renderInstant } from "../time.ts";
import { renderWords } from "../words.ts";
import { renderDiff } from "./diff.ts";
import { findTrack, placeOf, type TrackPlace, trackPage } from "./place.ts";

/** `…/tasks/<task>`: what it is, what was done for it, what reviewers said, and the change. */
export const showTask: RepositoryView = async (context) => {
  const track = await findTrack(context);
  const { task: id = "" } = context.params;
  const task = track && isTaskId(id) && Object.hasOwn(track.tasks, id) ? track.tasks[id] : undefined;
  if (!track || !isTaskId(id) || !task) return undefined;
  const place = placeOf(context);
  const rows = rowsOf(track, id);
  const [journal, changes] = await Promise.all([
    readNewest(context.repository, rows),
    readChanges(context.repository, track, task),
  ]);
  const body = renderTask({ track, id, task, rows, journal, changes }, place);
  return trackPage({ track, about: id, body }, place);
};

function rowsOf(track: Track, id: TaskId): HistoryRow[] {
  return track.history.filter(({ job }) => jobKey.parse(job)?.task === id);
}

/** Whether a leg did the task itself: such a one is called by its task alone. */
function changesTask(key: string): boolean {
  const job = jobKey.parse(key);
  return job !== undefined && jobName({ ...job, attempt: 1 }) === job.task;
}

/** Of the leg that did it last: it holds the rounds of review. */
async function readNewest(
  repository: RepositorySource,
  rows: readonly HistoryRow[],
): Promise<JournalReading> {
  const row = rows.findLast(({ job }) => changesTask(job)) ?? rows.at(-1);
  const job = row && jobKey.parse(row.job);
  return job && row.run !== undefined ? repository.journal(job, row.run) : { type: "gone" };
}

/** What its merge changed, else what its pull request would. */
async function readChanges(
  repository: RepositorySource,
  { issue, slug }: Track,
  { merge, proposal }: TrackTask,
): Promise<PathChange[] | undefined> {
  if (merge !== undefined) return repository.changesOf(merge);
  return proposal && repository.compare(trackBranch.format({ issue, slug }), proposal.head);
}

export interface TaskPage {
  track: Track;
  id: TaskId;
  task: TrackTask;
  rows: readonly HistoryRow[];
  journal: JournalReading;
  changes: PathChange[] | undefined;
}

export function renderTask({ track, id, task, rows, journal, changes }: TaskPage, place: TrackPlace): Html {
  const row = taskRows(track).find((one) => one.id === id);
  return html`<div data-live="task"><h2>${id} ${task.title} ${row && renderStatus(row.status)}</h2>
${row && renderFacts(row, { track, place })}
${task.trouble && html`<section class="next waits">${renderWords(renderTrouble(task.trouble, track), place)}</section>`}
${renderPlan(task)}
${renderLegs(rows, place)}
${journal.type === "read" && renderRounds(journal.manifest, track.config.reviewers)}
<section><h2>The change</h2>${renderDiff(changes)}</section></div>`;
}

function renderFacts(row: TaskRow, { track, place }: { track: Track; place: TrackPlace }): Html {
  const { repository, site } = place;
  const link = (task: TaskId) => html`<a href="${address.task(repository, track.issue, task)}">${task}</a> `;
  const next = taskRows(track).filter(({ after }) => after.includes(row.id));
  const { estimate } = row;
  return html`<dl class="facts">
<div><dt>Pull request</dt><dd>${row.pull === undefined ? "none yet" : html`<a href="${github.pull(site, repository, row.pull)}">#${row.pull}</a>`}</dd></div>
<div><dt>Waits for</dt><dd>${row.after.length > 0 ? row.after.map(link) : "nothing"}</dd></div>
<div><dt>Then</dt><dd>${next.length > 0 ? next.map(({ id }) => link(id)) : "nothing waits for it"}</dd></div>
<div><dt>Cost</dt><dd>${formatUsd(row.usd)}, ${aboutTokens(row.tokens)} tokens</dd>${estimate && html`<dd class="quiet">planned: ${aboutUsd(estimate.usd)}, ${aboutTokens(estimate.tokens)} tokens</dd>`}</div>
<div><dt>Time</dt><dd>${formatDuration(row.minutes * 60)}</dd>${estimate && html`<dd class="quiet">planned: ${formatDuration(estimate.minutes * 60)}</dd>`}</div>
</dl>`;
}

/** What was approved of it. */
function renderPlan({ acceptance = [], files }: TrackTask): Html {
  return html`${acceptance.length > 0 && html`<section><h2>Done when</h2><ul>${acceptance.map((line) => html`<li class="words">${line}</li>`)}</ul></section>`}
${files.length > 0 && html`<p><span class="quiet">Files it is about:</span> ${files.slice(0, 30).map((file) => html`<code>${file}</code> `)}${files.length > 30 && `and ${files.length - 30} more`}</p>`}`;
}

function renderLegs(rows: readonly HistoryRow[], { repository }: TrackPlace): Html {
  if (rows.length === 0) return html`<p class="empty">No job has ended for this task yet.</p>`;
  const lines = rows.map(({ job, at, outcome, seconds, rounds, tokens, usd }) => {
    const ref = jobKey.parse(job);
    const words = [
      formatDuration(seconds),
      rounds ? plural(rounds, "round") : "",
      tokens ? `${aboutTokens(tokens)} tokens` : "",
      usd ? formatUsd(usd) : "",
    ];
    return html`<li><a class="title" href="${address.job(repository, job)}">${ref ? jobName(ref) : job}</a> ${renderOutcome(outcome)}
<p class="quiet">${renderInstant(at)} · ${words.filter(Boolean).join(" · ")} · <a href="${address.job(repository, job)}">its context, prompts and transcripts</a></p></li>`;
  });
  return html`<section><h2>Jobs</h2><ul class="rows">${lines}</ul></section>`;
}
