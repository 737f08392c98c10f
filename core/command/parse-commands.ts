import type { TaskId } from "../model/ids.ts";
import { type EngineName, engineNames, isEngine } from "../select/models.ts";
import { modelPattern } from "../select/selection-config.ts";
import { closest } from "../text/closest.ts";
import { findOwnLines } from "./find-own-lines.ts";
import { mayHoldCommands } from "./may-hold-commands.ts";

/** What a person can ask for in a comment. */
export type Command =
  | { type: "plan" }
  | { type: "approve"; sha?: string }
  | { type: "status" }
  | { type: "retry"; task: TaskId; fresh?: true; engine?: EngineName; model?: string }
  | { type: "skip"; task: TaskId }
  | { type: "rollback"; task: TaskId; withDependents: boolean }
  | { type: "budget"; usd: number }
  | { type: "pause" }
  | { type: "resume" }
  | { type: "cancel" }
  | { type: "help" };

export type CommandType = Command["type"];

/** A command that was meant but not written rightly: what is wrong, and the right form. */
export interface Mistake {
  command: CommandType;
  message: string;
  /** No command of ours, but near one: of interest only where a track is. */
  unknown?: boolean;
}

/** How each command is written. */
export const commandForms: Readonly<Record<CommandType, string>> = {
  plan: "/plan",
  approve: "/approve [sha]",
  status: "/status",
  retry: "/retry T03 [--fresh] [--engine NAME] [--model NAME]",
  skip: "/skip T03",
  rollback: "/rollback T03 [--with-dependents]",
  budget: "/budget +5",
  pause: "/pause",
  resume: "/resume",
  cancel: "/cancel",
  help: "/help",
};

const longestBody = 60_000;
const mostCommands = 5;

/** Reads the commands of a comment: lines of the author's own text that begin with one. */
export function parseCommands(body: string): { commands: Command[]; mistakes: Mistake[] } {
  const text = body.slice(0, longestBody).replaceAll(/\r\n?/g, "\n");
  if (!mayHoldCommands(text)) return { commands: [], mistakes: [] };

  const results = findOwnLines(text)
    .map(parseLine)
    .filter((result) => result !== undefined);
  const [commands, mistakes]: [Command[], Mistake[]] = [[], []];
  for (const result of results.slice(0, mostCommands)) {
    if ("message" in result) mistakes.push(result);
    else commands.push(result);
  }
  const beyond = results[mostCommands];
  if (beyond) {
    const command = "message" in beyond ? beyond.command : beyond.type;
    const rest = results.length - mostCommands;
    const message = `A comment may hold ${mostCommands} commands; ${rest} more, from \`/${command}\` on, were not read. Write them in another comment.`;
    mistakes.push({ command, message });
  }
  return { commands, mistakes };
}

function parseLine(line: string): Command | Mistake | undefined {
  const match = /^\/([a-z]+)(?=[ \t\u00a0]|$)(.*)$/i.exec(line.trim());
  const type = match?.[1]?.toLowerCase() ?? "";
  if (!match) return undefined;
  if (!isCommandType(type)) return guess(type);
  const words = (match[2] ?? "").split(/[ \t\u00a0]+/).filter((word) => word !== "");
  const command = toCommand(type, words);
  return typeof command === "string" ? { command: type, message: withForm(type, command) } : command;
}

/** Other tools have commands, too: only what looks like one of ours mistyped is taken for a mistake. */
function guess(word: string): Mistake | undefined {
  const command = closest(word, Object.keys(commandForms)) as CommandType | undefined;
  if (!command || word.length < 5) return undefined;
  const message = `\`/${word}\` is no command of gsd. Did you mean \`${commandForms[command]}\`? \`/help\` lists them all.`;
  return { command, message, unknown: true };
}

function isCommandType(word: string): word is CommandType {
  return Object.hasOwn(commandForms, word);
}

function withForm(type: CommandType, wrong: string): string {
  return `${wrong} Write \`${commandForms[type]}\`.`;
}

/** The command, or what is wrong with its words. */
function toCommand(type: CommandType, words: string[]): Command | string {
  switch (type) {
    case "approve":
      return toApprove(words);
    case "retry":
      return toRetry(words);
    case "budget":
      return toBudget(words);
    case "skip":
      return withTask(type, words, (task) => ({ type, task }));
    case "rollback":
      return toRollback(words);
    default:
      return words[0] === undefined ? { type } : `\`/${type}\` takes no ${show(words[0])}.`;
  }
}

function toApprove(words: string[]): Command | string {
  const [sha, next] = words;
  if (sha === undefined) return { type: "approve" };
  if (!/^[0-9a-f]{7,40}$/i.test(sha)) {
    return `${show(sha)} is no commit: \`/approve\` takes 7 to 40 hexadecimal digits or nothing.`;
  }
  if (next !== undefined) return `\`/approve\` takes one commit, so ${show(next)} is too much.`;
  return { type: "approve", sha: sha.toLowerCase() };
}

function toRollback(words: string[]): Command | string {
  const flags = words.filter((word) => /^[-\u2013\u2014]/.test(word));
  const unknown = flags.find((flag) => flag !== "--with-dependents");
  if (unknown !== undefined) return `\`/rollback\` knows no ${show(unknown)}.`;
  const withDependents = flags.length > 0;
  const rest = words.filter((word) => !flags.includes(word));
  return withTask("rollback", rest, (task) => ({ type: "rollback", task, withDependents }));
}

function toRetry(words: string[]): Command | string {
  const wish: { fresh?: true; engine?: EngineName; model?: string } = {};
  const rest: string[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index]!;
    if (!/^[-\u2013\u2014]/.test(word)) {
      rest.push(word);
      continue;
    }
    if (word === "--fresh") {
      wish.fresh = true;
      continue;
    }
    const value = words[++index];
    if (word === "--engine" && value !== undefined && isEngine(value)) wish.engine = value;
    else if (word === "--engine")
      return `${show(value ?? "")} is no engine; there are ${engineNames.join(", ")}.`;
    else if (word === "--model" && value !== undefined && modelName.test(value)) wish.model = value;
    else if (word === "--model") return `${show(value ?? "")} is no name of a model.`;
    else return `\`/retry\` knows no ${show(word)}.`;
  }
  return withTask("retry", rest, (task) => ({ type: "retry", task, ...wish }));
}

const modelName = new RegExp(modelPattern);

function toBudget([amount, next]: string[]): Command | string {
  const usd = Number(/^\+\$?(\d{1,4}(?:\.\d{1,2})?)$/.exec(amount ?? "")?.[1]);
  if (!(usd > 0))
    return `${show(amount ?? "nothing")} is no amount: \`/budget\` takes US dollars to add, up to 9999.`;
  if (next !== undefined) return `\`/budget\` takes one amount, so ${show(next)} is too much.`;
  return { type: "budget", usd };
}

function withTask(
  type: CommandType,
  [word, next]: string[],
  build: (task: TaskId) => Command,
): Command | string {
  if (word === undefined) return `\`/${type}\` needs the id of a task.`;
  if (!/^t\d{2,4}$/i.test(word)) return `${show(word)} is no id of a task.`;
  if (next !== undefined) return `\`/${type}\` takes one task, so ${show(next)} is too much.`;
  return build(word.toUpperCase() as TaskId);
}

/** A stranger's word, made harmless to repeat. */
function show(word: string): string {
  const plain = word.replaceAll(/[^\w.#+:/-]/g, "?");
  return `\`${plain.length > 40 ? `${plain.slice(0, 40)}…` : plain}\``;
}
