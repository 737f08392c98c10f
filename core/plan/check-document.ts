import type { Problem } from "../model/validate.ts";
import { parseDocument } from "../text/markdown.ts";
import { readSpecDeltas } from "./spec-deltas.ts";

export type DocumentKind = "spec" | "arch" | "qa";

const mostBytes = 60_000;
const mostHeadings = 500;
const fileNames: Record<DocumentKind, string> = { spec: "SPEC.md", arch: "ARCH.md", qa: "QA.md" };

/** What a planner's document must have before people are asked to read it. */
export function checkDocument(kind: DocumentKind, markdown: string): Problem[] {
  const file = fileNames[kind];
  const refuse = (message: string): Problem[] => [{ path: file, message }];
  if (markdown.trim() === "") return refuse("is empty");
  const bytes = new TextEncoder().encode(markdown).length;
  if (bytes > mostBytes) return refuse(`is ${bytes} bytes long; the limit is ${mostBytes}`);
  const headings = markdown.match(/^ {0,3}#{1,6}(?=\s)/gm)?.length ?? 0;
  if (headings > mostHeadings)
    return refuse(`has ${headings} headings; the limit is ${mostHeadings}: nobody could find anything in it`);
  if (isCostly(markdown))
    return refuse("contains a paragraph with more than 2,000 brackets or stars; break it up");

  const { children } = parseDocument(markdown);
  const problems: Problem[] = [];
  if (!children.some((node) => node.type === "heading")) {
    problems.push({ path: file, message: "has no heading; name its sections, such as `## Requirements`" });
  }
  if (!children.some((node) => !["heading", "html", "yaml", "thematicBreak"].includes(node.type))) {
    problems.push({ path: file, message: "has no text below its headings" });
  }
  if (kind === "spec") problems.push(...readSpecDeltas(markdown).problems);
  return problems;
}

/** The Markdown parser's time grows with the square of these within a paragraph. */
function isCostly(markdown: string): boolean {
  return markdown.split(/\n\s*\n/).some((block) => (block.match(/[[\]*_]/g)?.length ?? 0) > 2_000);
}
