import { countTests } from "../../core/check/count-tests.ts";
import { missingTool } from "../../core/detect/missing-tool.ts";
import { type Commands, runNames } from "../../core/model/config/commands.ts";
import type { CheckResult } from "../../core/model/manifest.ts";
import { exceededWords } from "../../core/run/exceeded-words.ts";
import { outputTail } from "../../core/text/tail-of.ts";
import type { RunResult, Sandbox } from "../sandbox/sandbox.ts";

const maxOutputBytes = 32_000_000;

/** A command that ran, and the tool that it lacked if that is why it failed. */
export interface Ran {
  result: CheckResult;
  missing?: string;
}

/** Runs the repository's own commands in the sandbox, all of them, so that one report names every failure. */
export async function runChecks(given: {
  commands: Commands;
  /** Those that nobody wrote down, by name. */
  guessed: readonly string[];
  cwd: string;
  sandbox: Sandbox;
  minutes: number;
  signal?: AbortSignal;
}): Promise<Ran[]> {
  const results: Ran[] = [];
  for (const name of runNames) {
    const command = given.commands[name];
    if (command === undefined || given.signal?.aborted) continue;
    const end = await given.sandbox.run({
      // One stream, so that the tail shows output in the order it was written.
      argv: ["/bin/sh", "-c", `exec 2>&1\n${command}`],
      cwd: given.cwd,
      env: { CI: "true" },
      timeoutMs: given.minutes * 60_000,
      maxOutputBytes,
      signal: given.signal,
    });
    const result: CheckResult = {
      name,
      command,
      ok: end.code === 0 && !stopped(end),
      seconds: end.seconds,
      tail: outputTail(describe(end, given.minutes), 4_000),
    };
    if (given.guessed.includes(name)) result.guessed = true;
    const tests = countTests(end.stdout);
    if (tests) result.tests = tests;
    const { code, stdout: output } = end;
    const failed = !result.ok && !stopped(end);
    results.push(failed ? { result, missing: missingTool({ command, code, output }) } : { result });
  }
  return results;
}

function stopped(result: RunResult): boolean {
  return result.timedOut || result.aborted || result.outputCut || result.exceeded !== undefined;
}

function describe(result: RunResult, minutes: number): string {
  if (result.timedOut) return `${result.stdout}\n[stopped after ${minutes} minutes]`;
  if (result.aborted) return `${result.stdout}\n[stopped: the job was cancelled]`;
  if (result.outputCut) return `${result.stdout}\n[stopped: it wrote more than ${maxOutputBytes} bytes]`;
  if (result.exceeded) return `${result.stdout}\n[stopped: ${exceededWords(result.exceeded)}]`;
  return result.stdout;
}
