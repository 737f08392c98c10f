import { createMatch, type Machine } from "./match-line.ts";
import { assemble, type Part } from "./pattern-machine.ts";

/** A pattern of a rule, which takes time by the length of a line and by nothing else. */
export interface LinePattern {
  test(line: string): boolean;
}

/**
 * A regular expression from a rule file, or what is wrong with it. JavaScript's own engine tries one way after the other,
 * which can take forever; this one follows all ways at once. So it has no back references, and does not look around.
 */
export function compilePattern(source: string): LinePattern | string {
  const machine = readPattern(source);
  return typeof machine === "string" ? machine : { test: createMatch(machine) };
}

function readPattern(source: string): Machine | string {
  try {
    new RegExp(source, "u");
    const reader: Reader = { pieces: [...source.matchAll(piece)].map(([text]) => text), at: 0 };
    return assemble(readChoice(reader));
  } catch (error) {
    if (error instanceof Unsupported) return error.message;
    return `is not a regular expression: ${error instanceof Error ? error.message.slice(0, 200) : "unknown reason"}`;
  }
}

/** What is a regular expression, and none of ours. */
class Unsupported extends Error {}

/** What is one thing in a pattern: an escape, a class, the start of a group, a quantifier, or a character. */
const piece =
  /\\(?:u\{[^}]*\}|u[0-9a-f]{4}(?:\\u[0-9a-f]{4})?|x[0-9a-f]{2}|c[a-z]|[pP]\{[^}]*\}|k<[^>]*>|[\s\S])|\[(?:\\.|[^\]\\])*\]|\((?:\?(?:<(?![=!])[^>]*>|<?[=!]|[a-z-]*:))?|(?:[*+?]|\{\d+(?:,\d*)?\})\??|[\s\S]/giu;

interface Reader {
  pieces: string[];
  at: number;
}

function readChoice(reader: Reader): Part {
  const choices = [readSequence(reader)];
  while (reader.pieces[reader.at] === "|") {
    reader.at += 1;
    choices.push(readSequence(reader));
  }
  const [only] = choices;
  return choices.length === 1 && only ? only : { type: "choice", parts: choices };
}

function readSequence(reader: Reader): Part {
  const parts: Part[] = [];
  for (let text = reader.pieces[reader.at]; text !== undefined; text = reader.pieces[reader.at]) {
    if (text === "|" || text === ")") break;
    reader.at += 1;
    parts.push(readRepeats(reader, readAtom(reader, text)));
  }
  return { type: "sequence", parts };
}

function readAtom(reader: Reader, text: string): Part {
  if (text.startsWith("(")) return readGroup(reader, text);
  if (/^\\(?:[1-9]|k)/.test(text)) throw new Unsupported("uses a back reference, which can take forever");
  if (text === "^") return { type: "assertion", holds: (before) => before === undefined };
  if (text === "$") return { type: "assertion", holds: (_, after) => after === undefined };
  if (text === "\\b")
    return { type: "assertion", holds: (before, after) => isWord(before) !== isWord(after) };
  if (text === "\\B")
    return { type: "assertion", holds: (before, after) => isWord(before) === isWord(after) };
  if (!/^[\\[.]/.test(text)) return { type: "character", fits: (character) => character === text };
  const one = new RegExp(`^(?:${text})$`, "u");
  return { type: "character", fits: (character) => one.test(character) };
}

function readGroup(reader: Reader, text: string): Part {
  if (/^\(\?<?[=!]/.test(text))
    throw new Unsupported(
      "looks ahead or behind by (?= (?! (?<= or (?<!, which can take forever; say what stands there",
    );
  if (/^\(\?[^:<]/.test(text))
    throw new Unsupported(`uses ${text.slice(0, 20)}, which is not supported; leave it out`);
  const inner = readChoice(reader);
  reader.at += 1;
  return inner;
}

function readRepeats(reader: Reader, part: Part): Part {
  const found = /^(?:([*+?])|\{(\d+)(,?)(\d*)\})\??$/.exec(reader.pieces[reader.at] ?? "");
  if (!found) return part;
  reader.at += 1;
  const [, sign, least = "0", comma, most] = found;
  if (sign === "?") return { type: "repeat", part, least: 0, most: 1 };
  if (sign !== undefined) return { type: "repeat", part, least: sign === "+" ? 1 : 0, most: Infinity };
  const upTo = comma === "" ? Number(least) : most === "" ? Infinity : Number(most);
  return { type: "repeat", part, least: Number(least), most: upTo };
}

function isWord(character: string | undefined): boolean {
  return character !== undefined && /^\w$/.test(character);
}
