import { documentFiles } from "../../core/codec/paths.ts";
import { allAnswered } from "../../core/model/question.ts";
import type { Track } from "../../core/model/track.ts";
import { addAnswers } from "../../core/plan/add-answers.ts";
import { type ChangedSpecs, noChangedSpecs } from "../../core/plan/archive-plan.ts";
import type { FileAtRef } from "../../core/ports/github/git.ts";
import type { Archiving, SeenBranch } from "./archiving.ts";
import { unfoldable } from "./unfoldable.ts";

/** What tasks asked after the plan was approved becomes a part of it here. */
export function withAnswers<T extends { path: string; text: string | undefined }>(track: Track, file: T): T {
  if (file.text === undefined || !file.path.endsWith(`/${documentFiles.spec}`)) return file;
  return { ...file, text: addAnswers(file.text, allAnswered(track.forms)) };
}

/** What the approved plan says; where the branch has no such file any more, it was folded in before. */
export async function readChanges(
  { parse }: Archiving["ports"],
  { folder, layout, approved: { spec } }: SeenBranch,
): Promise<ChangedSpecs> {
  if (!spec || !folder?.entries.some(({ name }) => name === "SPEC.md")) return noChangedSpecs;
  if (spec.odd !== undefined) throw unfoldable([{ message: `it ${spec.odd}` }]);
  const changed = await parse("spec-changes", spec.text, layout);
  if (!changed.ok) throw unfoldable([{ message: `SPEC.md ${changed.message}` }]);
  if (!changed.value.ok) throw unfoldable(changed.value.problems);
  return changed.value;
}

/** The specs as the plan leaves them. */
export async function foldSpecs(
  { parse }: Archiving["ports"],
  changed: ChangedSpecs,
  files: readonly (FileAtRef | undefined)[],
): Promise<{ path: string; text: string }[]> {
  if (changed.specs.length === 0) return [];
  for (const [at, { path }] of changed.specs.entries()) {
    const odd = files[at]?.odd;
    if (odd !== undefined) throw unfoldable([{ message: `${path} ${odd}` }]);
  }
  const folded = await parse(
    "spec-folding",
    changed,
    files.map((file) => file?.text),
  );
  if (!folded.ok) throw unfoldable([{ message: `one of the specs ${folded.message}` }]);
  if (!folded.value.ok) throw unfoldable(folded.value.problems);
  return folded.value.files;
}
