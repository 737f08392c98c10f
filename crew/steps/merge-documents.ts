import { planDocuments } from "../../core/model/track.ts";
import { checkDocument } from "../../core/plan/check-document.ts";
import type { Crew, Turn } from "../crew.ts";
import { answersGiven } from "./given-answers.ts";
import type { CodeResult } from "./run-code.ts";

/** Whether the documents can become a plan: all are there and each is sound. Publish merges them, by the same code every time. */
export async function mergeDocumentsStep(crew: Crew, { move }: Turn): Promise<CodeResult> {
  const answers = answersGiven(crew, move, "document");
  const problems = planDocuments.flatMap((name) => {
    const found = answers.find(({ member }) => member === name);
    if (!found) return [`${name.toUpperCase()}.md is missing.`];
    return checkDocument(name, found.value.document).map(({ path, message }) => `${path} ${message}`);
  });
  return problems.length > 0 ? { problems, outcome: "invalid-answer" } : {};
}
