import type { List, ListItem, RootContent } from "mdast";
import { textOf } from "../text/markdown.ts";

/** What makes two items the same: their words, and the heading that they stand under. */
type KeyOf = (item: ListItem, under: string) => string;

/** A step is the same wherever it stands, and however it is numbered. */
export const stepKey: KeyOf = (item) => normalise(textOf(item)).replace(/^(?:step |task )?t?\d+ /, "");

const itemKey: KeyOf = (item, under) => `${under}\n${normalise(textOf(item))}`;

/** Joins lists that follow one another and drops items that say the same. */
export function mergeLists(content: readonly RootContent[], keyOf: KeyOf = itemKey): RootContent[] {
  const merged: RootContent[] = [];
  const seen = new Set<string>();
  let under = "";
  for (const node of content) {
    if (node.type === "heading") under = normalise(textOf(node));
    if (node.type !== "list") {
      merged.push(node);
      continue;
    }
    const items = node.children.filter((item) => isNew(keyOf(item, under), seen));
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

function isNew(key: string, seen: Set<string>): boolean {
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
