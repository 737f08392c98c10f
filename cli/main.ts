import { runCommandLine } from "./run-command-line.ts";
import { openTerminal, surviveClosedPipes } from "./terminal.ts";

surviveClosedPipes(process);
process.exitCode = await runCommandLine(process.argv.slice(2), openTerminal(process));
