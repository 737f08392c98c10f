import type { Command } from "../model/command.ts";
import { type CommandType, commandTypes, type Mistake } from "../model/mistake.ts";
import { closest } from "../text/closest.ts";

import { isCommandType } from "./commands.ts";
import { findOwnLines, type OwnLine } from "./find-own-lines.ts";

import { mayHoldCommands } from "./may-hold-commands.ts";
import { readers } from "./read-command.ts";

const longestBody = 60_000;
const longestText = 10_000;
const mostCommands = 5;

/** What a comment asks for: commands, and what is wrong with those that are not written rightly. */
export interface Commands {
  commands: Command[];
  mistakes: Mistake[];
}

/** A command with all that follows it up to the next, or a word that is only near one. */
type Draft =
  | { type: CommandType; line: string; rest: string; before: string }
  | { type: "unknown"; mistake: Mistake };

/** Reads the commands of a comment: lines of the author's own text that begin with one. */
export function parseCommands(body: string): Commands {
  const text = plainBody(body);
  if (!mayHoldCommands(text)) return { commands: [], mistakes: [] };

  const drafts = collect(text);
  const found: Commands = { commands: [], mistakes: [] };
  for (const result of drafts.slice(0, mostCommands).map(read)) {
    if ("command" in result) found.mistakes.push(result);
    else found.commands.push(result);
  }
  const beyond = drafts[mostCommands];
  if (beyond) {
    const command = beyond.type === "unknown" ? beyond.mistake.command : beyond.type;
    const left = drafts.length - mostCommands;
    found.mistakes.push({ type: "too-many-commands", command, most: mostCommands, left });
  }
  return found;
}

/** The words of a comment that belong to no command: those before the first. */
export function textBefore(body: string): string {
  const text = plainBody(body);
  if (!mayHoldCommands(text)) return text;
  return text.slice(0, findStarts(text)[0]?.start);
}

function plainBody(body: string): string {
  return body.slice(0, longestBody).replaceAll(/\r\n?/g, "\n");
}

function findStarts(text: string) {
  return findOwnLines(text).flatMap((line) => {
    const word = firstWord(line);
    return word ? [{ ...word, ...line }] : [];
  });
}

/** What follows a command belongs to it as it was written, quotes and code too, up to the next command. */
function collect(text: string): Draft[] {
  const starts = findStarts(text);
  const before = text.slice(0, starts[0]?.start).trim();
  return starts.map(({ type, mistake, args, end }, index) => {
    if (type === "unknown") return { type, mistake };
    return { type, line: args, rest: text.slice(end, starts[index + 1]?.start), before };
  });
}

type FirstWord =
  | { type: CommandType; args: string; mistake?: undefined }
  | { type: "unknown"; args?: undefined; mistake: Mistake };

function firstWord({ text }: OwnLine): FirstWord | undefined {
  const match = /^\/([a-z]+)(?=[ \t\u00a0]|$)(.*)$/i.exec(text.trim());
  if (!match) return undefined;
  const word = match[1]?.toLowerCase() ?? "";
  if (isCommandType(word)) return { type: word, args: match[2] ?? "" };
  const mistake = guess(word);
  return mistake && { type: "unknown", mistake };
}

function read(draft: Draft): Command | Mistake {
  if (draft.type === "unknown") return draft.mistake;
  const words = draft.line.split(/[ \t\u00a0]+/).filter((word) => word !== "");
  const text = `${draft.line}${draft.rest}`.trim().slice(0, longestText);
  return readers[draft.type]({ words, text, before: draft.before.slice(0, longestText) });
}

/** Other tools have commands, too: only what looks like one of ours mistyped is taken for a mistake. */
function guess(word: string): Mistake | undefined {
  const near = closest(word, commandTypes);
  const command = commandTypes.find((type) => type === near);
  if (!command || word.length < 5) return undefined;
  return { type: "unknown-command", command, word: word.slice(0, 100) };
}
