import { spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

const main = fileURLToPath(new URL("../../cli/gsd.mjs", import.meta.url));

export type Result = { status: number; stdout: string; stderr: string };

/** A process of its own, as people start it. The forge answers from this one, so it may not be waited for. */
export async function gsd(
  args: string[],
  { cwd = tmpdir(), env = {} }: { cwd?: string; env?: Record<string, string> } = {},
) {
  const { GH_TOKEN: _, GITHUB_TOKEN: __, ...rest } = process.env;
  const child = spawn(process.execPath, [main, ...args], { cwd, env: { ...rest, ...env } });
  const [[status], stdout, stderr] = await Promise.all([
    once(child, "close") as Promise<[number]>,
    text(child.stdout),
    text(child.stderr),
  ]);
  return { status, stdout, stderr } satisfies Result;
}
