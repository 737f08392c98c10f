import type { RootContent } from "mdast";
import { lineOf } from "../text/markdown.ts";
import { type PlanSection, recogniseSection } from "./plan-sections.ts";
import type { Piece } from "./read-pieces.ts";

/** A section that a plan needs and no document has; `file` is where people would look for it. */
export interface SectionGap {
  file: string;
  section: PlanSection;
}

/** What people should see of a plan before they open its files. */
export interface PlanOutline {
  missing: SectionGap[];
  /** Why it is done, in a paragraph. */
  why: string | undefined;
  /** What the plan leaves out on purpose. */
  outside: string[];
  risks: string[];
  questions: string[];
}

/** A plan without one of these cannot be judged; any of the sections will do, in whichever document. */
const needed: { file: string; anyOf: readonly PlanSection[] }[] = [
  { file: "SPEC.md", anyOf: ["Requirements"] },
  { file: "SPEC.md", anyOf: ["Scenarios", "Acceptance criteria"] },
  { file: "ARCH.md", anyOf: ["Design"] },
  { file: "ARCH.md", anyOf: ["Risks"] },
  { file: "QA.md", anyOf: ["Test plan"] },
];

const mostLines = 50;
const longestLine = 400;

/** Finds what is missing, what is risky and what is open in the planners' documents. */
export function outlinePlan(pieces: readonly Piece[]): PlanOutline {
  const linesUnder = (section: PlanSection) =>
    pieces.filter((piece) => piece.section === section).flatMap(({ content }) => content.flatMap(linesOf));
  // A document's opening words have a place, and are no section of their own.
  const present = new Set(pieces.map(({ name }) => recogniseSection(name)));
  const gaps = needed.filter(({ anyOf }) => !anyOf.some((section) => present.has(section)));
  return {
    missing: gaps.flatMap(({ file, anyOf: [section] }) => (section ? [{ file, section }] : [])),
    why: tidy(linesUnder("Why"))[0],
    outside: tidy(linesUnder("Out of scope")),
    risks: tidy(linesUnder("Risks")),
    questions: tidy(linesUnder("Open questions")),
  };
}

/** An entry of a list, a row of a table, a paragraph: each one line of plain words. */
function linesOf(node: RootContent): string[] {
  if (node.type === "list") return node.children.map((item) => item.children.map(lineOf).join(" "));
  if (node.type === "table") return node.children.slice(1).map((row) => row.children.map(lineOf).join(": "));
  return node.type === "paragraph" || node.type === "blockquote" ? [lineOf(node)] : [];
}

function tidy(lines: readonly string[]): string[] {
  const plain = lines.map((line) => line.replaceAll(/\s+/g, " ").trim()).filter((line) => !isNothing(line));
  const short = plain.map((line) => (line.length > longestLine ? `${line.slice(0, longestLine)}…` : line));
  return [...new Set(short)].slice(0, mostLines);
}

/** How people write that there is nothing. */
function isNothing(line: string): boolean {
  return /^\W*(?:none|nothing|n\/?a|no (?:open )?(?:questions|risks))?\W*$/i.test(line);
}
