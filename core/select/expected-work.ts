import { walkRecipe } from "../recipe/next-moves.ts";
import type { Move, Recipe } from "../recipe/recipe.ts";
import { actionOfPrompt } from "./actions.ts";
import type { Complexity } from "./complexity.ts";
import { expectedMinutes, expectedTokens } from "./cost.ts";

/** What a job takes: tokens of all its agents, minutes of its run. */
export interface Work {
  tokens: number;
  minutes: number;
}

/** Getting a runner ready, and the repository's own commands. */
const minutesBesides = 2;

/** The agents of a recipe when each succeeds at once, step by step; those of one step work side by side. */
export function agentSteps(recipe: Recipe, reviewers: readonly string[]): Move[][] {
  const moves = walkRecipe(recipe, { limits: { fixes: 0 }, reviewers: [...reviewers], text: "" });
  const agents = moves.filter(({ step }) => step.type === "agent");
  const ids = [...new Set(agents.map(({ step }) => step.id))];
  return ids.map((id) => agents.filter(({ step }) => step.id === id));
}

/** What a job of some complexity is likely to take, by its recipe alone. */
export function expectedWork(steps: readonly Move[][], complexity: Complexity): Work {
  let tokens = 0;
  let minutes = minutesBesides;
  for (const members of steps) {
    const actions = members.map(({ prompt = "" }) => actionOfPrompt(prompt));
    for (const action of actions) {
      const { input, output } = expectedTokens(action, complexity);
      tokens += input + output;
    }
    minutes += Math.max(...actions.map((action) => expectedMinutes(action, complexity)));
  }
  return { tokens, minutes };
}
