import { type Html, html } from "../html.ts";
import { drawGraph, type NodeFace } from "./draw-graph.ts";
import { isDrawable, layoutGraph } from "./layout-graph.ts";
import { parseFlowchart } from "./parse-flowchart.ts";
import { signs } from "./signs.ts";
import { boxOf } from "./wrap-label.ts";

/** A flowchart of ours as a picture; undefined for what is none, or too large for one. */
export function drawFlowchart(text: string): Html | undefined {
  const chart = parseFlowchart(text);
  if (!chart || !isDrawable(chart)) return undefined;
  const boxes = chart.nodes.map((node) => ({ node, box: boxOf(node.label, signs[node.look] !== undefined) }));
  const nodes = boxes.map(({ node: { id }, box: { width, height } }) => ({ id, width, height }));
  const faces = new Map(
    boxes.map(({ node: { id, label, look }, box }): [string, NodeFace] => [
      id,
      {
        lines: box.lines,
        look: Object.hasOwn(signs, look) ? look : "",
        sign: signs[look] ?? "",
        title: label,
      },
    ]),
  );
  const layout = layoutGraph({ direction: chart.direction, nodes, edges: chart.edges });
  return html`<div class="drawing" tabindex="0" role="group" aria-label="Diagram, scrolls sideways">${drawGraph(layout, faces, "Diagram")}</div>`;
}
