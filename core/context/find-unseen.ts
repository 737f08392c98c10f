/**
 * What a reader of the rendered text does not see, and an agent does: comments, attributes, definitions, titles, alternative texts,
 * what is folded, drawn or hidden. Where it is not sure that something is shown, it takes it for unseen. Walks over the text once.
 */
export function findUnseen(text: string): string[] {
  const walk: Walk = { unseen: [], hiding: [] };
  const rest = withoutHtml(walk, withoutBlocks(walk, text));
  for (const [pattern, groups] of hidingForms) {
    for (const match of rest.matchAll(pattern)) {
      if (isUsedFootnote(match[0], rest)) continue;
      walk.unseen.push(groups.map((group) => match[group] ?? "").join(" "));
    }
  }
  walk.unseen.push(...lostCells(rest));
  const pieces = walk.unseen.map((piece) => piece.replaceAll(/\s+/g, " ").trim()).filter(saysSomething);
  return [...new Set(pieces)];
}

interface Walk {
  unseen: string[];
  /** Elements that are open and whose content is not shown. */
  hiding: string[];
}

/** Of definitions the whole, with the lines that may belong to them; of images and links what is not their address. Bounded, so that no text takes long. */
const hidingForms: [RegExp, number[]][] = [
  [
    /^[ \t>]{0,9}(?:[-*+][ \t]+|\d{1,9}[.)][ \t]+)?\[[^\]]{1,999}\]:[^\n]{0,2000}(?:\n[^\S\n]*[^\s][^\n]{0,2000}){0,20}/gm,
    [0],
  ],
  [/!\[([\s\S]{0,2000}?)\](?=[([])/g, [1]],
  [/\]\(([^()"']{0,500}(?<=[\s(])["'(][\s\S]{0,2000}?["')])\s{0,9}\)/g, [1]],
];

const ordinary =
  /https:\/\/(?:github\.com\/user-attachments|[\w-]+\.githubusercontent\.com)\/[^\s"'<>]*|(?<!\S)(?:src|alt|width|height|align)=/g;

/** A few words may be a picture's name; uploads have addresses that mean nothing. */
function saysSomething(piece: string): boolean {
  return (piece.replaceAll(ordinary, "").match(/\p{L}{2,}/gu) ?? []).length > 2;
}

/** A footnote that something refers to is shown at the end. */
function isUsedFootnote(piece: string, text: string): boolean {
  const [label] = /\[\^[^\]]{1,99}\](?=:)/.exec(piece) ?? [];
  return label !== undefined && text.split(label).length > 2;
}

const drawn = /^(?:mermaid|geojson|topojson|stl|math)$/i;
const fenceLine = /^(?:[\s>]|[-*+]\s|\d{1,9}[.)]\s)*(?=(`{3,}|~{3,}))\1(.*)$/;

/**
 * Takes blocks of code out, which are seen; of their first line only the language is, and what is drawn is not seen as it is written.
 * Code counts only where nothing can make it something else: at the margin, and not beside HTML. Spans of code do not, for that reason.
 */
function withoutBlocks(walk: Walk, text: string): string {
  const lines = text.split("\n");
  const fences = lines.map((line) => fenceLine.exec(line));
  const isClear = fences.every((fence, at) => !fence || /^[`~]/.test(lines[at] ?? ""));
  const kept: string[] = [];
  let open: { mark: string; isDrawn: boolean; isSeen: boolean } | undefined;
  let inHtml = false;
  // Whether something above may still be open that ends at no blank line: then a fence is no fence.
  let isRaw = false;
  for (const [at, line] of lines.entries()) {
    const [, mark, info = ""] = fences[at] ?? [];
    isRaw ||= /<(?:!|\?|pre|script|style|textarea)/i.test(line);
    inHtml = line.trim() !== "" && (inHtml || /<[a-z!?/]/i.test(line));
    if (open && mark?.startsWith(open.mark) && info.trim() === "") open = undefined;
    else if (open?.isDrawn) walk.unseen.push(line);
    else if (!open && mark !== undefined && !info.includes("`")) {
      const [language = "", ...more] = info.trim().split(/\s+/);
      open = { mark, isDrawn: drawn.test(language), isSeen: isClear && !inHtml && !isRaw };
      walk.unseen.push(more.join(" "));
    } else if (!open?.isSeen) kept.push(line);
  }
  return kept.join("\n");
}

const html = /<!--|<[!?/]?[a-z[][^<>]*>|<[?!][^<>]*>/gi;
const hidingElements =
  /^(?:details|script|style|template|title|textarea|iframe|noembed|noframes|noscript|xmp|plaintext|svg|math|object|select|audio|video)$/i;
const hidingAttributes = /\b(?:style|hidden|aria-hidden|class|width|height|color|size)\b/i;
const emptyElements = /^(?:img|br|hr|input|source|wbr|col|link|meta)$/i;

/** Takes comments and tags out; what stands in them, and between those that hide it, is unseen. */
function withoutHtml(walk: Walk, text: string): string {
  const seen: string[] = [];
  let end = 0;
  const take = (until: number) => {
    const words = text.slice(end, until);
    if (walk.hiding.length > 0) walk.unseen.push(words);
    else seen.push(words);
  };
  html.lastIndex = 0;
  for (let match = html.exec(text); match; match = html.exec(text)) {
    take(match.index);
    end = match[0] === "<!--" ? endOfComment(text, match.index) : html.lastIndex;
    html.lastIndex = end;
    if (match[0] === "<!--") walk.unseen.push(text.slice(match.index + 4, end).replace(/-->$/, ""));
    else openOrClose(walk, match[0]);
  }
  take(text.length);
  return seen.join("");
}

function endOfComment(text: string, start: number): number {
  const close = text.indexOf("-->", start + 4);
  return close < 0 ? text.length : close + 3;
}

const mostOpen = 50;

function openOrClose({ unseen, hiding }: Walk, tag: string): void {
  const [, slash, name = "", attributes = ""] = /^<(\/?)([a-z][\w-]*)?(.*)>$/is.exec(tag) ?? [];
  const element = name.toLowerCase();
  unseen.push(attributes);
  if (slash === "/") {
    const at = hiding.lastIndexOf(element);
    if (at >= 0) hiding.splice(at, 1);
    return;
  }
  const hides = hidingElements.test(element) || hidingAttributes.test(attributes);
  const isEmpty = emptyElements.test(element) || attributes.endsWith("/");
  if (hides && !isEmpty && hiding.length < mostOpen) hiding.push(element);
}

/** Cells beyond the width of their table's head are not shown. */
function lostCells(text: string): string[] {
  const lines = text.split("\n");
  const lost: string[] = [];
  let width = 0;
  for (const [at, line] of lines.entries()) {
    if (!line.includes("|")) width = 0;
    else if (/^[\s>]*\|?\s*:?-+:?\s*(?:\||$)/.test(line)) width = cellsOf(lines[at - 1] ?? "").length;
    else if (width > 0) lost.push(cellsOf(line).slice(width).join(" "));
  }
  return lost;
}

function cellsOf(row: string): string[] {
  return row
    .trim()
    .replace(/^\|/, "")
    .replace(/\|$/, "")
    .split(/(?<!\\)\|/);
}
