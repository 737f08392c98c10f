import type { Config } from "../../core/model/config.ts";
import { profilesOf } from "../../core/prompt/merge-agents.ts";
import { walkRecipe } from "../../core/recipe/next-moves.ts";
import type { Move } from "../../core/recipe/recipe.ts";
import { actionOfPrompt } from "../../core/select/actions.ts";
import { select } from "../../core/select/select.ts";
import type { Work } from "./find-work.ts";
import type { RunOptions } from "./run.ts";

/** A step that would be done. */
interface DryStep {
  step: string;
  who: string;
  model?: string;
  usd?: number;
  /** Why nobody can be asked. */
  refusal?: string;
}

/** All steps of a recipe when all goes well, and what keeps it from starting. */
export interface DryRun {
  steps: DryStep[];
  leastUsd: number;
  mostUsd: number;
  /** Each once. */
  refusals: string[];
}

/** The steps of a recipe when all goes well: who would be asked, with which model, for how much. */
export function dryRun(work: Work, config: Config, options: RunOptions): DryRun {
  const mostUsd = options.budget ?? config.budget.task;
  const scope = { limits: config.limits, reviewers: config.reviewers, text: options.text };
  const steps = walkRecipe(work.recipe, scope).map((move) =>
    dryStep(move, { work, config, options, mostUsd }),
  );
  const leastUsd = Math.round(steps.reduce((sum, { usd = 0 }) => sum + usd, 0) * 100) / 100;
  const refusals = [...new Set(steps.flatMap(({ refusal }) => refusal ?? []))];
  return { steps, leastUsd, mostUsd, refusals };
}

interface Circumstances {
  work: Work;
  config: Config;
  options: RunOptions;
  mostUsd: number;
}

function dryStep(move: Move, { work, config, options, mostUsd }: Circumstances): DryStep {
  const { step: about, member, prompt = "", role } = move;
  const step = member ? `${about.id} ${member}` : about.id;
  if (about.type === "run") return { step, who: "the repository's commands" };
  if (about.type === "code") return { step, who: `gsd (${about.code})` };
  const named = role === "auto" ? undefined : role;
  const chosen = select({
    action: actionOfPrompt(prompt),
    config,
    roles: profilesOf(work.library.agents),
    budget: { leftUsd: mostUsd },
    command: { engine: options.engine, model: options.model, role: options.role },
    task: work.task,
    role: named,
  });
  if (!chosen.ok) return { step, who: named ?? "nobody", refusal: chosen.reason };
  const { selection } = chosen;
  const who = `${selection.role} on ${selection.engine}`;
  return { step, who, model: selection.model, usd: selection.estimateUsd ?? 0 };
}
