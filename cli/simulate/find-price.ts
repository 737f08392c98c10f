import type { Config } from "../../core/model/config.ts";
import { profilesOf } from "../../core/prompt/merge-agents.ts";
import { estimatePlan, estimateRecipe } from "../../core/select/estimate-plan.ts";
import type { Stage } from "./prepare-stage.ts";

/** What such a track costs on GitHub. */
export interface Price {
  /** Whether no model is asked at all. */
  free: boolean;
  /** When each agent succeeds at once. */
  leastUsd: number;
  /** What the budgets allow, whatever happens. */
  mostUsd: number;
  mostUsdPerDay: number;
  /** What cannot start as it is configured, and why. */
  refusals: string[];
}

/** The bounds of what a track costs: by the recipes, roles and prices that its runs will use, and by its budget. */
export function findPrice({ library, plot }: Pick<Stage, "library" | "plot">, config: Config): Price {
  const { plan, task, verify } = library.recipes;
  const bounds = { mostUsd: config.budget.track, mostUsdPerDay: config.budget.day };
  if (!plan || !task || !verify)
    return { free: false, leastUsd: 0, ...bounds, refusals: ["a recipe cannot be used"] };
  const input = { config, roles: profilesOf(library.agents), leftUsd: config.budget.task };
  const planning = estimateRecipe(plan, { ...input, leftUsd: 2 * config.budget.task });
  const work = estimatePlan(plot.backlog, { ...input, recipes: { task, verify } });
  const planUsd = planning.estimate.type === "usd" ? planning.estimate.usd : 0;
  const refusals = [...planning.refusals, ...work.refusals].map(({ what, reason }) => `${what}: ${reason}`);
  const free = work.free && planning.estimate.type === "free";
  return { free, leastUsd: round(planUsd + work.usd), ...bounds, refusals: [...new Set(refusals)] };
}

function round(usd: number): number {
  return Math.round(usd * 100) / 100;
}
