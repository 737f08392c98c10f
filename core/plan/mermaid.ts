import type { TaskId } from "../model/ids.ts";
import { cleanText } from "../text/clean-text.ts";
import { waves } from "./graph.ts";

interface Node {
  id: TaskId;
  title: string;
  depends_on: readonly TaskId[];
}

const mostNodes = 100;
const mostEdges = 400;
const colours: Record<string, string> = {
  completed: "fill:#dafbe1,stroke:#1a7f37,color:#1f2328",
  in_progress: "fill:#ddf4ff,stroke:#0969da,color:#1f2328",
  review: "fill:#fff8c5,stroke:#9a6700,color:#1f2328",
  failed: "fill:#ffebe9,stroke:#cf222e,color:#1f2328",
  needs_input: "fill:#ffebe9,stroke:#cf222e,color:#1f2328",
  skipped: "fill:#f6f8fa,stroke:#8c959f,color:#6e7781",
  rolled_back: "fill:#f6f8fa,stroke:#8c959f,color:#6e7781",
  stopped: "fill:#f6f8fa,stroke:#8c959f,color:#6e7781",
};

/** The task graph as Mermaid text; with statuses, in colour. Too large a graph (GitHub draws 500 edges) is shown by waves. */
export function formatTaskGraph(
  tasks: readonly Node[],
  statuses: Readonly<Partial<Record<TaskId, string>>> = {},
): string {
  const edges = tasks.flatMap(({ id, depends_on }) => depends_on.map((from) => `  ${from} --> ${id}`));
  if (tasks.length > mostNodes || edges.length > mostEdges) return formatWaves(tasks);

  const nodes = tasks.map(({ id, title }) => `  ${id}["${title === "" ? id : `${id}: ${label(title)}`}"]`);
  const classes = Object.entries(colours).flatMap(([status, colour]) => {
    const members = tasks.filter(({ id }) => statuses[id] === status).map(({ id }) => id);
    return members.length > 0
      ? [`  classDef ${status} ${colour}`, `  class ${members.join(",")} ${status}`]
      : [];
  });
  return ["graph LR", ...nodes, ...edges, ...classes].join("\n");
}

function formatWaves(tasks: readonly Node[]): string {
  const all = waves(tasks).slice(0, mostNodes);
  const nodes = all.map((wave, index) => {
    const span = wave.length === 1 ? wave[0] : `${wave[0]} … ${wave.at(-1)}`;
    return `  W${index + 1}["${wave.length} ${wave.length === 1 ? "task" : "tasks"}: ${span}"]`;
  });
  const edges = all.slice(1).map((_, index) => `  W${index + 1} --> W${index + 2}`);
  return ["graph LR", ...nodes, ...edges].join("\n");
}

/** What means nothing to Mermaid, HTML or Markdown. */
const safe = /[\p{L}\p{M}\p{N} .,:/+()'!?=-]/u;

/** A title as it is, on one line: what could mean something is written by its number, which Mermaid shows as the character. */
function label(title: string): string {
  const points = [...cleanText(title).text.replaceAll(/\s+/g, " ").trim()];
  const shown = points.length > 50 ? [...points.slice(0, 49), "…"] : points;
  return shown
    .map((point) => (safe.test(point) || point === "…" ? point : `#${point.codePointAt(0)};`))
    .join("");
}
