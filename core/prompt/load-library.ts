import { chooseRules, type KnownRule } from "../check/rules/choose-rules.ts";
import { ruleKind } from "../check/rules/parse-rule.ts";
import type { Rule } from "../check/rules/rule.ts";
import { configFile } from "../codec/paths.ts";
import { type RuleSettings, usualRules } from "../model/config/rules.ts";
import { loadRecipes, type SourcePair } from "../recipe/load-recipes.ts";
import type { Recipe } from "../recipe/recipe.ts";
import { loadSources, type Source, type SourceFile, type SourceProblem } from "../sources/load-sources.ts";
import { libraryFolders } from "./library-folders.ts";
import { type Agents, mergeAgents, mergeSkills } from "./merge-agents.ts";
import type { Skill } from "./parse-skill.ts";

/** All that a release and a repository bring to instruct agents and to judge their work. */
export interface Library {
  agents: Agents;
  skills: Skill[];
  recipes: Readonly<Record<string, Recipe>>;
  /** Those that count here. */
  rules: Rule[];
  /** Every file, or line of one, that cannot be used. */
  problems: SourceProblem[];
}

/** What the repository's configuration says about its library. */
export interface LibraryTerms {
  protectedPaths: readonly string[];
  /** The usual ones where nothing is said. */
  rules?: RuleSettings | undefined;
}

/** Reads everything at once, from files by their path in our package and in the repository's commit; others are left alone. */
export function loadLibrary(
  files: SourcePair,
  { protectedPaths, rules: settings = usualRules }: LibraryTerms,
): Library {
  const pair = (kind: keyof typeof libraryFolders): SourcePair => ({
    shipped: filesIn(files.shipped, libraryFolders[kind].shipped),
    own: filesIn(files.own, libraryFolders[kind].own),
  });
  const roles = mergeAgents(pair("agents").shipped, pair("agents").own);
  const skills = mergeSkills(pair("skills").shipped, pair("skills").own);
  const packs = files.shipped.filter(({ path }) => path.startsWith(`${libraryFolders.rules.shipped}/`));
  const rules = loadSources(ruleKind, packs, pair("rules").own);
  const chosen = chooseRules(rules.values.map(toKnown), settings);
  const recipes = loadRecipes(pair("recipes"), {
    roles: Object.keys(roles.agents.byName),
    prompts: Object.keys(roles.agents.forPrompt),
    protectedPaths,
  });
  return {
    agents: roles.agents,
    skills: skills.skills,
    recipes: recipes.recipes,
    rules: chosen.rules,
    problems: [
      ...[roles, skills, recipes, rules].flatMap(({ problems }) => problems),
      ...chosen.problems.map(({ path, message }) => ({ file: configFile, path, message })),
    ],
  };
}

/** Our rules are in one folder for each pack. */
function toKnown({ value, path, isOwn }: Source<Rule>): KnownRule {
  return { rule: value, pack: isOwn ? "own" : (path.split("/")[1] ?? "") };
}

function filesIn(files: readonly SourceFile[], folder: string): SourceFile[] {
  return files.filter(({ path }) => path.slice(0, path.lastIndexOf("/")) === folder);
}
