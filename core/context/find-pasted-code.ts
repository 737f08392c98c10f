/** A block this long is a file, not an example. */
const longestBlock = 15;
/** So many lines of code outside of blocks are one too. */
const mostLoose = 12;
/** What follows says nothing new, and a stranger chose how long it is. */
const longestLine = 300;

const codeLine =
  /^\s*(?:(?:import|export|from|package|using|#include|def|class|func|fn|public|private|const|let|var|return|if|for|while|switch|case|else)\b.*[;{}()=:,]|[}\])]+[;,]?|.*[;{]|@@ -\d.*|[+-]{3} [ab]\/.*|\d+[|:\t] .*)\s*$/;
const surelyProse = /^\s*[-*>]\s|[.!?]\s*$/;

export interface PastedCode {
  line: number;
  lines: number;
}

/** Code blocks that are too long, and long runs of code without one. */
export function findPastedCode(text: string): PastedCode[] {
  const found: PastedCode[] = [];
  const lines = text.split("\n");
  let start: number | undefined;
  let loose = 0;
  let firstLoose = 0;
  for (const [index, whole] of lines.entries()) {
    const line = whole.slice(0, longestLine);
    if (/^\s*(?:`{3,}|~{3,})/.test(line)) {
      if (start !== undefined) add(found, start + 1, index - start - 1, longestBlock);
      start = start === undefined ? index : undefined;
    } else if (start === undefined && codeLine.test(line) && !surelyProse.test(line)) {
      if (loose === 0) firstLoose = index + 1;
      loose += 1;
    }
  }
  if (start !== undefined) add(found, start + 1, lines.length - start - 1, longestBlock);
  add(found, firstLoose, loose, mostLoose);
  return found;
}

function add(found: PastedCode[], line: number, lines: number, most: number): void {
  if (lines > most) found.push({ line, lines });
}

/** A whole file is more than an example, whatever it is good for. */
const longestPaste = 50;
const fileMark = /^\s*(?:\/\/|#|--|;|<!--|\/\*+)\s*File(?:name)?\s*:/i;

/** Pasted files: a mark such as `// File: src/a.ts` with more than 50 lines after it, or so much code without one. */
export function findPastedFiles(text: string): PastedCode[] {
  const long = findPastedCode(text).filter(({ lines }) => lines > longestPaste);
  if (long.length > 0) return long;
  const lines = text.split("\n");
  const marks = lines.flatMap((line, at) => (fileMark.test(line.slice(0, longestLine)) ? [at] : []));
  return marks.flatMap((mark, index) => {
    const count = (marks[index + 1] ?? lines.length) - mark - 1;
    return count > longestPaste ? [{ line: mark + 1, lines: count }] : [];
  });
}
