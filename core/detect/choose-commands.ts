import { type Commands, type Config, checkNames } from "../model/config.ts";
import { setupNotRun } from "../render/setup.ts";
import type { Detected } from "./detect.ts";

/** What installs the dependencies, and the only hosts that it may reach. */
export interface Setup {
  command: string;
  hosts: string[];
}

/** What a job runs of the repository's own commands. */
export interface Chosen {
  setup?: Setup;
  commands: Commands;
  notes: string[];
}

/** What is configured counts, then what was detected; `false` is none. */
export function chooseCommands(config: Pick<Config, "setup" | "commands">, detected: Detected): Chosen {
  const commands: Commands = {};
  for (const name of checkNames) {
    const command = config.commands[name] ?? detected.commands[name];
    if (command) commands[name] = command;
  }
  const { command, hosts } = config.setup;
  if (command) return { setup: { command, hosts }, commands, notes: [] };
  if (command === false || !detected.setup) return { commands, notes: [] };
  // Nobody asked for it: without a host to install from it could only fail.
  if (hosts.length === 0) return { commands, notes: [setupNotRun(detected.setup, detected.hosts)] };
  return { setup: { command: detected.setup, hosts }, commands, notes: [] };
}
