import { Command } from "commander";
import { product } from "../core/product.ts";
import { audit } from "./commands/audit.ts";
import { completion } from "./commands/completion.ts";
import { cost } from "./commands/cost.ts";
import { demo } from "./commands/demo.ts";
import { doctor } from "./commands/doctor.ts";
import { init } from "./commands/init.ts";
import { local } from "./commands/local.ts";
import { run } from "./commands/run.ts";
import { simulate } from "./commands/simulate.ts";
import { status } from "./commands/status.ts";
import { validate } from "./commands/validate.ts";
import { exitCodes, exitMeanings, exitNames } from "./exit-codes.ts";
import type { Terminal } from "./terminal.ts";
import { wrap } from "./wrap.ts";

/** Adds one command with its options, help and examples; its work is loaded when it is asked for. */
export type AddCommand = (program: Command, terminal: Terminal) => Command;

/** In the order in which people meet them. */
const commands: AddCommand[] = [
  init,
  doctor,
  validate,
  simulate,
  status,
  cost,
  audit,
  run,
  demo,
  local,
  completion,
];

/** The command line as a value: help, completion and docs/cli.md are made from it. */
export function createProgram(terminal: Terminal): Command {
  const program = new Command("gsd")
    .description("Drives software work by many agents through issues and pull requests.")
    .usage("<command> [options]")
    .version(product.version, "-V, --version", "Says which version this is.")
    .helpCommand("help [command]", "Says more about a command.")
    .helpOption("-h, --help", "Says more.")
    .showSuggestionAfterError(true)
    .exitOverride()
    // Long names of options leave little room for words; they are broken all the same.
    .configureHelp({ minWidthToWrap: 20 })
    .configureOutput({
      writeOut: terminal.out,
      // What is wrong is said once, by main.
      writeErr: () => {},
      getOutHelpWidth: () => terminal.columns,
      getOutHasColors: () => terminal.hasColours,
    });
  for (const add of commands) {
    const command = add(program, terminal);
    command.copyInheritedSettings(program).helpOption("-h, --help", "Says more.");
  }
  return program.addHelpText("after", exitWords(terminal));
}

/** How each command may end, under the help of all. */
function exitWords({ columns }: Terminal): string {
  const rows = exitNames.map((name) => {
    const meaning = wrap(exitMeanings[name], { columns: columns - 7, indent: "" });
    return `  ${String(exitCodes[name]).padEnd(5)}${meaning.replaceAll("\n", "\n       ")}`;
  });
  return ["", "Exit codes:", ...rows].join("\n");
}

/** Examples under a command's help, one a line. */
export function examples(...lines: string[]): string {
  return ["", "Examples:", ...lines.map((line) => `  ${line}`)].join("\n");
}
