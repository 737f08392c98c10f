import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createScratch } from "../../adapters/create-scratch.ts";
import { questions } from "../../core/detect/ask-managers.ts";
import type { Setup } from "../../core/detect/choose-commands.ts";
import type { Manager } from "../../core/detect/detect.ts";
import { hostsIn, mostHosts } from "../../core/detect/hosts-in.ts";
import type { SetupRun } from "./run-setup.ts";

const patienceMs = 60_000;

/** All hosts that a setup may reach: those that are known, and those that its package managers name. A manager that is not there names none. */
export async function askHosts(
  { hosts, ask = [], settings = {} }: Setup,
  run: Pick<SetupRun, "sandbox" | "env" | "signal">,
): Promise<string[]> {
  // Without a sandbox nothing is held back.
  if (ask.length === 0 || run.sandbox.kind !== "bubblewrap") return hosts;
  // Settings only: nothing of the repository can run here.
  await using scratch = await createScratch("ask");
  for (const [path, text] of Object.entries(settings)) {
    await mkdir(dirname(join(scratch.path, path)), { recursive: true });
    await writeFile(join(scratch.path, path), text);
  }
  const answers: string[] = [];
  for (const manager of ask) answers.push(...(await askOne(manager, scratch.path, run)));
  return [...new Set([...hosts, ...answers])].slice(0, mostHosts);
}

async function askOne(
  manager: Manager,
  cwd: string,
  { sandbox, env, signal }: Pick<SetupRun, "sandbox" | "env" | "signal">,
): Promise<string[]> {
  const { line, builtIn = [] } = questions[manager];
  if (line === undefined) return builtIn;
  const { stdout } = await sandbox.run({
    argv: ["/bin/sh", "-c", line],
    cwd,
    env: { CI: "true", ...env },
    timeoutMs: patienceMs,
    maxOutputBytes: 100_000,
    signal,
  });
  return [...hostsIn(stdout), ...builtIn];
}
