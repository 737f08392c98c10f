/** One way to read a text: what a rule sees, and on which line of the original each of its places is. */
export interface Reading {
  text: string;
  lineAt(index: number): number;
  /** Where what is read up to a place ends in the original, which is further on where it was encoded. */
  lastLineAt(index: number): number;
}

/**
 * What whoever splits a credential writes between its pieces: strings that a program puts together, values of templates that are
 * empty, line breaks, and characters that nobody sees.
 */
const seam =
  /\$\{\s{0,5}(?:""|''|``)?\s{0,5}\}|[\u00ad\u200b-\u200f\u2060-\u2064\ufeff\u{e0000}-\u{e007f}]{1,40}|["'`][ \t]{0,40}(?:[+.,&]|\|\||<<|\.\.|<>)?[ \t]{0,40}(?:\\?\r?\n[ \t]{0,80}(?:[+.&]|\|\||\.\.|<>)?[ \t]{0,40})?["'`]|\\?\r?\n[ \t]{0,200}/gu;

/** Letters by their numbers, as strings of programs, addresses and pages write them. */
const escaped =
  /\\x([0-9a-f]{2})|\\u\{?(?:00){0,2}([0-7][0-9a-f])\}?|%([2-7][0-9a-f])|&#x(?:00){0,2}([0-7][0-9a-f]);|&#(\d{2,3});/gi;

/** A text as it stands, with its pieces put together, and with what is encoded in it. Text of two bytes a letter is read, too. */
export function readingsOf(content: string): Reading[] {
  const text = content.replaceAll("\0", "");
  const lineAt = lineCounter(text);
  const plain = { text, lineAt, lastLineAt: lineAt };
  const spelled = replaceIn(plain, escaped, letterOf);
  const joined = replaceIn(spelled, seam, () => "");
  const decoded = decodeRuns(joined);
  // Twice is what tools do by themselves; nobody can follow all that people do.
  return [plain, joined, ...decoded, ...decoded.flatMap(decodeRuns)];
}

function lineCounter(text: string): (index: number) => number {
  const starts: number[] = [];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at);
  return (index) => placeIn(starts, index) + 1;
}

/** How many of these are smaller. */
function placeIn(sorted: readonly number[], value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

function letterOf([, x, u, percent, page, decimal]: readonly (string | undefined)[]): string {
  const hex = x ?? u ?? percent ?? page;
  return String.fromCharCode(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16));
}

/** The same text with other words in some places; it knows which lines they are on. */
function replaceIn(
  { text, lineAt }: Reading,
  pattern: RegExp,
  words: (match: RegExpExecArray) => string,
): Reading {
  const pieces: string[] = [];
  // Where each piece begins: in the new text, and how much was left out before it.
  const begins: number[] = [];
  const left: number[] = [];
  let [from, length] = [0, 0];
  for (const match of text.matchAll(pattern)) {
    add(text.slice(from, match.index), from);
    add(words(match), match.index);
    from = match.index + match[0].length;
  }
  if (from === 0) return { text, lineAt, lastLineAt: lineAt };
  add(text.slice(from), from);
  const lineOf = (index: number) => lineAt(index + (left[placeIn(begins, index + 1) - 1] ?? 0));
  return { text: pieces.join(""), lineAt: lineOf, lastLineAt: lineOf };

  function add(piece: string, at: number): void {
    if (piece === "") return;
    pieces.push(piece);
    begins.push(length);
    left.push(at - length);
    length += piece.length;
  }
}

/** Runs that may be Base64, or bytes in hexadecimal. */
const encoded = /[A-Za-z0-9+/_-]{24,}/g;
const hexadecimal = /[0-9a-fA-F]{40,}/g;
/** Shorter ones stand in any data, and hold no credential. */
const readable = /[\x20-\x7e\r\n\t]{16,}/g;

function decodeRuns({ text, lineAt, lastLineAt }: Reading): Reading[] {
  return [...decodeAll(text, encoded, fromBase64), ...decodeAll(text, hexadecimal, fromHex)].map(
    ({ words, start, end }) => ({
      text: words,
      lineAt: () => lineAt(start),
      lastLineAt: () => lastLineAt(end),
    }),
  );
}

interface Run {
  words: string;
  start: number;
  end: number;
}

function decodeAll(text: string, runs: RegExp, decode: (run: string) => string[]): Run[] {
  return [...text.matchAll(runs)].flatMap(({ 0: run, index: start }) => {
    const words = decode(run).flatMap((bytes) => bytes.match(readable) ?? []);
    return words.length > 0 ? [{ words: words.join("\n"), start, end: start + run.length - 1 }] : [];
  });
}

/** Something may be glued to its beginning, so that it is tried from each of four places. */
function fromBase64(run: string): string[] {
  const plain = run.replaceAll("-", "+").replaceAll("_", "/");
  return [0, 1, 2, 3].map((offset) => {
    const end = offset + ((plain.length - offset) >> 2) * 4;
    const rest = plain.length - end;
    // Of the last letters, one alone says nothing.
    return atob(plain.slice(offset, rest >= 2 ? plain.length : end));
  });
}

function fromHex(run: string): string[] {
  return [0, 1].map((offset) => {
    const pairs = run.slice(offset).match(/../g) ?? [];
    return pairs.map((pair) => String.fromCharCode(Number.parseInt(pair, 16))).join("");
  });
}
