import { answersOf } from "../check/answers-of.ts";
import { effectKey } from "../codec/keys.ts";
import { needsInputLabel } from "../codec/labels.ts";
import { type AnswerType, answerTypes, questionsIn } from "../model/answers.ts";
import type { TaskId } from "../model/ids.ts";
import type { Manifest } from "../model/manifest.ts";
import {
  type Asked,
  type Form,
  isAwaited,
  plainOption,
  type Question,
  questionProblem,
  questionsLeft,
} from "../model/question.ts";
import { isOpen, planDocuments, type Track } from "../model/track.ts";
import { withoutUndefined } from "../model/without-undefined.ts";
import { cleanText } from "../text/clean-text.ts";
import { isRevising } from "./amend-plan.ts";
import { type Draft, enqueue } from "./draft.ts";
import { noticePermits, waitsForLeave } from "./permits.ts";

/** What a leg asks people: of documents that were written side by side in their order, since who ended first is chance. */
export function questionsOf(manifest: Pick<Manifest, "steps">): Question[] {
  const asking = answerTypes
    .flatMap((type: AnswerType) => answersOf(manifest, type))
    .filter(({ step }) => step.outcome === "asked");
  const place = (member: string) => (planDocuments as readonly string[]).indexOf(member);
  const sorted = asking.toSorted((a, b) => place(a.step.member) - place(b.step.member));
  const all = sorted.flatMap(({ value }) => questionsIn(value)).map(cleaned);
  const sound = all.filter((question) => question.ask !== "" && !questionProblem(question));
  return [...new Map(sound.map((question) => [plainOption(question.ask), question])).values()];
}

function cleaned({ type, ask, options = [] }: Question): Question {
  const plain = (text: string) => cleanText(text).text.replaceAll(/\s+/g, " ").trim();
  return { type, ask: plain(ask), options: options.map(plain) };
}

/** Puts questions to people. What is more than a plan or a task may ask is left out: whoever asked it decides alone. */
export function askPeople(
  draft: Draft,
  questions: readonly Question[],
  task?: TaskId,
): { form: Form } | undefined {
  const { track } = draft;
  const { forms = [] } = track;
  const asked = questions.slice(0, questionsLeft(forms, task));
  if (asked.length === 0) return undefined;
  const last = Math.max(0, ...forms.flatMap((form) => form.questions.map(({ number }) => number)));
  const form: Form = withoutUndefined({
    number: forms.length + 1,
    task,
    questions: asked.map(
      ({ type, ask, options = [] }, at): Asked => ({ number: last + at + 1, type, ask, options }),
    ),
    shown: 0,
  });
  track.forms = [...forms, form];
  showForm(draft, form);
  return { form };
}

/** Writes a form as it is now; what was to be written before that need not be. */
export function showForm(draft: Draft, form: Form): void {
  const { track } = draft;
  const next = { ...form, shown: form.shown + 1 };
  replaceForm(draft, next);
  track.outbox = track.outbox.filter(
    ({ effect }) => effect.type !== "show-form" || effect.form !== form.number,
  );
  const key = effectKey.format(track.issue, "show-form", form.number, next.shown);
  enqueue(draft, key, { type: "show-form", form: form.number });
}

export function replaceForm({ track }: Draft, form: Form): void {
  track.forms = (track.forms ?? []).map((one) => (one.number === form.number ? form : one));
}

export function numbersIn({ questions }: Form, fits: (asked: Asked) => boolean = () => true): number[] {
  return questions.filter(fits).map(({ number }) => number);
}

export function isUnanswered({ answer }: Asked): boolean {
  return answer === undefined;
}

/** Whether planning waits for answers. */
export function planAsks({ forms = [] }: Track): boolean {
  return forms.some((form) => form.task === undefined && isAwaited(form));
}

/** Whether somebody still waits for a form: people may have gone on without it. */
function isWanted(track: Track, { task }: Form): boolean {
  if (!isOpen(track)) return false;
  if (task === undefined) return track.phase === "planning" || isRevising(track);
  const known = track.tasks[task];
  return known?.status === "needs_input" && known.trouble?.type === "questions-asked";
}

/** Closes forms that nobody waits for any more, and keeps the issue's label true. */
export function noticeForms(draft: Draft): void {
  for (const form of draft.track.forms ?? []) {
    const { gone: wasGone = false, ...rest } = form;
    const gone = !isWanted(draft.track, form);
    if (gone === wasGone || !form.questions.some(isUnanswered)) continue;
    showForm(draft, gone ? { ...rest, gone } : rest);
  }
  noticePermits(draft);
  const { track } = draft;
  const waits = (track.forms ?? []).some(isAwaited) || waitsForLeave(track);
  if (waits === (track.marked ?? false)) return;
  track.marked = waits;
  track.outbox = track.outbox.filter(({ effect }) => effect.type !== "mark-issue");
  const key = effectKey.format(track.issue, "mark-issue", waits ? "on" : "off");
  enqueue(draft, key, { type: "mark-issue", label: needsInputLabel, on: waits });
}
