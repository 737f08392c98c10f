import type { AnswerType } from "../model/answers.ts";
import { listSteps } from "./list-steps.ts";
import type { AgentStep, Recipe } from "./recipe.ts";

/** What a commit can hold, so that it need not be done again. Reviews are of one state of a change: they run again. */
const kept: readonly AnswerType[] = ["document", "backlog", "change"];

/** A step that an earlier leg has done, by the recipe of this one. */
export interface DoneStep {
  step: AgentStep;
  member: string;
}

/** What the names of done steps (`implement`, `documents/spec`) mean in a recipe. Steps of rounds are left out: a round is about one state of the work. */
export function findDoneSteps(recipe: Recipe, done: readonly string[]): DoneStep[] {
  return listSteps(recipe).flatMap(({ step, at }) => {
    const inRounds = at.slice(1).some((part) => part === "steps" || part === "between");
    if (step.type !== "agent" || inRounds || !kept.includes(step.agent.answer)) return [];
    const members = done.flatMap((name) => {
      const [id, member = ""] = name.split("/");
      return id === step.id ? [member] : [];
    });
    return [...new Set(members)].map((member) => ({ step, member }));
  });
}
