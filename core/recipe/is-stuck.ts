import type { Done } from "./recipe.ts";

/**
 * Whether a check says the very same as in the round before: whoever was to fix it did not, and would not the next time.
 * A command without output says too little to tell.
 */
export function saysTheSame(step: Done, steps: Iterable<Done>): boolean {
  const { type, ok, reason = "" } = step;
  if (ok || (type !== "code" && type !== "run")) return false;
  const details = type === "run" ? reason.split("\n").slice(1).join("\n") : reason;
  if (details.trim() === "") return false;
  return [...steps].some(
    (one) => one.id === step.id && one.round === step.round - 1 && !one.ok && one.reason === step.reason,
  );
}
