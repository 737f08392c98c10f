import { pastTasks, recordOf } from "../jobs/past-tasks.ts";
import type { TrackRecord } from "../model/publication.ts";
import type { Track } from "../model/track.ts";

/** How well a repository's tasks and their estimates turned out, from its tracks: for the plan and the dashboard. */
export function viewTrackRecord(tracks: readonly Track[]): TrackRecord {
  return recordOf(pastTasks(tracks));
}
