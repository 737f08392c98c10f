import { type Dispute, disputesIn } from "../../core/check/disputes.ts";
import type { Answers, AnswerType } from "../../core/model/answers.ts";
import type { StepRecord } from "../../core/model/manifest.ts";
import { answersFor } from "../../core/recipe/answers-for.ts";
import type { Move } from "../../core/recipe/recipe.ts";
import { type Crew, subjectOf } from "../crew.ts";

/**
 * What a move is given of what earlier ones brought. What was said of another state of the change is left out: it may be
 * true no more; but for its own words, which a reviewer compares with what it sees now.
 */
export function givenTo(crew: Crew, move: Move): StepRecord[] {
  const now = subjectOf(crew);
  const found = answersFor(crew.input.recipe, move, crew.journal.steps());
  return found.filter(
    (record) =>
      record.id === move.step.id || !judges(record) || record.subject === undefined || record.subject === now,
  );
}

/** What was said against the findings of whoever makes a move. */
export function disputesFor({ journal }: Crew, { member, role }: Move): Dispute[] {
  const reviewer = member || role;
  return disputesIn(journal.steps()).filter((one) => one.reviewer === reviewer);
}

/** Whether a step says something about the change, and did not make it. */
function judges(record: StepRecord): boolean {
  return record.type !== "agent" || record.answer?.type === "review";
}

/** The answers of one type that a move is given, by member. */
export function answersGiven<T extends AnswerType>(
  crew: Crew,
  move: Move,
  type: T,
): { member: string; value: Answers[T] }[] {
  return givenTo(crew, move).flatMap((record) => {
    if (record.type !== "agent" || record.answer?.type !== type || !("value" in record.answer)) return [];
    return [{ member: record.member, value: record.answer.value as Answers[T] }];
  });
}
