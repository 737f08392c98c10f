import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { GsdError } from "../../core/gsd-error.ts";

const execute = promisify(execFile);

/** Git on the runner's own behalf (not a job's): reads of the forge's bare repositories. */
export async function runGit(
  args: string[],
  options: { env?: Record<string, string>; cwd?: string } = {},
): Promise<string> {
  // Nothing else of the environment: a GIT_DIR from a hook above us would point git elsewhere.
  const env = { PATH: process.env["PATH"] ?? "", GIT_TERMINAL_PROMPT: "0", ...options.env };
  try {
    const { stdout } = await execute("git", args, { cwd: options.cwd, env, maxBuffer: 64 * 1024 * 1024 });
    return stdout;
  } catch (cause) {
    const { stderr = "" } = cause as { stderr?: string };
    throw new GsdError("git-failed", `git ${args.join(" ")} failed: ${stderr.trim() || cause}`, { cause });
  }
}
