import { GsdError } from "../core/gsd-error.ts";

/** The value of `--port`, if it was given. */
export function parsePort(text: string | undefined): { port?: number } {
  if (text === undefined) return {};
  const hint = "a number from 0 to 65535 (0: any free one)";
  return { port: parseCount("--port", text, { from: 0, to: 65_535, hint }) };
}

/** The value of `--parallel`, if it was given. */
export function parseParallel(text: string | undefined): { parallel?: number } {
  if (text === undefined) return {};
  return { parallel: parseCount("--parallel", text, { from: 1, to: 64, hint: "a number from 1 to 64" }) };
}

/** The value of `--job-start`, if it was given. */
export function parseJobStart(text: string | undefined): { jobStart?: number } {
  if (text === undefined) return {};
  const hint = "seconds, a number from 0 to 600";
  return { jobStart: parseCount("--job-start", text, { from: 0, to: 600, hint }) };
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
