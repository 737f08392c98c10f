import { waves } from "../../../core/plan/graph.ts";
import { plural, statusWords } from "../../../core/render/phrases.ts";
import type { TaskRow } from "../../../core/view/task-rows.ts";
import { address } from "../../address.ts";
import { drawGraph, type NodeFace } from "../../graph/draw-graph.ts";
import { isDrawable, layoutGraph } from "../../graph/layout-graph.ts";
import { signs } from "../../graph/signs.ts";
import { boxOf } from "../../graph/wrap-label.ts";
import { type Html, html } from "../../html.ts";
import type { TrackPlace } from "./place.ts";

interface GraphPlace extends TrackPlace {
  issue: number;
}

/** The tasks and what each of them waits for. The table below it has the same content. */
export function renderGraph(tasks: readonly TaskRow[], place: GraphPlace): Html {
  const edges = tasks.flatMap(({ id, after }) => after.map((from) => ({ from, to: id })));
  if (tasks.length === 0) return html``;
  if (!isDrawable({ nodes: tasks, edges })) return renderWaves(tasks, place);
  const boxes = tasks.map((task) => ({ task, box: boxOf(`${task.id} ${task.title}`, true) }));
  const nodes = boxes.map(({ task: { id }, box: { width, height } }) => ({ id, width, height }));
  const faces = new Map(
    boxes.map(({ task, box: { lines } }): [string, NodeFace] => [
      task.id,
      {
        lines,
        look: task.status,
        sign: signs[task.status] ?? "",
        title: titleOf(task),
        href: address.task(place.repository, place.issue, task.id),
      },
    ]),
  );
  const drawing = drawGraph(
    layoutGraph({ direction: "LR", nodes, edges }),
    faces,
    "Tasks and what they wait for",
  );
  return html`<div class="drawing" tabindex="0" role="group" aria-label="Graph of the tasks, scrolls sideways">${drawing}</div>`;
}

function titleOf({ id, title, status, after }: TaskRow): string {
  return `${id} ${title}: ${statusWords[status]}${after.length > 0 ? `, after ${after.join(", ")}` : ""}`;
}

/** Of very many tasks a square for each, in columns by what they wait for. */
function renderWaves(tasks: readonly TaskRow[], { repository, issue }: GraphPlace): Html {
  const rows = new Map(tasks.map((task) => [task.id, task]));
  const all = waves(tasks.map(({ id, after }) => ({ id, depends_on: after })));
  const columns = all.map((wave, at) => {
    const squares = wave.flatMap((id) => {
      const task = rows.get(id);
      if (!task) return [];
      return [
        html`<li><a class="square ${task.status}" href="${address.task(repository, issue, id)}" aria-label="${titleOf(task)}"><span aria-hidden="true">${signs[task.status]}</span></a></li>`,
      ];
    });
    return html`<li><p>Step ${at + 1} <span class="quiet">${plural(wave.length, "task")}</span></p><ul>${squares}</ul></li>`;
  });
  return html`<ol class="waves">${columns}</ol>`;
}
