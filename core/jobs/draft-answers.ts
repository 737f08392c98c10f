import { answersOf, newestAnswer } from "../check/answers-of.ts";
import { backlogFile, documentFiles } from "../codec/paths.ts";
import type { TaskId } from "../model/ids.ts";
import type { Manifest } from "../model/manifest.ts";
import type { Note } from "../model/note.ts";
import { parseBacklog } from "../model/parse-backlog.ts";
import type { PlanDifference } from "../model/plan-difference.ts";
import { type PlanDocument, planDocuments } from "../model/track.ts";
import type { Problem } from "../model/validate.ts";
import { checkDocument } from "../plan/check-document.ts";
import { compareBacklogs } from "../plan/compare-backlogs.ts";
import { type BacklogDraft, draftBacklog } from "../plan/draft-backlog.ts";
import { type MergedPlan, mergeDocuments } from "../plan/merge-documents.ts";
import { type RequirementReading, readRequirements } from "../plan/requirements.ts";
import { cleanText } from "../text/clean-text.ts";
import { isDocument } from "./plan-documents.ts";

/** What the answers of a leg come to as files of a plan, and what is wrong with these. */
export interface PlanDraft {
  /** The newest of each document: of this leg, or of an earlier one. */
  documents: Partial<Record<PlanDocument, { text: string; problems: Problem[] }>>;
  /** What was taken out of the documents. */
  cleaned: Extract<Note, { type: "document-cleaned" }>[];
  /** PLAN.md and what people should see of it, where all of them are there. */
  merged?: MergedPlan;
  /** What SPEC.md asks for, where it is sound. */
  required?: RequirementReading;
  /** The newest backlog. */
  backlog?: BacklogDraft;
  /** How it differs from the plan that it takes the place of. */
  difference?: PlanDifference;
}

/** What a plan's files are made from. */
export interface DraftInput {
  title: string;
  manifest: Pick<Manifest, "steps">;
  /** Documents of a plan that an earlier leg wrote. */
  documents: Partial<Record<PlanDocument, string>>;
  protectedPaths: readonly string[];
  /** The files of the plan that it takes the place of, by name. */
  before?: Readonly<Record<string, string>>;
  /** The tasks of that plan that stay as they are. */
  kept?: readonly TaskId[];
}

/** Parses the plan that the agents of a leg wrote: it becomes files. */
export function draftAnswers(input: DraftInput): PlanDraft {
  const { title, manifest, documents, protectedPaths, before, kept = [] } = input;
  const { texts, cleaned } = newestTexts(manifest, documents);
  const draft: PlanDraft = { documents: {}, cleaned };
  for (const name of planDocuments) {
    const text = texts[name];
    if (text !== undefined) draft.documents[name] = { text, problems: checkDocument(name, text) };
  }
  const { spec, arch, qa } = soundTexts(texts, draft);
  const found = newestAnswer(manifest, "backlog")?.backlog;
  const keep = before && { text: before[backlogFile] ?? "", tasks: kept };
  if (found) draft.backlog = draftBacklog(found, { protectedPaths, spec, keep });
  if (spec !== undefined) draft.required = readRequirements(spec);
  if (spec !== undefined && arch !== undefined && qa !== undefined) {
    const tasks = draft.backlog?.backlog?.tasks ?? [];
    draft.merged = mergeDocuments({ spec, arch, qa }, { title, tasks });
  }
  if (before) draft.difference = differenceFrom(before, draft);
  return draft;
}

function differenceFrom(before: Readonly<Record<string, string>>, draft: PlanDraft): PlanDifference {
  const names = planDocuments.filter((name) => {
    const text = draft.documents[name]?.text;
    return text !== undefined && text !== before[documentFiles[name]];
  });
  const old = parseBacklog(before[backlogFile] ?? "");
  const none = { version: 1 as const, tasks: [] };
  const tasks = compareBacklogs(old.ok ? old.backlog : none, draft.backlog?.backlog ?? none);
  return { ...tasks, documents: names.map((name) => documentFiles[name]) };
}

/** What cannot be published as it is may be slow to read, too. */
function soundTexts(texts: DraftInput["documents"], { documents }: PlanDraft): DraftInput["documents"] {
  const sound = planDocuments.filter((name) => documents[name]?.problems.length === 0);
  return Object.fromEntries(sound.map((name) => [name, texts[name]]));
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
