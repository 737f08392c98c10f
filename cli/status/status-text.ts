import { jobName } from "../../core/codec/keys.ts";
import type { LedgerProblem } from "../../core/codec/read-document.ts";
import type { Track } from "../../core/model/track.ts";
import { renderNextStep } from "../../core/render/next-step.ts";
import { plural, short, statusWords } from "../../core/render/phrases.ts";
import { describeLedgerProblem, describeWaiting, trackHeadline } from "../../core/render/status-summary.ts";
import { elapsed } from "../../core/render/times.ts";
import { renderWarnings } from "../../core/render/warnings.ts";
import type { ShownStatus, TaskRow } from "../../core/view/task-rows.ts";
import type { RepositoryView } from "../../core/view/view-repository.ts";
import type { TrackView } from "../../core/view/view-track.ts";
import { secondsBetween, workedAt } from "../../core/view/worked-time.ts";
import { type Cell, formatLine, formatTable, type Sheet, type Style } from "../format-table.ts";
import { plainWords } from "../plain-words.ts";

/** All open tracks, for a terminal: what waits for a person first. */
export function repositoryText({ waiting, others }: RepositoryView, sheet: Sheet): string {
  if (waiting.length + others.length === 0) return formatLine(describeWaiting({ waiting, others }), sheet);
  return [
    ...section(
      `${plural(waiting.length, "track")} ${waiting.length === 1 ? "waits" : "wait"} for you`,
      waiting,
      sheet,
    ),
    ...section("Nothing for you to do", others, sheet),
  ].join("");
}

function section(title: string, views: TrackView[], sheet: Sheet): string[] {
  if (views.length === 0) return [];
  return [
    formatLine({ text: title, style: "bold" }, sheet),
    ...views.map((view) => trackLines(view, sheet)),
    "\n",
  ];
}

function trackLines(view: TrackView, sheet: Sheet): string {
  const indent = 6;
  const head = `#${view.issue} ${view.title}`;
  return [
    formatLine({ text: head, style: "bold" }, sheet, indent),
    ...[trackHeadline(view), `Next: ${plainWords(renderNextStep(view.next))}`].map(
      (line) =>
        `    ${formatLine(line, { ...sheet, columns: sheet.columns - 4 }, 0)
          .replaceAll("\n", "\n    ")
          .trimEnd()}\n`,
    ),
  ].join("");
}

/** One track with its tasks, and what to type next. */
export function trackText(view: TrackView, track: Track, sheet: Sheet): string {
  const warnings = renderWarnings(view.warnings, track, { short: true });
  return [
    formatLine({ text: `#${view.issue} ${view.title}`, style: "bold" }, sheet, 6),
    formatLine(`${trackHeadline(view)}${workedWords(view)}`, sheet),
    formatLine(`Next: ${plainWords(renderNextStep(view.next))}`, sheet, 6),
    view.pull ? formatLine(`Plan: #${view.pull}${planWords(view)}`, sheet, 6) : "",
    view.tasks.length > 0 ? `\n${taskTable(view.tasks, sheet)}` : "",
    ...view.running.map((job) => formatLine(`Running: ${runWords(job, view)}`, sheet, 9)),
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

/** `T04 (2) for 12 min in run 901`. */
function runWords(job: TrackView["running"][number], { issue }: TrackView): string {
  const { kind, task, run, attempt, since } = job;
  const name = jobName({ issue, kind, task, attempt } as Parameters<typeof jobName>[0]);
  const time = since ? `for ${elapsed(secondsBetween(since, new Date().toISOString()))}` : "";
  return [name, time, run ? `in run ${run}` : "about to start"].filter(Boolean).join(" ");
}

function workedWords({ worked }: TrackView): string {
  const seconds = workedAt(worked, new Date().toISOString());
  return seconds > 0 ? `, ${elapsed(seconds)} of work` : "";
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

/** The title gets what the others leave. */
function taskTable(tasks: TaskRow[], sheet: Sheet): string {
  const columns = [
    { title: "Task" },
    { title: "Title", wraps: true as const },
    { title: "State" },
    { title: "Pull" },
    { title: "Checks" },
    { title: "Review" },
  ];
  const rows = tasks.map((task): Cell[] => [
    task.id,
    task.title,
    stateCell(task.status),
    task.pull ? `#${task.pull}` : "–",
    checkWords[task.checks],
    task.review === "unknown" ? "–" : task.review,
  ]);
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
