import { few } from "../../../core/render/phrases.ts";
import { formatUsd } from "../../../core/select/budget.ts";
import type { TaskRow } from "../../../core/view/task-rows.ts";
import { address, github } from "../../address.ts";
import { type Html, html } from "../../html.ts";
import { renderStatus } from "../state.ts";
import { formatDuration } from "../time.ts";
import type { TrackPlace } from "./place.ts";

const checkWords: Readonly<Record<TaskRow["checks"], string>> = {
  passed: "✓ passed",
  failed: "✗ failed",
  none: "not checked",
  unknown: "–",
};

const reviewWords: Readonly<Record<TaskRow["review"], string>> = {
  ok: "✓ fine",
  blocked: "✗ blocked",
  missing: "! missing",
  overruled: "! overruled",
  none: "not reviewed",
  unknown: "–",
};

/** Every task in a row: what the graph shows, and more. */
export function renderTasks(tasks: readonly TaskRow[], place: TrackPlace & { issue: number }): Html {
  if (tasks.length === 0) return html``;
  const costs = tasks.some(({ usd }) => usd > 0);
  const heads = [
    "Task",
    "State",
    "After",
    "Pull request",
    "Checks",
    "Review",
    "Time",
    ...(costs ? ["Cost"] : []),
  ];
  return html`<div class="table" tabindex="0" role="group" aria-label="Table of the tasks"><table class="stacks">
<caption>Tasks</caption>
<thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${tasks.map((task) => renderRow(task, place, costs))}</tbody></table></div>`;
}

function renderRow(
  task: TaskRow,
  { repository, site, issue }: TrackPlace & { issue: number },
  costs: boolean,
): Html {
  const { id, title, status, after, pull, checks, review, signals, minutes, usd } = task;
  const signalWords = signals > 0 && html` <span class="wait">! ${signals} to look at</span>`;
  return html`<tr id="${id}">
<th scope="row"><a href="${address.task(repository, issue, id)}"><span class="id">${id}</span> ${title}</a></th>
<td>${renderStatus(status)}</td>
<td data-head="After">${after.length > 0 ? few(after).join(", ") : "–"}</td>
<td data-head="Pull request">${pull === undefined ? "–" : html`<a href="${github.pull(site, repository, pull)}">#${pull}</a>`}</td>
<td data-head="Checks">${checkWords[checks]}</td>
<td data-head="Review">${reviewWords[review]}${signalWords}</td>
<td data-head="Time" class="number">${minutes > 0 ? formatDuration(minutes * 60) : "–"}</td>
${costs && html`<td data-head="Cost" class="number">${usd > 0 ? formatUsd(usd) : "–"}</td>`}</tr>
`;
}
