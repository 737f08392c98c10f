import type { Track } from "../model/track.ts";
import { code, inline } from "../text/foreign.ts";
import { questionList } from "./form.ts";
import { codeList, list, pick, plural, stateOf } from "./phrases.ts";
import type { Writers } from "./writers.ts";

type Types =
  | "questions-asked"
  | "unknown-question"
  | "answered-already"
  | "question-gone"
  | "not-an-answer"
  | "several-ticks"
  | "form-edited"
  | "unclear-ticks";

/** What is said about questions to people and their answers. */
export const questionWords: Writers<Types> = {
  "questions-asked": ({ task, questions }) =>
    `${task ?? "Planning"} asked ${plural(questions.length, "question")} and waits for ${pick(questions.length, "its answer", "the answers")}. Tick a box in gsd's comment, or comment ${list(questions.map((number) => `\`/answer ${number} TEXT\``))}.`,
  "unknown-question": ({ question, open }) => {
    const next =
      open.length > 0
        ? `Open: ${questionList(open)}. Write \`/answer ${open[0]} TEXT\`.`
        : "No question is open; `/status` says what is next.";
    return `There is no question ${question} in this track. ${next}`;
  },
  "answered-already": ({ question, answer, by }, track) =>
    `Question ${question} is answered already: ${code(answer.slice(0, 200))}, by ${inline(by)}. ${afterwards(track)}`,
  "question-gone": ({ question, task }, track) =>
    `Nobody waits for an answer to question ${question} any more${task === undefined ? "" : `: ${stateOf(track, task)}`}. ${afterwards(track)}`,
  "not-an-answer": ({ question, options }) =>
    `That is not one of the answers to question ${question}: ${codeList(options)}. Comment ${code(`/answer ${question} ${options[0] ?? "TEXT"}`)}, or tick a box.`,
  "several-ticks": ({ question }) =>
    `More than one box is ticked for question ${question}, so gsd counts none and cleared them. Tick one, or comment \`/answer ${question} TEXT\`.`,
  "form-edited": ({ question }) =>
    `The text of question ${question} was edited, so gsd does not count the tick and restored the text. Tick the box again, or comment \`/answer ${question} TEXT\`.`,
  "unclear-ticks": (_, track) =>
    `Boxes were ticked while gsd was not listening, and GitHub does not say by whom, so gsd counts none and cleared them. Tick them again, or comment ${openAnswers(track)}.`,
};

/** What people can do who want it differently now. */
function afterwards({ phase }: Track): string {
  return phase === "executing"
    ? "To change what was made of it, comment `/revise T03` and what should be different."
    : "To have it differently, say so when the plan is there to review.";
}

function openAnswers({ forms = [] }: Track): string {
  const open = forms.flatMap(({ gone, questions }) => (gone ? [] : questions.filter((one) => !one.answer)));
  return list(open.slice(0, 3).map(({ number }) => `\`/answer ${number} TEXT\``)) || "`/answer 1 TEXT`";
}
