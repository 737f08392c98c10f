import { listSteps } from "./list-steps.ts";
import type { MoveKey, Recipe, WorkStep } from "./recipe.ts";

/** What a move is given of what earlier ones left, by its step's `with`; of the entries of a journal, in their order. */
export function answersFor<T extends MoveKey>(
  recipe: Recipe,
  { step, member }: { step: WorkStep; member: string },
  done: readonly T[],
): T[] {
  const steps = new Map(listSteps(recipe).map((placed) => [placed.step.id, placed.step]));
  const wanted = new Set(step.with ?? []);
  const given = done.filter((one) => wanted.has(one.id) && isNewest(one, done));
  const newest = given.findLast(({ id }) => answerOf(steps.get(id)) === "backlog");
  return given.filter((one) => {
    // Whoever sees its own earlier answer sees none of those beside it.
    if (one.id === step.id) return one.member === member;
    // A backlog that was revised takes the place of the one before it.
    return answerOf(steps.get(one.id)) !== "backlog" || one === newest;
  });
}

function isNewest({ id, round }: MoveKey, done: readonly MoveKey[]): boolean {
  return done.every((other) => other.id !== id || other.round <= round);
}

function answerOf(step: WorkStep | undefined) {
  return step?.type === "agent" ? step.agent.answer : undefined;
}
