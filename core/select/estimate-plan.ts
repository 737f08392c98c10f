import type { Backlog, BacklogTask } from "../model/backlog.ts";
import type { Config } from "../model/config.ts";
import type { Estimate } from "../model/estimate.ts";
import type { TaskId } from "../model/ids.ts";
import { withoutUndefined } from "../model/without-undefined.ts";
import type { Move, Recipe } from "../recipe/recipe.ts";
import { actionOfPrompt } from "./actions.ts";
import { complexityOf } from "./complexity.ts";
import { agentSteps, expectedWork, type Work } from "./expected-work.ts";
import { type Experience, experienceOf, type WorkDone } from "./experience.ts";
import type { RoleProfile } from "./roles.ts";
import { type RefusalCode, type SelectInput, type Selection, select } from "./select.ts";

/** What one task is likely to take with its reviews; where no model is asked it costs nothing, and sometimes nobody knows. */
export type TaskEstimate = ({ type: "usd" } & Estimate) | { type: "free" } | { type: "unknown" };

/** What could not start as it is, and why. */
export interface Refusal {
  /** A task's id, its review, or `verification`. */
  what: string;
  code: RefusalCode;
  reason: string;
}

export interface PlanEstimate {
  tasks: Record<TaskId, TaskEstimate>;
  /** All that is known: tasks, their reviews, one verification. */
  usd: number;
  /** Whether no model is asked at all. */
  free: boolean;
  refusals: Refusal[];
  /** What tasks of this repository took, where there were enough of them: the estimates follow it. */
  experience?: Experience;
}

interface EstimateInput {
  config: Pick<Config, keyof SelectInput["config"] | "reviewers">;
  /** What the tasks and the verification will be worked off by. */
  recipes: { task: Recipe; verify: Recipe };
  roles?: Readonly<Record<string, RoleProfile>>;
  /** What may be spent on one task: a dear model may have to give way to a cheaper one. */
  leftUsd: number;
  /** Tasks of this repository that are over. */
  past?: readonly WorkDone[];
}

interface Run {
  selection?: Selection;
  refusal?: Refusal;
}

/** What a plan is likely to take when each agent succeeds at once, by the same recipes and the same choice as the runs; and by what tasks took before. */
export function estimatePlan({ tasks }: Backlog, input: EstimateInput): PlanEstimate {
  const steps = agentSteps(input.recipes.task, input.config.reviewers);
  const experience = experienceOf(input.past ?? [], (complexity) => expectedWork(steps, complexity));
  const runs = tasks.map((task) =>
    runsOf(
      input.recipes.task,
      { what: task.id, each: (prompt) => `the ${prompt} of ${task.id}`, task },
      input,
    ),
  );
  const estimates = tasks.map((task, index) =>
    scaled(sum(runs[index] ?? [], expectedWork(steps, complexityOf(task))), experience),
  );
  const verification = () => "verification";
  const verify = runsOf(input.recipes.verify, { what: verification(), each: verification }, input);
  const all = [...estimates, sum(verify, { tokens: 0, minutes: 0 })];
  const free: TaskEstimate = { type: "free" };
  return withoutUndefined({
    tasks: Object.fromEntries(tasks.map(({ id }, index) => [id, estimates[index] ?? free])),
    usd: all.reduce((total, one) => total + (one.type === "usd" ? one.usd : 0), 0),
    free: all.every(({ type }) => type === "free"),
    refusals: [...runs, verify].flatMap((one) => one.find(({ refusal }) => refusal)?.refusal ?? []),
    experience,
  });
}

function scaled(estimate: TaskEstimate, experience: Experience | undefined): TaskEstimate {
  if (estimate.type !== "usd" || !experience) return estimate;
  return {
    ...estimate,
    tokens: Math.round(estimate.tokens * experience.tokens),
    usd: estimate.usd * experience.tokens,
    minutes: estimate.minutes * experience.minutes,
  };
}

/** What one job is likely to cost when each of its agents succeeds at once. */
export function estimateRecipe(
  recipe: Recipe,
  input: Omit<EstimateInput, "recipes">,
  task?: BacklogTask,
): { estimate: TaskEstimate; refusals: Refusal[] } {
  const subject = { what: recipe.name, each: (prompt: string) => `${recipe.name}: ${prompt}`, task };
  const runs = runsOf(recipe, subject, input);
  const steps = agentSteps(recipe, input.config.reviewers);
  const work = expectedWork(steps, task ? complexityOf(task) : "standard");
  return { estimate: sum(runs, work), refusals: runs.flatMap(({ refusal }) => refusal ?? []) };
}

/** One job, and how its agents are called: the first by what it is about, the others by their prompt. */
interface Subject {
  what: string;
  each: (prompt: string) => string;
  task?: BacklogTask;
}

/** The agents of a recipe in turn; those side by side share what is left. */
function runsOf(recipe: Recipe, subject: Subject, input: Omit<EstimateInput, "recipes">): Run[] {
  const runs: Run[] = [];
  let left = input.leftUsd;
  for (const members of agentSteps(recipe, input.config.reviewers)) {
    const share = { ...input, leftUsd: left / members.length };
    const chosen = members.map((move) => choose(move, { ...subject, isFirst: runs.length === 0 }, share));
    left = Math.max(0, left - chosen.reduce((usd, { selection }) => usd + (selection?.estimateUsd ?? 0), 0));
    runs.push(...chosen);
  }
  return runs;
}

/** What is too dear still has a price. */
function choose(
  { role, prompt = "" }: Move,
  { what, each, task, isFirst }: Subject & { isFirst: boolean },
  { config, roles, leftUsd }: Omit<EstimateInput, "recipes">,
): Run {
  const wanted: SelectInput = {
    action: actionOfPrompt(prompt),
    config,
    task,
    roles,
    role: role === "auto" ? undefined : role,
  };
  const chosen = select({ ...wanted, budget: { leftUsd } });
  if (chosen.ok) return { selection: chosen.selection };
  const refusal = { what: isFirst ? what : each(prompt), code: chosen.code, reason: chosen.reason };
  const dear = chosen.code === "budget" ? select(wanted) : chosen;
  return dear.ok ? { selection: dear.selection, refusal } : { refusal };
}

function sum(runs: Run[], work: Work): TaskEstimate {
  let usd = 0;
  let free = true;
  for (const { selection } of runs) {
    if (!selection) return { type: "unknown" };
    if (selection.engine !== "script") free = false;
    usd += selection.estimateUsd ?? 0;
  }
  return free ? { type: "free" } : { type: "usd", usd, ...work };
}
