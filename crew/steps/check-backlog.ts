import { parse } from "../../adapters/parse/create-parse.ts";
import type { Crew, Turn } from "../crew.ts";
import { answersGiven } from "./given-answers.ts";
import type { CodeResult } from "./run-code.ts";

/** Whether the newest backlog is one, how its tasks fit together and what is left to put right in it, in words for its author. */
export async function checkBacklogStep(crew: Crew, { move }: Turn): Promise<CodeResult> {
  const found = answersGiven(crew, move, "backlog").at(-1);
  if (!found) return { problems: ["There is no backlog."], outcome: "invalid-answer" };
  const protectedPaths = crew.input.config.protected_paths;
  const spec = answersGiven(crew, move, "document").find(({ member }) => member === "spec")?.value.document;
  const draft = await parse("backlog-draft", found.value.backlog, { protectedPaths, spec });
  if (!draft.ok) return { problems: [`The backlog ${draft.message}.`], outcome: "invalid-answer" };
  const problems = [...draft.value.problems, ...draft.value.faults];
  if (problems.length === 0) return {};
  return {
    problems: problems.map(({ path, message }) => (path ? `${path}: ${message}` : message)),
    outcome: "invalid-answer",
  };
}
