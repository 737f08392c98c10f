import { marker } from "../codec/markers.ts";
import { region } from "../codec/regions.ts";
import type { Backlog } from "../model/backlog.ts";
import type { PlanCost, Scene, Words } from "../model/publication.ts";
import type { Track } from "../model/track.ts";
import { waves } from "../plan/graph.ts";
import { formatTaskGraph } from "../plan/mermaid.ts";
import { cell, codeCell } from "../text/foreign.ts";
import { ciLine } from "./ci.ts";
import { healthPart } from "./health.ts";
import { noteList } from "./notes.ts";
import { few, fitLines, plural, problemList } from "./phrases.ts";
import { planCost, taskCost } from "./plan-cost.ts";
import { planIsProposed } from "./track-state.ts";

type Plan = Pick<Extract<Words, { type: "plan-body" }>, "backlog" | "estimate" | "notes" | "problems">;
type PlanScene = Pick<Scene<Track>, "track" | "bound" | "ci">;

/** The plan as its pull request puts it before people, with the tree that an approval will bind. */
export function renderPlan({ track, bound, ci }: PlanScene, plan: Plan): string {
  const { backlog, estimate, notes, problems = [] } = plan;
  // Tasks that depend on each other in circles have no order to show.
  const sound = problems.length === 0 ? backlog : undefined;
  const parts = [
    region.format("state", planIsProposed(track, bound.planTree, problems.length)),
    sound
      ? `${firstWords(track, sound)} ${planCost(track, estimate)}`.trimEnd()
      : `The plan for #${track.issue}, as the planners left it. It is not finished:\n\n${problemList(problems)}`,
    backlog ? taskTable(backlog, estimate) : "",
    notes.length > 0 ? `**Remarks**\n\n${noteList(notes)}` : "",
    sound ? `\`\`\`mermaid\n${formatTaskGraph(sound.tasks)}\n\`\`\`` : "",
    region.format("fold", ""),
    healthPart(track),
    ciLine(ci),
    `Closes #${track.issue}`,
    marker.format("track", String(track.issue)),
  ];
  return region.format("body", parts.filter(Boolean).join("\n\n"));
}

function firstWords(track: Track, { tasks }: Backlog): string {
  const hours = tasks.reduce((sum, task) => sum + (task.scope.estimated_hours ?? 0), 0);
  const depth = waves(tasks).length;
  const work = hours > 0 ? `, about ${hours} h of work` : "";
  return `The plan for #${track.issue}: ${plural(tasks.length, "task")} in ${plural(depth, "step")}${work}.`;
}

function taskTable(backlog: Backlog, estimate: PlanCost): string {
  const costs = !estimate.free;
  const row = (task: Backlog["tasks"][number]) => {
    const hours = task.scope.estimated_hours ? `${task.scope.estimated_hours} h` : "–";
    const files = few(task.scope.files_hint.map(codeCell)).join(", ");
    return `| ${task.id} | ${cell(task.title)} | ${few(task.depends_on).join(", ") || "–"} | ${files} | ${hours} |${costs ? ` ${taskCost(estimate, task.id)} |` : ""}`;
  };
  const more = (count: number) =>
    `| | and ${plural(count, "more task")}, all in BACKLOG.yaml | | | |${costs ? " |" : ""}`;
  const shown = fitLines(backlog.tasks, row, { maxBytes: 40_000, more });
  const head = ["Task", "After", "Files", "Estimate", ...(costs ? ["Cost, about"] : [])];
  return [`| | ${head.join(" | ")} |`, `|---|${"---|".repeat(head.length)}`, ...shown].join("\n");
}
