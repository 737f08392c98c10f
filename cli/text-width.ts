let segmenter: Intl.Segmenter | undefined;
/** Made when it is first needed: most texts need none, and making one costs a third of Node's own start. */
function segmentsOf(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  return segmenter.segment(text);
}
/** Two columns wide on a terminal: emoji, and the letters of East Asia. */
const wide =
  /\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]/u;

/** Columns that a text takes on a terminal. */
export function widthOf(text: string): number {
  // Nearly always: one column for each character.
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  return [...segmentsOf(text)].reduce((sum, { segment }) => sum + (wide.test(segment) ? 2 : 1), 0);
}

/** The text in lines of so many columns, broken between words; a longer word is broken anywhere. */
export function wrapText(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ").flatMap((one) => breakWord(one, columns))) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (widthOf(longer) <= columns) {
      line = longer;
      continue;
    }
    lines.push(line);
    line = word;
  }
  return [...lines, line];
}

function breakWord(word: string, columns: number): string[] {
  if (widthOf(word) <= columns) return [word];
  const parts: string[] = [];
  let part = "";
  for (const { segment } of segmentsOf(word)) {
    if (part !== "" && widthOf(part + segment) > columns) {
      parts.push(part);
      part = "";
    }
    part += segment;
  }
  return [...parts, part];
}
