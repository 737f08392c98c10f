import { readdirSync, readFileSync } from "node:fs";
import { checkRecipe, type Known } from "../../../core/recipe/check-recipe.ts";
import { parseRecipe } from "../../../core/recipe/parse-recipe.ts";
import type { Recipe, Scope } from "../../../core/recipe/recipe.ts";

export const known: Known = {
  roles: ["senior", "reviewer", "architect"],
  prompts: ["task", "fix", "review", "verify", "spec", "arch", "qa", "backlog", "revise", "research"],
  protectedPaths: [".github/**", ".gsd/**"],
};

export const aScope = (more: Partial<Scope> = {}): Scope => ({
  limits: { fixes: 2 },
  reviewers: ["reviewer"],
  text: "",
  ...more,
});

/** A recipe that has to be right in form. */
export function aRecipe(text: string): Recipe {
  const reading = parseRecipe(text);
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems, null, 2));
  return reading.recipe;
}

/** A recipe as it ships. */
export function shippedRecipe(name: string): Recipe {
  return aRecipe(readFileSync(new URL(`../../../agents/recipes/${name}.yml`, import.meta.url), "utf8"));
}

export function shippedRecipeFiles(): { path: string; text: string }[] {
  const url = new URL("../../../agents/recipes/", import.meta.url);
  return readdirSync(url).map((path) => ({ path, text: readFileSync(new URL(path, url), "utf8") }));
}

/** All that is wrong with a recipe, as `line 3: steps[0].id is missing`. */
export function problemsWith(text: string, more: Partial<Known> = {}): string[] {
  const reading = parseRecipe(text);
  const problems = reading.ok
    ? checkRecipe(reading.recipe, { ...known, locate: reading.locate, ...more })
    : reading.problems;
  return problems.map(({ line, path, message }) => `line ${line}: ${path} ${message}`.replace("  ", " "));
}

/** A recipe of kind task that works, with other steps after the one that implements. */
export function aTaskWith(steps: string): string {
  const head = "name: own\nkind: task\ndescription: Ours.\nsteps:\n";
  return `${head}  - { id: implement, agent: { role: auto, prompt: task, answer: change } }\n${steps}`;
}
