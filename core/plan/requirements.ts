import type { Backlog } from "../model/backlog.ts";
import { textOf } from "../text/markdown.ts";
import type { GraphProblem } from "./find-graph-problems.ts";
import { readPieces } from "./read-pieces.ts";

/** A statement of SPEC.md that tasks refer to. */
export interface Requirement {
  /** `R1`, by the number that it has in its list or writes itself. */
  id: string;
  text: string;
}

/** The requirements of a spec, and how many have no number, so that nothing can refer to them. */
export interface RequirementReading {
  requirements: Requirement[];
  unnumbered: number;
}

/** `R1: `, `**FR-02** `: written out before the words. */
const written = /^((?:R|FR|NFR|REQ)-?\d{1,4})\b[\s:.)–—-]*/i;

/** Reads what stands under the heading *Requirements* of SPEC.md. */
export function readRequirements(spec: string): RequirementReading {
  const pieces = readPieces("spec", spec).filter(({ section }) => section === "Requirements");
  const found: RequirementReading = { requirements: [], unnumbered: 0 };
  let number = 0;
  for (const node of pieces.flatMap(({ content }) => content)) {
    if (node.type === "heading") readHeading(textOf(node), found);
    if (node.type !== "list") continue;
    for (const item of node.children) {
      const text = item.children.map(textOf).join(" ").replaceAll(/\s+/g, " ").trim();
      const own = written.exec(text);
      if (node.ordered) number += 1;
      if (own) found.requirements.push({ id: toId(own[1] ?? ""), text: text.slice(own[0].length) });
      else if (node.ordered) found.requirements.push({ id: `R${number}`, text });
      else found.unnumbered += 1;
    }
  }
  return found;
}

/** A requirement may be a section of its own: `### R1: Export`, `### Requirement: Export`. */
function readHeading(text: string, found: RequirementReading): void {
  const own = written.exec(text.trim());
  if (own) found.requirements.push({ id: toId(own[1] ?? ""), text: text.trim().slice(own[0].length) });
  else if (/^requirement\b/i.test(text.trim())) found.unnumbered += 1;
}

/** Requirements that no task brings, and tasks that bring none. */
export function findUncovered({ tasks }: Backlog, requirements: readonly Requirement[]): GraphProblem[] {
  if (requirements.length === 0) return [];
  const known = new Set(requirements.map(({ id }) => id));
  const brought = new Set(tasks.flatMap((task) => (task.requirements ?? []).map(toId)));
  const left = requirements.filter(({ id }) => !brought.has(id));
  return [
    ...left.map(({ id, text }) => ({
      segments: ["tasks"],
      message: `no task brings ${id} of SPEC.md (${JSON.stringify(beginning(text))}); name it under \`requirements\` of the task that does, or add one`,
    })),
    ...tasks.flatMap((task, index) => {
      const own = task.requirements ?? [];
      const foreign = own.filter((id) => !known.has(toId(id)));
      const segments = ["tasks", index, "requirements"];
      if (foreign.length > 0)
        return [{ segments, message: `${task.id} names ${foreign.join(", ")}, which SPEC.md does not have` }];
      if (own.length > 0) return [];
      const message = `${task.id} brings no requirement of SPEC.md; list those that it brings under \`requirements\`, such as [R1]`;
      return [{ segments: ["tasks", index], message }];
    }),
  ];
}

/** However it is written: `r-01` is `R1`. */
function toId(text: string): string {
  return text.toUpperCase().replace(/^([A-Z]+)-?0*(?=\d)/, "$1");
}

function beginning(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60).trimEnd()}…` : text;
}
