import { marker } from "../codec/markers.ts";
import type { Backlog } from "../model/backlog.ts";
import { type Sha, trackName } from "../model/ids.ts";
import type { PlanCost, Words } from "../model/publication.ts";
import type { Track } from "../model/track.ts";
import { waves } from "../plan/graph.ts";
import { formatTaskGraph } from "../plan/mermaid.ts";
import { healthPart } from "./health.ts";
import { noteList } from "./notes.ts";
import { cell, codeCell, few, fitLines, plural, problemList, short } from "./phrases.ts";
import { planCost, taskCost } from "./plan-cost.ts";

type Plan = Pick<Extract<Words, { type: "plan-body" }>, "backlog" | "estimate" | "notes" | "problems">;

/** The plan as its pull request puts it before people; `tree` is what an approval will bind. */
export function renderPlan(track: Track, plan: Plan, tree: Sha | undefined): string {
  const { backlog, estimate, notes, problems = [] } = plan;
  const folder = `specs/changes/${trackName(track)}`;
  const ready = tree ? ` The plan is ready at \`${short(tree)}\`.` : "";
  const next =
    problems.length === 0
      ? `**Next:** read \`${folder}/\` in the files of this pull request, edit it like code if you like, and comment \`/approve\`. Nothing runs before that.${ready}`
      : `**Next:** the planners could not get this plan right. Fix what is listed here in \`${folder}/\` on this branch, and comment \`/approve\`. Nothing runs before that.\n\n${problemList(problems)}`;
  // Tasks that depend on each other in circles have no order to show.
  const sound = problems.length === 0 ? backlog : undefined;
  return [
    sound
      ? `${firstWords(track, sound)} ${planCost(track, estimate)}`.trimEnd()
      : `The plan for #${track.issue}, which is not finished.`,
    next,
    healthPart(track),
    backlog ? taskTable(backlog, estimate) : "",
    notes.length > 0 ? `**Remarks**\n\n${noteList(notes)}` : "",
    sound ? `\`\`\`mermaid\n${formatTaskGraph(sound.tasks)}\n\`\`\`` : "",
    `Once all tasks are merged into this branch and verified, this pull request leaves draft. Merging it closes the issue.\n\nCloses #${track.issue}`,
    marker.format("track", String(track.issue)),
  ]
    .filter(Boolean)
    .join("\n\n");
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
