/** Braces keep all keys in one slot, should it be a cluster. */
export const prefix = "{gsd}";
export const queueName = "work";

/** A work waits this long at most for the gate to release it; then a worker asks the gate again. */
export const holdMs = 30_000;

/** A work is tried this often; a loop that failed is often another's turn a little later. */
export const attempts = 3;

/** How often a work may take the process with it. */
export const mostStalls = 3;

export const jobOptions = {
  delay: holdMs,
  attempts,
  backoff: { type: "exponential", delay: 2_000 },
  removeOnComplete: { count: 1_000 },
  // Kept until somebody has looked: see docs/operate/run-it.md.
  removeOnFail: { count: 10_000 },
} as const;

/** BullMQ takes no number for a name. */
export function jobIdOf(id: string): string {
  return `w-${id}`;
}
