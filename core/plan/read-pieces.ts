import type { Heading, RootContent } from "mdast";
import { parseDocument, textOf } from "../text/markdown.ts";
import { type PlanSection, recogniseSection } from "./plan-sections.ts";
import { toPortable } from "./portable-tree.ts";

/** The documents of planners, by their files' names, with the section that their first words are about. */
export const sources = {
  spec: { file: "SPEC.md", opening: "Why" },
  arch: { file: "ARCH.md", opening: "Design" },
  qa: { file: "QA.md", opening: "Test plan" },
} as const satisfies Record<string, { file: string; opening: PlanSection }>;
export type SourceName = keyof typeof sources;

/** A run of a document under one heading. */
export interface Piece {
  source: string;
  /** Undefined for notes. */
  section: PlanSection | undefined;
  /** The heading's text and depth in the document. */
  name: string;
  depth: number;
  content: RootContent[];
}

/** Takes a document apart by the sections that its headings mean, at whatever level they are. Its opening words belong to its subject. */
export function readPieces(name: SourceName, markdown: string): Piece[] {
  const { file, opening } = sources[name];
  const pieces: Piece[] = [];
  let current: Piece = { source: file, section: opening, name: "", depth: 0, content: [] };
  for (const node of toPortable(parseDocument(markdown), file).children) {
    if (node.type === "heading" && startsPiece(node, current)) {
      const isFirst = pieces.length === 0 && current.content.length === 0;
      pieces.push(current);
      current = startPiece(node, { file, opening: isFirst && node.depth === 1 ? opening : undefined });
    } else {
      current.content.push(node.type === "heading" ? shifted(node, current) : node);
    }
  }
  return [...pieces, current].filter(({ content }) => content.length > 0);
}

function startPiece(
  node: Heading,
  { file, opening }: { file: string; opening: PlanSection | undefined },
): Piece {
  const name = textOf(node).replaceAll(/\s+/g, " ").trim();
  return { source: file, section: recogniseSection(name) ?? opening, name, depth: node.depth, content: [] };
}

/** A heading below a recognised one belongs to it, unless it is one that we know itself. What follows a title does not. */
function startsPiece(node: Heading, current: Piece): boolean {
  if (node.depth <= current.depth || current.depth === 0) return true;
  if (current.section === "Spec changes") return false;
  const isTitle = current.depth === 1 && recogniseSection(current.name) === undefined;
  return current.section === undefined || isTitle ? node.depth <= 2 || isKnown(node) : isKnown(node);
}

function isKnown(node: Heading): boolean {
  return recogniseSection(textOf(node)) !== undefined;
}

function shifted(node: Heading, { section, depth }: Piece): Heading {
  const base = section === undefined ? 3 : 2;
  return { ...node, depth: Math.min(6, base + Math.max(1, node.depth - depth)) as Heading["depth"] };
}
