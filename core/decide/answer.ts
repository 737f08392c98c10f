import { calm, type Draft, say } from "../jobs/draft.ts";
import { restarted } from "../jobs/fail-task.ts";
import { isUnanswered, numbersIn, replaceForm, showForm } from "../jobs/forms.ts";
import type { Command, Tick } from "../model/command.ts";
import type { Notice } from "../model/notice.ts";
import { type Asked, type Form, isAwaited, optionsOf, readAnswer } from "../model/question.ts";
import type { Track } from "../model/track.ts";
import type { Commented } from "../model/trigger.ts";
import { inline } from "../text/foreign.ts";
import { accepted, type Reply, refuse } from "./on-commented.ts";

type Answering = Extract<Command, { type: "answer" }>;

/** `/answer 2 TEXT`, or a box that was ticked: whoever asked goes on once all of its questions are answered. */
export function answer(draft: Draft, trigger: Commented, command: Answering): Reply {
  const { track, moment } = draft;
  const found = findQuestion(track, command.question);
  if (!found)
    return refuse({ type: "unknown-question", question: command.question, open: openNumbers(track) });
  const { form, asked } = found;
  const refusal = refuseAnswer(found, command);
  if (refusal) {
    // What somebody ticked in vain is not left ticked.
    if (command.tick) showForm(draft, form);
    return refuse(refusal);
  }
  const text = meant(asked, command) ?? "";
  const given = { text: text.slice(0, 2_000), by: trigger.sender.login, at: moment.now };
  const questions = form.questions.map((one) => (one === asked ? { ...one, answer: given } : one));
  const answered = { ...form, questions };
  replaceForm(draft, answered);
  showForm(draft, answered);
  goOn(draft, answered);
  // The form itself says what was answered, and what is left.
  return accepted;
}

/** A form whose boxes somebody ticked, whom GitHub does not name: none of them counts. */
export function onTicksUnclear(draft: Draft, comment: number): void {
  const form = draft.track.forms?.find((one) => one.comment === comment);
  if (!form) return;
  showForm(draft, form);
  if (isAwaited(form)) say(draft, draft.track.issue, { type: "unclear-ticks" });
}

interface Found {
  form: Form;
  asked: Asked;
}

function findQuestion({ forms = [] }: Track, number: number): Found | undefined {
  for (const form of forms) {
    const asked = form.questions.find((one) => one.number === number);
    if (asked) return { form, asked };
  }
  return undefined;
}

function openNumbers({ forms = [] }: Track): number[] {
  return forms
    .filter(isAwaited)
    .flatMap((form) => numbersIn(form, isUnanswered))
    .slice(0, 100);
}

function refuseAnswer({ form, asked }: Found, command: Answering): Notice | undefined {
  const { number: question, answer: known } = asked;
  if (command.tick && isChanged(form, asked, command.tick)) return { type: "form-edited", question };
  if (known) return { type: "answered-already", question, answer: known.text, by: known.by };
  if (form.gone) {
    const gone = { type: "question-gone" as const, question };
    return form.task === undefined ? gone : { ...gone, task: form.task };
  }
  if (command.tick && command.tick.boxes > 1) return { type: "several-ticks", question };
  if (meant(asked, command) !== undefined) return undefined;
  return command.tick
    ? { type: "form-edited", question }
    : { type: "not-an-answer", question, options: optionsOf(asked) };
}

/** A box counts as what we wrote beside it: a question that people see changed was not answered. */
function isChanged(form: Form, asked: Asked, { comment, ask }: Tick): boolean {
  return (form.comment !== undefined && form.comment !== comment) || ask !== inline(asked.ask);
}

function meant(asked: Asked, { text, tick }: Answering): string | undefined {
  return tick ? optionsOf(asked).find((option) => inline(option) === text) : readAnswer(asked, text);
}

/** Only what waited for these answers starts again, from where it stopped. */
function goOn(draft: Draft, form: Form): void {
  if (isAwaited(form)) return;
  const { track } = draft;
  if (form.task === undefined) return void (track.trouble?.type === "questions-asked" && calm(draft));
  const known = track.tasks[form.task];
  if (known?.trouble?.type === "questions-asked") track.tasks[form.task] = restarted(known, known.feedback);
}
