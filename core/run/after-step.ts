import type { Answers, AnswerType } from "../model/answers.ts";
import type { Outcome } from "../model/job.ts";
import type { StepRecord } from "../model/manifest.ts";

/** Whether another engine or model may do what this one could not: its provider is the reason, not the work. */
export function fallsBack(outcome: Outcome): boolean {
  return outcome === "rate-limited" || outcome === "unavailable";
}

/** Milliseconds for which a provider that does not say when it is back is left alone. */
const patienceMs = 5 * 60_000;

/** Until when the fallback does the work of a provider that is limited or down. */
export function takesOverUntil(until: string | undefined, now: number): number {
  const back = Date.parse(until ?? "");
  return back > now ? back : now + patienceMs;
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
