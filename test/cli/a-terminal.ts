import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";

const main = fileURLToPath(new URL("../../cli/gsd.mjs", import.meta.url));
const program = "/usr/bin/script";

/** Why there is no terminal to try; undefined where there is. `script` of util-linux makes one, and most Linuxes have it. */
export const noTerminal = existsSync(program) ? undefined : `${program} (util-linux) is not installed`;

export const keys = { enter: "\r", down: "\u001b[B", interrupt: "\u0003" };

/** The command line on a real pseudo-terminal, in front of a person who reads and types. */
export function aTerminal(
  args: string[],
  {
    cwd,
    env,
    size = { rows: 40, columns: 100 },
  }: { cwd: string; env: Record<string, string>; size?: { rows: number; columns: number } },
) {
  const quoted = [process.execPath, main, ...args].map((word) => `'${word}'`).join(" ");
  // A new pseudo-terminal has no size.
  const command = `stty rows ${size.rows} columns ${size.columns}; exec ${quoted}`;
  const child = spawn(program, ["--quiet", "--return", "--command", command, "/dev/null"], {
    cwd,
    env: { PATH: process.env["PATH"], HOME: "/nonexistent", TERM: "xterm", SHELL: "/bin/sh", ...env },
  });
  let printed = "";
  child.stdout.on("data", (chunk) => (printed += chunk));
  const ending = once(child, "close") as Promise<[number]>;
  const shown = () => stripVTControlCharacters(printed).replaceAll("\r", "");
  return {
    shown,
    /** All that came, with what moves the cursor. */
    raw: () => printed,
    /** Waits until the person can read this. */
    async read(words: string): Promise<void> {
      while (!shown().includes(words)) {
        if (child.exitCode !== null) throw new Error(`It ended before it said "${words}":\n${shown()}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    type: (text: string) => void child.stdin.write(text),
    async end(): Promise<number> {
      const [status] = await ending;
      return status;
    },
  };
}
