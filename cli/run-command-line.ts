import { CommanderError } from "commander";
import { GsdError } from "../core/gsd-error.ts";
import { exitCodes } from "./exit-codes.ts";
import { printableLines } from "./printable.ts";
import { createProgram } from "./program.ts";
import type { Terminal } from "./terminal.ts";

/** Runs one command line. A command that found something sets the exit code itself. */
export async function runCommandLine(args: string[], terminal: Terminal): Promise<number> {
  const program = createProgram(terminal);
  if (args.length === 0) {
    program.outputHelp();
    return exitCodes.good;
  }
  try {
    await program.parseAsync(args, { from: "user" });
    return Number(process.exitCode ?? exitCodes.good);
  } catch (error) {
    if (error instanceof CommanderError) return explainUsage(error, terminal);
    if (!(error instanceof GsdError)) throw error;
    if (error.code === "cancelled") return explainCancel(error, terminal);
    const isUsage = error.code === "usage";
    terminal.error(`gsd: ${printableLines(sentence(error.message))}${isUsage ? hint : ""}\n`);
    return isUsage ? exitCodes.usage : exitCodes.failed;
  }
}

function explainCancel({ message }: GsdError, terminal: Terminal): number {
  terminal.error(`gsd: ${sentence(message)}\n`);
  return exitCodes.interrupted;
}

const hint = " `gsd help` lists all commands, `gsd help <command>` its options.";

function explainUsage({ exitCode, message }: CommanderError, terminal: Terminal): number {
  if (exitCode === 0) return exitCodes.good;
  terminal.error(`gsd: ${sentence(message.replace(/^error: /, "").replace("\n", " "))}${hint}\n`);
  return exitCodes.usage;
}

function sentence(text: string): string {
  return text.replace(/[.)]?$/, (end) => (end === ")" ? ")" : "."));
}
