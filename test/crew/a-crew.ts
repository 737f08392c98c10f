import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ChangeScope } from "../../core/check/gate.ts";
import { isTaskKind, type JobKind, type JobRef } from "../../core/model/job.ts";
import type { Manifest, StepRecord } from "../../core/model/manifest.ts";
import { parseConfig } from "../../core/model/parse-config.ts";
import { parseRecipe } from "../../core/recipe/parse-recipe.ts";
import type { Recipe } from "../../core/recipe/recipe.ts";
import type { Selection } from "../../core/select/select.ts";
import type { CrewInput, Question } from "../../crew/crew-input.ts";
import { createScriptEngine } from "../../crew/engines/create-script-engine.ts";
import { createJobAccount } from "../../crew/gateway/create-job-account.ts";
import type { WorkTree } from "../adapters/git/work-tree.ts";
import { openly } from "./sandbox/sandboxes.ts";

const reading = parseConfig("limits: { minutes: 1 }");
if (!reading.ok) throw new Error("the configuration of this test is wrong");
export const { config } = reading;

/** A line that prints an answer. */
export const answering = (answer: unknown) =>
  `printf '%s' '${JSON.stringify({ answer, usage: { input: 10, output: 1 } }).replaceAll("'", "'\\''")}'`;
export const summary = answering({ summary: "Did it." });
export const fine = answering({ summary: "Reads well.", findings: [] });
export const blocker = (message: string) =>
  answering({ summary: "Not yet.", findings: [{ path: "src/a.txt", severity: "blocker", message }] });

/** A recipe that we ship. */
export function aRecipe(name: string): Recipe {
  return recipeOf(readFileSync(new URL(`../../agents/recipes/${name}.yml`, import.meta.url), "utf8"));
}

export function recipeOf(text: string): Recipe {
  const parsed = parseRecipe(text);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.recipe;
}

function refOf(kind: JobKind): JobRef {
  if (isTaskKind(kind)) return { issue: 42, kind, task: "T01", attempt: 1 };
  return { issue: 42, kind, attempt: 1 };
}

const scopes: Partial<Record<JobKind, ChangeScope>> = { task: "task", rollback: "all" };

/** What agents do, by prompt: `review`, or of one round or member: `review.2`, `review.1.reviewer`. */
export type Play = Record<string, string>;

/** A shell script that plays its part by the variables that it is given. */
export function scriptOf(play: Play): string {
  const byDetail = Object.entries(play).sort(([a], [b]) => b.split(".").length - a.split(".").length);
  const cases = byDetail.map(([name, line]) => `${name}|${name}.*) ${line};;`);
  return `case "$GSD_PROMPT.$GSD_ROUND.$GSD_MEMBER" in\n${cases.join("\n")}\n*) echo "nobody plays $GSD_PROMPT" >&2; exit 9;;\nesac`;
}

export interface ACrew extends CrewInput {
  asked: Question[];
  shown: string[];
}

export function aSelection(role: string, more: Partial<Selection> = {}): Selection {
  return {
    action: "implement",
    role,
    engine: "script",
    model: "",
    tier: "balanced",
    complexity: "standard",
    reasons: ["a test"],
    ...more,
  };
}

/** What a crew needs of a work tree. */
type Tree = Pick<WorkTree, "root" | "folder" | "out" | "base">;

/** A crew whose agents are one script, in a work tree of one's own. */
export function aCrew(tree: Tree, recipe: Recipe, play: Play, more: Partial<CrewInput> = {}): ACrew {
  const asked: Question[] = [];
  const shown: string[] = [];
  return {
    asked,
    shown,
    job: refOf(recipe.kind),
    track: "42-x",
    planFolder: "specs/changes/42-x",
    recipe,
    scope: { limits: { fixes: 2 }, reviewers: ["reviewer"], text: "" },
    base: tree.base,
    instructedBy: tree.base,
    permissions: { rules: [], decided: [], mayAsk: false },
    folder: tree.folder,
    out: tree.out,
    logs: join(tree.root, "logs"),
    config,
    commands: {},
    broken: [],
    files: scopes[recipe.kind] ?? "none",
    rules: [],
    reverts: [],
    notes: [],
    sandbox: openly,
    account: createJobAccount({}),
    ask: async (question) => {
      asked.push(question);
      const role = question.move.role === "auto" ? "developer" : (question.move.role ?? "");
      return { prompt: "Do it.\n", selection: aSelection(role), notes: [] };
    },
    open: async () => ({
      engine: createScriptEngine({ command: scriptOf(play) }),
      [Symbol.asyncDispose]: async () => {},
    }),
    show: (line) => shown.push(line),
    ...more,
  };
}

/** The journal in short: `review.1.reviewer done`, with `!` for what is not ok. */
export function told({ steps }: Pick<Manifest, "steps">): string[] {
  return steps.map(
    ({ id, round, member, outcome, ok }) =>
      `${[id, round, member].filter((part) => part !== "").join(".")} ${outcome}${ok ? "" : "!"}`,
  );
}

export function stepOf({ steps }: Pick<Manifest, "steps">, name: string): StepRecord {
  const found = steps.find(
    ({ id, round, member }) => [id, round, member].filter((part) => part !== "").join(".") === name,
  );
  if (!found) throw new Error(`there is no step ${name} in ${JSON.stringify(told({ steps }))}`);
  return found;
}
