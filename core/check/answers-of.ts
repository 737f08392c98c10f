import type { Answers, AnswerType } from "../model/answers.ts";
import type { Manifest, StepRecord } from "../model/manifest.ts";

type AgentRecord = Extract<StepRecord, { type: "agent" }>;

/** What one agent answered, and in which step. */
export interface GivenAnswer<T extends AnswerType> {
  step: AgentRecord;
  value: Answers[T];
}

/** The answers of one type, oldest first. For a manifest that `checkManifest` let through: its answers fit their types. */
export function answersOf<T extends AnswerType>(
  { steps }: Pick<Manifest, "steps">,
  type: T,
): GivenAnswer<T>[] {
  return steps.flatMap((step) => {
    if (step.type !== "agent" || step.answer?.type !== type || !("value" in step.answer)) return [];
    return [{ step, value: step.answer.value as Answers[T] }];
  });
}

/** The last answer of its type. */
export function newestAnswer<T extends AnswerType>(
  manifest: Pick<Manifest, "steps">,
  type: T,
): Answers[T] | undefined {
  return answersOf(manifest, type).at(-1)?.value;
}
