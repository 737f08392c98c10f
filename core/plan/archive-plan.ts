import { planPath } from "../codec/paths.ts";
import type { Problem } from "../model/validate.ts";
import { foldSpec, readSpecDeltas, type SpecDelta } from "./fold-specs.ts";

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
  specs: { capability: string; path: string }[];
  deltas: SpecDelta[];
}

/** What a plan without a SPEC.md changes. */
export const noChangedSpecs: ChangedSpecs = { specs: [], deltas: [] };

/** The spec of each capability that a SPEC.md changes. */
export function changedSpecs(markdown: string): ({ ok: true } & ChangedSpecs) | Wrong {
  const { deltas, problems } = readSpecDeltas(markdown);
  if (problems.length > 0) return { ok: false, problems };
  const names = [...new Set(deltas.map(({ capability }) => capability))];
  return {
    ok: true,
    specs: names.map((capability) => ({ capability, path: `specs/${capability}/spec.md` })),
    deltas,
  };
}

interface Wrong {
  ok: false;
  problems: Problem[];
}

/** The specs with their changes folded in; `texts` are what they say now, in their order. */
export function foldChanges(
  { specs, deltas }: ChangedSpecs,
  texts: readonly (string | undefined)[],
): { ok: true; files: { path: string; text: string }[] } | Wrong {
  const files: { path: string; text: string }[] = [];
  const problems: Problem[] = [];
  for (const [at, { capability, path }] of specs.entries()) {
    const folded = foldSpec(texts[at], capability, deltas);
    if (folded.ok) files.push({ path, text: folded.text });
    else problems.push(...folded.problems);
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, files };
}
