import type { Day } from "../model/day.ts";
import type { Instant } from "../model/ids.ts";

/** A day on which nothing was spent. */
export const freshDay: Day = { version: 2, usd: 0, reserved: {}, settled: {} };

/** The date of an instant (UTC), by which its day's file is named. */
export function dateOf(at: Instant): string {
  return at.slice(0, 10);
}

/**
 * Sets aside the most that a job may spend; a second reservation under its key replaces the first. A job whose run was
 * lost goes out again under the same key: what it came to before stays booked, and it may come to more.
 */
export function reserve(day: Day, key: string, { usd, until }: { usd: number; until: Instant }): Day {
  const { [key]: _, ...settled } = day.settled;
  return { ...day, settled, reserved: { ...day.reserved, [key]: { usd, until } } };
}

/** Books what a job came to in place of its reservation. The first time counts: the same day comes back for any other. */
export function settle(day: Day, key: string, usd: number): Day {
  const { [key]: reserved, ...others } = day.reserved;
  if (Object.hasOwn(day.settled, key)) return day;
  if (!reserved && usd === 0) return day;
  return { ...day, usd: cents(day.usd + usd), reserved: others, settled: { ...day.settled, [key]: usd } };
}

/** Books reservations whose time is up as spent: nobody will say what those jobs came to. */
export function expire(day: Day, now: Instant): Day {
  const late = Object.entries(day.reserved).filter(([, { until }]) => until < now);
  return late.reduce((rest, [key, { usd }]) => settle(rest, key, usd), day);
}

/** What may still be reserved; a reservation whose time is up counts like money spent, so the time does not matter. */
export function leftToday({ usd, reserved }: Day, budgetUsd: number): number {
  const held = Object.values(reserved).reduce((sum, one) => sum + one.usd, 0);
  return Math.max(0, cents(budgetUsd - usd - held));
}

/** Without the noise of binary fractions, which would add up over a day. */
function cents(usd: number): number {
  return Math.round(usd * 1e6) / 1e6;
}
