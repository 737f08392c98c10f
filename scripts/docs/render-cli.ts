import type { Argument, Command, Option } from "commander";
import { exitCodes, exitMeanings, exitNames } from "../../cli/exit-codes.ts";
import { createProgram } from "../../cli/program.ts";
import { cell, code } from "./describe-schema.ts";

/** A terminal that keeps what it is told. */
function aRecorder() {
  const said: string[] = [];
  const out = (text: string) => void said.push(text);
  return { said, out, error: out, columns: 100, isInteractive: false, hasColours: false };
}

/** Every command with its arguments, options and examples, as its own help has them. */
export function renderCommands(): string {
  const recorder = aRecorder();
  const program = createProgram(recorder);
  const list = program.commands.map((command) => {
    const summary = cell(command.description());
    return `| [${code(command.name())}](#gsd-${command.name()}) | ${summary} |`;
  });
  const sections = program.commands.map((command) => section(command, recorder.said));
  return [["| command | what it does |", "|---|---|", ...list].join("\n"), ...sections].join("\n\n");
}

export function renderExitCodes(): string {
  return [
    "| code | meaning |",
    "|---|---|",
    ...exitNames.map((name) => `| ${exitCodes[name]} | ${exitMeanings[name]} |`),
  ].join("\n");
}

function section(command: Command, said: string[]): string {
  const help = command.createHelp();
  const values = [
    ...help.visibleArguments(command).map(argumentRow),
    ...help.visibleOptions(command).map(optionRow),
  ];
  const examples = examplesOf(command, said);
  if (examples === "") throw new Error(`gsd ${command.name()} has no example`);
  return [
    `## gsd ${command.name()}`,
    command.description(),
    `\`\`\`text its form\n${help.commandUsage(command)}\n\`\`\``,
    ["| | |", "|---|---|", ...values].join("\n"),
    `\`\`\`sh\n${examples}\n\`\`\``,
  ].join("\n\n");
}

function argumentRow(argument: Argument): string {
  const name = argument.required ? `<${argument.name()}>` : `[${argument.name()}]`;
  return row(name, argument.description, argument.argChoices);
}

function optionRow({ flags, description, argChoices, defaultValue }: Option): string {
  const fallback = typeof defaultValue === "string" ? ` (default: ${defaultValue})` : "";
  return row(flags, `${description}${fallback}`, argChoices);
}

function row(name: string, description: string, choices: readonly string[] | undefined): string {
  const allowed = choices ? `: ${choices.map(code).join(", ")}` : "";
  return `| ${code(name)} | ${cell(description)}${allowed} |`;
}

/** What the help prints last; commander keeps it as text. */
function examplesOf(command: Command, said: string[]): string {
  said.length = 0;
  command.outputHelp();
  const [, examples = ""] = said.join("").split("\nExamples:\n");
  return examples
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean)
    .join("\n");
}
