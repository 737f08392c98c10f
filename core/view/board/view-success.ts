import { type PastTask, pastTasks, recordOf } from "../../jobs/past-tasks.ts";
import type { TrackRecord } from "../../model/publication.ts";
import type { Track } from "../../model/track.ts";

/** How well tasks and their estimates turned out: in all, and by month, the newest first. */
export interface SuccessView {
  all: TrackRecord;
  months: { month: string; record: TrackRecord }[];
}

const mostMonths = 6;

export function viewSuccess(tracks: readonly Track[]): SuccessView {
  const tasks = pastTasks(tracks);
  const byMonth = new Map<string, PastTask[]>();
  for (const task of tasks) {
    const month = task.at.slice(0, 7);
    byMonth.set(month, [...(byMonth.get(month) ?? []), task]);
  }
  const months = [...byMonth]
    .toSorted(([a], [b]) => (a < b ? 1 : -1))
    .slice(0, mostMonths)
    .map(([month, own]) => ({ month, record: recordOf(own) }));
  return { all: recordOf(tasks), months };
}
