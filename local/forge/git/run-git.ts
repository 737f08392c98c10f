import { spawnSync } from "node:child_process";
import { GsdError } from "../../../core/gsd-error.ts";

/** An environment in which git reads nothing of the machine: no system or user configuration, no identity, no prompt. */
export function gitEnvironment(extra: Record<string, string> = {}): Record<string, string> {
  return {
    PATH: process.env["PATH"] ?? "/usr/bin:/bin",
    HOME: "/nonexistent",
    LC_ALL: "C",
    TZ: "UTC",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_TERMINAL_PROMPT: "0",
    GIT_AUTHOR_NAME: "forge",
    GIT_AUTHOR_EMAIL: "forge@localhost",
    GIT_COMMITTER_NAME: "forge",
    GIT_COMMITTER_EMAIL: "forge@localhost",
    ...extra,
  };
}

export interface GitResult {
  status: number;
  stdout: Buffer;
  stderr: string;
}

/** Runs git and waits. A call takes about 2 ms; the forge stays synchronous so that each request is one atomic step. */
export function runGit(args: string[], options: { cwd?: string; input?: Buffer | string } = {}): GitResult {
  const child = spawnSync("git", args, {
    cwd: options.cwd,
    input: options.input,
    env: gitEnvironment(),
    maxBuffer: 512 * 1024 * 1024,
  });
  if (child.error) throw gitMissing(child.error);
  return { status: child.status ?? 1, stdout: child.stdout, stderr: child.stderr.toString("utf8") };
}

/** Runs git and throws when it fails. */
export function mustGit(args: string[], options: { cwd?: string; input?: Buffer | string } = {}): Buffer {
  const result = runGit(args, options);
  if (result.status === 0) return result.stdout;
  throw new GsdError("git-failed", `git ${args.slice(0, 4).join(" ")} failed: ${result.stderr.trim()}`);
}

function gitMissing(cause: Error): Error {
  if ((cause as NodeJS.ErrnoException).code !== "ENOENT") return cause;
  return new GsdError(
    "git-missing",
    "git is not installed or not on the PATH. Install git 2.38 or newer and start again.",
    { cause },
  );
}

/** Throws `git-missing` when there is no git on the PATH. */
export function requireGit(): void {
  runGit(["--version"]);
}
