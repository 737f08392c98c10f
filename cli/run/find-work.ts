import { ownRoot } from "../../adapters/own-root.ts";
import { readShipped } from "../../adapters/shipped-files.ts";
import { backlogFile, planPath } from "../../core/codec/paths.ts";
import { GsdError } from "../../core/gsd-error.ts";
import type { BacklogTask } from "../../core/model/backlog.ts";
import type { Config } from "../../core/model/config.ts";
import { parseBacklog } from "../../core/model/parse-backlog.ts";
import type { Library } from "../../core/prompt/load-library.ts";
import { kindNeeds } from "../../core/recipe/kind-needs.ts";
import type { Recipe } from "../../core/recipe/recipe.ts";
import { describeProblems } from "../../core/sources/load-sources.ts";
import { closest } from "../../core/text/closest.ts";
import type { Told } from "../../crew/create-ask.ts";
import { readLibrary } from "../../crew/read-library.ts";
import { type Clone, readCommitted } from "../open-clone.ts";
import type { RunOptions } from "./run.ts";

/** What is to be worked off, and what its agents are told. */
export interface Work {
  library: Library;
  recipe: Recipe;
  task: BacklogTask | undefined;
  told: Told;
}

/** Finds the recipe and what it is about; what is missing is said with the way out. */
export async function findWork(options: RunOptions, clone: Clone, config: Config): Promise<Work> {
  const shipped = await readShipped(ownRoot());
  const { protected_paths: protectedPaths, rules } = config;
  const commit = clone.head;
  const library = await readLibrary({ folder: clone.root, commit, shipped, protectedPaths, rules });
  const recipe = findRecipe(library, options.recipe);
  const plan = await findPlan(clone, options.change);
  const text = options.text.trim();
  const { byHand } = kindNeeds[recipe.kind];
  if (byHand === "nothing") return { library, recipe, task: undefined, told: { track: aboutOf("health") } };
  if (byHand === "words") {
    const { documents, task } = plan;
    if (!text)
      throw new GsdError(
        "usage",
        `What is ${recipe.name} to find out? Write it behind: \`gsd run ${recipe.name} "…"\`.`,
      );
    return {
      library,
      recipe,
      task: undefined,
      told: { track: aboutOf(text), request: text, documents, task },
    };
  }
  const task = plan.task ?? (text ? taskOf(text) : undefined);
  if (!task)
    throw new GsdError(
      "usage",
      plan.tasks
        ? `Which task of ${options.change} is ${recipe.name} to do? Name one: \`--change ${options.change}/${plan.tasks[0]}\`. It has ${plan.tasks.join(", ")}.`
        : `What is ${recipe.name} to change? Write it behind, or name a task: \`gsd run ${recipe.name} --change 42-csv-export/T01\`.`,
    );
  // A task's description has an end; what somebody wrote is told whole.
  const words = text && (plan.task || text.length > longestDescription) ? [text] : [];
  return { library, recipe, task, told: { track: aboutOf(task.title), task, words } };
}

function findRecipe({ recipes, problems }: Library, name: string): Recipe {
  const usable = Object.values(recipes).filter(({ kind }) => kindNeeds[kind].byHand !== undefined);
  const names = usable.map((recipe) => recipe.name).sort();
  const recipe = Object.hasOwn(recipes, name) ? recipes[name] : undefined;
  if (recipe && names.includes(name)) return recipe;
  const list = `There are ${names.join(", ")}`;
  if (recipe)
    throw new GsdError("usage", `${name} is of kind ${recipe.kind}, which needs a track on GitHub. ${list}.`);
  const own = describeProblems(problems.filter(({ file }) => file.endsWith(`/${name}.yml`)));
  if (own) throw new GsdError("recipe", `The recipe ${name} cannot be used:\n${own}`);
  const near = closest(name, names);
  throw new GsdError("usage", `There is no recipe ${name}${near ? `; did you mean ${near}?` : "."} ${list}.`);
}

interface Plan {
  documents?: Record<string, string>;
  task?: BacklogTask;
  /** The ids of all tasks, where none is named. */
  tasks?: string[];
}

/** A plan of the commit, and one of its tasks where it is named: `42-csv-export/T01`. */
async function findPlan(clone: Clone, change: string | undefined): Promise<Plan> {
  if (change === undefined) return {};
  const [name = "", id] = change.replace(`${planPath.parent}/`, "").replace(/\/$/, "").split("/");
  const path = `${planPath.parent}/${name}/${backlogFile}`;
  const text = /^[\w.-]+$/.test(name) ? await readCommitted(clone, path) : undefined;
  if (text === undefined)
    throw new GsdError("usage", `${path} is not committed here, so there is no plan "${name}".`);
  const reading = parseBacklog(text);
  if (!reading.ok)
    throw new GsdError(
      "config",
      `${path} cannot be used:\n${describeProblems(reading.problems.map((one) => ({ ...one, file: path })))}`,
    );
  const documents = { [backlogFile]: text };
  const tasks = reading.backlog.tasks.map((one) => one.id);
  if (id === undefined) return { documents, tasks };
  const task = reading.backlog.tasks.find((one) => one.id === id);
  if (!task) throw new GsdError("usage", `${path} has no task ${id}; it has ${tasks.join(", ")}.`);
  return { documents, task };
}

const longestDescription = 2_000;

/** Somebody's words as a task: where to change something is left open. */
function taskOf(text: string): BacklogTask {
  return {
    id: "T01",
    title: (text.split("\n")[0] ?? text).slice(0, 90),
    description: text.slice(0, longestDescription),
    depends_on: [],
    acceptance: ["What was asked for is done, and nothing else."],
    scope: { files_hint: ["**"] },
  };
}

function aboutOf(text: string): Told["track"] {
  return { name: "local", title: (text.split("\n")[0] ?? text).slice(0, 200), issue: 1 };
}
