import type { AnswerType } from "../model/answers.ts";
import type { Feedback } from "../model/feedback.ts";
import { fence } from "./fence.ts";

type Words = Extract<Feedback, { type: "words" }>;

/** How a remark is called in a prompt and in its answer: by its place in the list. */
export function remarkName(index: number): string {
  return `R${index + 1}`;
}

/** One remark of a person for a prompt: who said it, where, below which lines. All of it is a stranger's text. */
export function formatWords({ by, path, line, hunk, text }: Words): string {
  const where = path === undefined ? "" : ` about ${path}${line === undefined ? "" : `, line ${line}`}`;
  const code = hunk ? `\n\nThe lines it stands below:\n\n${hunk}` : "";
  return `${by}${where}:\n\n${text}${code}`;
}

const longest = 10_000;

const oneByOne =
  "In `remarks` of your answer, name each (`R1`, `R2`, …) and say in one or two sentences what you did about it, or why not.";
const ofThePlan = `The plan was proposed, and people with write access said this about it. Its document above is what they read, cut where it is long; the whole of it is in the current folder. Answer with the whole of it again, change what they ask for and what follows from that, and keep everything else word for word: order, headings, ids of tasks. A new task gets the next free id. Remarks that are about another document are its author's. ${oneByOne} Leave out those that you had nothing to do for.`;

/** What whoever answers so is told about people's words. */
const intros: Partial<Record<AnswerType, string>> = {
  change: `People with write access said this about the change. Take the remarks one by one: do what they ask within the task, or leave it and have a reason. ${oneByOne}`,
  document: ofThePlan,
  backlog: ofThePlan,
};
const lookOnly =
  "People with write access said this about an earlier state of the change. Look whether it is dealt with.";

/** What people said about a change, for whoever makes it or looks at it. */
export function wordsPart(words: readonly string[], answer: AnswerType): string[] {
  if (words.length === 0) return [];
  const intro = intros[answer] ?? lookOnly;
  const shown = words.map((text, index) => `### ${remarkName(index)}\n\n${fence("remark", text, longest)}`);
  return [`## What people said\n\n${[intro, ...shown].join("\n\n")}`];
}
