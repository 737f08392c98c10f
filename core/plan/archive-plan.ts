import { planPath } from "../codec/paths.ts";
import type { Problem } from "../model/validate.ts";
import { foldSpec, readSpecDeltas, type SpecDelta } from "./fold-specs.ts";

/** A file of the track branch. */
export interface ListedFile {
  path: string;
  sha: string;
}

/** What the last commit of a track does: the plan moves to the archive, and its spec changes are folded in. */
export interface Archive {
  moved: { from: string; to: string; sha: string }[];
  /** The plan's SPEC.md, if it has one. */
  spec?: ListedFile;
}

/** Which files move where; nothing for a plan that was archived before. */
export function archivePlan(
  files: readonly ListedFile[],
  track: { issue: number; slug: string },
  date: string,
): Archive {
  const from = `${planPath.folder(track)}/`;
  const to = `${planPath.archive(track, date)}/`;
  const plan = files.filter(({ path }) => path.startsWith(from));
  const moved = plan.map(({ path, sha }) => ({ from: path, to: to + path.slice(from.length), sha }));
  const spec = plan.find(({ path }) => path === `${from}SPEC.md`);
  return spec ? { moved, spec } : { moved };
}

/** The spec of each capability that a SPEC.md changes. */
export function changedSpecs(
  markdown: string,
): { ok: true; paths: { capability: string; path: string }[]; deltas: SpecDelta[] } | Wrong {
  const { deltas, problems } = readSpecDeltas(markdown);
  if (problems.length > 0) return { ok: false, problems };
  const names = [...new Set(deltas.map(({ capability }) => capability))];
  return {
    ok: true,
    paths: names.map((capability) => ({ capability, path: `specs/${capability}/spec.md` })),
    deltas,
  };
}

interface Wrong {
  ok: false;
  problems: Problem[];
}

/** One capability's spec with its changes folded in. */
export function foldCapability(
  deltas: readonly SpecDelta[],
  capability: string,
  text: string | undefined,
): ReturnType<typeof foldSpec> {
  return foldSpec(
    text,
    capability,
    deltas.filter((delta) => delta.capability === capability),
  );
}
