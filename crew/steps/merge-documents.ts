import { planDocuments } from "../../core/model/track.ts";
import type { Crew, Turn } from "../crew.ts";
import { findDocumentProblems } from "./find-document-problems.ts";
import { answersGiven } from "./given-answers.ts";
import type { CodeResult } from "./run-code.ts";

/** Whether the documents can become a plan: all are there and each is sound. Publish merges them, by the same code every time. */
export async function mergeDocumentsStep(crew: Crew, { move }: Turn): Promise<CodeResult> {
  const answers = answersGiven(crew, move, "document");
  const problems: string[] = [];
  for (const name of planDocuments) {
    const found = answers.find(({ member }) => member === name);
    if (found) problems.push(...(await findDocumentProblems(name, found.value.document, crew.input)));
    else problems.push(`${name.toUpperCase()}.md is missing.`);
  }
  return problems.length > 0 ? { problems, outcome: "invalid-answer" } : {};
}
