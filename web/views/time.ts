import { type Html, html } from "../html.ts";

/** `18 Nov 2026, 14:02 UTC`. */
export function formatInstant(instant: string): string {
  const time = new Date(instant);
  if (Number.isNaN(time.getTime())) return instant;
  const month = time.toLocaleString("en", { month: "short", timeZone: "UTC" });
  const [, clock = ""] = /T(\d\d:\d\d)/.exec(time.toISOString()) ?? [];
  return `${time.getUTCDate()} ${month} ${time.getUTCFullYear()}, ${clock} UTC`;
}

export function renderInstant(instant: string): Html {
  return html`<time datetime="${instant}">${formatInstant(instant)}</time>`;
}

/** `2 d 3 h`, `1 h 5 min`, `4 min 10 s`, `12 s`: the two largest parts. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 1 && seconds > 0) return "< 1 s";
  const parts = [
    { count: Math.floor(whole / 86_400), unit: "d" },
    { count: Math.floor(whole / 3_600) % 24, unit: "h" },
    { count: Math.floor(whole / 60) % 60, unit: "min" },
    { count: whole % 60, unit: "s" },
  ];
  const first = parts.findIndex(({ count }) => count > 0);
  if (first === -1) return "0 s";
  const shown = parts.slice(first, first + 2).filter(({ count }) => count > 0);
  return shown.map(({ count, unit }) => `${count} ${unit}`).join(" ");
}

/** Seconds from one instant to another; nothing where one is none. */
export function secondsBetween(from: string, to: string | Date): number {
  const seconds = (new Date(to).getTime() - Date.parse(from)) / 1_000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : 0;
}
