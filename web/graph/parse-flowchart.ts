/** A flowchart of Mermaid's, as far as gsd writes them. */
export interface Flowchart {
  direction: "LR" | "TB";
  nodes: { id: string; label: string; look: string }[];
  edges: { from: string; to: string }[];
}

/** Longer texts are not tried. */
const mostCharacters = 60_000;

const head = /^(?:graph|flowchart) (LR|TB|TD)$/;
const node = /^(\w{1,40})\["([^"]{0,400})"\]$/;
const edge = /^(\w{1,40}) --> (\w{1,40})$/;
const look = /^classDef (\w{1,40}) [\w:#,-]{0,200}$/;
const members = /^class ([\w,]{1,4000}) (\w{1,40})$/;

/** Reads the subset of Mermaid that gsd writes; undefined for anything else, which stays a text. */
export function parseFlowchart(text: string): Flowchart | undefined {
  if (text.length > mostCharacters) return undefined;
  const [first = "", ...lines] = text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
  const direction = head.exec(first)?.[1];
  if (!direction) return undefined;
  const nodes = new Map<string, { id: string; label: string; look: string }>();
  const edges: Flowchart["edges"] = [];
  const known = (id: string) => nodes.get(id) ?? add(nodes, id, id);
  for (const line of lines) {
    const [, id, label] = node.exec(line) ?? [];
    const [, from, to] = edge.exec(line) ?? [];
    const [, ids, name = ""] = members.exec(line) ?? [];
    if (id) add(nodes, id, showCharacters(label ?? ""));
    else if (from && to) edges.push({ from: known(from).id, to: known(to).id });
    else if (ids) for (const one of ids.split(",")) known(one).look = name;
    else if (!look.test(line)) return undefined;
  }
  return { direction: direction === "LR" ? "LR" : "TB", nodes: [...nodes.values()], edges };
}

function add(nodes: Map<string, Flowchart["nodes"][number]>, id: string, label: string) {
  const made = { id, label, look: nodes.get(id)?.look ?? "" };
  nodes.set(id, made);
  return made;
}

/** `#35;` is a character by its number. */
function showCharacters(label: string): string {
  return label.replaceAll(/#(\d{1,7});/g, (whole, number: string) => {
    const point = Number(number);
    return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : whole;
  });
}
