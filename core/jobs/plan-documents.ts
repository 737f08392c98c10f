import { answersOf } from "../check/answers-of.ts";
import { documentFiles } from "../codec/paths.ts";
import { isAboutBase } from "../model/health.ts";
import type { Manifest } from "../model/manifest.ts";
import type { Note } from "../model/note.ts";
import { type PlanDocument, planDocuments } from "../model/track.ts";
import type { Problem } from "../model/validate.ts";
import type { PlanDraft } from "./draft-answers.ts";

/** What answers come to that nobody could read. */
export const emptyDraft: PlanDraft = { documents: {}, cleaned: [] };

export function isDocument(name: string): name is PlanDocument {
  return (planDocuments as readonly string[]).includes(name);
}

/** Documents that could be published as they are, with the steps that wrote them. */
export function soundDocuments(
  manifest: Manifest,
  { documents }: PlanDraft,
  outcome: "done" | "asked" = "done",
) {
  return answersOf(manifest, "document").flatMap(({ step }) => {
    const name = step.member;
    if (step.outcome !== outcome || !isDocument(name)) return [];
    const found = documents[name];
    return found?.problems.length === 0 ? [{ step, name, text: found.text }] : [];
  });
}

/** What people should know of the documents and of what was told. */
export function notesOn({ notes }: Manifest, { cleaned }: PlanDraft): Note[] {
  const names = cleaned.map(({ name }) => name);
  // How the repository's own commands run is told with the base's health.
  const told = notes.filter((note) => !isAboutBase(note) && !isAboutCleaned(note, names));
  return [...told, ...cleaned];
}

/** What was taken out of a document need not be called odd as well. */
function isAboutCleaned(note: Note, cleaned: readonly string[]): boolean {
  if (note.type !== "odd-text" || !cleaned.includes(note.what)) return false;
  return note.lookalikes.length === 0 && note.unseen === undefined;
}

/** What is wrong with the documents, or missing. */
export function documentProblems({ documents }: PlanDraft): Problem[] {
  return planDocuments.flatMap((name) => documents[name]?.problems ?? [isMissing(documentFiles[name])]);
}

export function isMissing(file: string): Problem {
  return { path: file, message: "is missing from the plan" };
}
