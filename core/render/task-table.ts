import type { Instant } from "../model/ids.ts";
import { formatUsd } from "../select/budget.ts";
import { cell } from "../text/foreign.ts";
import type { ShownStatus, TaskRow } from "../view/task-rows.ts";
import { secondsBetween } from "../view/worked-time.ts";
import { few, fitLines, plural, statusWords } from "./phrases.ts";
import { elapsed } from "./times.ts";

const icons: Readonly<Record<ShownStatus, string>> = {
  pending: "⏳",
  in_progress: "🔄",
  review: "👀",
  completed: "✅",
  failed: "❌",
  skipped: "⏭️",
  needs_input: "✋",
  rolled_back: "↩️",
  stopped: "⏹️",
  not_started: "▫️",
};

const checkWords: Readonly<Record<TaskRow["checks"], string>> = {
  passed: "✅",
  failed: "❌",
  none: "not checked",
  unknown: "–",
};

const reviewWords: Readonly<Record<TaskRow["review"], string>> = {
  ok: "✅",
  blocked: "❌",
  missing: "⚠️ missing",
  overruled: "⚠️ overruled",
  none: "not reviewed",
  unknown: "–",
};

const urgency: ShownStatus[] = [
  "needs_input",
  "failed",
  "review",
  "in_progress",
  "pending",
  "stopped",
  "not_started",
  "rolled_back",
  "skipped",
  "completed",
];

/** As many rows are shown in the plan's order. */
const mostInOrder = 100;

interface Column {
  title: string;
  show(task: TaskRow): string;
}

/** A track's tasks; `at` is the moment that it speaks of, and without one it holds no times. */
export function taskTable(tasks: readonly TaskRow[], at: Instant | undefined, maxBytes: number): string {
  if (tasks.length === 0) return "";
  // Of very many, those first that a person may have to look at.
  const shown = tasks.length > mostInOrder ? tasks.toSorted((a, b) => rank(a) - rank(b)) : tasks;
  const columns = columnsFor(tasks, at);
  const row = (task: TaskRow) => `| ${columns.map(({ show }) => show(task)).join(" | ")} |`;
  const more = (count: number) =>
    `| and ${plural(count, "more task")} ${"| ".repeat(columns.length)}`.trimEnd();
  return [
    `| ${columns.map(({ title }) => title).join(" | ")} |`,
    `|${"---|".repeat(columns.length)}`,
    ...fitLines(shown, row, { maxBytes, more }),
  ].join("\n");
}

/** What says the same in every row needs no column. */
function columnsFor(tasks: readonly TaskRow[], at: Instant | undefined): Column[] {
  const engines = new Set(tasks.flatMap(({ engine }) => engine ?? []));
  const columns: (Column | undefined)[] = [
    { title: "Task", show: ({ id, title }) => `${id} ${cell(title)}` },
    { title: "After", show: ({ after }) => (after.length > 0 ? few(after).join(", ") : "–") },
    { title: "State", show: (task) => stateCell(task, at) },
    engines.size > 1 ? { title: "Engine", show: ({ engine }) => (engine ? cell(engine) : "–") } : undefined,
    { title: "Pull request", show: ({ pull }) => (pull ? `#${pull}` : "–") },
    { title: "Checks", show: ({ checks }) => checkWords[checks] },
    { title: "Review", show: reviewCell },
    tasks.some(({ usd }) => usd > 0)
      ? { title: "Cost", show: ({ usd }) => (usd > 0 ? formatUsd(usd) : "–") }
      : undefined,
  ];
  return columns.filter((column) => column !== undefined);
}

function rank({ status }: TaskRow): number {
  return urgency.indexOf(status);
}

/** What runs has a link to its run, how long it has been running, and from its second attempt on which one it is. */
function stateCell({ status, running, attempt }: TaskRow, at: Instant | undefined): string {
  const words = statusWords[status];
  if (!running) return `${icons[status]} ${words}`;
  const isStarting = status === "in_progress" && running.run === undefined;
  const shown = running.run === undefined ? words : `[${words}](../actions/runs/${running.run})`;
  const parts = [
    isStarting ? "starting" : shown,
    at && running.since ? elapsed(secondsBetween(running.since, at)) : "",
    status === "in_progress" && attempt > 1 ? `attempt ${attempt}` : "",
  ];
  return `${icons[status]} ${parts.filter(Boolean).join(", ")}`;
}

function reviewCell({ review, signals }: TaskRow): string {
  return signals > 0 ? `${reviewWords[review]} ⚠️ ${signals} to look at` : reviewWords[review];
}
