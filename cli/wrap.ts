/** Breaks a line between words, so that it fits; the lines that follow are indented. */
export function wrap(text: string, { columns, indent }: { columns: number; indent: string }): string {
  const [, start = "", rest = ""] = /^(\s*)(.*)$/.exec(text) ?? [];
  const lines: string[] = [];
  let line = start;
  for (const word of rest.split(/ +/)) {
    const longer = line.trim() === "" ? `${line}${word}` : `${line} ${word}`;
    if (longer.length <= columns - indent.length || line.trim() === "") line = longer;
    else {
      lines.push(line);
      line = `${indent}${word}`;
    }
  }
  return [...lines, line].join("\n");
}
