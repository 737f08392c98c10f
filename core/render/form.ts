import { formLines } from "../codec/form-lines.ts";
import { formMarker } from "../codec/markers.ts";
import { peopleToCall } from "../model/people.ts";
import { type Asked, type Form, isAwaited, optionsOf } from "../model/question.ts";
import type { Track } from "../model/track.ts";
import { code, inline } from "../text/foreign.ts";
import { list, mentions, pick, plural } from "./phrases.ts";

/** Questions for people as one comment: boxes to tick, and how to answer in words. */
export function renderForm(track: Track, form: Form): string {
  const parts = [intro(form), ...form.questions.map((asked) => question(form, asked)), closing(track, form)];
  return `${parts.filter(Boolean).join("\n\n")}\n\n${formMarker(track, form)}`;
}

function intro(form: Form): string {
  const { task, questions, gone } = form;
  const who = task ?? "Planning";
  const count = plural(questions.length, "question");
  if (isAwaited(form)) {
    return `**${who} has ${count} for you** and waits for ${pick(questions.length, "its answer", "all answers")}.${task === undefined ? "" : " The other tasks go on."}`;
  }
  if (gone) return `${who} had ${count}. Nobody waits for an answer any more.`;
  return `${who} had ${count}. ${pick(questions.length, "It is", "All are")} answered, and ${task ?? "planning"} goes on.`;
}

function question({ gone }: Form, asked: Asked): string {
  const { number, ask, answer } = asked;
  const head = formLines.question(number, inline(ask));
  if (answer) return `${head}\n${inline(answer.text)} (answered by ${inline(answer.by)})`;
  if (gone) return head;
  const options = optionsOf(asked);
  if (options.length === 0) return `${head}\nComment \`/answer ${number} TEXT\`.`;
  return [head, ...options.map((option) => formLines.box(inline(option)))].join("\n");
}

function closing(track: Track, form: Form): string {
  if (!isAwaited(form)) return "";
  const open = form.questions.filter(({ answer }) => !answer);
  const [first] = open;
  const example = first ? code(`/answer ${first.number} ${optionsOf(first)[0] ?? "TEXT"}`) : "";
  const people = peopleToCall(track);
  const boxes = open.some((asked) => optionsOf(asked).length > 0);
  const how = boxes
    ? `Tick one box for each question, or comment ${example}. It takes write access, and the first answer counts.`
    : "It takes write access, and the first answer counts.";
  return people.length > 0 ? `${how}\n\ncc ${mentions(people)}` : how;
}

/** Questions by their numbers. */
export function questionList(numbers: readonly number[]): string {
  return `${pick(numbers.length, "question", "questions")} ${list(numbers.map(String))}`;
}
