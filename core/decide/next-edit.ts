import type { Instant } from "../model/ids.ts";

/**
 * When the progress comment says what has changed: now, or as long after its last edit as edits have to be apart. An edit that
 * is still to come tells this change too.
 */
export function nextEdit(last: Instant | undefined, now: Instant, apartMs: number): Instant {
  if (last === undefined) return now;
  const today = Date.parse(now);
  const due = Date.parse(last) > today ? Date.parse(last) : Date.parse(last) + apartMs;
  // Whoever wrote it may have a clock that is ahead.
  return new Date(Math.min(Math.max(today, due), today + apartMs)).toISOString();
}
