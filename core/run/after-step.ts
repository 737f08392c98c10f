import type { Answers, AnswerType } from "../model/answers.ts";
import type { Outcome } from "../model/job.ts";
import type { StepRecord } from "../model/manifest.ts";

/** Whether another engine or model may do what this one could not: its provider is the reason, not the work. */
export function fallsBack(outcome: Outcome): boolean {
  return outcome === "rate-limited" || outcome === "unavailable";
}

/** Whether the same agent may bring an answer if it is asked again. */
export function isWorthAnotherTry(outcome: Outcome): boolean {
  return ["invalid-answer", "crashed", "timeout", "max-turns", "no-change"].includes(outcome);
}

/** Whether a step's end is the end of its job: whoever came next would meet the same. */
export function endsJob({ outcome }: Pick<StepRecord, "outcome">): boolean {
  return (
    fallsBack(outcome) ||
    ["auth", "budget", "cancelled", "sandbox", "config", "text-changed"].includes(outcome)
  );
}

/** Whether nothing in an answer blocks: no blocker in a review, no criterion that is not met. */
export function isClear<T extends AnswerType>(type: T, answer: Answers[T]): boolean {
  if (type === "review")
    return (answer as Answers["review"]).findings.every(({ severity }) => severity !== "blocker");
  if (type === "verification") return (answer as Answers["verification"]).criteria.every(({ met }) => met);
  return true;
}
