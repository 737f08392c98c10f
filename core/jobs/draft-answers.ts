import { answersOf, newestAnswer } from "../check/answers-of.ts";
import { documentFiles } from "../codec/paths.ts";
import type { Manifest } from "../model/manifest.ts";
import type { Note } from "../model/note.ts";
import { type PlanDocument, planDocuments } from "../model/track.ts";
import type { Problem } from "../model/validate.ts";
import { checkDocument } from "../plan/check-document.ts";
import { type BacklogDraft, draftBacklog } from "../plan/draft-backlog.ts";
import { mergeDocuments } from "../plan/merge-documents.ts";
import { cleanText } from "../text/clean-text.ts";
import { isDocument } from "./plan-documents.ts";

/** What the answers of a leg come to as files of a plan, and what is wrong with these. */
export interface PlanDraft {
  /** The newest of each document: of this leg, or of an earlier one. */
  documents: Partial<Record<PlanDocument, { text: string; problems: Problem[] }>>;
  /** What was taken out of the documents. */
  cleaned: Extract<Note, { type: "document-cleaned" }>[];
  /** PLAN.md, where all of them are there. */
  merged?: string;
  /** The newest backlog. */
  backlog?: BacklogDraft;
}

/** What a plan's files are made from. */
export interface DraftInput {
  title: string;
  manifest: Pick<Manifest, "steps">;
  /** Documents of a plan that an earlier leg wrote. */
  documents: Partial<Record<PlanDocument, string>>;
  protectedPaths: readonly string[];
}

/** Parses the plan that the agents of a leg wrote: it becomes files. */
export function draftAnswers({ title, manifest, documents, protectedPaths }: DraftInput): PlanDraft {
  const { texts, cleaned } = newestTexts(manifest, documents);
  const draft: PlanDraft = { documents: {}, cleaned };
  for (const name of planDocuments) {
    const text = texts[name];
    if (text !== undefined) draft.documents[name] = { text, problems: checkDocument(name, text) };
  }
  const { spec, arch, qa } = texts;
  if (spec !== undefined && arch !== undefined && qa !== undefined)
    draft.merged = mergeDocuments({ title, spec, arch, qa });
  const found = newestAnswer(manifest, "backlog")?.backlog;
  if (found) draft.backlog = draftBacklog(found, { protectedPaths });
  return draft;
}

function newestTexts(manifest: DraftInput["manifest"], earlier: DraftInput["documents"]) {
  const texts = { ...earlier };
  const cleaned = answersOf(manifest, "document").flatMap(({ step, value }) => {
    if (!isDocument(step.member)) return [];
    const { text, dropped } = tidy(value.document);
    texts[step.member] = text;
    return dropped.count > 0
      ? [{ type: "document-cleaned" as const, name: documentFiles[step.member], dropped }]
      : [];
  });
  return { texts, cleaned };
}

/** A document as it is committed. */
export function tidy(document: string) {
  const cleaned = cleanText(document);
  return { text: `${cleaned.text.trim()}\n`, dropped: cleaned.dropped };
}
