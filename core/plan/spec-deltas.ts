import { mostDeltaNames } from "../model/spec-delta.ts";
import type { Problem } from "../model/validate.ts";
import { type Section, splitSections } from "./split-sections.ts";

/** One change to what the software is said to do. */
export interface SpecDelta {
  capability: string;
  type: "added" | "modified" | "removed";
  title: string;
  body: string;
  line: number;
}

const capabilityPattern = /^[a-z0-9][a-z0-9-]{0,63}$/;

/** Folders under `specs/` that hold plans and no spec. */
const reserved = ["changes", "archive"];

/** More than these are no one change any more; each is read from the repository. */
const mostCapabilities = 20;

/** What `## Spec changes` of a SPEC.md says. */
export interface SpecDeltas {
  deltas: SpecDelta[];
  /** What the text below a capability's heading says it is for. */
  purposes: Record<string, string>;
  problems: Problem[];
}

/** Reads `## Spec changes` of a SPEC.md: capabilities, and below them what is added, modified or removed. */
export function readSpecDeltas(markdown: string): SpecDeltas {
  const deltas: SpecDelta[] = [];
  const problems: Problem[] = [];
  const purposes: Record<string, string> = {};
  let capability: string | undefined;
  for (const section of specChanges(markdown)) {
    if (section.depth === 3) {
      capability = readCapability(section, problems);
      if (capability !== undefined) purposes[capability] ||= section.body;
    } else if (section.depth === 4) {
      const delta = readDelta(section, capability, problems);
      if (delta && isFirst(delta, deltas, problems)) deltas.push(delta);
    }
  }
  problems.push(...tooMany(deltas));
  return { deltas, purposes, problems };
}

function tooMany(deltas: readonly SpecDelta[]): Problem[] {
  const names = new Set(deltas.map(({ capability }) => capability));
  const last = deltas.at(-1)?.line ?? 1;
  if (deltas.length > mostDeltaNames)
    return [
      at(last, `changes ${deltas.length} requirements; the limit is ${mostDeltaNames}: split the issue`),
    ];
  if (names.size <= mostCapabilities) return [];
  return [at(last, `changes ${names.size} capabilities; the limit is ${mostCapabilities}: split the issue`)];
}

/** The sections below `## Spec changes`. */
function specChanges(markdown: string): Section[] {
  const { sections } = splitSections(markdown, 4);
  const start = sections.findIndex(({ depth, title }) => depth === 2 && /^spec changes$/i.test(title));
  if (start < 0) return [];
  const end = sections.findIndex(({ depth }, index) => index > start && depth <= 2);
  return sections.slice(start + 1, end < 0 ? undefined : end);
}

function readCapability({ title, line }: Section, problems: Problem[]): string | undefined {
  const name = /^capability:\s*(.*)$/i.exec(title)?.[1];
  const isReserved = name !== undefined && reserved.includes(name);
  if (name !== undefined && capabilityPattern.test(name) && !isReserved) return name;
  const message = isReserved
    ? `should name another capability: specs/${name} holds plans`
    : name === undefined
      ? "should be `### Capability: <name>`"
      : "should name a capability in lower-case letters, digits and dashes (at most 64)";
  problems.push(at(line, message));
  return undefined;
}

function readDelta(
  { title, line, body }: Section,
  capability: string | undefined,
  problems: Problem[],
): SpecDelta | undefined {
  const [, word, name] = /^(added|modified|removed):\s*(\S.*)$/i.exec(title) ?? [];
  const refuse = (message: string) => void problems.push(at(line, message));
  if (word === undefined || name === undefined)
    return refuse("should be `#### Added: <requirement>`, or Modified, or Removed");
  if (!capability) return refuse("needs a valid `### Capability: <name>` above it");
  const type = word.toLowerCase() as SpecDelta["type"];
  if (type !== "removed" && !(/\bWHEN\b/i.test(body) && /\bTHEN\b/i.test(body))) {
    return refuse("should say GIVEN (if needed), WHEN and THEN below its title");
  }
  return { capability, type, title: name.trim(), body, line };
}

function isFirst(delta: SpecDelta, earlier: readonly SpecDelta[], problems: Problem[]): boolean {
  const isSame = (other: SpecDelta) =>
    other.capability === delta.capability && keyOf(other.title) === keyOf(delta.title);
  if (!earlier.some(isSame)) return true;
  problems.push(at(delta.line, `"${delta.title}" is changed twice; say it once`));
  return false;
}

/** A title as it is compared. */
export function keyOf(title: string): string {
  return title.replaceAll(/\s+/g, " ").trim().toLowerCase();
}

export function at(line: number, message: string): Problem {
  return { path: "SPEC.md", message, line };
}
