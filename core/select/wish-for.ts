import type { JobRef, Leg } from "../model/job.ts";
import type { Track } from "../model/track.ts";
import type { SelectInput } from "./select.ts";

/** Who was asked for by name: what a person said for the task, or the fallback where it took over. */
export function wishFor(
  track: Track,
  job: Pick<JobRef, "task"> & Pick<Leg, "fallback">,
): Pick<SelectInput, "command" | "takeover"> {
  const command = job.task ? track.tasks[job.task]?.wish : undefined;
  if (command) return { command };
  return job.fallback && track.config.fallback ? { takeover: track.config.fallback } : {};
}
