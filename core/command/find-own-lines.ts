import type { Paragraph, PhrasingContent } from "mdast";
import { parseMarkdown } from "../text/markdown.ts";

/** A line of a comment, and where it is in it. */
export interface OwnLine {
  text: string;
  start: number;
  end: number;
}

/**
 * The lines of a comment that its author wrote as plain text: those of top-level paragraphs.
 * Not quotes, lists, code, headings, links, emphasis, HTML or what stands inside HTML.
 */
export function findOwnLines(comment: string): OwnLine[] {
  const text = limitDelimiters(comment);
  const lines: OwnLine[] = [];
  let openTags = 0;
  for (const block of parseMarkdown(text).children) {
    if (block.type === "html") openTags = countOpen(block.value, openTags);
    if (block.type !== "paragraph") continue;
    const { own, openAfter } = readParagraph(block, text, openTags);
    lines.push(...own);
    openTags = openAfter;
  }
  return lines;
}

/**
 * The first thousand lines, and of these what comes before the 300th character that can open or close something:
 * the parser's time grows with the product of both.
 */
function limitDelimiters(text: string): string {
  const lines = text.split("\n", 1_000);
  let count = 0;
  const full = lines.findIndex((line) => {
    count += line.match(/[[\]*_!~`@]/g)?.length ?? 0;
    return count > 300;
  });
  return (full < 0 ? lines : lines.slice(0, full)).join("\n");
}

/** Lines whose first character is written as itself (no `\/`, no `&#47;`) in plain text. */
function readParagraph(paragraph: Paragraph, text: string, openBefore: number) {
  const own: OwnLine[] = [];
  let openTags = openBefore;
  for (const [index, node] of paragraph.children.entries()) {
    if (node.type === "html") openTags = countOpen(node.value, openTags);
    if (node.type !== "text" || openTags > 0) continue;
    const [start, end] = rangeOf(node);
    for (const offset of lineStarts(text, start, end)) {
      if (offset === start && !startsLine(paragraph.children[index - 1], text, start)) continue;
      own.push(lineAt(text, offset));
    }
  }
  return { own, openAfter: openTags };
}

function lineAt(text: string, start: number): OwnLine {
  const found = text.indexOf("\n", start);
  const end = found < 0 ? text.length : found;
  return { text: text.slice(start, end), start, end };
}

/** Offsets of the beginning of a text and of every line in it, past the indent. */
function lineStarts(text: string, start: number, end: number): number[] {
  const breaks = [...text.slice(start, end).matchAll(/\n[ \t]*|^[ \t]*/g)];
  return breaks.map((match) => start + match.index + match[0].length).filter((offset) => offset < end);
}

/** Whether a text that follows a node, or none, stands at the beginning of a line. */
function startsLine(before: PhrasingContent | undefined, text: string, start: number): boolean {
  return before === undefined || before.type === "break" || text[start - 1] === "\n";
}

function rangeOf({ position }: PhrasingContent): [number, number] {
  return [position?.start.offset ?? 0, position?.end.offset ?? 0];
}

const voidTags = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/i;

/** How many HTML tags are open after this piece. Comments hold none. */
function countOpen(html: string, before: number): number {
  let open = before;
  for (const [, slash, name = "", tail = ""] of html
    .replaceAll(/<!--.*?(?:-->|$)/gs, "")
    .matchAll(/<(\/?)([a-z][\w-]*)([^<>]{0,2000})>?/gi)) {
    if (voidTags.test(name) || tail.trimEnd().endsWith("/")) continue;
    open = slash ? Math.max(0, open - 1) : open + 1;
  }
  return open;
}
