import { cleanText } from "../clean-text.ts";
import { cell, escapeLine } from "./inline.ts";
import { withoutMarkers } from "./live-words.ts";

/** Lines of a text, and where we are in them. */
interface Reader {
  lines: string[];
  at: number;
}

/** One part of a text as Markdown, or nothing where the line is of another kind. Each moves on by what it took. */
type Part = (reader: Reader, depth: number) => string[] | undefined;

/**
 * Anybody's text, as Markdown that stands by itself: lists, tables, code, headings, quotes and bold stay, everything else
 * is shown as it was written. It notifies nobody, closes, links and loads nothing, hides nothing and commands nothing.
 * Line by line, so that no text takes long.
 */
export function block(text: string): string {
  return blockOf(withoutMarkers(cleanText(text).text).split("\n"), 0).trim();
}

function blockOf(lines: string[], depth: number): string {
  const reader: Reader = { lines, at: 0 };
  const written: string[] = [];
  while (reader.at < lines.length) {
    const part = partOf(reader, depth);
    if (part) written.push("", ...part, "");
    else written.push(lineOf(reader));
  }
  // Lines of code may be blank as often as they like; they are one string.
  return written.filter((line, at) => line !== "" || written[at - 1] !== "").join("\n");
}

function partOf(reader: Reader, depth: number): string[] | undefined {
  for (const read of parts) {
    const part = read(reader, depth);
    if (part) return part;
  }
  return undefined;
}

const parts: Part[] = [fence, heading, rule, table, quote, list];

/** Written so that the run of signs is taken once and as a whole: a long line must not be tried again and again. */
const fenceStart = /^\s*(?:(?:[-*+]|\d{1,9}[.)])\s+)?(?=(`{3,}|~{3,}))\1/;

function fenceOf(line: string): { mark: string; language: string } | undefined {
  const [all = "", mark] = fenceStart.exec(line) ?? [];
  const rest = line.slice(all.length);
  return mark === undefined || rest.includes("`") ? undefined : { mark, language: rest.trim() };
}

function fence(reader: Reader): string[] | undefined {
  const found = fenceOf(here(reader));
  if (!found) return undefined;
  const indent = here(reader).search(/\S/);
  const content: string[] = [];
  for (reader.at++; reader.at < reader.lines.length; reader.at++) {
    if (isFenceEnd(here(reader), found.mark)) break;
    content.push(withoutIndent(here(reader), indent));
  }
  reader.at += 1;
  return [codeBlock(content.join("\n"), found.language)];
}

function isFenceEnd(line: string, mark: string): boolean {
  const found = line.trim();
  return found.length >= mark.length && found === (mark[0] ?? "").repeat(found.length);
}

function withoutIndent(line: string, indent: number): string {
  return line.slice(0, indent).trim() === "" ? line.slice(indent) : line;
}

/** Output of a command or an agent, as a block that it cannot close. Other bots look for commands at the start of a line, in code too. */
export function codeBlock(text: string, language = "text"): string {
  const plain = withoutMarkers(cleanText(text).text).replaceAll(/^\/(?=[a-z])/gim, " /");
  const longest = (plain.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  const mark = "`".repeat(longest + 1);
  return `${mark}${safeLanguage(language)}\n${plain}\n${mark}`;
}

/** Languages that GitHub only colours: not `suggestion`, which is a button, and not what it draws. */
function safeLanguage(info: string): string {
  const language = info.split(/\s/)[0] ?? "";
  if (!/^[\w+#.-]{1,30}$/.test(language)) return "";
  return /^(?:suggestion|mermaid|geojson|topojson|stl|math)$/i.test(language) ? "" : language;
}

function heading(reader: Reader): string[] | undefined {
  const [, marks, words = ""] = /^ {0,3}(#{1,6})(?:[ \t]+(.*))?$/.exec(here(reader)) ?? [];
  if (marks === undefined) return undefined;
  reader.at += 1;
  return [`${marks} ${escapeLine(words.trim())}`.trimEnd()];
}

function rule(reader: Reader): string[] | undefined {
  if (!/^\s*(?:(?:-\s*){3,}|(?:\*\s*){3,}|(?:_\s*){3,})$/.test(here(reader))) return undefined;
  reader.at += 1;
  return ["---"];
}

const delimiters = /^\s*\|?(?:\s*:?-+:?\s*\|)*\s*:?-+:?\s*\|?\s*$/;

function table(reader: Reader): string[] | undefined {
  const [head = "", below = ""] = reader.lines.slice(reader.at, reader.at + 2);
  if (!head.includes("|") || !below.includes("|") || !delimiters.test(below)) return undefined;
  const rows: string[] = [];
  for (; here(reader).includes("|"); reader.at++) rows.push(here(reader));
  const width = cellsOf(head).length;
  const written = rows.filter((_, at) => at !== 1).map((row) => tableRow(cellsOf(row).slice(0, width)));
  return [...written.slice(0, 1), `|${"---|".repeat(width)}`, ...written.slice(1)];
}

function cellsOf(row: string): string[] {
  const inner = row.trim().replace(/^\|/, "").replace(/\|$/, "");
  return inner.split(/(?<!\\)\|/);
}

function tableRow(cells: string[]): string {
  return `| ${cells.map(cell).join(" | ")} |`;
}

const mostQuotes = 5;

function quote(reader: Reader, depth: number): string[] | undefined {
  if (depth >= mostQuotes || !isQuote(here(reader))) return undefined;
  const inner: string[] = [];
  for (; isQuote(here(reader)); reader.at++) inner.push(here(reader).replace(/^\s*> ?/, ""));
  return [
    blockOf(inner, depth + 1)
      .trim()
      .replaceAll(/^/gm, "> "),
  ];
}

function isQuote(line: string): boolean {
  return /^ {0,3}>/.test(line);
}

const item = /^(\s*)([-*+]|\d{1,9}[.)])\s+(?=\S)(.*)$/;
const deepest = 8;

/** A list with what belongs to its entries, indented anew. */
function list(reader: Reader): string[] | undefined {
  if (!item.test(here(reader))) return undefined;
  const written: string[] = [];
  const levels: { indent: number; width: number }[] = [];
  for (; reader.at < reader.lines.length && belongs(reader); reader.at++) {
    const line = here(reader);
    const [, before = "", mark, words = ""] = item.exec(line) ?? [];
    if (mark === undefined) {
      const width = levels.reduce((sum, level) => sum + level.width, 0);
      written.push(line.trim() === "" ? "" : `${" ".repeat(width)}${escapeLine(line.trim())}`);
      continue;
    }
    const indent = before.replaceAll("\t", "    ").length;
    while (levels.length >= deepest || (levels.at(-1)?.indent ?? -1) >= indent) levels.pop();
    const margin = " ".repeat(levels.reduce((sum, level) => sum + level.width, 0));
    levels.push({ indent, width: mark.length + 1 });
    written.push(`${margin}${mark} ${escapeLine(words.trim())}`);
  }
  return [written.join("\n").trimEnd()];
}

/** Whether a line goes on with the list above it: an entry, something indented, or a blank line before one of these. */
function belongs({ lines, at }: Reader): boolean {
  const line = lines[at] ?? "";
  if (fenceOf(line)) return false;
  if (line.trim() !== "") return item.test(line) || /^\s/.test(line);
  const next = lines[at + 1] ?? "";
  return next.trim() !== "" && !fenceOf(next) && (item.test(next) || /^\s/.test(next));
}

function lineOf(reader: Reader): string {
  const line = here(reader).trim();
  reader.at += 1;
  return escapeLine(line);
}

function here({ lines, at }: Reader): string {
  return lines[at] ?? "";
}
