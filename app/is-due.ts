export const minuteMs = 60_000;

/** A stretch of time that was not looked at yet, and how many minutes there are between two ticks. */
export interface Span {
  after: Date;
  until: Date;
  minutes: number;
}

/**
 * Whether a repository's minute came within a span. Each has one of its own, by its id and the clock on the wall: so ticks are
 * spread over the hour, and an App that is often started anew still ticks everyone.
 */
export function isDue(repositoryId: number, { after, until, minutes }: Span): boolean {
  const slot = repositoryId % minutes;
  const passed = (date: Date) => Math.floor((Math.floor(date.getTime() / minuteMs) - slot) / minutes);
  return passed(until) > passed(after);
}
