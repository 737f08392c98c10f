import { jobName } from "../../core/codec/keys.ts";
import type { LedgerProblem } from "../../core/codec/read-document.ts";
import type { Instant } from "../../core/model/ids.ts";
import type { Track } from "../../core/model/track.ts";
import { renderNextStep } from "../../core/render/next-step.ts";
import { few, plural, short, statusWords } from "../../core/render/phrases.ts";
import { describeLedgerProblem, describeWaiting, trackHeadline } from "../../core/render/status-summary.ts";
import { elapsed } from "../../core/render/times.ts";
import { renderWarnings } from "../../core/render/warnings.ts";
import { formatUsd } from "../../core/select/budget.ts";
import type { ShownStatus, TaskRow } from "../../core/view/task-rows.ts";
import type { RepositoryView } from "../../core/view/view-repository.ts";
import type { TrackView } from "../../core/view/view-track.ts";
import { secondsBetween, workedAt } from "../../core/view/worked-time.ts";
import { type Cell, type Column, formatLine, formatTable, type Sheet, type Style } from "../format-table.ts";
import { plainWords } from "../plain-words.ts";

/** What is written on, and the moment that it speaks of. */
export interface Page {
  sheet: Sheet;
  at: Instant;
}

/** All open tracks, for a terminal: what waits for a person first. */
export function repositoryText({ waiting, others }: RepositoryView, page: Page): string {
  if (waiting.length + others.length === 0)
    return formatLine(describeWaiting({ waiting, others }), page.sheet);
  return [
    ...section(
      `${plural(waiting.length, "track")} ${waiting.length === 1 ? "waits" : "wait"} for you`,
      waiting,
      page,
    ),
    ...section("Nothing for you to do", others, page),
  ].join("");
}

function section(title: string, views: TrackView[], page: Page): string[] {
  if (views.length === 0) return [];
  return [
    formatLine({ text: title, style: "bold" }, page.sheet),
    ...views.map((view) => trackLines(view, page)),
    "\n",
  ];
}

function trackLines(view: TrackView, { sheet, at }: Page): string {
  const indent = 6;
  const head = `#${view.issue} ${view.title}`;
  return [
    formatLine({ text: head, style: "bold" }, sheet, indent),
    ...[headline(view, at), `Next: ${plainWords(renderNextStep(view.next))}`].map(
      (line) =>
        `    ${formatLine(line, { ...sheet, columns: sheet.columns - 4 }, 0)
          .replaceAll("\n", "\n    ")
          .trimEnd()}\n`,
    ),
  ].join("");
}

/** How far it is, and how long gsd has worked on it. */
function headline(view: TrackView, at: Instant): string {
  const seconds = workedAt(view.worked, at);
  return seconds > 0 ? `${trackHeadline(view)}, ${elapsed(seconds)} of work` : trackHeadline(view);
}

/** One track with its tasks, and what to type next. */
export function trackText(view: TrackView, track: Track, { sheet, at }: Page): string {
  const warnings = renderWarnings(view.warnings, track, { short: true });
  return [
    formatLine({ text: `#${view.issue} ${view.title}`, style: "bold" }, sheet, 6),
    formatLine(headline(view, at), sheet),
    formatLine(`Next: ${plainWords(renderNextStep(view.next))}`, sheet, 6),
    view.pull ? formatLine(`Plan: #${view.pull}${planWords(view)}`, sheet, 6) : "",
    view.tasks.length > 0 ? `\n${taskTable(view.tasks, sheet)}` : "",
    ...view.running.map((job) => formatLine(`Running: ${runWords(job, { view, at })}`, sheet, 9)),
    ...warnings.map(
      (text) => `\n${formatLine({ text: `Warning: ${plainWords(text)}`, style: "yellow" }, sheet, 9)}`,
    ),
    "\n",
    formatLine("Commands are comments on the issue; `/help` there lists them.", sheet),
  ].join("");
}

function planWords({ plan }: TrackView): string {
  if (plan.type === "none") return "";
  return plan.type === "approved"
    ? `, ${short(plan.tree)} approved by ${plan.by}`
    : `, ${short(plan.tree)} not approved yet`;
}

/** `T04, attempt 2, 12 min, run 901`. */
function runWords(
  { kind, task, attempt, since, run }: TrackView["running"][number],
  { view: { issue, tasks }, at }: { view: TrackView; at: Instant },
): string {
  // A review of a task counts its own legs; people count how often the task was sent out.
  const tries = tasks.find(({ id, status }) => id === task && status === "in_progress")?.attempt ?? attempt;
  const words = [
    jobName({ issue, kind, task, attempt: 1 } as Parameters<typeof jobName>[0]),
    tries > 1 ? `attempt ${tries}` : "",
    since === undefined ? "" : elapsed(secondsBetween(since, at)),
    run === undefined ? "about to start" : `run ${run}`,
  ];
  return words.filter(Boolean).join(", ");
}

const styles: Partial<Record<ShownStatus, Style>> = {
  needs_input: "yellow",
  failed: "red",
  review: "yellow",
  completed: "green",
  skipped: "dim",
};

const checkWords: Record<TaskRow["checks"], string> = {
  passed: "passed",
  failed: "failed",
  none: "none",
  unknown: "–",
};

interface TaskColumn extends Column {
  show(task: TaskRow): Cell;
  /** A narrower terminal leaves it out. */
  from?: number;
}

const wide = 90;

const taskColumns: readonly TaskColumn[] = [
  { title: "Task", show: ({ id }) => id },
  { title: "Title", wraps: true, show: ({ title }) => title },
  { title: "After", from: wide, show: ({ after }) => few(after, 3).join(", ") || "–" },
  { title: "State", show: ({ status }) => stateCell(status) },
  { title: "Pull", show: ({ pull }) => (pull ? `#${pull}` : "–") },
  { title: "Checks", show: ({ checks }) => checkWords[checks] },
  { title: "Review", show: ({ review }) => (review === "unknown" ? "–" : review) },
  { title: "Cost", from: wide, align: "right", show: ({ usd }) => (usd > 0 ? formatUsd(usd) : "–") },
];

/** The title gets what the others leave. */
function taskTable(tasks: TaskRow[], sheet: Sheet): string {
  const columns = taskColumns.filter(({ from = 0 }) => sheet.columns >= from);
  const rows = tasks.map((task) => columns.map(({ show }) => show(task)));
  return formatTable(columns, rows, sheet);
}

function stateCell(status: ShownStatus): Cell {
  const style = styles[status];
  return style ? { text: statusWords[status], style } : statusWords[status];
}

/** Files that nobody can read: which, what is wrong, and what to do. */
export function problemText(problems: readonly LedgerProblem[], sheet: Sheet): string {
  return problems
    .map((problem) => formatLine({ text: describeLedgerProblem(problem), style: "red" }, sheet))
    .join("");
}
