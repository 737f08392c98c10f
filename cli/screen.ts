import type { Terminal } from "./terminal.ts";

/** A terminal that is drawn anew in place. */
export interface Screen {
  size(): { columns: number; rows: number };
  /** Takes the whole terminal; what stood there comes back when `close` is called. */
  open(hears: { resized(): void; stopped(): void }): void;
  draw(lines: readonly string[]): void;
  close(): void;
}

const enter = "\u001b[?1049h\u001b[?25l";
const leave = "\u001b[?25h\u001b[?1049l";
const home = "\u001b[H";
const restOfLine = "\u001b[K";
const restOfScreen = "\u001b[J";
const interrupt = "\u0003";

/** The screen of a process whose terminal is one. */
export function openScreen({ stdin, stdout }: Pick<NodeJS.Process, "stdin" | "stdout">): Screen {
  let close = () => {};
  return {
    size: () => ({ columns: stdout.columns ?? 80, rows: stdout.rows ?? 24 }),
    open({ resized, stopped }) {
      const typed = (keys: Buffer) => {
        const text = keys.toString();
        if (text.includes(interrupt) || text === "q") stopped();
      };
      // What is typed is not shown in the middle of the picture; so Ctrl-C comes as a key.
      stdin.setRawMode(true);
      stdin.on("data", typed).resume();
      stdout.on("resize", resized);
      stdout.write(enter);
      close = () => {
        stdout.off("resize", resized);
        stdin.off("data", typed).pause();
        stdin.setRawMode(false);
        stdout.write(leave);
        close = () => {};
      };
    },
    draw: (lines) =>
      void stdout.write(`${home}${lines.map((line) => `${line}${restOfLine}`).join("\r\n")}${restOfScreen}`),
    close: () => close(),
  };
}

/** Where a person watches; undefined where lines are all that there may be. */
export function screenOf({ screen, hasColours }: Terminal, plain: boolean): Screen | undefined {
  return plain || !hasColours ? undefined : screen;
}
