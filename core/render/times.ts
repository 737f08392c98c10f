import type { Instant } from "../model/ids.ts";

/** How long something took or takes: `41 min`, `2 h 5 min`, `3 d 2 h`. */
export function elapsed(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  if (minutes < 1) return "under a minute";
  const [hours, days] = [Math.floor(minutes / 60), Math.floor(minutes / 1_440)];
  if (hours < 1) return `${minutes} min`;
  if (days < 1) return together(`${hours} h`, minutes % 60, "min");
  return together(`${days} d`, hours % 24, "h");
}

function together(first: string, rest: number, unit: string): string {
  return rest === 0 ? first : `${first} ${rest} ${unit}`;
}

/** `13:52 UTC`, for what is shown on the day it is about. */
export function clock(at: Instant): string {
  return `${at.slice(11, 16)} UTC`;
}

/** `2026-11-18 13:52 UTC`. */
export function dayAndTime(at: Instant): string {
  return `${at.slice(0, 10)} ${clock(at)}`;
}
