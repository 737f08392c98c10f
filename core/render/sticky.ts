import { marker } from "../codec/markers.ts";
import type { Track } from "../model/track.ts";
import { formatTaskGraph } from "../plan/mermaid.ts";
import { formatUsd } from "../select/budget.ts";
import { cutMarkdown } from "../text/cut-markdown.ts";
import { cell, code, inline } from "../text/foreign.ts";
import type { ShownStatus, TaskRow } from "../view/task-rows.ts";
import { type TrackView, viewTrack } from "../view/view-track.ts";
import { ciAtOnce } from "./ci.ts";
import { renderNextStep } from "./next-step.ts";
import { folded } from "./notes.ts";
import { objectionWords } from "./objections.ts";
import { few, fitLines, longestComment, phaseWords, plural, short, statusWords } from "./phrases.ts";
import { rollbackName } from "./rollbacks.ts";
import { renderRoute } from "./route.ts";
import { renderWarnings } from "./warnings.ts";

/** The one living comment of a track, written anew from its state. Holds no time, so that it changes only with the state. */
export function renderSticky(track: Track): string {
  const view = viewTrack(track);
  const parts = [
    `### gsd · ${inline(view.title)}: ${headline(view)}`,
    `**Next:** ${renderNextStep(view.next)}`,
    renderRoute(track),
    taskTable(view.tasks),
    ...renderWarnings(view.warnings, track, { short: true }),
    graph(view.tasks),
    footer(view),
  ];
  const text = cutMarkdown(parts.filter(Boolean).join("\n\n"), longestComment);
  return `${text}\n\n${marker.format("sticky", String(view.issue))}`;
}

function headline({ progress, phase, tokens, money, paused }: TrackView): string {
  const words = [
    progress.tasks > 0 ? `${progress.done} of ${plural(progress.tasks, "task")}` : phaseWords[phase],
    tokens > 0 ? `${tokens.toLocaleString("en")} tokens` : "",
    money.usd > 0 ? `${formatUsd(money.usd)} of ${formatUsd(money.limitUsd)}` : "",
    paused ? "paused" : "",
  ];
  return words.filter(Boolean).join(" · ");
}

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

function taskTable(tasks: readonly TaskRow[]): string {
  if (tasks.length === 0) return "";
  // Of very many, those first that a person may have to look at.
  const shown = tasks.length > 100 ? tasks.toSorted((a, b) => rank(a) - rank(b)) : tasks;
  const costs = tasks.some(({ usd }) => usd > 0);
  const head = ["Task", "After", "State", "Pull request", "Checks", "Review", ...(costs ? ["Cost"] : [])];
  const row = (task: TaskRow) => `${taskRow(task)}${costs ? ` ${costOf(task)} |` : ""}`;
  const more = (count: number) => `| and ${plural(count, "more task")} ${"| ".repeat(head.length)}`.trimEnd();
  return [
    `| ${head.join(" | ")} |`,
    `|${"---|".repeat(head.length)}`,
    ...fitLines(shown, row, { maxBytes: 35_000, more }),
  ].join("\n");
}

function rank({ status }: TaskRow): number {
  return urgency.indexOf(status);
}

function taskRow({ id, title, status, after, pull, checks, review, signals }: TaskRow): string {
  const cells = [
    `${id} ${cell(title)}`,
    after.length > 0 ? few(after).join(", ") : "–",
    `${icons[status]} ${statusWords[status]}`,
    pull ? `#${pull}` : "–",
    checkWords[checks],
    signals > 0 ? `${reviewWords[review]} ⚠️ ${signals} to look at` : reviewWords[review],
  ];
  return `| ${cells.join(" | ")} |`;
}

function costOf({ usd }: TaskRow): string {
  return usd > 0 ? formatUsd(usd) : "–";
}

function graph(tasks: readonly TaskRow[]): string {
  if (tasks.length === 0) return "";
  const statuses = Object.fromEntries(tasks.map(({ id, status }) => [id, status]));
  const nodes = tasks.map(({ id, title, after }) => ({ id, title, depends_on: after }));
  return folded("Task graph", `\`\`\`mermaid\n${formatTaskGraph(nodes, statuses)}\n\`\`\``);
}

function footer(view: TrackView): string {
  const words = [
    view.pull ? `plan #${view.pull}` : "",
    planWords(view),
    ...view.overruled.map(overruledWords),
    ...view.rollbacks.map(rollbackWords),
    ...view.reports.map(reportWords),
    view.sandbox === "off" ? "**sandbox: off**" : "",
    view.ci === "trusted" ? `**${ciAtOnce}**` : "",
    "`/help` lists the commands",
  ];
  return `<sub>${few(words.filter(Boolean), 30).join(" · ")}</sub>`;
}

function planWords({ plan }: TrackView): string {
  if (plan.type === "none") return "";
  const state = plan.type === "approved" ? `approved by ${inline(plan.by)}` : "not approved yet";
  return `plan \`${short(plan.tree)}\` ${state}`;
}

function rollbackWords({ tasks, status, pull, undoes }: TrackView["rollbacks"][number]): string {
  const words = { running: "being made", open: "open", completed: "merged", failed: "closed" };
  return pull ? `${rollbackName({ tasks, undoes })} in #${pull}: ${words[status]}` : "";
}

function overruledWords({ pull, by, over }: TrackView["overruled"][number]): string {
  return `#${pull} approved by ${inline(by)} over ${objectionWords(over)}`;
}

/** Reports that are under way, and those that became a pull request. */
function reportWords({ recipe, by, status, pull }: TrackView["reports"][number]): string {
  const what = `${code(recipe)} for ${inline(by)}`;
  if (pull) return `${what} in #${pull}`;
  return status === "pending" || status === "running" ? `${what}: being written` : "";
}
