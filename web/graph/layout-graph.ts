import dagre from "@dagrejs/dagre";

/** A box of a graph, by its name. */
export interface GraphNode {
  id: string;
  width: number;
  height: number;
}

export interface GraphEdge {
  from: string;
  to: string;
}

export interface Graph {
  direction: "LR" | "TB";
  nodes: readonly GraphNode[];
  edges: readonly GraphEdge[];
}

/** A box and its middle. */
export interface PlacedNode extends GraphNode {
  x: number;
  y: number;
}

export interface PlacedEdge extends GraphEdge {
  points: { x: number; y: number }[];
}

export interface Layout {
  width: number;
  height: number;
  nodes: PlacedNode[];
  edges: PlacedEdge[];
}

/** Larger ones take the layout seconds, in which nobody else is answered. */
export const mostNodes = 40;
export const mostEdges = 120;

/** Layouts of graphs that were just drawn: a track is looked at much more often than its plan changes. */
const kept = new Map<string, Layout>();
const mostKept = 200;

export function isDrawable({
  nodes,
  edges,
}: {
  nodes: readonly unknown[];
  edges: readonly unknown[];
}): boolean {
  return nodes.length > 0 && nodes.length <= mostNodes && edges.length <= mostEdges;
}

/** Where each box and each line of a graph goes; only for graphs that are drawable. */
export function layoutGraph(graph: Graph): Layout {
  const key = JSON.stringify(graph);
  const known = kept.get(key);
  if (known) return known;
  const layout = computeLayout(graph);
  if (kept.size >= mostKept) kept.delete(kept.keys().next().value ?? "");
  kept.set(key, layout);
  return layout;
}

function computeLayout({ direction, nodes, edges }: Graph): Layout {
  const drawing = new dagre.graphlib.Graph();
  drawing.setGraph({ rankdir: direction, nodesep: 18, ranksep: 44, marginx: 4, marginy: 4 });
  drawing.setDefaultEdgeLabel(() => ({}));
  for (const { id, width, height } of nodes) drawing.setNode(inner(id), { width, height });
  for (const { from, to } of edges) drawing.setEdge(inner(from), inner(to));
  dagre.layout(drawing);
  const { width = 0, height = 0 } = drawing.graph();
  return {
    width: Math.ceil(width),
    height: Math.ceil(height),
    nodes: nodes.map((node) => {
      const { x, y } = drawing.node(inner(node.id));
      return { ...node, x, y };
    }),
    edges: edges.map((edge) => ({ ...edge, points: drawing.edge(inner(edge.from), inner(edge.to)).points })),
  };
}

/** The library keeps nodes in plain objects, where `__proto__` is no name like any other. */
function inner(id: string): string {
  return `node ${id}`;
}
