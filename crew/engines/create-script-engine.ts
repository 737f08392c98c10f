import { statSync } from "node:fs";
import { tailOf } from "../../core/text/tail-of.ts";
import type { RunResult } from "../sandbox/sandbox.ts";
import type { Engine, EngineReport, EngineRequest } from "./engine.ts";
import { parseScriptOutput } from "./parse-script-output.ts";

export interface ScriptOptions {
  /** A shell line from trusted configuration: the default branch's `.github/gsd.yml`, or the person at the terminal. */
  command: string;
  /** More host paths that it may read. Absolute paths in `command` are added by themselves. */
  readOnly?: string[];
}

const maxOutputBytes = 8_000_000;

/** The engine for any program that reads a prompt and prints an answer; see docs/script-engine.md. */
export function createScriptEngine({ command, readOnly = [] }: ScriptOptions): Engine {
  return {
    name: "script",
    async run(request) {
      const result = await request.sandbox.run({
        argv: ["/bin/sh", "-c", command],
        cwd: request.cwd,
        stdin: request.prompt,
        env: environmentOf(request),
        timeoutMs: request.limits.minutes * 60_000,
        maxOutputBytes,
        signal: request.signal,
        readOnly: [...new Set([...readOnly, ...pathsIn(command)])],
        onOutput: (stream, text) => {
          if (stream === "stderr") request.onProgress?.(text);
        },
      });
      const report = {
        usage: { input: 0, output: 0 },
        seconds: result.seconds,
        transcript: tailOf(result.stderr, 100_000),
      };
      return { ...report, ...readResult(result, request) };
    },
  };
}

function environmentOf({ job, track, move }: EngineRequest): Record<string, string> {
  return {
    GSD_JOB_KIND: job.kind,
    GSD_PROMPT: move.prompt,
    GSD_STEP: move.step,
    GSD_ROUND: String(move.round),
    GSD_MEMBER: move.member,
    GSD_TRACK: track,
    GSD_TASK: job.task ?? "",
    GSD_ATTEMPT: String(job.attempt),
  };
}

function readResult(
  result: RunResult,
  request: EngineRequest,
): Partial<EngineReport> & Pick<EngineReport, "outcome"> {
  const failed = (outcome: EngineReport["outcome"], reason: string) => ({ outcome, reason });
  if (result.aborted) return failed("cancelled", "The script was stopped because its job was cancelled.");
  if (result.timedOut) {
    const { minutes, setting = "limits.minutes" } = request.limits;
    return failed("timeout", `The script was stopped after ${minutes} min (${setting}).`);
  }
  if (result.outputCut)
    return failed("crashed", `The script was stopped: it wrote more than ${maxOutputBytes} bytes.`);
  if (result.code !== 0) {
    const how =
      result.code === null ? `was ended by ${result.signal}` : `ended with exit code ${result.code}`;
    return failed("crashed", `The script ${how}.\n${tailOf(result.stderr || result.stdout, 1_500)}`);
  }
  return parseScriptOutput(result.stdout);
}

/** Absolute paths that a shell line names and the host has: without them the line could not run inside. */
function pathsIn(command: string): string[] {
  const words = command.match(/(?<=^|[\s'"=:])\/[^\s'"=:;|&<>()$`*?]+/g) ?? [];
  return words.filter((path) => !isVisible(path) && mayBeShown(path));
}

function isVisible(path: string): boolean {
  return /^\/+(usr|bin|sbin|lib\w*|etc|proc|dev|sys|repo)(\/|$)/.test(path);
}

/** Files, and folders deep enough not to be somebody's home or all of /tmp. */
function mayBeShown(path: string): boolean {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (path.split("/").includes("..") || !stat) return false;
  return stat.isFile() || (stat.isDirectory() && path.split("/").filter(Boolean).length >= 3);
}
