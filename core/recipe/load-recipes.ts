import type { Locate } from "../model/validate.ts";
import {
  loadSources,
  type SourceFile,
  type SourceKind,
  type SourceProblem,
} from "../sources/load-sources.ts";
import { checkRecipe, type Known } from "./check-recipe.ts";
import { parseRecipe } from "./parse-recipe.ts";
import type { Recipe } from "./recipe.ts";

interface ReadRecipe {
  recipe: Recipe;
  locate: Locate;
}

const recipeKind: SourceKind<ReadRecipe> = {
  extension: ".yml",
  parse: (text) => {
    const reading = parseRecipe(text);
    return reading.ok ? { ok: true, value: { recipe: reading.recipe, locate: reading.locate } } : reading;
  },
  nameOf: ({ recipe }) => recipe.name,
};

/** Files of a folder, ours and the repository's. */
export interface SourcePair {
  shipped: readonly SourceFile[];
  own: readonly SourceFile[];
}

/** Our recipes with the repository's, as far as nothing is wrong with them. */
export function loadRecipes(
  { shipped, own }: SourcePair,
  known: Omit<Known, "locate">,
): { recipes: Record<string, Recipe>; problems: SourceProblem[] } {
  const { values, problems } = loadSources(recipeKind, shipped, own);
  const recipes: Record<string, Recipe> = {};
  for (const { name, path, value } of values) {
    const found = checkRecipe(value.recipe, { ...known, locate: value.locate });
    problems.push(...found.map((problem) => ({ ...problem, file: path })));
    if (found.length === 0) recipes[name] = value.recipe;
  }
  return { recipes, problems };
}
