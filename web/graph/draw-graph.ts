import { type Html, html } from "../html.ts";
import type { Layout, PlacedEdge, PlacedNode } from "./layout-graph.ts";

/** What stands in a box, and where it leads. */
export interface NodeFace {
  /** Short lines, the first one bold. */
  lines: readonly string[];
  /** A class of the style sheet: how it looks beside its words. */
  look: string;
  /** A sign before the first line, so that a state is not told by colour alone. */
  sign?: string;
  /** What it says in full. */
  title: string;
  href?: string;
}

/** A graph as SVG. Colours come from the style sheet, so that it is light and dark as the page is. */
export function drawGraph(layout: Layout, faces: ReadonlyMap<string, NodeFace>, label: string): Html {
  const { width, height, nodes, edges } = layout;
  return html`<svg class="graph" role="group" aria-label="${label}" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" xmlns="http://www.w3.org/2000/svg">
<g class="edges" aria-hidden="true">${edges.map(drawEdge)}</g>
${nodes.map((node) => drawNode(node, faces.get(node.id)))}
</svg>`;
}

/** A curve through its points, with its head drawn as a small triangle. */
function drawEdge({ points }: PlacedEdge): Html {
  const [first, ...rest] = points;
  const last = rest.at(-1);
  if (!first || !last) return html``;
  const from = points.at(-2) ?? first;
  const angle = Math.atan2(last.y - from.y, last.x - from.x);
  const tip = (side: number) =>
    `${round(last.x - 8 * Math.cos(angle + side))} ${round(last.y - 8 * Math.sin(angle + side))}`;
  return html`<path class="edge" d="${curve(points)}"/><path class="tip" d="M${round(last.x)} ${round(last.y)}L${tip(0.4)}L${tip(-0.4)}Z"/>`;
}

function curve(points: readonly { x: number; y: number }[]): string {
  const [first = { x: 0, y: 0 }, ...rest] = points;
  let path = `M${round(first.x)} ${round(first.y)}`;
  for (const [at, point] of rest.entries()) {
    const next = rest[at + 1];
    // Halfway to the next point, so that the corners are round.
    const end = next ? { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 } : point;
    path += `Q${round(point.x)} ${round(point.y)} ${round(end.x)} ${round(end.y)}`;
  }
  return path;
}

const lineHeight = 16;

function drawNode(
  { id, x, y, width, height }: PlacedNode,
  face: NodeFace = { lines: [id], look: "", title: id },
): Html {
  const left = round(x - width / 2);
  const top = round(y - height / 2);
  const first = y - ((face.lines.length - 1) * lineHeight) / 2 + 4;
  // A link has a name of its own, which is whole where lines are cut.
  const named = face.href && html` aria-hidden="true"`;
  const words = face.lines.map(
    (line, at) =>
      html`<text x="${left + (face.sign ? 30 : 12)}" y="${round(first + at * lineHeight)}"${at === 0 && html` class="first"`}${named}>${line}</text>`,
  );
  const sign =
    face.sign &&
    html`<text class="sign" x="${left + 10}" y="${round(first)}" aria-hidden="true">${face.sign}</text>`;
  const box = html`<title>${face.title}</title><rect x="${left}" y="${top}" width="${width}" height="${height}" rx="8"/>${sign}${words}`;
  if (!face.href) return html`<g class="node ${face.look}">${box}</g>`;
  return html`<a class="node ${face.look}" href="${face.href}">${box}</a>`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
