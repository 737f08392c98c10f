import type { Command, Option } from "commander";

/** What a shell can complete of one command. */
export interface CommandWords {
  name: string;
  description: string;
  options: OptionWords[];
  /** Words that its first argument may be. */
  choices: string[];
}

export interface OptionWords {
  flags: string[];
  description: string;
  takesValue: boolean;
  choices: string[];
}

/** The commands of a program and their options, as its own help knows them. */
export function describeProgram(program: Command): CommandWords[] {
  const help = program.createHelp();
  return help.visibleCommands(program).map((command) => ({
    name: command.name(),
    description: command.description(),
    options: help.visibleOptions(command).map(describeOption),
    choices: choicesOf(command, program),
  }));
}

/** `help` takes the name of a command. */
function choicesOf(command: Command, program: Command): string[] {
  const [first] = command.registeredArguments;
  if (command.name() === "help") return program.commands.map((one) => one.name());
  return first?.argChoices ?? [];
}

function describeOption({ short, long, description, required, optional, argChoices }: Option): OptionWords {
  return {
    flags: [short, long].filter((flag) => flag !== undefined),
    description,
    takesValue: required || optional,
    choices: argChoices ?? [],
  };
}
