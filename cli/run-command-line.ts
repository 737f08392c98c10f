import { type Command, CommanderError } from "commander";
import { GsdError } from "../core/gsd-error.ts";
import { exitCodes } from "./exit-codes.ts";
import { printableLines } from "./printable.ts";
import { createProgram } from "./program.ts";
import type { Terminal } from "./terminal.ts";
import { usageWords } from "./usage-words.ts";

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
    if (error instanceof CommanderError) return explainUsage(error, { program, args, terminal });
    if (!(error instanceof GsdError)) throw error;
    if (error.code === "cancelled") return explainCancel(error, terminal);
    terminal.error(`gsd: ${printableLines(sentence(error.message))}\n`);
    return error.code === "usage" ? exitCodes.usage : exitCodes.failed;
  }
}

function explainCancel({ message }: GsdError, terminal: Terminal): number {
  terminal.error(`gsd: ${sentence(message)}\n`);
  return exitCodes.interrupted;
}

interface Asked {
  program: Command;
  args: string[];
  terminal: Terminal;
}

function explainUsage(error: CommanderError, { program, args, terminal }: Asked): number {
  if (error.exitCode === 0) return exitCodes.good;
  terminal.error(`gsd: ${printableLines(usageWords(error, program, args))}\n`);
  return exitCodes.usage;
}

function sentence(text: string): string {
  return text.replace(/[.)]?$/, (end) => (end === ")" ? ")" : "."));
}
