import { cleanText } from "../clean-text.ts";
import { isLive, withoutMarkers } from "./live-words.ts";

type Piece = { type: "text" | "code"; value: string };

/** Anybody's words on one line of Markdown. What would be live is shown as code; a second pass changes nothing. */
export function inline(text: string): string {
  return escapeLine(oneLine(text));
}

/** Anybody's words for one cell of a table. */
export function cell(text: string): string {
  return escapePipes(inline(text));
}

/** A name, a path or a command as code; it cannot close it. */
export function code(text: string): string {
  const plain = oneLine(text).replaceAll("`", "'");
  return `\`${plain || " "}\``;
}

/** The same for one cell of a table. */
export function codeCell(text: string): string {
  return escapePipes(code(text));
}

function oneLine(text: string): string {
  return withoutMarkers(cleanText(text).text.replaceAll(/\s+/g, " ")).trim();
}

/** A line that is clean already. */
export function escapeLine(line: string): string {
  const pieces = splitCode(line).flatMap(splitLive);
  const marks = pieces.flatMap(({ type, value }) => (type === "text" ? [...value.matchAll(boldMark)] : []));
  const bold = marks.length % 2 === 0;
  let written = "";
  for (const { type, value } of pieces) {
    if (type === "text") written += escapeText(value, { bold, starts: written === "" });
    // Two pieces of code side by side would read back as one.
    else written += `${written.endsWith("`") ? " " : ""}${code(value)}`;
  }
  return written;
}

/** Code spans are what somebody meant as code; a backtick without its partner is a mere character. */
function splitCode(line: string): Piece[] {
  const runs = [...line.matchAll(/`+/g)];
  const pieces: Piece[] = [];
  let end = 0;
  for (const [start, close] of pairs(runs)) {
    pieces.push({ type: "text", value: line.slice(end, start.index) });
    pieces.push({ type: "code", value: line.slice(start.index + start[0].length, close.index) });
    end = close.index + close[0].length;
  }
  pieces.push({ type: "text", value: line.slice(end) });
  return pieces.filter(({ value }) => value !== "");
}

/** Runs of backticks, each with the next one of its length. From the end, so that every run is looked at once. */
function pairs(runs: RegExpExecArray[]): [RegExpExecArray, RegExpExecArray][] {
  const next = new Map<number, number>();
  const partner = runs.map(() => -1);
  for (let at = runs.length - 1; at >= 0; at--) {
    const length = runs[at]?.[0].length ?? 0;
    partner[at] = next.get(length) ?? -1;
    next.set(length, at);
  }
  const found: [RegExpExecArray, RegExpExecArray][] = [];
  for (let at = 0; at < runs.length; at++) {
    const [start, close] = [runs[at], runs[partner[at] ?? -1]];
    if (!start || !close || isEscaped(start)) continue;
    found.push([start, close]);
    at = partner[at] ?? at;
  }
  return found;
}

function isEscaped({ index, input }: RegExpExecArray): boolean {
  let slashes = 0;
  while (input[index - slashes - 1] === "\\") slashes += 1;
  return slashes % 2 === 1;
}

/** A link or an image: its words, and where it goes. */
const link = /(!?)\[([^[\]]{0,300})\]\(([^()]{1,500})\)/g;

/** Words that are live become code, as a whole: what is cut in the middle might be live in another way. */
function splitLive(piece: Piece): Piece[] {
  if (piece.type === "code") return [piece];
  return hideEscapes(piece.value)
    .replaceAll(
      link,
      (_, image: string, words: string, address: string) => `${image && "image: "}${words} (${address})`,
    )
    .split(/(?<=\s)(?=\S)|(?<=\S)(?=\s)/)
    .flatMap((word) => (isLive(showEscapes(word)) ? bare(word) : [{ type: "text" as const, value: word }]));
}

/** A live word without the punctuation around it. */
function bare(word: string): Piece[] {
  const plain = showEscapes(word);
  let [start, end] = [0, plain.length];
  while (/[("'[{<*]/.test(plain[start] ?? "")) start += 1;
  while (end > start && /[)"'\]}>*.,;:!?]/.test(plain[end - 1] ?? "")) end -= 1;
  return [
    { type: "text" as const, value: word.slice(0, start) },
    { type: "code" as const, value: plain.slice(start, end) },
    { type: "text" as const, value: word.slice(end) },
  ].filter(({ value }) => value !== "");
}

const firstPrivate = 0xe000;

/** What a backslash escapes is no Markdown: until it is written it stands as a private character, which a clean text has none of. */
function hideEscapes(text: string): string {
  return text.replaceAll(/\\([!-/:-@[-`{-~])/g, (_, sign: string) =>
    String.fromCharCode(firstPrivate + sign.charCodeAt(0)),
  );
}

function showEscapes(text: string): string {
  return text.replaceAll(/[\ue000-\ue07f]/g, (sign) =>
    String.fromCharCode(sign.charCodeAt(0) - firstPrivate),
  );
}

/** At the edge of a piece stands code, or a blank. */
const boldMark = /(?<![^\s(])\*\*(?!\*)|(?<!\*)\*\*(?![^\s.,;:!?)])/g;
const special = /[\\*[\]<>&~|]|_(?<![\p{L}\p{N}]_(?=[\p{L}\p{N}]))/gu;

/** Text as Markdown that means nothing but itself; bold stays bold. */
function escapeText(text: string, { bold, starts }: { bold: boolean; starts: boolean }): string {
  const parts = bold ? text.split(boldMark) : [text];
  const escaped = parts.map(escapePart).join("**");
  return starts ? escaped.replace(/^[-+=#]|^:(?=-)|^\d{1,9}(?=[.)])/, startMark) : escaped;
}

function escapePart(text: string): string {
  const plain = withoutMarkers(showEscapes(text)).replaceAll("`", "'");
  return plain.replaceAll(special, "\\$&");
}

/** At its start a line could be a heading, a list, a rule or the line below a heading. */
function startMark(sign: string): string {
  return /\d/.test(sign) ? `${sign}\\` : `\\${sign}`;
}

function escapePipes(text: string): string {
  return text.replaceAll(
    /(\\*)\|/g,
    (_, before: string) => `${before.length % 2 === 0 ? before : before.slice(1)}\\|`,
  );
}
