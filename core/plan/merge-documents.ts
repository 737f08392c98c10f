import type { Heading, Root, RootContent } from "mdast";
import { parseDocument, textOf } from "../text/markdown.ts";
import { formatStable } from "./format-stable.ts";
import { mergeLists } from "./merge-lists.ts";
import { type PlanSection, planSections, recogniseSection } from "./plan-sections.ts";
import { toPortable } from "./portable-tree.ts";

interface Documents {
  title: string;
  spec: string;
  arch: string;
  qa: string;
}

/** PLAN.md from the three planners' documents: by their headings, without a model, the same every time. */
export function mergeDocuments({ title, spec, arch, qa }: Documents): string {
  const pieces = [...readPieces("SPEC.md", spec), ...readPieces("ARCH.md", arch), ...readPieces("QA.md", qa)];
  const children: RootContent[] = [heading(1, `Plan: ${title.replaceAll(/\s+/g, " ").trim()}`), preface()];

  for (const section of planSections) {
    const content = pieces.filter((piece) => piece.section === section).flatMap((piece) => piece.content);
    if (content.length > 0) children.push(heading(2, section), ...mergeLists(content));
  }
  const notes = pieces.filter((piece) => piece.section === undefined);
  if (notes.length > 0) children.push(heading(2, "Notes"));
  for (const { source, name, content } of notes) {
    children.push(heading(3, name ? `${name} (${source})` : `From ${source}`), ...mergeLists(content));
  }
  return formatStable({ type: "root", children });
}

/** A run of a document under one heading. */
interface Piece {
  source: string;
  /** Undefined for notes. */
  section: PlanSection | undefined;
  /** The heading's text and depth in the document. */
  name: string;
  depth: number;
  content: RootContent[];
}

function readPieces(source: string, markdown: string): Piece[] {
  const pieces: Piece[] = [];
  let current: Piece = { source, section: undefined, name: "", depth: 0, content: [] };
  for (const node of toPortable(parseDocument(markdown), source).children) {
    if (node.type === "heading" && startsPiece(node, current)) {
      pieces.push(current);
      const name = textOf(node).replaceAll(/\s+/g, " ").trim();
      current = { source, section: recogniseSection(name), name, depth: node.depth, content: [] };
    } else {
      current.content.push(node.type === "heading" ? shifted(node, current) : node);
    }
  }
  return [...pieces, current].filter(({ content }) => content.length > 0);
}

/** A heading below a recognised one belongs to it, unless it is one that we know itself. */
function startsPiece(node: Heading, current: Piece): boolean {
  if (node.depth <= current.depth || current.depth === 0) return true;
  if (current.section === "Spec changes") return false;
  return current.section === undefined ? node.depth <= 2 || isKnown(node) : isKnown(node);
}

function isKnown(node: Heading): boolean {
  return recogniseSection(textOf(node)) !== undefined;
}

function shifted(node: Heading, { section, depth }: Piece): Heading {
  const base = section === undefined ? 3 : 2;
  return { ...node, depth: Math.min(6, base + Math.max(1, node.depth - depth)) as Heading["depth"] };
}

function heading(depth: Heading["depth"], value: string): Heading {
  return { type: "heading", depth, children: [{ type: "text", value }] };
}

function preface(): Root["children"][number] {
  const value = "Merged from SPEC.md, ARCH.md and QA.md beside it; edit those, and BACKLOG.yaml.";
  return { type: "paragraph", children: [{ type: "emphasis", children: [{ type: "text", value }] }] };
}
