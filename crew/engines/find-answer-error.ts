import { checkAnswer } from "../../core/check/check-manifest.ts";
import type { AnswerType } from "../../core/model/answers.ts";

/** Holds an engine's answer to the schema of its type: the reason it does not fit, or nothing. */
export function findAnswerError(type: AnswerType, answer: unknown): string | undefined {
  const checked = checkAnswer(type, answer);
  if (checked.ok) return undefined;
  const problems = checked.problems.slice(0, 10).map(({ path, message }) => `${path || "it"} ${message}`);
  return `The answer does not fit the schema for ${type}: ${problems.join("; ")}.`;
}
