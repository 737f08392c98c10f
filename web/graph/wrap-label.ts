const characterWidth = 7.7;
const lineHeight = 16;
const mostPerLine = 24;
const mostLines = 3;

/** A label in lines, and how large its box is. Fonts differ from machine to machine, so there is room to spare. */
export interface Box {
  lines: string[];
  width: number;
  height: number;
}

export function boxOf(label: string, hasSign: boolean): Box {
  const lines = wrap(label);
  const longest = Math.max(...lines.map((line) => [...line].length), 4);
  return {
    lines,
    width: Math.ceil(longest * characterWidth) + 24 + (hasSign ? 18 : 0),
    height: lines.length * lineHeight + 18,
  };
}

/** At blanks where there are any; what does not fit is cut. */
function wrap(label: string): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of label.split(/\s+/).filter(Boolean).flatMap(pieces)) {
    if (line === "") line = word;
    else if ([...line].length + 1 + [...word].length <= mostPerLine) line += ` ${word}`;
    else {
      lines.push(line);
      line = word;
    }
  }
  lines.push(line);
  if (lines.length <= mostLines) return lines;
  return [...lines.slice(0, mostLines - 1), `${lines[mostLines - 1]?.slice(0, mostPerLine - 1)}…`];
}

function pieces(word: string): string[] {
  const points = [...word];
  const parts: string[] = [];
  for (let at = 0; at < points.length; at += mostPerLine)
    parts.push(points.slice(at, at + mostPerLine).join(""));
  return parts;
}
