import { openScreen, type Screen } from "./screen.ts";

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
  /** What can be drawn anew in place; undefined where only lines can be written. */
  screen: Screen | undefined;
}

const usualColumns = 80;
const fewestColumns = 60;

/** The terminal of this process. */
export function openTerminal({ stdin, stdout, stderr }: NodeJS.Process): Terminal {
  const isInteractive = stdin.isTTY === true && stdout.isTTY === true;
  return {
    out: (text) => void stdout.write(text),
    error: (text) => void stderr.write(text),
    columns: Math.max(fewestColumns, stdout.columns ?? usualColumns),
    isInteractive,
    // Node's own rule counts NO_COLOR and FORCE_COLOR in.
    hasColours: stdout.isTTY === true && stdout.hasColors(),
    screen: isInteractive ? openScreen({ stdin, stdout }) : undefined,
  };
}
