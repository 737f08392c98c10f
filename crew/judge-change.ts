import { wholePatch } from "../adapters/git/whole-patch.ts";
import { findSignals } from "../core/check/find-signals.ts";
import { type DiffFile, readPatch } from "../core/check/read-patch.ts";
import { checksOn } from "../core/jobs/read-steps.ts";
import type { Signal } from "../core/model/signal.ts";
import { type Crew, subjectOf } from "./crew.ts";
import { within } from "./within.ts";

/** The change that this job has made so far, or that it reviews, with all lines; undefined where it judges none. */
export async function readChange({
  input,
  journal,
}: Pick<Crew, "input" | "journal">): Promise<DiffFile[] | undefined> {
  const { judging, folder, base } = input;
  const changes = journal.changes();
  if (!judging || (changes.changes.length === 0 && judging.against === undefined)) return undefined;
  const { against } = judging;
  return readPatch(await within("compare", () => wholePatch(folder, { base, against }, changes)));
}

/** What code alone sees in that change. */
export async function judgeChange(crew: Pick<Crew, "input" | "journal">): Promise<Signal[]> {
  const { input, journal } = crew;
  const diff = await readChange(crew);
  if (!diff || !input.judging) return [];
  const { hints, tests } = input.judging;
  const checks = checksOn({ steps: journal.steps() }, subjectOf(crew)) ?? [];
  return findSignals({ diff, hints, tests, checks });
}
