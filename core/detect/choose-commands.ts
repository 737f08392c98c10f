import { type Commands, type Config, checkNames } from "../model/config.ts";
import type { Note } from "../model/note.ts";
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
  /** What a person should know: a setup that was found and is not run. */
  notes: Note[];
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
  if (hosts.length === 0) return { commands, notes: [notRun(detected.setup, detected.hosts)] };
  return { setup: { command: detected.setup, hosts }, commands, notes: [] };
}

function notRun(command: string, hosts: readonly string[]): Note {
  const named = hosts.filter((host) => host.length <= 100).slice(0, 10);
  return { type: "setup-not-run", command: command.slice(0, 1_000), hosts: named };
}
