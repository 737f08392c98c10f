import { printable } from "./printable.ts";
import { styleText } from "./style-text.ts";
import type { Terminal } from "./terminal.ts";
import { widthOf, wrapText } from "./text-width.ts";

export type Style = "bold" | "dim" | "red" | "yellow" | "green";

/** What stands in a table or a line; anybody's words are made printable here. */
export type Cell = string | { text: string; style: Style };

export interface Column {
  title: string;
  align?: "right";
  /** Takes what the others leave, and is broken into lines. One of them at most. */
  wraps?: true;
}

/** What the formatter has to know of a terminal. */
export type Sheet = Pick<Terminal, "columns" | "hasColours">;

const gap = "  ";
/** A column that does not wrap is never wider. */
const widest = 24;
const narrowest = 10;

/** Rows under their titles, no line longer than the terminal; at least 60 columns are taken for granted. */
export function formatTable(columns: readonly Column[], rows: readonly Cell[][], sheet: Sheet): string {
  const texts = rows.map((row) => row.map((cell) => printable(typeof cell === "string" ? cell : cell.text)));
  const widths = columnWidths(columns, texts, sheet.columns);
  const titles = columns.map(({ title }): Cell => ({ text: title, style: "dim" }));
  const lines = [titles, ...rows].flatMap((row) =>
    formatRow(
      row,
      columns.map((column, at) => ({ ...column, width: widths[at] ?? 0 })),
      sheet,
    ),
  );
  return `${lines.join("\n")}\n`;
}

/** One paragraph, broken into lines; those after the first are indented. */
export function formatLine(cell: Cell, sheet: Sheet, indent = 0): string {
  const { text, style } = typeof cell === "string" ? { text: cell, style: undefined } : cell;
  const lines = wrapText(printable(text), sheet.columns - indent);
  const shown = lines.map((line) => styled(line, style, sheet));
  return `${shown.map((line, at) => (at === 0 ? line : " ".repeat(indent) + line)).join("\n")}\n`;
}

function columnWidths(columns: readonly Column[], texts: string[][], room: number): number[] {
  const widths = columns.map(({ title, wraps }, at) => {
    const longest = Math.max(widthOf(title), ...texts.map((row) => widthOf(row[at] ?? "")));
    return wraps ? longest : Math.min(longest, widest);
  });
  const flexible = columns.findIndex(({ wraps }) => wraps);
  const used = widths.reduce((sum, width) => sum + width, 0) + gap.length * (columns.length - 1);
  if (used > room && flexible >= 0)
    widths[flexible] = Math.max(narrowest, (widths[flexible] ?? 0) - (used - room));
  return widths;
}

interface Place extends Column {
  width: number;
}

/** A row has as many lines as its longest cell. */
function formatRow(row: readonly Cell[], places: readonly Place[], sheet: Sheet): string[] {
  const cells = places.map((place, at) => {
    const cell = row[at] ?? "";
    const { text, style } = typeof cell === "string" ? { text: cell, style: undefined } : cell;
    return { ...place, style, lines: linesOf(printable(text), place) };
  });
  const height = Math.max(...cells.map(({ lines }) => lines.length));
  return Array.from({ length: height }, (_, line) =>
    cells
      .map(({ lines, width, align, style }) => {
        const text = lines[line] ?? "";
        const blank = " ".repeat(Math.max(0, width - widthOf(text)));
        const shown = styled(text, style, sheet);
        return align ? blank + shown : shown + blank;
      })
      .join(gap)
      .trimEnd(),
  );
}

function linesOf(text: string, { wraps, width }: Place): string[] {
  if (wraps) return wrapText(text, width);
  return widthOf(text) <= width ? [text] : [`${wrapText(text.replaceAll(" ", "\u00a0"), width - 1)[0]}…`];
}

function styled(text: string, style: Style | undefined, { hasColours }: Sheet): string {
  return style && hasColours && text !== "" ? styleText(style, text, { validateStream: false }) : text;
}
