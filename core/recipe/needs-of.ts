import { listSteps } from "./list-steps.ts";
import type { Recipe, WorkStep } from "./recipe.ts";

/** What a recipe needs of the machine that it is worked off on. */
export interface Needs {
  /** Whether somebody works in the job's own tree: an agent that changes files, or a revert. */
  editing: boolean;
  /** `none`: it runs nothing of the repository. `finding`: that a setup fails is a result, and not the end. */
  setup: "none" | "finding" | "needed";
}

/** Finds out what a recipe needs. */
export function needsOf(recipe: Pick<Recipe, "steps">): Needs {
  const steps = listSteps(recipe).map(({ step }) => step);
  return { editing: steps.some(isEditing), setup: setupFor(steps) };
}

function isEditing(step: WorkStep): boolean {
  if (step.type === "agent") return step.agent.answer === "change";
  return step.type === "code" && ["revert", "merge"].includes(step.code);
}

/** A health check tells of a setup that fails, and a revert stands without one. */
function setupFor(steps: WorkStep[]): Needs["setup"] {
  const tells = steps.some((step) => step.type === "code" && ["health", "revert"].includes(step.code));
  if (tells) return "finding";
  return steps.some((step) => step.type === "run" || isEditing(step)) ? "needed" : "none";
}
