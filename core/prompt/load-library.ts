import { type Rule, ruleKind } from "../check/rules.ts";
import { loadRecipes, type SourcePair } from "../recipe/load-recipes.ts";
import type { Recipe } from "../recipe/recipe.ts";
import { loadSources, type SourceFile, type SourceProblem } from "../sources/load-sources.ts";
import { libraryFolders } from "./library-folders.ts";
import { type Agents, mergeAgents, mergeSkills } from "./merge-agents.ts";
import type { Skill } from "./parse-skill.ts";

/** All that a release and a repository bring to instruct agents and to judge their work. */
export interface Library {
  agents: Agents;
  skills: Skill[];
  recipes: Readonly<Record<string, Recipe>>;
  rules: Rule[];
  /** Every file, or line of one, that cannot be used. */
  problems: SourceProblem[];
}

/** Reads everything at once, from files by their path in our package and in the repository's commit; others are left alone. */
export function loadLibrary(
  files: SourcePair,
  { protectedPaths }: { protectedPaths: readonly string[] },
): Library {
  const pair = (kind: keyof typeof libraryFolders): SourcePair => ({
    shipped: filesIn(files.shipped, libraryFolders[kind].shipped),
    own: filesIn(files.own, libraryFolders[kind].own),
  });
  const roles = mergeAgents(pair("agents").shipped, pair("agents").own);
  const skills = mergeSkills(pair("skills").shipped, pair("skills").own);
  const rules = loadSources(ruleKind, pair("rules").shipped, pair("rules").own);
  const recipes = loadRecipes(pair("recipes"), {
    roles: Object.keys(roles.agents.byName),
    prompts: Object.keys(roles.agents.forPrompt),
    protectedPaths,
  });
  return {
    agents: roles.agents,
    skills: skills.skills,
    recipes: recipes.recipes,
    rules: rules.values.map(({ value }) => value),
    problems: [...roles.problems, ...skills.problems, ...recipes.problems, ...rules.problems],
  };
}

function filesIn(files: readonly SourceFile[], folder: string): SourceFile[] {
  return files.filter(({ path }) => path.slice(0, path.lastIndexOf("/")) === folder);
}
