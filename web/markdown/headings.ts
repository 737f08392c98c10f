import type { Node } from "mdast";

/** The plain words of a node. */
export function textOf(node: Node): string {
  if ("value" in node) return String(node.value);
  return "children" in node ? (node.children as Node[]).map(textOf).join("") : "";
}

/** A heading's anchor, by GitHub's rule. */
export function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replace(/\s/g, "-");
}
