import { answersOf } from "../check/answers-of.ts";
import { documentFiles } from "../codec/paths.ts";
import type { Manifest } from "../model/manifest.ts";
import type { Note } from "../model/note.ts";
import { type PlanDocument, planDocuments } from "../model/track.ts";
import type { Problem } from "../model/validate.ts";
import { checkDocument } from "../plan/check-document.ts";
import { cleanText } from "../text/clean-text.ts";
import type { PublicationInput } from "./row.ts";

function isDocument(name: string): name is PlanDocument {
  return (planDocuments as readonly string[]).includes(name);
}

function tidy(document: string) {
  const cleaned = cleanText(document);
  return { text: `${cleaned.text.trim()}\n`, dropped: cleaned.dropped };
}

/** Documents that could be published as they are, with the steps that wrote them. */
export function soundDocuments(manifest: Manifest) {
  return answersOf(manifest, "document").flatMap(({ step, value }) => {
    const name = step.member;
    if (step.outcome !== "done" || !isDocument(name)) return [];
    const { text } = tidy(value.document);
    return checkDocument(name, text).length === 0 ? [{ step, name, text }] : [];
  });
}

/** The newest of each document: of this leg, or of an earlier one; and what people should know of them and of what was told. */
export function documentsOf({ manifest, documents }: PublicationInput) {
  const texts: Partial<Record<PlanDocument, string>> = { ...documents };
  const cleaned = answersOf(manifest, "document").flatMap(({ step, value }) => {
    if (!isDocument(step.member)) return [];
    const { text, dropped } = tidy(value.document);
    texts[step.member] = text;
    return dropped.count > 0
      ? [{ type: "document-cleaned" as const, name: documentFiles[step.member], dropped }]
      : [];
  });
  const names = cleaned.map(({ name }) => name);
  // What was left out on the base is told with the base's health.
  const told = manifest.notes.filter((note) => note.type !== "left-out" && !isAboutCleaned(note, names));
  return { texts, notes: [...told, ...cleaned] };
}

/** What was taken out of a document need not be called odd as well. */
function isAboutCleaned(note: Note, cleaned: readonly string[]): boolean {
  return note.type === "odd-text" && note.lookalikes.length === 0 && cleaned.includes(note.what);
}

/** What is wrong with the documents, or missing. */
export function documentProblems(texts: Partial<Record<PlanDocument, string>>): Problem[] {
  return planDocuments.flatMap((name) => {
    const text = texts[name];
    return text === undefined ? [isMissing(documentFiles[name])] : checkDocument(name, text);
  });
}

export function isMissing(file: string): Problem {
  return { path: file, message: "is missing from the plan" };
}
