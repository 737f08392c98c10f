/** Markdown as a terminal can show it: without what only GitHub renders, no line longer than `columns`. */
export function plainMarkdown(text: string, columns: number): string[] {
  const plain = text
    .replaceAll(/<!--[\s\S]*?-->/g, "")
    .replaceAll(
      /^> \[!(\w)(\w*)\]\n> /gm,
      (_, first: string, rest: string) => `> ${first}${rest.toLowerCase()}: `,
    )
    .replaceAll(/^#{1,6} /gm, "")
    .replaceAll(/```mermaid[\s\S]*?```/g, "(a diagram)")
    .replaceAll(/<summary>([\s\S]*?)<\/summary>/g, "▸ $1")
    .replaceAll(/<\/?(details|sub|sup|b|i|br|p)\b[^>]*>/g, "")
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll("**", "");
  const lines = plain.split("\n").flatMap((line) => wrap(tableRow(line), columns));
  return withoutGaps(lines);
}

/** Breaks a line between words; a word that is too long is broken anywhere. */
export function wrap(line: string, columns: number): string[] {
  const [indent = ""] = /^\s*(?:[-*] |\d+\. |> )?/.exec(line) ?? [];
  const room = Math.max(10, columns);
  const rows: string[] = [];
  let row = "";
  for (const word of line.trimEnd().split(/(?<=\S)\s+(?=\S)/)) {
    if (row !== "" && row.length + 1 + word.length > room) {
      rows.push(row);
      row = " ".repeat(Math.min(indent.length, 8));
    }
    row = row === "" || row.trim() === "" ? row + word : `${row} ${word}`;
    while (row.length > room) {
      rows.push(row.slice(0, room));
      row = row.slice(room);
    }
  }
  return [...rows, row];
}

/** A table's row as cells in a line; its rule is dropped. */
function tableRow(line: string): string {
  if (!/^\s*\|.*\|\s*$/.test(line)) return line;
  if (/^[\s|:-]+$/.test(line)) return "";
  const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|"));
  return cells.filter(Boolean).join(" · ");
}

/** At most one empty line at a time, none at the ends. */
function withoutGaps(lines: readonly string[]): string[] {
  const kept = lines.filter((line, at) => line.trim() !== "" || (lines[at - 1] ?? "").trim() !== "");
  while (kept.length > 0 && kept.at(-1)?.trim() === "") kept.pop();
  return kept;
}
