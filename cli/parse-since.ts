import { GsdError } from "../core/gsd-error.ts";

/** The value of `--since`: a day (UTC), or so many days back, as an instant. */
export function parseSince(text: string): string {
  const back = /^(\d{1,4})d$/.exec(text);
  if (back) return new Date(Date.now() - Number(back[1]) * 24 * 3_600_000).toISOString();
  const at = /^\d{4}-\d{2}-\d{2}(T[\d:.]+Z)?$/.test(text) ? new Date(text) : new Date(Number.NaN);
  // Node takes February 30 for a day in March.
  if (!Number.isNaN(at.getTime()) && at.toISOString().startsWith(text.slice(0, 10))) return at.toISOString();
  throw new GsdError(
    "usage",
    `--since takes a day such as 2026-11-16, or 7d for a week back, not "${text}".`,
  );
}
