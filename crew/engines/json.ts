import { parseObject } from "../../core/text/parse-object.ts";
import type { CliEvent } from "./cli.ts";

/** The JSON objects of an output with one of them a line; other lines are left out. */
export function parseEvents(output: string): CliEvent[] {
  return output.split("\n").flatMap((line) => {
    const event = parseObject(line);
    return event ? [event] : [];
  });
}

/** The object under a name; an empty one where there is none, so that reading goes on. */
export function objectIn(value: unknown, name?: string): CliEvent {
  const found = name === undefined ? value : objectIn(value)[name];
  return typeof found === "object" && found !== null ? (found as CliEvent) : {};
}

export function listIn(value: unknown, name: string): unknown[] {
  const found = objectIn(value)[name];
  return Array.isArray(found) ? found : [];
}

export function textIn(value: unknown, name: string): string | undefined {
  const found = objectIn(value)[name];
  return typeof found === "string" ? found : undefined;
}

export function countIn(value: unknown, name: string): number {
  const found = objectIn(value)[name];
  return typeof found === "number" && Number.isFinite(found) && found > 0 ? Math.round(found) : 0;
}
