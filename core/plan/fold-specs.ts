import type { Problem } from "../model/validate.ts";
import { openspecProblems, purposeProblem } from "./openspec-problems.ts";
import { at, keyOf, type SpecDelta } from "./spec-deltas.ts";
import { type SpecLayout, specFile } from "./spec-layout.ts";
import { addPart, formatRequirement, joinParts, newSpec, type SpecPart, splitSpec } from "./spec-parts.ts";

/** The spec that is changed. */
export interface FoldedSpec {
  capability: string;
  layout: SpecLayout;
  /** What a new one is for. */
  purpose: string;
}

export type Folding = { ok: true; text: string } | { ok: false; problems: Problem[] };

/** The new spec of a capability: what is not changed stays to the letter. */
export function foldSpec(
  current: string | undefined,
  spec: FoldedSpec,
  deltas: readonly SpecDelta[],
): Folding {
  const { capability, layout, purpose } = spec;
  const own = deltas.filter((delta) => delta.capability === capability);
  let parts = splitSpec(current ?? newSpec(capability, purpose, layout), layout);
  const problems: Problem[] = current === undefined ? purposeProblem(spec, own) : [];
  for (const delta of own) {
    const isSame = ({ title }: SpecPart) => title !== undefined && keyOf(title) === keyOf(delta.title);
    const wrong = mismatch(delta, parts.some(isSame), layout);
    const part = { title: delta.title, source: formatRequirement(delta, layout), isPlace: true };
    if (layout === "openspec") problems.push(...openspecProblems(delta));
    if (wrong) problems.push(at(delta.line, wrong));
    else if (delta.type === "added") parts = addPart(parts, part);
    else if (delta.type === "modified") parts = parts.map((old) => (isSame(old) ? part : old));
    else parts = parts.filter((old) => !isSame(old));
  }
  return problems.length > 0 ? { ok: false, problems } : reread(parts, layout);
}

function mismatch(
  { type, title, capability }: SpecDelta,
  isThere: boolean,
  layout: SpecLayout,
): string | undefined {
  const file = specFile(layout, capability);
  if (type === "added") return isThere ? `"${title}" is already in ${file}; use Modified` : undefined;
  return isThere
    ? undefined
    : `"${title}" is not in ${file}; ${type === "modified" ? "use Added" : "remove this entry"}`;
}

/** An unclosed fence or comment in one requirement would swallow the next: then the text reads back differently. */
function reread(parts: readonly SpecPart[], layout: SpecLayout): Folding {
  const text = joinParts(parts);
  const found = splitSpec(text, layout);
  const isSame = ({ title }: SpecPart, index: number) =>
    keyOf(found[index]?.title ?? "") === keyOf(title ?? "");
  const lost = parts.find((part, index) => !isSame(part, index));
  if (lost === undefined && found.length === parts.length) return { ok: true, text };
  const name = (lost ?? parts.at(-1))?.title;
  const message = `the requirement before "${name}" leaves a code block or comment open; close it`;
  return { ok: false, problems: [{ path: "SPEC.md", message }] };
}
