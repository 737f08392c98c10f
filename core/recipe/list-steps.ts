import type { Segments } from "../model/validate.ts";
import type { Recipe, Step, WorkStep } from "./recipe.ts";

/** A step that does something, and where it stands in its file. */
export interface PlacedStep {
  step: WorkStep;
  at: Segments;
}

/** The steps of a recipe that do something, in the order in which they are written. */
export function listSteps(recipe: Pick<Recipe, "steps">): PlacedStep[] {
  return listAll(recipe.steps, ["steps"]);
}

/** The same for some of its steps, which stand at `at`. */
export function listAll(steps: readonly Step[], at: Segments): PlacedStep[] {
  return steps.flatMap((step, index): PlacedStep[] => {
    const here = [...at, index];
    switch (step.type) {
      case "parallel":
        return listAll(step.steps, [...here, "parallel"]);
      case "repeat":
        return [...listAll(step.steps, [...here, "steps"]), ...listAll(step.between, [...here, "between"])];
      default:
        return [{ step, at: here }];
    }
  });
}
