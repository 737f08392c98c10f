import type { Facts } from "../core/model/facts.ts";
import { mergeAgents } from "../core/prompt/merge-agents.ts";
import { loadRecipes } from "../core/recipe/load-recipes.ts";
import type { Recipe } from "../core/recipe/recipe.ts";
import type { SourceProblem } from "../core/sources/load-sources.ts";
import type { Ports } from "./ports.ts";
import { readOwnSources } from "./read-sources.ts";

/** Our recipes with the repository's at a commit, by name, and what is wrong with them. */
export async function loadAllRecipes(
  ports: Ports,
  ref: string,
): Promise<{ recipes: Record<string, Recipe>; own: string[]; problems: SourceProblem[] }> {
  const [shipped, own] = [await ports.shipped("recipes"), await readOwnSources(ports, "recipes", ref)];
  const roles = await readOwnSources(ports, "agents", ref);
  const { agents } = mergeAgents(await ports.shipped("agents"), roles);
  const known = { roles: Object.keys(agents.byName), prompts: Object.keys(agents.forPrompt) };
  const { recipes, problems } = loadRecipes({ shipped, own }, known);
  const names = own.map(({ path }) => path.slice(path.lastIndexOf("/") + 1).replace(/\.yml$/, ""));
  return { recipes, own: names, problems };
}

/** The recipes that people can ask for. */
export async function readRecipes(ports: Ports, ref: string): Promise<NonNullable<Facts["recipes"]>> {
  const { recipes, own, problems } = await loadAllRecipes(ports, ref);
  const known = Object.values(recipes).map(({ name, kind, description }) => ({
    name,
    kind,
    description,
    own: own.includes(name),
  }));
  const told = problems.map(({ file, path, message, line }) => ({
    path: file,
    message: path ? `${path} ${message}` : message,
    ...(line === undefined ? {} : { line }),
  }));
  return { known, problems: told };
}
