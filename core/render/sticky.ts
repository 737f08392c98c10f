import { marker } from "../codec/markers.ts";
import type { TaskId } from "../model/ids.ts";
import { type Track, type TrackTask, taskEntries } from "../model/track.ts";
import { formatTaskGraph } from "../plan/mermaid.ts";
import { nextStep } from "./next-step.ts";
import { cell, list, plural, short, statusWords } from "./words.ts";

/** The one living comment of a track, written anew from its state. Holds no time, so that it changes only with the state. */
export function renderSticky(track: Track): string {
  const parts = [
    `### gsd · ${track.title}: ${headline(track)}`,
    `**Next:** ${nextStep(track)}`,
    taskTable(track),
    ...troubles(track),
    details(track),
    footer(track),
    marker.format("sticky", String(track.issue)),
  ];
  return parts.filter(Boolean).join("\n\n");
}

function headline(track: Track): string {
  const tasks = taskEntries(track);
  const done = tasks.filter(([, task]) => task.status === "completed").length;
  const progress = tasks.length > 0 ? `${done} of ${plural(tasks.length, "task")}` : track.phase;
  const tokens = track.usage.input + track.usage.output;
  const spent = tokens > 0 ? ` · ${tokens.toLocaleString("en")} tokens` : "";
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
  const rows = taskEntries(track).map(([id, task]) => taskRow(id, task));
  if (rows.length === 0) return "";
  return [
    "| | Task | After | State | Pull request | Checks | Review |",
    "|---|---|---|---|---|---|---|",
    ...rows,
  ].join("\n");
}

function taskRow(id: TaskId, task: TrackTask): string {
  const after = task.dependsOn.length > 0 ? task.dependsOn.join(", ") : "–";
  const checks = task.checked ? (task.checked.ok ? "✅" : "❌") : "–";
  const review = task.ready
    ? "✅"
    : task.findings.some((finding) => finding.severity === "blocker")
      ? "❌"
      : "–";
  const pull = task.pull ? `#${task.pull}` : "–";
  return `| ${icons[task.status]} | ${id} ${cell(task.title)} | ${after} | ${statusWords[task.status]} | ${pull} | ${checks} | ${review} |`;
}

function troubles(track: Track): string[] {
  const all = [track.trouble, ...taskEntries(track).map(([, task]) => task.trouble)];
  return all.flatMap((trouble) =>
    trouble ? [`> [!WARNING]\n> ${trouble.text.replace(/\n/g, "\n> ")}`] : [],
  );
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
