import { marker } from "../codec/markers.ts";
import { region } from "../codec/regions.ts";
import type { Backlog, BacklogTask } from "../model/backlog.ts";
import type { PlanCost, Scene, Words } from "../model/publication.ts";
import type { Track } from "../model/track.ts";
import { criticalPath, waves } from "../plan/graph.ts";
import { formatTaskGraph } from "../plan/mermaid.ts";
import { cell, codeCell, inline } from "../text/foreign.ts";
import { ciLine } from "./ci.ts";
import { healthPart } from "./health.ts";
import { folded, noteList } from "./notes.ts";
import { codeList, few, fitLines, longestComment, plural, problemList } from "./phrases.ts";
import { planBasis, planCost, taskCosts } from "./plan-cost.ts";
import { planLines, purposePart, specPart } from "./plan-purpose.ts";
import { taskDetails } from "./task-details.ts";
import { planIsProposed } from "./track-state.ts";

type Plan = Omit<Extract<Words, { type: "plan-body" }>, "type">;
type PlanScene = Pick<Scene<Track>, "track" | "bound" | "ci">;

/** What the details of tasks may take, where the rest leaves it. */
const mostDetails = 12_000;

/** The plan as its pull request puts it before people, with the tree that an approval will bind. */
export function renderPlan(scene: PlanScene, plan: Plan): string {
  const whole = (details: string) => region.format("body", partsOf(scene, plan, details).join("\n\n"));
  const room = longestComment - new TextEncoder().encode(whole("")).length;
  return plan.backlog ? whole(taskDetails(plan.backlog, Math.min(room, mostDetails))) : whole("");
}

function partsOf({ track, bound, ci }: PlanScene, plan: Plan, details: string): string[] {
  const { backlog, estimate, notes, problems = [] } = plan;
  // Tasks that depend on each other in circles have no order to show.
  const sound = problems.length === 0 ? backlog : undefined;
  return [
    region.format("state", planIsProposed(track, bound.planTree, problems.length)),
    sound
      ? `${firstWords(track, sound)} ${planCost(track, estimate)}`.trimEnd()
      : `The plan for #${track.issue}, as the planners left it. It is not finished:\n\n${problemList(problems)}`,
    purposePart(plan),
    linePart("**Not part of it**", plan.outside ?? []),
    questionPart(plan.questions),
    backlog ? taskTable(backlog, estimate) : "",
    details,
    sound ? pathPart(sound) : "",
    sound ? `\`\`\`mermaid\n${formatTaskGraph(sound.tasks)}\n\`\`\`` : "",
    peoplePart(backlog?.for_people ?? []),
    linePart(`**Risks** that the planners see`, plan.risks),
    specPart(plan.deltas ?? []),
    notes.length > 0 ? `**Remarks**\n\n${noteList(notes)}` : "",
    backlog ? folded("Where the estimates come from", planBasis(estimate, plan.record)) : "",
    region.format("fold", ""),
    healthPart(track),
    ciLine(ci),
    `Closes #${track.issue}`,
    marker.format("track", String(track.issue)),
  ].filter(Boolean);
}

function firstWords(track: Track, { tasks }: Backlog): string {
  const hours = hoursOf(tasks);
  const depth = waves(tasks).length;
  const work = hours > 0 ? `, about ${hours} h of work for a person` : "";
  return `The plan for #${track.issue}: ${plural(tasks.length, "task")} in ${plural(depth, "step")}${work}.`;
}

function hoursOf(tasks: readonly BacklogTask[]): number {
  const hours = tasks.reduce((sum, task) => sum + (task.scope.estimated_hours ?? 0), 0);
  return Math.round(hours * 10) / 10;
}

function taskTable(backlog: Backlog, estimate: PlanCost): string {
  const costs = taskCosts(estimate);
  const row = (task: BacklogTask) => {
    const hours = task.scope.estimated_hours ? `${task.scope.estimated_hours} h` : "–";
    const files = few(task.scope.files_hint.map(codeCell), 4).join(", ");
    const after = few(task.depends_on).join(", ") || "–";
    return `| ${[task.id, cell(task.title), after, files, hours, ...costs.cells(task.id)].join(" | ")} |`;
  };
  const more = (count: number) =>
    `| | and ${plural(count, "more task")}, all in BACKLOG.yaml | | | |${" |".repeat(costs.heads.length)}`;
  const shown = fitLines(backlog.tasks, row, { maxBytes: 30_000, more });
  const head = ["Task", "After", "Files", "Size", ...costs.heads];
  return [`| | ${head.join(" | ")} |`, `|---|${"---|".repeat(head.length)}`, ...shown].join("\n");
}

/** What the whole cannot be faster than. */
function pathPart({ tasks }: Backlog): string {
  const weighed = tasks.map(({ id, depends_on, scope }) => ({
    id,
    depends_on,
    weight: scope.estimated_hours ?? 1,
  }));
  const path = criticalPath(weighed);
  if (path.length < 2) return "";
  const onPath = new Set(path);
  const [hours, all] = [hoursOf(tasks.filter(({ id }) => onPath.has(id))), hoursOf(tasks)];
  const share = all > 0 ? ` (${hours} of ${all} h)` : "";
  const shown = path.length > 12 ? [...path.slice(0, 6), "…", ...path.slice(-5)] : path;
  const others = tasks.length - path.length;
  const rest = others === 1 ? "The other task runs" : `The other ${others} tasks run`;
  const beside = others > 0 ? ` ${rest} beside it.` : "";
  return `**Critical path:** ${shown.join(" → ")}${share}.${beside}`;
}

function questionPart(questions: readonly string[]): string {
  if (questions.length === 0) return "";
  const what =
    "**Open questions** that the planners settled for themselves. If one is wrong, comment `/revise` with your answer before you approve.";
  return linePart(what, questions);
}

function peoplePart(work: NonNullable<Backlog["for_people"]>): string {
  if (work.length === 0) return "";
  const lines = work.map(({ what, files }) => `${codeList(files)}: ${inline(what)}`);
  const head = `**Work for a person:** these paths are protected, so no agent changes them. Do it yourself, outside of gsd.`;
  return `${head}\n\n${planLines(lines)}`;
}

function linePart(head: string, lines: readonly string[]): string {
  return lines.length === 0 ? "" : `${head}\n\n${planLines(lines.map(inline))}`;
}
