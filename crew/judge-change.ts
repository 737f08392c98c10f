import { wholePatch } from "../adapters/git/whole-patch.ts";
import { findSignals } from "../core/check/find-signals.ts";
import { type DiffFile, readPatch, textOf } from "../core/check/read-patch.ts";
import { applyRules } from "../core/check/rules/apply-rules.ts";
import type { ChangedText } from "../core/check/rules/changed-file.ts";
import { withMoves } from "../core/check/rules/find-moves.ts";
import { checksOn, coverageOn } from "../core/jobs/read-steps.ts";
import { type Crew, subjectOf } from "./crew.ts";
import type { Seen } from "./journal.ts";
import { within } from "./within.ts";

/** The change that this job has made so far, or that it reviews, with all lines; undefined where it judges none. */
export async function readChange({
  input,
  journal,
}: Pick<Crew, "input" | "journal">): Promise<DiffFile[] | undefined> {
  const { judging, covers, folder, base } = input;
  const changes = journal.changes();
  const against = judging?.against ?? covers;
  if (!judging && covers === undefined) return undefined;
  if (changes.changes.length === 0 && against === undefined) return undefined;
  return readPatch(await within("compare", () => wholePatch(folder, { base, against }, changes)));
}

/** What code alone sees in that change. */
export async function judgeChange(crew: Pick<Crew, "input" | "journal">): Promise<Seen> {
  const { input, journal } = crew;
  if (!input.judging) return { signals: [] };
  const diff = await readChange(crew);
  if (!diff) return { signals: [] };
  const { hints, tests } = input.judging;
  const steps = { steps: journal.steps() };
  const checks = checksOn(steps, subjectOf(crew)) ?? [];
  const coverage = coverageOn(steps, subjectOf(crew));
  const signals = findSignals({ diff, hints, tests, checks, coverage, config: input.config });
  // What is made here is published, and publish has the files to look for itself.
  if (journal.changes().changes.length > 0) return { signals };
  return { signals, findings: applyRules(input.rules, withMoves(diff.map(toChangedText))) };
}

/** A file of a change as text; nothing of what is not text. */
export function toChangedText(file: DiffFile): ChangedText {
  const { path, state, lines } = file;
  const text = (side: "before" | "after") => textOf(file, side).join("\n");
  return {
    path,
    before: state === "added" || lines.length === 0 ? undefined : text("before"),
    after: state === "deleted" ? undefined : text("after"),
    isNew: state === "added",
  };
}
