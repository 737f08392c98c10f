import { type CheckName, type Commands, checkNames } from "../model/config/commands.ts";
import type { Config } from "../model/config.ts";
import { type Detected, detect, type Lock, type Manager, managerSettings, type RootFiles } from "./detect.ts";
import { findHosts } from "./find-hosts.ts";

/** What installs the dependencies, and the only hosts that it may reach. */
export interface Setup {
  /** In one line. */
  command: string;
  /** The same one by one, where there are several; each starts at the root of the work tree. */
  steps?: string[];
  hosts: string[];
  /** Whose own hosts it may reach too: nobody wrote a list. */
  ask?: Manager[];
  /** What the managers' answers depend on: their settings at the commit. */
  settings?: RootFiles;
  /** Nobody wrote it down: gsd found it in the repository's files. */
  guessed?: boolean;
  /** Brings lockfiles up to date after somebody changed a manifest. */
  locks?: Lock[];
  /** It only fetches: no code runs, neither of packages nor of the repository. */
  runsNoCode?: boolean;
}

/** What a job runs of the repository's own commands. */
export interface Chosen {
  setup?: Setup;
  commands: Commands;
  /** Those that nobody wrote down. */
  guessed: CheckName[];
}

type Written = Pick<Config, "setup" | "commands">;

/** What is configured counts, then what was detected; `false` is none. */
export function chooseCommands(config: Written, files: RootFiles): Chosen {
  const detected = detect(files);
  const commands: Commands = {};
  const guessed: CheckName[] = [];
  for (const name of checkNames) {
    const written = config.commands[name];
    const command = written ?? detected.commands[name];
    if (!command) continue;
    commands[name] = command;
    if (written === undefined) guessed.push(name);
  }
  const setup = chooseSetup(config, detected, files);
  return setup ? { setup, commands, guessed } : { commands, guessed };
}

/** What reports say of a setup, which may be many commands. */
export function shownSetup({ command }: Setup): string {
  return command.slice(0, 1_000);
}

/** A list of hosts that is written is all there is; where none is, the base's files and its package managers say it. */
function chooseSetup({ setup }: Written, detected: Detected, files: RootFiles): Setup | undefined {
  const written = setup.command ?? detected.setup;
  if (!written) return undefined;
  const steps = [written].flat();
  const guessed = setup.command === undefined;
  const settings = Object.entries(files).filter(([name]) => managerSettings.includes(name));
  return {
    command: steps.join(" && "),
    steps,
    hosts: setup.hosts ?? findHosts(files),
    ask: setup.hosts ? [] : detected.managers,
    settings: Object.fromEntries(settings),
    guessed,
    locks: detected.locks,
    runsNoCode: guessed && detected.runsNoCode,
  };
}

/** The setup of a base with some files changed: what to run is found anew, where from is what the base says. */
export function chooseAgain(
  config: Written,
  base: RootFiles,
  changed: Readonly<Record<string, string | undefined>>,
): Setup | undefined {
  const all: Record<string, string | undefined> = { ...base, ...changed };
  const files = Object.fromEntries(
    Object.entries(all).flatMap(([name, text]) => (text === undefined ? [] : [[name, text]])),
  );
  const { setup } = chooseCommands(config, files);
  return setup && { ...setup, hosts: config.setup.hosts ?? findHosts(base) };
}

/** The same without the guesses that were left out on the base; what people wrote since then counts. */
export function withoutGuesses({ setup, commands, guessed }: Chosen, names: readonly string[]): Chosen {
  const dropped = guessed.filter((name) => names.includes(name));
  const left: Commands = {};
  for (const name of checkNames) {
    if (commands[name] !== undefined && !dropped.includes(name)) left[name] = commands[name];
  }
  const isWrong = setup?.guessed === true && names.includes("setup");
  return setup && !isWrong ? { setup, commands: left, guessed } : { commands: left, guessed };
}
