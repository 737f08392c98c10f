import type { Nodes, Root } from "mdast";
import remarkFrontmatter from "remark-frontmatter";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import remarkStringify from "remark-stringify";
import { unified } from "unified";

const comments = unified().use(remarkParse).use(remarkGfm).freeze();
const documents = unified().use(remarkParse).use(remarkGfm).use(remarkFrontmatter).freeze();
const writer = unified()
  .use(remarkStringify, { bullet: "-", rule: "-", emphasis: "_", listItemIndent: "one", fences: true })
  .use(remarkGfm)
  .use(remarkFrontmatter)
  .freeze();

/** The syntax tree of a comment, as GitHub reads it. */
export function parseMarkdown(text: string): Root {
  return comments.parse(limitNesting(text));
}

/** The syntax tree of a file, which may begin with front matter. */
export function parseDocument(text: string): Root {
  return documents.parse(limitNesting(text));
}

/** Writes a tree as Markdown in one fixed manner. */
export function formatMarkdown(root: Root): string {
  return writer.stringify(root);
}

/** The words of a node, without their formatting. */
export function textOf(node: Nodes): string {
  if ("value" in node) return node.value;
  if ("children" in node) return node.children.map(textOf).join("");
  return node.type === "break" ? "\n" : "";
}

/** The same for people, with what is code still marked as such. */
export function lineOf(node: Nodes): string {
  if (node.type === "inlineCode") return `\`${node.value}\``;
  if ("children" in node) return node.children.map(lineOf).join("");
  return textOf(node);
}

/** Children of a paragraph without spaces at its ends, which would be written as `&#x20;`. */
export function trimEdges<T extends Nodes>(nodes: T[]): T[] {
  return nodes
    .map((node, index) => {
      if (node.type !== "text") return node;
      const value = index === 0 ? node.value.trimStart() : node.value;
      return { ...node, value: index === nodes.length - 1 ? value.trimEnd() : value };
    })
    .filter((node) => node.type !== "text" || node.value !== "");
}

const deepLine = /^((?:[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t])|\[\^[^\]\s]{1,99}\]:)){30})(.*)$/gm;

/** Blots out what is quoted or listed more than 30 levels deep, place for place: the parser's time explodes with depth. */
function limitNesting(text: string): string {
  return text.replaceAll(
    deepLine,
    (_line, markers: string, rest: string) => markers + "x".repeat(rest.length),
  );
}
