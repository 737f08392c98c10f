import type { RootContent } from "mdast";
import type { Backlog } from "../model/backlog.ts";
import { lineOf } from "../text/markdown.ts";
import type { GraphProblem } from "./find-graph-problems.ts";
import { readPieces } from "./read-pieces.ts";

/** A statement of SPEC.md that tasks refer to. */
export interface Requirement {
  /** `R1`: what it writes itself, its number in its list, or its place among those without a number. */
  id: string;
  text: string;
}

/** The requirements of a spec. */
export interface RequirementReading {
  requirements: Requirement[];
  /** How many of them have no number of their own: gsd counts these in their order. */
  unnumbered: number;
  /** Whether there is a section about them in which none was found. */
  isProse: boolean;
}

/** `R1: `, `**FR-02** `: written out before the words. */
const written = /^((?:R|FR|NFR|REQ)-?\d{1,4})\b[\s:.)–—-]*/i;

/** A requirement as it stands there: with its id, or without. */
interface Entry {
  id: string | undefined;
  text: string;
}

/** Reads what stands under the heading *Requirements* of SPEC.md. */
export function readRequirements(spec: string): RequirementReading {
  const pieces = readPieces("spec", spec).filter(({ section }) => section === "Requirements");
  const entries = readEntries(pieces.flatMap(({ content }) => content));
  const requirements = nameAll(entries);
  return {
    requirements,
    unnumbered: entries.filter(({ id }) => id === undefined).length,
    isProse: pieces.length > 0 && requirements.length === 0,
  };
}

/** A requirement is an entry of a list, or a section of its own: then the lists in it are its details. */
function readEntries(nodes: readonly RootContent[]): Entry[] {
  const entries: Entry[] = [];
  let number = 0;
  for (const { title, content } of bySection(nodes)) {
    const isOwn = title !== undefined && isRequirement(title, content);
    if (isOwn) entries.push(toEntry(title.replace(/^requirement\s*:\s*/i, "")));
    for (const { text, ordered } of content.flatMap(itemsOf)) {
      const found = toEntry(text);
      if (ordered && !isOwn) number += 1;
      if (found.id !== undefined) entries.push(found);
      else if (!isOwn) entries.push({ ...found, id: ordered ? `R${number}` : undefined });
    }
  }
  return entries;
}

interface Section {
  /** Absent for what stands before the first heading. */
  title: string | undefined;
  content: RootContent[];
}

function bySection(nodes: readonly RootContent[]): Section[] {
  const sections: Section[] = [{ title: undefined, content: [] }];
  for (const node of nodes) {
    if (node.type === "heading") sections.push({ title: lineOf(node).trim(), content: [] });
    else sections.at(-1)?.content.push(node);
  }
  return sections;
}

/** A step of a scenario says how something is shown, and is no requirement. */
const step = /^(?:given|when|then|and|but)\b/i;

function itemsOf(node: RootContent): { text: string; ordered: boolean }[] {
  if (node.type !== "list") return [];
  const texts = node.children.map((item) =>
    item.children.map(lineOf).join(" ").replaceAll(/\s+/g, " ").trim(),
  );
  return texts.filter((text) => !step.test(text)).map((text) => ({ text, ordered: node.ordered === true }));
}

/** `### R1: Export`, `### Requirement: Export`, or words with text below them; a heading above a list only groups what is in it. */
function isRequirement(title: string, content: readonly RootContent[]): boolean {
  if (written.test(title) || /^requirement\b/i.test(title)) return true;
  return content.some(({ type }) => type === "paragraph") && content.flatMap(itemsOf).length === 0;
}

function toEntry(text: string): Entry {
  const own = written.exec(text);
  return own ? { id: toId(own[1] ?? ""), text: text.slice(own[0].length) } : { id: undefined, text };
}

/** Those without a number get the first ones that nobody has. */
function nameAll(entries: readonly Entry[]): Requirement[] {
  const taken = new Set(entries.map(({ id }) => id));
  let next = 1;
  const free = () => {
    while (taken.has(`R${next}`)) next += 1;
    taken.add(`R${next}`);
    return `R${next}`;
  };
  return entries.map(({ id, text }) => ({ id: id ?? free(), text }));
}

/** Requirements that no task brings, and tasks that bring none. */
export function findUncovered({ tasks }: Backlog, requirements: readonly Requirement[]): GraphProblem[] {
  if (requirements.length === 0) return [];
  const known = new Set(requirements.map(({ id }) => id));
  const brought = tasksByRequirement(tasks);
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

/** Which tasks bring each requirement. */
export function tasksByRequirement(tasks: Backlog["tasks"]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { id, requirements = [] } of tasks) {
    for (const requirement of new Set(requirements.map(toId)))
      found.set(requirement, [...(found.get(requirement) ?? []), id]);
  }
  return found;
}

/** However it is written: `r-01` is `R1`. */
function toId(text: string): string {
  return text.toUpperCase().replace(/^([A-Z]+)-?0*(?=\d)/, "$1");
}

function beginning(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60).trimEnd()}…` : text;
}
