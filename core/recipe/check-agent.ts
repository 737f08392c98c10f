import { suggest } from "../text/closest.ts";
import { quote } from "../text/describe-schema-error.ts";
import { checkExpression, type Surroundings } from "./check-expression.ts";
import type { Known, RecipeProblem } from "./check-recipe.ts";
import { evaluateText } from "./evaluate.ts";
import { namesIn, splitExpressions } from "./expression.ts";
import type { AgentStep } from "./recipe.ts";

/** What is wrong with whom a step asks, and for what. */
export function checkAgent(step: AgentStep, around: Surroundings, known: Known): RecipeProblem[] {
  return [
    ...checkEach(step, around),
    ...checkWord(step, { ...around, key: "role" }, ["auto", ...known.roles]),
    ...checkWord(step, { ...around, key: "prompt" }, known.prompts),
  ];
}

function checkEach({ each }: AgentStep, around: Surroundings): RecipeProblem[] {
  if (typeof each !== "string") return [];
  return checkExpression(each, { ...around, at: [...around.at, "each"], wants: "list" });
}

function checkWord(
  step: AgentStep,
  { key, ...around }: Surroundings & { key: "role" | "prompt" },
  known: readonly string[],
): RecipeProblem[] {
  const at = [...around.at, "agent", key];
  const hasItem = step.each !== undefined;
  const problems = checkExpression(step.agent[key], { ...around, at, hasItem, wants: "name" });
  if (problems.length > 0) return problems;
  const unknown = namesGivenBy(step, key).filter((name) => !known.includes(name));
  return unknown.map((name) => {
    const message = `is ${quote(name)}, but there is no such ${key}; ${suggest(name, known)}`;
    return { at, message };
  });
}

/** The role or prompt of each member, as far as the recipe alone says it. */
function namesGivenBy({ agent, each }: AgentStep, key: "role" | "prompt"): string[] {
  const text = agent[key];
  const isPlain = splitExpressions(text)?.every(({ type }) => type === "text");
  if (isPlain) return [text];
  if (!Array.isArray(each) || namesIn(text).some(({ type }) => type !== "item")) return [];
  const values = { ok: new Map<string, boolean>(), limits: { fixes: 0 }, reviewers: [], text: "" };
  return each.map((item) => evaluateText(text, { ...values, item }));
}
