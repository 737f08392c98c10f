import type { Heading, List, RootContent } from "mdast";
import type { BacklogTask } from "../model/backlog.ts";
import { formatStable } from "./format-stable.ts";
import { topologicalOrder } from "./graph.ts";
import { mergeLists, stepKey } from "./merge-lists.ts";
import { outlinePlan, type SectionGap } from "./outline-plan.ts";
import { type PlanSection, planSections } from "./plan-sections.ts";
import { type Piece, readPieces } from "./read-pieces.ts";

/** The planners' documents. */
export interface Documents {
  spec: string;
  arch: string;
  qa: string;
}

/** A plan as one text, and what people should see of it at once. */
export interface MergedPlan {
  /** PLAN.md. */
  text: string;
  /** Sections that no document has. */
  missing: SectionGap[];
  why: string | undefined;
  /** What the plan leaves out on purpose. */
  outside: string[];
  risks: string[];
  questions: string[];
}

/** PLAN.md from the three planners' documents: by their headings, without a model, the same every time. Where they name no steps, the tasks are the steps. */
export function mergeDocuments(
  { spec, arch, qa }: Documents,
  { title, tasks = [] }: { title: string; tasks?: readonly BacklogTask[] },
): MergedPlan {
  const pieces = [...readPieces("spec", spec), ...readPieces("arch", arch), ...readPieces("qa", qa)];
  const outline = outlinePlan(pieces);
  const children: RootContent[] = [heading(1, `Plan: ${title.replaceAll(/\s+/g, " ").trim()}`), preface()];
  for (const section of planSections) {
    const content = contentOf(section, { pieces, tasks, missing: outline.missing });
    if (content.length > 0) children.push(heading(2, section), ...content);
  }
  const notes = pieces.filter((piece) => piece.section === undefined);
  if (notes.length > 0) children.push(heading(2, "Notes"));
  for (const { source, name, content } of notes) {
    children.push(heading(3, name ? `${name} (${source})` : `From ${source}`), ...mergeLists(content));
  }
  return { ...outline, text: formatStable({ type: "root", children }) };
}

interface Parts {
  pieces: readonly Piece[];
  tasks: readonly BacklogTask[];
  missing: readonly SectionGap[];
}

function contentOf(section: PlanSection, { pieces, tasks, missing }: Parts): RootContent[] {
  const content = pieces.filter((piece) => piece.section === section).flatMap((piece) => piece.content);
  if (content.length > 0) return section === "Steps" ? mergeLists(content, stepKey) : mergeLists(content);
  if (section === "Steps") return stepsOf(tasks);
  const gap = missing.find((one) => one.section === section);
  return gap ? [aside(`Missing: ${gap.file} has no such section.`)] : [];
}

/** The tasks in an order in which they can be done; where they have none, as they are written. */
function stepsOf(tasks: readonly BacklogTask[]): RootContent[] {
  const order = topologicalOrder(tasks);
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const sorted = order.length === tasks.length ? order.flatMap((id) => byId.get(id) ?? []) : tasks;
  if (sorted.length === 0) return [];
  const items = sorted.map(({ id, title, depends_on }) => {
    const after = depends_on.length > 0 ? ` (after ${depends_on.join(", ")})` : "";
    return `${id}: ${title.replaceAll(/\s+/g, " ").trim()}${after}`;
  });
  const steps: List = {
    type: "list",
    ordered: true,
    start: 1,
    spread: false,
    children: items.map((value) => ({ type: "listItem", spread: false, children: [paragraph(value)] })),
  };
  return [steps];
}

function heading(depth: Heading["depth"], value: string): Heading {
  return { type: "heading", depth, children: [{ type: "text", value }] };
}

function paragraph(value: string): { type: "paragraph"; children: { type: "text"; value: string }[] } {
  return { type: "paragraph", children: [{ type: "text", value }] };
}

function aside(value: string): RootContent {
  return { type: "paragraph", children: [{ type: "emphasis", children: [{ type: "text", value }] }] };
}

function preface(): RootContent {
  return aside("Merged from SPEC.md, ARCH.md and QA.md beside it; edit those, and BACKLOG.yaml.");
}
