import type { MatrixLeg } from "./expand-matrix.ts";
import { combineResults, type JobOutcome } from "./run-state.ts";
import { createSlots } from "./slots.ts";

export interface Strategy {
  /** One leg that is undefined when there is no matrix. */
  legs: (MatrixLeg | undefined)[];
  failFast: boolean;
  maxParallel: number;
}

/** Runs the legs of a matrix, at most `maxParallel` at once; with `failFast` the first failure cancels the others. */
export async function runMatrix(
  legs: ((cancelled: AbortSignal) => Promise<JobOutcome>)[],
  strategy: Strategy,
  cancelled: AbortSignal,
): Promise<JobOutcome> {
  const slots = createSlots(strategy.maxParallel);
  const failed = new AbortController();
  const stop = AbortSignal.any([cancelled, failed.signal]);
  const never = new AbortController().signal;
  const outputs: Record<string, string> = {};

  const outcomes = await Promise.all(
    legs.map(async (leg) => {
      const release = await slots.acquire(never);
      const outcome = await leg(stop).finally(release);
      if (outcome.result === "failure" && strategy.failFast) failed.abort("The strategy's fail-fast is on");
      // The last leg to finish wins; one that sets nothing takes nothing away.
      for (const [name, value] of Object.entries(outcome.outputs)) if (value !== "") outputs[name] = value;
      return outcome;
    }),
  );
  return { result: combineResults(outcomes.map((outcome) => outcome.result)), outputs };
}
