import type { Problem } from "../model/validate.ts";
import { slugOf } from "../text/slug-of.ts";
import { checkSpec } from "./check-spec.ts";
import { layoutOf, type SpecLayout, specFile } from "./spec-layout.ts";
import { type SpecPart, splitSpec } from "./spec-parts.ts";
import { splitSections } from "./split-sections.ts";

/** A spec that an agent wrote for code that had none. */
export interface SpecRequest {
  /** The folder that it is about. */
  folder: string;
  report: string;
  layout: SpecLayout;
}

export interface SpecDraft {
  path: string;
  text: string;
  problems: Problem[];
}

/** What the spec of a folder is called. */
export function capabilityOf(folder: string): string {
  return slugOf(folder.split("/").filter(Boolean).at(-1) ?? "");
}

/** Whether a recipe's `to` is the spec of a capability. */
export function isSpecTarget(to: string | undefined): boolean {
  return to !== undefined && layoutOf(to.replaceAll("<slug>", "slug")) !== undefined;
}

/** The spec as a file, in the repository's layout, with what later plans could not work with. */
export function draftSpec({ folder, report, layout }: SpecRequest): SpecDraft {
  const capability = capabilityOf(folder);
  const title = layout === "own" ? capability : `${capability} Specification`;
  const text = `# ${title}\n\n${report.trim()}\n`;
  const parts = splitSpec(text, layout);
  const requirements = parts.filter((part) => part.title !== undefined);
  const problems = [
    ...checkSpec(text, layout),
    ...(layout === "openspec" ? purposeProblems(text) : []),
    ...(requirements.length > 0
      ? []
      : [wrong(undefined, `has no requirement; write each as \`${form[layout]}\``)]),
    ...requirements.flatMap((part) => requirementProblems(part, layout)),
  ];
  return { path: specFile(layout, capability), text, problems };
}

const form = { own: "## <title>", openspec: "### Requirement: <title>` below `## Requirements" } as const;

function requirementProblems({ title, source, line }: SpecPart, layout: SpecLayout): Problem[] {
  const { preamble, sections } = splitSections(source.slice(source.indexOf("\n") + 1), 4);
  const scenarios = layout === "own" ? [source] : sections.map(({ body }) => body);
  const shows =
    scenarios.length > 0 && scenarios.every((text) => /\bWHEN\b/i.test(text) && /\bTHEN\b/i.test(text));
  const problems = shows
    ? []
    : [wrong(line, `"${title}" should say WHEN and THEN, and GIVEN where it is needed`)];
  if (layout === "openspec" && !/\b(SHALL|MUST)\b/.test(preamble))
    problems.push(wrong(line, `"${title}" should say in a sentence with SHALL or MUST what holds`));
  return problems;
}

function purposeProblems(text: string): Problem[] {
  const found = splitSections(text, 2).sections.find(({ title }) => /^purpose$/i.test(title));
  return (found?.body.length ?? 0) >= 50
    ? []
    : [wrong(undefined, "should say under `## Purpose`, in 50 characters or more, what it is for")];
}

function wrong(line: number | undefined, message: string): Problem {
  return line === undefined ? { path: "", message } : { path: "", message, line };
}
