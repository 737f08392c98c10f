import type { Root } from "mdast";
import { formatMarkdown, parseDocument } from "../text/markdown.ts";

const mostPasses = 5;

/** Writes a tree as Markdown that is written the same way once more when it is read: what the writer escapes oddly settles after a pass or two. */
export function formatStable(root: Root): string {
  let text = formatMarkdown(root);
  for (let pass = 0; pass < mostPasses; pass += 1) {
    const next = formatMarkdown(parseDocument(text));
    if (next === text) return text;
    text = next;
  }
  return formatMarkdown({ type: "root", children: [{ type: "code", value: text }] });
}
