import type { SpecDelta } from "./spec-deltas.ts";
import type { SpecLayout } from "./spec-layout.ts";
import { type Section, splitSections } from "./split-sections.ts";

/** A piece of a spec: a requirement, or whatever else stands in it. */
export interface SpecPart {
  /** Of a requirement. */
  title?: string;
  source: string;
  /** Where it begins; absent where it is not written yet. */
  line?: number;
  /** Whether a new requirement may stand behind it. */
  isPlace: boolean;
}

/** Cuts a spec at its requirements. Ours are its `## ` sections; OpenSpec's are `### Requirement: ` below `## Requirements`. */
export function splitSpec(text: string, layout: SpecLayout): SpecPart[] {
  const { preamble, sections } = splitSections(text, layout === "own" ? 2 : 3);
  const first: SpecPart = { source: preamble, isPlace: layout === "own" };
  const parts = layout === "own" ? sections.map(toOwnPart) : toOpenspecParts(sections);
  return [first, ...parts].filter(({ source }) => source.trim() !== "");
}

function toOwnPart({ title, source, line, depth }: Section): SpecPart {
  return depth === 2 ? { title, source, line, isPlace: true } : { source, line, isPlace: true };
}

function toOpenspecParts(sections: Section[]): SpecPart[] {
  let isPlace = false;
  return sections.map(({ title, source, line, depth }) => {
    if (depth <= 2) isPlace = depth === 2 && /^requirements$/i.test(title);
    const name = depth === 3 && isPlace ? /^requirement:\s*(\S.*)$/i.exec(title)?.[1] : undefined;
    return name === undefined ? { source, line, isPlace } : { title: name, source, line, isPlace };
  });
}

/** The parts with one more, behind all requirements. */
export function addPart(parts: readonly SpecPart[], part: SpecPart): SpecPart[] {
  const last = parts.findLastIndex(({ isPlace }) => isPlace);
  if (last >= 0) return [...parts.slice(0, last + 1), part, ...parts.slice(last + 1)];
  return [...parts, { source: "## Requirements", isPlace: true }, part];
}

export function joinParts(parts: readonly SpecPart[]): string {
  const sources = parts.map(({ source }) => source.trim());
  return `${sources.filter(Boolean).join("\n\n")}\n`;
}

/** The spec of a capability that has none yet. */
export function newSpec(capability: string, purpose: string, layout: SpecLayout): string {
  if (layout === "own") return [`# ${capability}`, purpose].filter(Boolean).join("\n\n").concat("\n");
  return `# ${capability} Specification\n\n## Purpose\n\n${purpose}\n\n## Requirements\n`;
}

/** A requirement as a spec has it. */
export function formatRequirement({ title, body }: SpecDelta, layout: SpecLayout): string {
  if (layout === "own") return `## ${title}\n\n${body.trim()}\n`;
  const { text, scenarios } = readScenarios(body);
  const blocks = scenarios.map(({ name, steps }) => `#### Scenario: ${name ?? title}\n\n${steps}`);
  return `${[`### Requirement: ${title}`, text, ...blocks].filter(Boolean).join("\n\n")}\n`;
}

/** What a requirement says, and the scenarios that show it. */
export interface Scenarios {
  text: string;
  /** Without a name where the requirement has only one. */
  scenarios: { name?: string; steps: string }[];
}

const firstStep = /^[ \t]*(?:[-*+]|\d+[.)])?[ \t]*[*_]*(?:GIVEN|WHEN)\b/im;

/** Takes a requirement of SPEC.md apart: its sentence, then its steps, or scenarios under headings of their own. */
export function readScenarios(body: string): Scenarios {
  const { preamble, sections } = splitSections(body, 6);
  const at = firstStep.exec(preamble)?.index ?? preamble.length;
  const steps = preamble.slice(at).trim();
  const named = sections.map(({ title, body: text }) => ({
    name: title.replace(/^scenario:\s*/i, ""),
    steps: text.trim(),
  }));
  return { text: preamble.slice(0, at).trim(), scenarios: steps === "" ? named : [{ steps }, ...named] };
}
