import type { LiveJob } from "../model/live-job.ts";
import type { Track } from "../model/track.ts";
import type { Choice } from "./selection-config.ts";

/** Who was asked for by name: what a person said for the task, or the fallback where it took over. */
export function wishFor(track: Track, job: Pick<LiveJob, "task" | "fallback">): Choice | undefined {
  const wish = job.task ? track.tasks[job.task]?.wish : undefined;
  return wish ?? (job.fallback ? track.config.fallback : undefined);
}
