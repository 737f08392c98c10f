import { exitCodes } from "./exit-codes.ts";
import type { Screen } from "./screen.ts";

/** Where the command line speaks: the one place that knows whether a person or a program listens. */
export interface Terminal {
  /** Results: what a program would read. Written as it is, so lines end themselves. */
  out(text: string): void;
  /** Everything else: progress, warnings, what went wrong. */
  error(text: string): void;
  columns: number;
  /** Whether a person can be asked. */
  isInteractive: boolean;
  hasColours: boolean;
  /** All of the window; absent where no person looks. */
  openScreen?(): Promise<Screen>;
}

const usualColumns = 80;
export const fewestColumns = 60;

/** The terminal of this process. */
export function openTerminal({ stdin, stdout, stderr }: NodeJS.Process): Terminal {
  const terminal: Terminal = {
    out: (text) => void stdout.write(text),
    error: (text) => void stderr.write(text),
    columns: Math.max(fewestColumns, stdout.columns ?? usualColumns),
    isInteractive: stdin.isTTY === true && stdout.isTTY === true,
    // Node's own rule counts NO_COLOR and FORCE_COLOR in.
    hasColours: stdout.isTTY === true && stdout.hasColors(),
  };
  if (!terminal.isInteractive) return terminal;
  const open = async () => (await import("./screen.ts")).openScreen({ stdin, stdout });
  return { ...terminal, openScreen: open };
}

/** Whoever reads may stop before we end, as `head` does: then what is under way ends as always, unheard. A file that cannot be written is told of. */
export function surviveClosedPipes(process: NodeJS.Process): void {
  const { stdout, stderr } = process;
  stderr.on("error", () => {});
  stdout.on("error", ({ code, message }: NodeJS.ErrnoException) => {
    if (code === "EPIPE") return;
    stderr.write(`gsd: The output cannot be written (${message}). Make room there, or write it elsewhere.\n`);
    process.exitCode = exitCodes.failed;
  });
}
