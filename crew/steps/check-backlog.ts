import { checkBacklog } from "../../core/plan/check-backlog.ts";
import type { Crew, Turn } from "../crew.ts";
import { answersGiven } from "./given-answers.ts";
import type { CodeResult } from "./run-code.ts";

/** How the tasks of the newest backlog fit together, in words for its author. */
export async function checkBacklogStep(crew: Crew, { move }: Turn): Promise<CodeResult> {
  const found = answersGiven(crew, move, "backlog").at(-1);
  if (!found) return { problems: ["There is no backlog."], outcome: "invalid-answer" };
  const protectedPaths = crew.input.config.protected_paths;
  const problems = checkBacklog(found.value.backlog, { protectedPaths }).map(
    ({ path, message }) => `${path}: ${message}`,
  );
  return problems.length > 0 ? { problems, outcome: "invalid-answer" } : {};
}
