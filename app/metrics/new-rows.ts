import type { HistoryRow } from "../../core/model/job.ts";
import type { Track } from "../../core/model/track.ts";

/** Tracks of which it is remembered what was counted. */
const mostTracks = 50_000;

/**
 * Which rows of a track's history nobody has counted yet. Jobs end on runners; the App sees their rows when it loops over
 * the track. What ended before this process began was counted by another one.
 */
export function createNewRows(since: string): (repository: string, track: Track) => HistoryRow[] {
  const last = new Map<string, string>();
  return (repository, { issue, createdAt, history }) => {
    const key = `${repository}#${issue} ${createdAt}`;
    const known = last.get(key);
    const at = known === undefined ? -1 : history.findLastIndex((row) => nameOf(row) === known);
    const newest = history.at(-1);
    last.delete(key);
    if (newest) last.set(key, nameOf(newest));
    const [oldest] = last.keys();
    if (last.size > mostTracks && oldest !== undefined) last.delete(oldest);
    return history.slice(at + 1).filter((row) => row.at >= since);
  };
}

function nameOf({ job, run, at }: HistoryRow): string {
  return `${job} ${run ?? "-"} ${at}`;
}
