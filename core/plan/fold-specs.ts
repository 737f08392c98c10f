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

/** Reads `## Spec changes` of a SPEC.md: capabilities, and below them what is added, modified or removed. */
export function readSpecDeltas(markdown: string): { deltas: SpecDelta[]; problems: Problem[] } {
  const deltas: SpecDelta[] = [];
  const problems: Problem[] = [];
  let capability: string | undefined;
  for (const section of specChanges(markdown)) {
    if (section.depth === 3) capability = readCapability(section, problems);
    else if (section.depth === 4) {
      const delta = readDelta(section, capability, problems);
      if (delta && isFirst(delta, deltas, problems)) deltas.push(delta);
    }
  }
  return { deltas, problems };
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
  if (name !== undefined && capabilityPattern.test(name)) return name;
  const message =
    name === undefined
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
  const match = /^(added|modified|removed):\s*(\S.*)$/i.exec(title);
  const refuse = (message: string) => void problems.push(at(line, message));
  if (!match) return refuse("should be `#### Added: <requirement>`, or Modified, or Removed");
  if (!capability) return refuse("needs a valid `### Capability: <name>` above it");
  const type = match[1]!.toLowerCase() as SpecDelta["type"];
  if (type !== "removed" && !(/\bWHEN\b/i.test(body) && /\bTHEN\b/i.test(body))) {
    return refuse("should say GIVEN (if needed), WHEN and THEN below its title");
  }
  return { capability, type, title: match[2]!.trim(), body, line };
}

function isFirst(delta: SpecDelta, earlier: readonly SpecDelta[], problems: Problem[]): boolean {
  const isSame = (other: SpecDelta) =>
    other.capability === delta.capability && keyOf(other.title) === keyOf(delta.title);
  if (!earlier.some(isSame)) return true;
  problems.push(at(delta.line, `"${delta.title}" is changed twice; say it once`));
  return false;
}

export type Folding = { ok: true; text: string } | { ok: false; problems: Problem[] };

/** The new `specs/<capability>/spec.md`: every requirement is a `## ` section, and what is not changed stays to the letter. */
export function foldSpec(
  current: string | undefined,
  capability: string,
  deltas: readonly SpecDelta[],
): Folding {
  const { preamble, sections } = splitSections(current ?? `# ${capability}\n`, 2);
  let parts = sections.map(({ title, source, depth }) => ({ title, source, isRequirement: depth === 2 }));
  const problems: Problem[] = [];

  for (const delta of deltas.filter((other) => other.capability === capability)) {
    const isSame = (part: { title: string; isRequirement: boolean }) =>
      part.isRequirement && keyOf(part.title) === keyOf(delta.title);
    const wrong = mismatch(delta, parts.some(isSame));
    const part = {
      title: delta.title,
      source: `## ${delta.title}\n\n${delta.body.trim()}\n`,
      isRequirement: true,
    };
    if (wrong) problems.push(at(delta.line, wrong));
    else if (delta.type === "added") parts.push(part);
    else if (delta.type === "modified") parts = parts.map((old) => (isSame(old) ? part : old));
    else parts = parts.filter((old) => !isSame(old));
  }
  if (problems.length > 0) return { ok: false, problems };

  const text = `${[preamble, ...parts.map(({ source }) => source)]
    .map((piece) => piece.trim())
    .filter(Boolean)
    .join("\n\n")}\n`;
  return reread(
    text,
    parts.map(({ title }) => title),
  );
}

function mismatch({ type, title, capability }: SpecDelta, isThere: boolean): string | undefined {
  const file = `specs/${capability}/spec.md`;
  if (type === "added") return isThere ? `"${title}" is already in ${file}; use Modified` : undefined;
  return isThere
    ? undefined
    : `"${title}" is not in ${file}; ${type === "modified" ? "use Added" : "remove this entry"}`;
}

/** An unclosed fence or comment in one requirement would swallow the next: then the text reads back differently. */
function reread(text: string, titles: string[]): Folding {
  const found = splitSections(text, 2).sections.map(({ title }) => keyOf(title));
  const lost = titles.find((title, index) => found[index] !== keyOf(title));
  if (lost === undefined && found.length === titles.length) return { ok: true, text };
  const message = `the requirement before "${lost ?? titles.at(-1)}" leaves a code block or comment open; close it`;
  return { ok: false, problems: [{ path: "SPEC.md", message }] };
}

export function keyOf(title: string): string {
  return title.replaceAll(/\s+/g, " ").trim().toLowerCase();
}

function at(line: number, message: string): Problem {
  return { path: "SPEC.md", message, line };
}
