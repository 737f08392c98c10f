import { GsdError } from "../core/gsd-error.ts";

/** The value of `--port`. */
export function parsePort(text: string): number {
  return parseCount("--port", text, {
    from: 0,
    to: 65_535,
    hint: "a number from 0 to 65535 (0: any free one)",
  });
}

/** The value of `--parallel`. */
export function parseParallel(text: string): number {
  return parseCount("--parallel", text, { from: 1, to: 64, hint: "a number from 1 to 64" });
}

/** The value of `--job-start`. */
export function parseJobStart(text: string): number {
  return parseCount("--job-start", text, { from: 0, to: 600, hint: "seconds, a number from 0 to 600" });
}

/** The value of `--every`. */
export function parseEvery(text: string): number {
  return parseCount("--every", text, { from: 1, to: 3_600, hint: "seconds, a number from 1 to 3600" });
}

/** The number of an issue; `#42` is how people write it. */
export function parseIssue(text: string): number {
  const hint = "the number of an issue, such as 42";
  return parseCount("ISSUE", text.replace(/^#/, ""), { from: 1, to: 9_999_999_999, hint });
}

/** The value of `--budget`. */
export function parseUsd(text: string): number {
  const usd = /^\$?\d+(\.\d+)?$/.test(text) ? Number(text.replace("$", "")) : Number.NaN;
  if (usd > 0 && usd <= 100_000) return usd;
  throw new GsdError("usage", `--budget takes dollars, such as 2.50, not "${text}".`);
}

interface Range {
  from: number;
  to: number;
  hint: string;
}

function parseCount(option: string, text: string, { from, to, hint }: Range): number {
  const count = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (count >= from && count <= to) return count;
  throw new GsdError("usage", `${option} takes ${hint}, not "${text}".`);
}
