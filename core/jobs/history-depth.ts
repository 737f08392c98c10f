import type { ClaimedJob } from "../model/job.ts";
import { type Track, taskEntries } from "../model/track.ts";
import { rowOf } from "./rows.ts";

/**
 * How many commits the agent zone gets; 0 for all. Where the commit that was approved with the plan instructs agents, as many as
 * were merged since come along: then it is there, and nobody has to ask GitHub for it.
 */
export function historyDepth(track: Track, job: ClaimedJob): number {
  const row = rowOf(job);
  if (row.needsHistory(job, track)) return 0;
  if (row.libraryAt?.(track) === undefined) return 1;
  return 1 + taskEntries(track).filter(([, { status }]) => status === "completed").length;
}
