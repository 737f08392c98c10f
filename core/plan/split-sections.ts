import { parseDocument, textOf } from "../text/markdown.ts";

/** A heading with what stands below it, as written. */
export interface Section {
  depth: number;
  title: string;
  line: number;
  /** Below the heading, up to the next one. */
  body: string;
  /** Heading and body together. */
  source: string;
}

/** Cuts a document at its headings of at most this depth; text before the first is the preamble. */
export function splitSections(markdown: string, deepest: number): { preamble: string; sections: Section[] } {
  const text = markdown.replaceAll(/\r\n?/g, "\n");
  const headings = parseDocument(text).children.flatMap((node) =>
    node.type === "heading" && node.depth <= deepest && node.position
      ? [{ depth: node.depth, title: textOf(node).replaceAll(/\s+/g, " ").trim(), ...node.position }]
      : [],
  );
  const sections = headings.map(({ depth, title, start, end }, index) => {
    const next = headings[index + 1]?.start.offset ?? text.length;
    const body = text.slice(end.offset, next).trim();
    return { depth, title, line: start.line, body, source: text.slice(start.offset, next) };
  });
  return { preamble: text.slice(0, headings[0]?.start.offset ?? text.length), sections };
}
