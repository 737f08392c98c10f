import type { Ports } from "./ports.ts";

/** Works on one track of a tick: a broken one is logged and does not hold up the others. */
export async function guarded(ports: Ports, issue: number, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    ports.log.warn("a track could not be worked on", {
      issue,
      why: error instanceof Error ? error.message : String(error),
    });
  }
}
