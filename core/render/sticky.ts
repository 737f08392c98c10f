import { marker } from "../codec/markers.ts";
import type { TaskId } from "../model/ids.ts";
import type { TrackTask } from "../model/task.ts";
import { isOpen, type Track, taskEntries } from "../model/track.ts";
import { formatTaskGraph } from "../plan/mermaid.ts";
import { formatUsd } from "../select/budget.ts";
import { cutText } from "../text/cut-text.ts";
import { nextStep } from "./next-step.ts";
import { oddText } from "./notes.ts";
import { budgetWarning, costCell, costsMoney } from "./spending.ts";
import { cell, few, fitLines, inline, list, longestComment, plural, short, statusWords } from "./words.ts";

/** The one living comment of a track, written anew from its state. Holds no time, so that it changes only with the state. */
export function renderSticky(track: Track): string {
  const parts = [
    `### gsd · ${inline(track.title)}: ${headline(track)}`,
    `**Next:** ${nextStep(track)}`,
    taskTable(track),
    ...warnings(track),
    details(track),
    footer(track),
  ];
  const text = cutText(parts.filter(Boolean).join("\n\n"), longestComment);
  return `${text}\n\n${marker.format("sticky", String(track.issue))}`;
}

function headline(track: Track): string {
  const tasks = taskEntries(track);
  const done = tasks.filter(([, task]) => task.status === "completed").length;
  const progress = tasks.length > 0 ? `${done} of ${plural(tasks.length, "task")}` : track.phase;
  const tokens = track.usage.input + track.usage.output;
  const used = tokens > 0 ? ` · ${tokens.toLocaleString("en")} tokens` : "";
  const budget = track.config.budget.track + track.extraUsd;
  const spent = track.usd > 0 ? `${used} · ${formatUsd(track.usd)} of ${formatUsd(budget)}` : used;
  return `${progress}${spent}${track.paused ? " · paused" : ""}`;
}

const icons: Record<TrackTask["status"], string> = {
  pending: "⏳",
  in_progress: "🔄",
  review: "👀",
  completed: "✅",
  failed: "❌",
  skipped: "⏭️",
  needs_input: "✋",
};

function taskTable(track: Track): string {
  const tasks = taskEntries(track);
  if (tasks.length === 0) return "";
  // Of very many, those first that a person may have to look at.
  if (tasks.length > 100) {
    tasks.sort(([, a], [, b]) => urgency.indexOf(a.status) - urgency.indexOf(b.status));
  }
  const costs = costsMoney(track);
  const head = ["Task", "After", "State", "Pull request", "Checks", "Review", ...(costs ? ["Cost"] : [])];
  const row = ([id, task]: (typeof tasks)[number]) =>
    `${taskRow(id, task)}${costs ? ` ${costCell(task)} |` : ""}`;
  const more = (count: number) => `| and ${plural(count, "more task")} ${"| ".repeat(head.length)}`.trimEnd();
  return [
    `| ${head.join(" | ")} |`,
    `|${"---|".repeat(head.length)}`,
    ...fitLines(tasks, row, { maxBytes: 35_000, more }),
  ].join("\n");
}

const urgency: TrackTask["status"][] = [
  "needs_input",
  "failed",
  "review",
  "in_progress",
  "pending",
  "skipped",
  "completed",
];

function taskRow(id: TaskId, task: TrackTask): string {
  const after = task.dependsOn.length > 0 ? few(task.dependsOn).join(", ") : "–";
  const checks = task.checked ? (task.checked.ok ? "✅" : "❌") : "–";
  const review = task.ready
    ? "✅"
    : task.findings.some((finding) => finding.severity === "blocker")
      ? "❌"
      : "–";
  const pull = task.pull ? `#${task.pull}` : "–";
  return `| ${id} ${cell(task.title)} | ${after} | ${icons[task.status]} ${statusWords[task.status]} | ${pull} | ${checks} | ${review} |`;
}

/** What people have to look at, each as a warning. */
export function warnings(track: Track): string[] {
  const open = track.rollbacks.filter((rollback) => rollback.status === "open");
  const all = [track, ...taskEntries(track).map(([, task]) => task), ...open].map(({ trouble }) => trouble);
  const known = [isOpen(track) && track.oddities ? oddText("The issue's text", track.oddities) : ""];
  const texts = [...known, budgetWarning(track), ...all.map((trouble) => trouble?.text ?? "")].filter(
    Boolean,
  );
  const warn = (text: string) => `> [!WARNING]\n> ${cutText(text, 4_000).replaceAll("\n", "\n> ")}`;
  const more = (count: number) => `And ${plural(count, "more warning")}; see the comments.`;
  return fitLines(texts, warn, { maxBytes: 15_000, more });
}

function details(track: Track): string {
  const tasks = taskEntries(track);
  if (tasks.length === 0) return "";
  const statuses = Object.fromEntries(tasks.map(([id, task]) => [id, task.status]));
  const graph = formatTaskGraph(
    tasks.map(([id, task]) => ({ id, title: task.title, depends_on: task.dependsOn })),
    statuses,
  );
  return `<details><summary>Task graph</summary>\n\n\`\`\`mermaid\n${graph}\n\`\`\`\n\n</details>`;
}

function footer(track: Track): string {
  const { approved, proposed } = track.plan;
  const words = [
    track.pull ? `plan #${track.pull}` : "",
    approved
      ? `plan \`${short(approved.tree)}\` approved by ${approved.by}`
      : proposed
        ? `plan \`${short(proposed.tree)}\` not approved yet`
        : "",
    ...track.rollbacks
      .filter((one) => one.pull)
      .map((one) => `rollback of ${list(one.tasks)} in #${one.pull}: ${one.status}`),
    track.config.sandbox === "off" ? "**sandbox: off**" : "",
    "`/help` lists the commands",
  ];
  return `<sub>${words.filter(Boolean).join(" · ")}</sub>`;
}
