import type { Command, CommanderError, Option } from "commander";
import { list } from "../core/render/phrases.ts";
import { closest } from "../core/text/closest.ts";

/** What is wrong with a command line, in our words, and where to look it up. */
export function usageWords(error: CommanderError, program: Command, args: readonly string[]): string {
  const command = program.commands.find((one) => one.name() === args[0]);
  if (!command) return `${wrongName(error, program, args)} \`gsd help\` lists all commands.`;
  return `${wrongUse(error, command)} \`gsd help ${command.name()}\` shows its options.`;
}

/** What comes before any command is one that we do not have, or an option that belongs to one. */
function wrongName({ message }: CommanderError, { commands }: Command, args: readonly string[]): string {
  const option = quotedIn(message).find((word) => word.startsWith("-"));
  if (option) return `gsd has no option ${option}; options come behind a command.`;
  const name = (args[0] === "help" ? args[1] : args[0]) ?? "";
  const near = closest(
    name,
    commands.map((one) => one.name()),
  );
  return `There is no command ${name}${near ? `; did you mean ${near}?` : "."}`;
}

/** By the code; the words that it is about are in Commander's message alone. */
function wrongUse({ code, message }: CommanderError, command: Command): string {
  const name = command.name();
  const [first = "", value = ""] = quotedIn(message);
  switch (code) {
    case "commander.unknownOption": {
      const near = closest(first, flagsOf(command.options));
      return `${name} has no option ${first}${near ? `; did you mean ${near}?` : "."}`;
    }
    case "commander.missingArgument":
      return `${name} needs ${described(command, first)}.`;
    case "commander.excessArguments":
      return `${name} takes ${countWords(command)}.`;
    case "commander.optionMissingArgument":
      return `${first.replace(/ .*/, "")} needs a value: ${first}.`;
    case "commander.invalidArgument":
      return wrongValue(command, first, value) ?? message;
    default:
      return message.replace(/^error: /, "");
  }
}

function wrongValue({ options, registeredArguments }: Command, first: string, value: string) {
  const option = options.find(({ flags }) => flags === first);
  if (option?.argChoices) return `${option.long} takes ${list(option.argChoices, "or")}, not "${value}".`;
  const argument = registeredArguments.find((one) => one.name() === value);
  return (
    argument?.argChoices && `<${argument.name()}> is ${list(argument.argChoices, "or")}, not "${first}".`
  );
}

function described({ registeredArguments }: Command, name: string): string {
  const argument = registeredArguments.find((one) => one.name() === name);
  return argument?.description ? `<${name}>: ${argument.description}` : `<${name}>`;
}

function countWords({ registeredArguments: known }: Command): string {
  if (known.length === 0) return "nothing but options";
  const count = known.length === 1 ? "one argument" : `${known.length} arguments`;
  const isText = known.some(({ argChoices, parseArg }) => !argChoices && !parseArg);
  return isText ? `${count}; put what has spaces into quotes` : count;
}

function flagsOf(options: readonly Option[]): string[] {
  return options.flatMap(({ long }) => long ?? []);
}

/** What Commander put in single quotes. */
function quotedIn(message: string): string[] {
  return [...message.matchAll(/'([^']*)'/g)].flatMap(([, word]) => word ?? []);
}
