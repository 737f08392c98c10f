import type { Instant } from "../model/ids.ts";
import type { Track } from "../model/track.ts";
import { viewJob } from "./view-job.ts";

/** How long jobs were under way, those side by side counted once. */
export interface WorkedTime {
  /** Before `since`; all of it where nothing runs. As far as the history goes back. */
  seconds: number;
  /** Since then something has been running all the time. */
  since: Instant | undefined;
}

/** A stretch of time, in milliseconds. */
type Span = [from: number, to: number];

export function workedTime({ jobs, history }: Pick<Track, "jobs" | "history">): WorkedTime {
  const [since] = jobs.flatMap((job) => viewJob(job).since ?? []).toSorted();
  const end = since === undefined ? Number.POSITIVE_INFINITY : Date.parse(since);
  const spans = history.flatMap(({ at, seconds }): Span[] => {
    const to = Math.min(Date.parse(at), end);
    const from = Date.parse(at) - seconds * 1_000;
    return from < to ? [[from, to]] : [];
  });
  return { seconds: Math.round(coveredMs(spans) / 1_000), since };
}

function coveredMs(spans: Span[]): number {
  let [covered, end] = [0, Number.NEGATIVE_INFINITY];
  for (const [from, to] of spans.toSorted(([a], [b]) => a - b)) {
    covered += Math.max(0, to - Math.max(from, end));
    end = Math.max(end, to);
  }
  return covered;
}

/** The seconds that a track has been worked on at some moment. */
export function workedAt({ seconds, since }: WorkedTime, at: Instant): number {
  return seconds + (since === undefined ? 0 : secondsBetween(since, at));
}

/** Clocks differ: nothing lasts less than no time. */
export function secondsBetween(from: Instant, to: Instant): number {
  return Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 1_000));
}
