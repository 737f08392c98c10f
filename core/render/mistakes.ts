import { commandForms } from "../command/commands.ts";
import { engineNames } from "../model/engines.ts";
import type { TaskId } from "../model/ids.ts";
import type { Mistake } from "../model/mistake.ts";

type MistakeOf<T extends Mistake["type"]> = Extract<Mistake, { type: T }>;
type Sentences = { [T in Mistake["type"]]: (mistake: MistakeOf<T>) => string };

/** What is wrong, without the right form. */
const sentences: Sentences = {
  "unknown-command": ({ word }) => `gsd has no command \`/${plain(word)}\`.`,
  "too-many-commands": ({ command, most, left }) =>
    `gsd reads at most ${most} commands from one comment, so it skipped the last ${left === 1 ? "one" : left}, starting with \`/${command}\`. Please write ${left === 1 ? "it" : "them"} in a new comment.`,
  "takes-nothing": ({ command, word }) => `\`/${command}\` stands alone, so ${show(word)} is too much.`,
  "too-much": ({ command, word }) => `\`/${command}\` takes only one thing, so ${show(word)} is too much.`,
  "no-commit": ({ word }) => `${show(word)} is not a commit: a commit is 7 to 40 hexadecimal digits.`,
  "no-task": ({ word }) => `${show(word)} is not a task's id.`,
  "task-missing": ({ command }) => `\`/${command}\` needs a task's id.`,
  "no-question": ({ word }) =>
    word === ""
      ? "`/answer` needs the number of a question, then your answer."
      : `${show(word)} is not the number of a question.`,
  "answer-missing": () => "`/answer` needs your answer after the number.",
  "unknown-flag": ({ command, word }) => `\`/${command}\` has no option ${show(word)}.`,
  "late-flag": ({ word }) => `Options come before your words, so ${show(word)} would be one of them.`,
  "unknown-engine": ({ word }) =>
    word === ""
      ? `\`--engine\` needs a name: ${engineNames.join(", ")}.`
      : `There is no engine ${show(word)}. The engines are ${engineNames.join(", ")}.`,
  "no-model": ({ word }) =>
    word === "" ? "`--model` needs a model's name." : `${show(word)} is not a model's name.`,
  "no-amount": ({ word }) =>
    word === ""
      ? "`/budget` needs an amount: US dollars to add, up to 9999."
      : `${show(word)} is not an amount: \`/budget\` takes US dollars to add, up to 9999.`,
  "no-recipe": ({ word }) => `${show(word)} is not a recipe's name. \`/run\` alone lists the recipes.`,
  unreadable: () =>
    "gsd did not read your comment, since it takes too long. Please write the command in a new comment, with little else.",
  "text-missing": ({ command }) => `\`/${command}\` needs some words: what do you want to know?`,
};

/** What is wrong with a command, and how it is written. */
export function renderMistake(mistake: Mistake): string {
  // Each type has its own function, so this one takes this mistake.
  const write = sentences[mistake.type] as (mistake: Mistake) => string;
  return [write(mistake), ...wayOut(mistake)].join(" ");
}

function wayOut(mistake: Mistake): string[] {
  const { type, command } = mistake;
  const task = taskMeant(mistake);
  if (task !== undefined) return [`Did you mean \`/${command} ${task}\`?`];
  const form = commandForms[command].map((one) => `\`${one}\``).join(" or ");
  if (type === "too-many-commands" || type === "unreadable") return [];
  if (type === "unknown-command") return [`Did you mean ${form}? \`/help\` lists all commands.`];
  return [`Write ${form}.`];
}

/** The task whose pull request it was said on, or `T03` where somebody wrote `T3`, `#3` or `3`. */
function taskMeant(mistake: Mistake): TaskId | undefined {
  if (mistake.type === "task-missing") return mistake.task;
  const digits = mistake.type === "no-task" ? /^[#t]?0*([1-9]\d{0,3})$/i.exec(mistake.word)?.[1] : undefined;
  return digits === undefined ? undefined : `T${digits.padStart(2, "0")}`;
}

/** A stranger's word, made harmless to repeat. */
function show(word: string): string {
  return `\`${plain(word) || " "}\``;
}

function plain(word: string): string {
  const safe = word.replaceAll(/[^\w.#+:/-]/g, "?");
  return safe.length > 40 ? `${safe.slice(0, 40)}…` : safe;
}
