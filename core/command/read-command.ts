import type { Command } from "../model/command.ts";
import { modelPattern } from "../model/config/selection.ts";
import { type EngineName, isEngine } from "../model/engines.ts";
import type { TaskId } from "../model/ids.ts";
import type { CommandType, Mistake } from "../model/mistake.ts";

/** What follows a command: the words of its line, and everything up to the next command as it was written. */
export interface Said {
  words: string[];
  text: string;
  /** What stands before the first command of the same comment. */
  before: string;
}

type Reader = (said: Said) => Command | Mistake;

/** How each command reads what follows it. */
export const readers: Readonly<Record<CommandType, Reader>> = {
  plan: readPlan,
  quick: alone("quick"),
  approve: readApprove,
  status: alone("status"),
  retry: readRetry,
  revise: readRevise,
  review: ({ words }) => withTask("review", words, (task) => ({ type: "review", task })),
  answer: readAnswer,
  allow: readAllow,
  deny: readDeny,
  skip: ({ words }) => withTask("skip", words, (task) => ({ type: "skip", task })),
  rebase: withTaskAndText("rebase"),
  split: withTaskAndText("split"),
  rollback: readRollback,
  update: readUpdate,
  budget: readBudget,
  complete: readComplete,
  run: readRun,
  research: withText("research"),
  debug: withText("debug"),
  analyze: withText("analyze"),
  pause: alone("pause"),
  resume: alone("resume"),
  cancel: alone("cancel"),
  help: alone("help"),
};

/** `--fresh`: also where an earlier plan was, whose state is gone. `--gaps`: for what verification found missing. */
function readPlan({ words: [word, next] }: Said): Command | Mistake {
  if (word === undefined) return { type: "plan" };
  if (!isFlag(word)) return wrong("takes-nothing", "plan", word);
  const flag = plainFlag(word);
  if (flag !== "--fresh" && flag !== "--gaps") return wrong("unknown-flag", "plan", word);
  if (next !== undefined) return wrong("too-much", "plan", next);
  return flag === "--gaps" ? { type: "plan", gaps: true } : { type: "plan", fresh: true };
}

function alone(type: "quick" | "status" | "pause" | "resume" | "cancel" | "help"): Reader {
  return ({ words: [word] }) =>
    word === undefined ? { type } : { type: "takes-nothing", command: type, word: cut(word) };
}

function withText(type: "research" | "debug" | "analyze"): Reader {
  return ({ text }) => (text === "" ? { type: "text-missing", command: type } : { type, text });
}

/** The rest of the line: names have blanks in them. */
function readComplete({ words }: Said): Command | Mistake {
  if (words.length === 0) return { type: "text-missing", command: "complete" };
  return { type: "complete", phase: words.join(" ").slice(0, 300) };
}

function readRun({ words: [name], text }: Said): Command | Mistake {
  if (name === undefined) return { type: "run" };
  if (!/^[a-z0-9][a-z0-9-]{0,63}$/i.test(name)) return wrong("no-recipe", "run", name);
  const rest = text.slice(text.indexOf(name) + name.length).trim();
  return { type: "run", recipe: name.toLowerCase(), text: rest };
}

function readApprove({ words }: Said): Command | Mistake {
  const flags = words.filter(isFlag);
  const unknown = flags.find((flag) => plainFlag(flag) !== "--over");
  if (unknown !== undefined) return wrong("unknown-flag", "approve", unknown);
  const [sha, next] = words.filter((word) => !isFlag(word));
  const command: Extract<Command, { type: "approve" }> = { type: "approve" };
  if (flags.length > 0) command.over = true;
  if (sha === undefined) return command;
  if (!/^[0-9a-f]{7,40}$/i.test(sha)) return wrong("no-commit", "approve", sha);
  if (next !== undefined) return wrong("too-much", "approve", next);
  return { ...command, sha: sha.toLowerCase() };
}

/** `/answer 2 only the CSV`: by the number of the question. */
function readAnswer({ words: [number = ""], text }: Said): Command | Mistake {
  if (!/^#?[1-9]\d{0,3}[.:]?$/.test(number)) return wrong("no-question", "answer", number);
  const said = textFrom(text, 1);
  if (said === "") return { type: "answer-missing", command: "answer" };
  return { type: "answer", question: Number(number.replaceAll(/\D/g, "")), text: said.slice(0, 10_000) };
}

/** `/allow T03`, or `/allow T03 2` for what it asked the second time. */
function readAllow({ words: [task, number, next] }: Said): Command | Mistake {
  if (number !== undefined && !placeWord.test(number)) return wrong("too-much", "allow", number);
  if (next !== undefined) return wrong("too-much", "allow", next);
  const one = task === undefined ? [] : [task];
  return withTask("allow", one, (id) => ({ type: "allow", task: id, number: Number(number ?? 1) }));
}

/** What follows is why, for the agent. */
function readDeny({ words: [task, number = ""], text, before }: Said): Command | Mistake {
  const isPlace = placeWord.test(number);
  const said = task === undefined ? {} : joined(before, textFrom(text, isPlace ? 2 : 1));
  const one = task === undefined ? [] : [task];
  return withTask("deny", one, (id) => ({
    type: "deny",
    task: id,
    number: isPlace ? Number(number) : 1,
    ...said,
  }));
}

const placeWord = /^[1-9]$/;

function readRollback({ words }: Said): Command | Mistake {
  const flags = words.filter(isFlag);
  const unknown = flags.find((flag) => !rollbackFlags.includes(flag));
  if (unknown !== undefined) return wrong("unknown-flag", "rollback", unknown);
  const rest = words.filter((word) => !isFlag(word));
  if (flags.includes("--undo")) return readUndo(rest, flags);
  if (flags.includes("--track")) {
    const more = rest[0] ?? flags.find((flag) => flag !== "--track");
    return more === undefined ? { type: "rollback" } : wrong("too-much", "rollback", more);
  }
  const withDependents = flags.length > 0;
  return withTask("rollback", rest, (task) => ({ type: "rollback", task, withDependents }));
}

const rollbackFlags = ["--with-dependents", "--track", "--undo"];

function readUndo(rest: string[], flags: string[]): Command | Mistake {
  const more = flags.find((flag) => flag !== "--undo");
  if (more !== undefined) return wrong("too-much", "rollback", more);
  if (rest.length === 0) return { type: "rollback", undo: true };
  return withTask("rollback", rest, (task) => ({ type: "rollback", task, undo: true }));
}

function readUpdate({ words }: Said): Command | Mistake {
  if (words.length === 0) return { type: "update" };
  return withTask("update", words, (task) => ({ type: "update", task }));
}

const taskWord = /^t\d{2,4}$/i;
const modelName = new RegExp(modelPattern);

/** Options stand before the words; both may be there. */
function readRetry({ words, text, before }: Said): Command | Mistake {
  const wish: { fresh?: true; engine?: EngineName; model?: string } = {};
  const rest: string[] = [];
  const queue = [...words];
  for (let word = queue.shift(); word !== undefined; word = queue.shift()) {
    if (!isFlag(word)) {
      rest.push(word);
      if (rest.length === 1) continue;
      const late = queue.find((other) => retryFlags.includes(other));
      if (late !== undefined) return wrong("late-flag", "retry", late);
      break;
    }
    if (word === "--fresh") {
      wish.fresh = true;
    } else if (word === "--engine") {
      const value = queue.shift() ?? "";
      if (!isEngine(value)) return wrong("unknown-engine", "retry", value);
      wish.engine = value;
    } else if (word === "--model") {
      const value = queue.shift() ?? "";
      if (!modelName.test(value)) return wrong("no-model", "retry", value);
      wish.model = value;
    } else {
      return wrong("unknown-flag", "retry", word);
    }
  }
  const said = joined(before, textFrom(text, words.length - queue.length - (rest[1] === undefined ? 0 : 1)));
  return withTask("retry", rest, (task) => ({ type: "retry", task, ...wish, ...said }));
}

const retryFlags = ["--fresh", "--engine", "--model"];

function readRevise({ words: [first = ""], text, before }: Said): Command | Mistake {
  if (!taskWord.test(first)) {
    // `T3` is a task that somebody meant, and no word of theirs.
    if (/^t\d+$/i.test(first)) return wrong("no-task", "revise", first);
    return { type: "revise", ...joined(before, text) };
  }
  return { type: "revise", task: first.toUpperCase() as TaskId, ...joined(before, textFrom(text, 1)) };
}

function withTaskAndText(type: "rebase" | "split"): Reader {
  return ({ words: [first, ...more], text, before }) => {
    const said = joined(before, more.length > 0 ? textFrom(text, 1) : "");
    return withTask(type, first === undefined ? [] : [first], (task) => ({ type, task, ...said }));
  };
}

/** What follows so many words, as it was written. */
function textFrom(text: string, count: number): string {
  return text.replace(new RegExp(`^(?:\\s*\\S+){${count}}`), "").trim();
}

function joined(before: string, after: string): { text?: string } {
  const text = [before, after].filter(Boolean).join("\n\n");
  return text === "" ? {} : { text: text.slice(0, 10_000) };
}

function readBudget({ words: [amount = "", next] }: Said): Command | Mistake {
  const usd = Number(/^\+\$?(\d{1,4}(?:\.\d{1,2})?)$/.exec(amount)?.[1]);
  if (!(usd > 0)) return wrong("no-amount", "budget", amount);
  if (next !== undefined) return wrong("too-much", "budget", next);
  return { type: "budget", usd };
}

function withTask(
  command: CommandType,
  [word, next]: string[],
  build: (task: TaskId) => Command,
): Command | Mistake {
  if (word === undefined) return { type: "task-missing", command };
  if (!taskWord.test(word)) return wrong("no-task", command, word);
  const takesWords = command === "retry" && next !== undefined && !taskWord.test(next);
  if (next !== undefined && !takesWords) return wrong("too-much", command, next);
  return build(word.toUpperCase() as TaskId);
}

type WordMistake = Exclude<
  Mistake["type"],
  "too-many-commands" | "task-missing" | "text-missing" | "answer-missing"
>;

function wrong(type: WordMistake, command: CommandType, word: string): Mistake {
  return { type, command, word: cut(word) };
}

/** A stranger's word, as much of it as is kept. */
function cut(word: string): string {
  return word.slice(0, 100);
}

/** A flag with the two hyphens that some keyboards make a long dash of. */
function plainFlag(word: string): string {
  return word.replace(/^[\u2013\u2014]/, "--").toLowerCase();
}

/** Also with the long dashes that some keyboards make of two hyphens. */
function isFlag(word: string): boolean {
  return /^[-\u2013\u2014]/.test(word);
}
