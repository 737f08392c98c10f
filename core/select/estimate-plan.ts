import type { Backlog, BacklogTask } from "../model/backlog.ts";
import type { Config } from "../model/config.ts";
import type { TaskId } from "../model/ids.ts";
import type { RoleProfile } from "./roles.ts";
import { type RefusalCode, type SelectInput, type Selection, select } from "./select.ts";

/** What one task is likely to cost with its review: dollars, nothing where no model is asked, or nobody knows. */
export type TaskEstimate = { type: "usd"; usd: number } | { type: "free" } | { type: "unknown" };

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
}

interface EstimateInput {
  config: Pick<Config, keyof SelectInput["config"] | "reviewers">;
  roles?: Readonly<Record<string, RoleProfile>>;
  /** What may be spent on one task: a dear model may have to give way to a cheaper one. */
  leftUsd: number;
}

interface Run {
  selection?: Selection;
  refusal?: Refusal;
}

/** What a plan is likely to cost when each run succeeds at once, by the same choice that the runs will make. */
export function estimatePlan({ tasks }: Backlog, input: EstimateInput): PlanEstimate {
  const runs = tasks.map((task) => runsOf(task, input));
  const verify = choose("verification", { kind: "verify" }, input);
  const estimates = runs.map(sum);
  const all = [...estimates, sum([verify])];
  return {
    tasks: Object.fromEntries(tasks.map(({ id }, index) => [id, estimates[index]!])),
    usd: all.reduce((total, one) => total + (one.type === "usd" ? one.usd : 0), 0),
    free: all.every(({ type }) => type === "free"),
    refusals: [...runs, [verify]].flatMap((one) => one.find(({ refusal }) => refusal)?.refusal ?? []),
  };
}

/** The task and its reviews, which share what the task leaves of its budget. */
function runsOf(task: BacklogTask, input: EstimateInput): Run[] {
  const run = choose(task.id, { kind: "task", task }, input);
  const { reviewers } = input.config;
  const left = Math.max(0, input.leftUsd - (run.selection?.estimateUsd ?? 0));
  const reviews = reviewers.map((role) =>
    choose(
      `the review of ${task.id}`,
      { kind: "review", task, role },
      { ...input, leftUsd: left / reviewers.length },
    ),
  );
  return [run, ...reviews];
}

/** What is too dear still has a price. */
function choose(what: string, run: Pick<SelectInput, "kind" | "task" | "role">, input: EstimateInput): Run {
  const { config, leftUsd } = input;
  const wanted = { ...run, config, ...(input.roles ? { roles: input.roles } : {}) };
  const chosen = select({ ...wanted, budget: { leftUsd } });
  if (chosen.ok) return { selection: chosen.selection };
  const refusal = { what, code: chosen.code, reason: chosen.reason };
  const dear = chosen.code === "budget" ? select(wanted) : chosen;
  return dear.ok ? { selection: dear.selection, refusal } : { refusal };
}

function sum(runs: Run[]): TaskEstimate {
  let usd = 0;
  let free = true;
  for (const { selection } of runs) {
    if (!selection) return { type: "unknown" };
    if (selection.engine !== "script") free = false;
    usd += selection.estimateUsd ?? 0;
  }
  return free ? { type: "free" } : { type: "usd", usd };
}
