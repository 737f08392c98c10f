import { execFileSync } from "node:child_process";
import { GsdError } from "../../core/gsd-error.ts";

/** Runs git in a folder and gives what it printed, without the last line's end. */
export function runGit(folder: string, args: string[], env: Record<string, string> = {}): string {
  try {
    const options = {
      cwd: folder,
      encoding: "utf8",
      maxBuffer: 100_000_000,
      env: { ...process.env, ...env },
    } as const;
    return execFileSync("git", args, { ...options, stdio: ["ignore", "pipe", "pipe"] }).trim();
  } catch (error) {
    const { stderr } = error as { stderr?: string };
    throw new GsdError("git", `git ${args[0]} failed: ${(stderr ?? String(error)).trim()}`, { cause: error });
  }
}
