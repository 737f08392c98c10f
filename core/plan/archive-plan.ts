import { planPath } from "../codec/paths.ts";
import type { Problem } from "../model/validate.ts";
import { foldSpec } from "./fold-specs.ts";
import { readSpecDeltas, type SpecDelta } from "./spec-deltas.ts";
import { type SpecLayout, specFile } from "./spec-layout.ts";

/** Which of these files move where, when the plan goes to the archive of a day; none for a plan that was archived before. */
export function archivePlan(
  paths: readonly string[],
  track: { issue: number; slug: string },
  day: string,
): { from: string; to: string }[] {
  const from = `${planPath.folder(track)}/`;
  const to = `${planPath.archive(track, day)}/`;
  const plan = paths.filter((path) => path.startsWith(from));
  return plan.map((path) => ({ from: path, to: to + path.slice(from.length) }));
}

/** The specs that a SPEC.md changes, and how. */
export interface ChangedSpecs {
  layout: SpecLayout;
  specs: { capability: string; path: string; purpose: string }[];
  deltas: SpecDelta[];
}

/** What a plan without a SPEC.md changes. */
export const noChangedSpecs: ChangedSpecs = { layout: "own", specs: [], deltas: [] };

/** The spec of each capability that a SPEC.md changes. */
export function changedSpecs(
  markdown: string,
  layout: SpecLayout = "own",
): ({ ok: true } & ChangedSpecs) | Wrong {
  const { deltas, purposes, problems } = readSpecDeltas(markdown);
  if (problems.length > 0) return { ok: false, problems };
  const names = [...new Set(deltas.map(({ capability }) => capability))];
  const specs = names.map((capability) => ({
    capability,
    path: specFile(layout, capability),
    purpose: purposes[capability] ?? "",
  }));
  return { ok: true, layout, specs, deltas };
}

interface Wrong {
  ok: false;
  problems: Problem[];
}

/** The specs with their changes folded in; `texts` are what they say now, in their order. */
export function foldChanges(
  { layout, specs, deltas }: ChangedSpecs,
  texts: readonly (string | undefined)[],
): { ok: true; files: { path: string; text: string }[] } | Wrong {
  const files: { path: string; text: string }[] = [];
  const problems: Problem[] = [];
  for (const [at, { capability, path, purpose }] of specs.entries()) {
    const folded = foldSpec(texts[at], { capability, layout, purpose }, deltas);
    if (folded.ok) files.push({ path, text: folded.text });
    else problems.push(...folded.problems);
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, files };
}
