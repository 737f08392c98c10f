import { mostMembers, mostRepeats, type Step, type WorkStep } from "./recipe.ts";

/** The most moves that steps can come to, with all rounds, members and retries. */
export function countSteps(steps: readonly Step[]): number {
  return steps.reduce((sum, step) => sum + countStep(step), 0);
}

function countStep(step: Step): number {
  switch (step.type) {
    case "parallel":
      return countSteps(step.steps);
    case "repeat": {
      const most = typeof step.most === "number" ? step.most : mostRepeats;
      return (most + 1) * countSteps(step.steps) + most * countSteps(step.between);
    }
    default:
      return membersOf(step) * (1 + (step.retries ?? 0));
  }
}

function membersOf(step: WorkStep): number {
  if (step.type !== "agent" || step.each === undefined) return 1;
  return typeof step.each === "string" ? mostMembers : step.each.length;
}
