import type { List, ListItem, RootContent } from "mdast";
import { textOf } from "../text/markdown.ts";

/** Joins lists that follow one another and drops items that say the same, within one heading. */
export function mergeLists(content: readonly RootContent[]): RootContent[] {
  const merged: RootContent[] = [];
  const seen = new Set<string>();
  let under = "";
  for (const node of content) {
    if (node.type === "heading") under = normalise(textOf(node));
    if (node.type !== "list") {
      merged.push(node);
      continue;
    }
    const items = node.children.filter((item) => isNew(item, under, seen));
    const last = merged.at(-1);
    if (last?.type === "list" && isAlike(last, node)) {
      merged[merged.length - 1] = {
        ...last,
        spread: last.spread || node.spread,
        children: [...last.children, ...items],
      };
    } else if (items.length > 0) merged.push({ ...node, children: items });
  }
  return merged;
}

function isNew(item: ListItem, under: string, seen: Set<string>): boolean {
  const key = `${under}\n${normalise(textOf(item))}`;
  if (seen.has(key)) return false;
  seen.add(key);
  return true;
}

function isAlike(a: List, b: List): boolean {
  return Boolean(a.ordered) === Boolean(b.ordered);
}

function normalise(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
