import { few, plural, statusWords } from "../../../core/render/phrases.ts";
import { formatUsd } from "../../../core/select/budget.ts";
import type { ShownStatus, TaskRow } from "../../../core/view/task-rows.ts";
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

interface TablePlace extends TrackPlace {
  issue: number;
  /** Whether somebody asked for every task of a large track. */
  isWhole: boolean;
}

/** More of them are folded by their state: nobody scrolls past hundreds to the few that wait. */
const mostUnfolded = 60;
/** So many of a state are in a large track's page; the rest is a click away. */
const mostOfState = { waiting: 40, other: 15 };

/** The order in which states are looked at: what waits for people stands first and open. */
const order: readonly ShownStatus[] = [
  "failed",
  "needs_input",
  "review",
  "in_progress",
  "not_started",
  "pending",
  "stopped",
  "rolled_back",
  "skipped",
  "completed",
];
const waiting: readonly ShownStatus[] = ["failed", "needs_input", "review"];

/** Every task in a row: what the graph shows, and more. */
export function renderTasks(tasks: readonly TaskRow[], place: TablePlace): Html {
  if (tasks.length === 0) return html``;
  if (tasks.length <= mostUnfolded) return renderTable(tasks, place, "Tasks");
  const groups = order.map((status) => ({ status, rows: tasks.filter((task) => task.status === status) }));
  const first = groups.find(({ status, rows }) => rows.length > 0 && waiting.includes(status));
  return html`<h2>Tasks</h2>${groups
    .filter(({ rows }) => rows.length > 0)
    .map(
      (group) =>
        html`<details class="group" id="tasks-${group.status}"${group === first && html` open`}><summary>${renderStatus(group.status)} ${plural(group.rows.length, "task")}</summary>${renderGroup(group, place)}</details>`,
    )}`;
}

function renderGroup({ status, rows }: { status: ShownStatus; rows: TaskRow[] }, place: TablePlace): Html {
  const most = waiting.includes(status) ? mostOfState.waiting : mostOfState.other;
  const shown = place.isWhole ? rows : rows.slice(0, most);
  const left = rows.length - shown.length;
  const all = `${address.track(place.repository, place.issue)}?all#${rows[most]?.id ?? ""}`;
  return html`${renderTable(shown, place, statusWords[status])}
${left > 0 && html`<p><a href="${all}">${left} more: show every task</a></p>`}`;
}

function renderTable(tasks: readonly TaskRow[], place: TablePlace, caption: string): Html {
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
  return html`<div class="table" tabindex="0" role="group" aria-label="Table: ${caption}"><table class="stacks">
<caption>${caption}</caption>
<thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${tasks.map((task) => renderRow(task, place, costs))}</tbody></table></div>`;
}

/** A phone leaves out what there is nothing to say about. */
function renderCell(head: string, value: Html | string, isNumber = false): Html {
  const looks = [isNumber ? "number" : "", value === nothing ? "none" : ""].filter(Boolean).join(" ");
  return html`<td data-head="${head}"${looks && html` class="${looks}"`}>${value}</td>`;
}

const nothing = "–";

function renderRow(task: TaskRow, { repository, site, issue }: TablePlace, costs: boolean): Html {
  const { id, title, status, after, pull, checks, review, signals, minutes, usd } = task;
  const signalWords = signals > 0 && html` <span class="wait">! ${signals} to look at</span>`;
  return html`<tr id="${id}">
<th scope="row"><a href="${address.task(repository, issue, id)}"><span class="id">${id}</span> ${title}</a></th>
<td>${renderStatus(status)}</td>
${renderCell("After", after.length > 0 ? few(after).join(", ") : nothing)}
${renderCell("Pull request", pull === undefined ? nothing : html`<a href="${github.pull(site, repository, pull)}">#${pull}</a>`)}
${renderCell("Checks", checkWords[checks])}
${renderCell("Review", signals > 0 ? html`${reviewWords[review]}${signalWords}` : reviewWords[review])}
${renderCell("Time", minutes > 0 ? formatDuration(minutes * 60) : nothing, true)}
${costs && renderCell("Cost", usd > 0 ? formatUsd(usd) : nothing, true)}</tr>
`;
}
