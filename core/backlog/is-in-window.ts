import type { Instant } from "../model/ids.ts";

/** Whether an instant is within hours of the day (UTC) such as `22-06`: from the first on, and before the last. */
export function isInWindow(now: Instant, window: string): boolean {
  const [from = 0, to = 24] = window.split("-").map(Number);
  const hour = new Date(now).getUTCHours();
  return from < to ? hour >= from && hour < to : hour >= from || hour < to % 24;
}
