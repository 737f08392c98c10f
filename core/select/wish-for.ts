import type { Instant } from "../model/ids.ts";
import type { JobRef } from "../model/job.ts";
import type { Track } from "../model/track.ts";
import type { Choice } from "./selection-config.ts";

/** Who was asked for by name: what a person said for the task, or the fallback while the provider's limit holds. */
export function wishFor(track: Track, job: Pick<JobRef, "task">, now: Instant): Choice | undefined {
  const wish = job.task ? track.tasks[job.task]?.wish : undefined;
  if (wish) return wish;
  return track.fallbackUntil !== undefined && track.fallbackUntil > now ? track.config.fallback : undefined;
}
