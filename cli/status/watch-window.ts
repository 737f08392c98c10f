import { exitCodes } from "../exit-codes.ts";
import { formatLine, type Sheet } from "../format-table.ts";
import type { Screen } from "../screen.ts";
import { fewestColumns } from "../terminal.ts";
import { type Look, lookText } from "./look.ts";
import { problemText } from "./status-text.ts";
import type { Face, Watcher } from "./watch.ts";

/** What is drawn, and from which line on. */
interface Shown {
  now: Look;
  trouble: string | undefined;
  at: Date;
}

const interrupt = "\u0003";
/** Lines that each key moves by; a page is as long as the window. */
const steps: Record<string, number> = { "\u001b[A": -1, k: -1, "\u001b[B": 1, j: 1 };
const pages: Record<string, number> = { "\u001b[5~": -1, "\u001b[6~": 1, " ": 1 };

/** For a person: all of the window, drawn anew whenever something is different; what was seen last stays behind at the end. */
export function createWindow(screen: Screen, { terminal, stop, every }: Watcher & { every: number }): Face {
  let shown: Shown | undefined;
  let top = 0;
  const sheet = (): Sheet => ({
    columns: Math.max(fewestColumns, screen.size().columns),
    hasColours: terminal.hasColours,
  });
  const draw = () => {
    if (!shown) return;
    const room = Math.max(1, screen.size().rows - 2);
    const lines = bodyOf(shown.now, sheet());
    top = Math.max(0, Math.min(top, lines.length - room));
    const part = lines.slice(top, top + room);
    const blank = Array.from({ length: room - part.length }, () => "");
    const more =
      lines.length > room ? `lines ${top + 1} to ${top + part.length} of ${lines.length}, ↑ ↓` : "";
    screen.draw([...part, ...blank, "", footer(shown, { more, every, sheet: sheet() })]);
  };
  screen.listen((key) => {
    if (key === "q" || key === interrupt) return stop(key === "q" ? exitCodes.good : exitCodes.interrupted);
    top += (steps[key] ?? 0) + (pages[key] ?? 0) * Math.max(1, screen.size().rows - 2);
    draw();
  });
  return {
    show(now, trouble) {
      shown = { now, trouble, at: new Date() };
      draw();
    },
    close() {
      screen.close();
      if (shown) terminal.out(`${bodyOf(shown.now, sheet()).join("\n")}\n`);
    },
  };
}

function bodyOf(now: Look, sheet: Sheet): string[] {
  return `${lookText(now, sheet, { isLive: true })}${problemText(now.problems, sheet)}`.trimEnd().split("\n");
}

interface Footing {
  more: string;
  every: number;
  sheet: Sheet;
}

/** One line: as of when, and what one can press; or why nothing new came. */
function footer({ at, trouble }: Shown, { more, every, sheet }: Footing): string {
  const time = `${at.toISOString().slice(11, 19)} UTC`;
  if (trouble !== undefined)
    return firstLine({ text: `${time}: ${trouble}; tries again`, style: "yellow" }, sheet);
  const words = [time, `every ${every} s`, more, "q ends"].filter(Boolean);
  return firstLine({ text: words.join(" · "), style: "dim" }, sheet);
}

function firstLine(cell: Parameters<typeof formatLine>[0], sheet: Sheet): string {
  return formatLine(cell, sheet).split("\n")[0] ?? "";
}
