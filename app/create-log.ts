import type { Options } from "probot";
import type { Logger } from "../loop/ports.ts";
import { type LogLevel, logLevels } from "./environment.ts";

export interface AppLog extends Logger {
  debug(message: string, fields?: Record<string, unknown>): void;
  error(message: string, fields?: Record<string, unknown>): void;
}

type Fields = Record<string, unknown>;

/** One JSON line per event of ours, on stderr: stdout belongs to the line that says where we listen. */
export function createLog(
  least: LogLevel,
  write = (line: string) => void process.stderr.write(line),
): AppLog {
  const at =
    (level: LogLevel) =>
    (message: string, fields: Fields = {}) => {
      if (logLevels.indexOf(level) < logLevels.indexOf(least)) return;
      write(`${JSON.stringify({ time: new Date().toISOString(), level, message, ...fields })}\n`);
    };
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}

/** Our log as probot wants it. Its fields are dropped: they can hold whole payloads. */
export function toProbotLog(log: AppLog): NonNullable<Options["log"]> {
  const at = (level: LogLevel) => (first: unknown, second?: unknown) =>
    log[level]("probot", { says: says(first, second) });
  const probotLog = {
    trace() {},
    debug: at("debug"),
    info: at("debug"),
    warn: at("warn"),
    // What reaches probot's error log is a refused webhook; it was answered already.
    error: at("warn"),
    fatal: at("error"),
    child: () => probotLog,
  };
  return probotLog as unknown as NonNullable<Options["log"]>;
}

function says(first: unknown, second: unknown): string {
  if (typeof first === "string") return first;
  const message = first instanceof Error ? first.message : "";
  return [message, typeof second === "string" ? second : ""].filter(Boolean).join("; ");
}
