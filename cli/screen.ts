/** All of a terminal's window, for what changes while a person looks at it. What stood there before comes back at the end. */
export interface Screen {
  size(): { columns: number; rows: number };
  /** Replaces everything; lines beyond the window are left out. */
  draw(lines: readonly string[]): void;
  /** Hears keys as a terminal sends them, and `""` when the window has another size. */
  listen(hear: (key: string) => void): void;
  close(): void;
}

/** Control sequences: https://invisible-island.net/xterm/ctlseqs/ctlseqs.html */
const enter = "\u001b[?1049h\u001b[?25l\u001b[?7l";
const leave = "\u001b[?7h\u001b[?25h\u001b[?1049l";
const home = "\u001b[H";
const clearLine = "\u001b[2K";
/** Terminals that know it show what is between at once; others ignore it. */
const [hold, release] = ["\u001b[?2026h", "\u001b[?2026l"];

export function openScreen({ stdin, stdout }: Pick<NodeJS.Process, "stdin" | "stdout">): Screen {
  let isOpen = true;
  const listeners: ((key: string) => void)[] = [];
  const tell = (key: string) => {
    for (const hear of listeners) hear(key);
  };
  const onKey = (chunk: Buffer) => tell(chunk.toString());
  const onResize = () => tell("");
  const size = () => ({ columns: stdout.columns || 80, rows: stdout.rows || 24 });
  const close = () => {
    if (!isOpen) return;
    isOpen = false;
    stdin.off("data", onKey);
    stdout.off("resize", onResize);
    stdin.setRawMode(false);
    stdin.pause();
    stdout.write(leave);
  };
  stdout.write(enter);
  stdin.setRawMode(true);
  stdin.on("data", onKey);
  stdin.resume();
  stdout.on("resize", onResize);
  // However this process ends, the person gets their terminal back.
  process.once("exit", close);
  return {
    size,
    draw(lines) {
      if (!isOpen) return;
      const { rows } = size();
      const shown = Array.from({ length: rows }, (_, at) => `${clearLine}${lines[at] ?? ""}`);
      stdout.write(`${hold}${home}${shown.join("\r\n")}${release}`);
    },
    listen: (hear) => void listeners.push(hear),
    close,
  };
}
