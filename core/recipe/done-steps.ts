import type { AnswerType } from "../model/answers.ts";
import type { Manifest } from "../model/manifest.ts";
import { listSteps } from "./list-steps.ts";
import type { AgentStep, Recipe } from "./recipe.ts";

/** What a commit can hold, so that it need not be done again. Reviews are of one state of a change: they run again. */
const kept: readonly AnswerType[] = ["document", "backlog", "change"];

/** The steps of a job that need not be done again once what they brought is in a commit: `implement`, `documents/spec`. */
export function doneSteps({ steps }: Pick<Manifest, "steps">): string[] {
  const names = steps.flatMap((step) => {
    if (step.type !== "agent" || step.outcome !== "done" || step.round > 1) return [];
    return !step.answer || kept.includes(step.answer.type) ? [nameOf(step)] : [];
  });
  return [...new Set(names)];
}

/** A step that an earlier leg has done, by the recipe of this one. */
export interface DoneStep {
  step: AgentStep;
  member: string;
}

/** What such names mean in a recipe. Steps of rounds are left out: a round is about one state of the work. */
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

function nameOf({ id, member }: { id: string; member: string }): string {
  return member ? `${id}/${member}` : id;
}
