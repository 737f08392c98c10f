import { instant, taskId } from "./ids.ts";
import { flag, type Infer, integer, list, object, oneOf, optional, text } from "./schema.ts";

/** What a question may be answered with: one of its options, words, or yes or no. */
const questionTypes = ["choice", "text", "yes-no"] as const;

/** The most questions that planning, or one task, may ask in all. */
export const mostQuestions = 3;

/** The most options of a choice, and the fewest. */
export const mostOptions = 6;
const fewestOptions = 2;

const words = (maxLength: number) => text(maxLength, { minLength: 1 });

/** A question as an agent asks it. */
export const questionSchema = object(
  {
    type: oneOf(questionTypes),
    ask: words(500),
    /** Of a choice: what there is to choose from. */
    options: optional(list(words(200), mostOptions)),
  },
  { closed: true },
);
export type Question = Infer<typeof questionSchema>;

const answerSchema = object({ text: text(2_000), by: text(100), at: instant });

/** A question that was put to people, by its number in the track, and what they answered. */
const askedSchema = object({
  number: integer(1),
  type: oneOf(questionTypes),
  ask: text(500),
  options: list(text(200), mostOptions),
  answer: optional(answerSchema),
});
export type Asked = Infer<typeof askedSchema>;

/** The questions of one run: one comment, which people answer in. */
export const formSchema = object({
  number: integer(1),
  /** The task that waits for the answers; planning where there is none. */
  task: optional(taskId),
  questions: list(askedSchema, mostQuestions),
  comment: optional(integer(1)),
  /** How often it was written. */
  shown: integer(),
  /** Nobody waits for what is left unanswered. */
  gone: optional(flag()),
});
export type Form = Infer<typeof formSchema>;

/** The most forms of one track; whoever would ask more is told to decide alone. */
export const mostForms = 200;

/** What is wrong with a question beyond its shape, if anything. */
export function questionProblem({ type, ask, options = [] }: Question): string | undefined {
  const what = `The question "${ask.slice(0, 80)}"`;
  if (type !== "choice") return options.length > 0 ? `${what} has options, but is no choice` : undefined;
  if (options.length < fewestOptions)
    return `${what} is a choice and needs at least ${fewestOptions} options`;
  const names = options.map(plainOption);
  if (names.includes("")) return `${what} has an empty option`;
  return new Set(names).size < names.length ? `${what} has the same option twice` : undefined;
}

/** An option as it is compared with what people write. */
export function plainOption(option: string): string {
  return option.normalize("NFKC").replaceAll(/\s+/g, " ").trim().toLowerCase();
}

/** What a question can be answered with; nothing for one that takes any words. */
export function optionsOf({ type, options }: Pick<Asked, "type" | "options">): string[] {
  return type === "yes-no" ? ["Yes", "No"] : options;
}

/** What somebody's words mean as an answer: an option as it is written, its number, or the words. Undefined for what was not asked. */
export function readAnswer(asked: Pick<Asked, "type" | "options">, said: string): string | undefined {
  const options = optionsOf(asked);
  if (options.length === 0) return said.trim() || undefined;
  const plain = plainOption(said).replace(/\.$/, "");
  const named = options.find((option) => plainOption(option).replace(/\.$/, "") === plain);
  if (named !== undefined) return named;
  if (asked.type === "yes-no") return options.find((option) => plainOption(option)[0] === plain);
  return /^[1-9]$/.test(plain) ? options[Number(plain) - 1] : undefined;
}

/** Whether people can still answer it. */
export function isAwaited({ gone, questions }: Form): boolean {
  return !gone && questions.some(({ answer }) => answer === undefined);
}

/** All that was asked and answered in a track. */
export function allAnswered(forms: readonly Form[] = []): Asked[] {
  return forms.flatMap(({ questions }) => questions.filter(({ answer }) => answer));
}

/** What was asked and answered: for the plan, or for one task. */
export function answeredFor(forms: readonly Form[] = [], task?: string): Asked[] {
  return allAnswered(forms.filter((form) => form.task === task));
}

/** How many questions planning, or a task, may still ask. */
export function questionsLeft(forms: readonly Form[] = [], task?: string): number {
  if (forms.length >= mostForms) return 0;
  const asked = forms.filter((form) => form.task === task).flatMap(({ questions }) => questions);
  return Math.max(0, mostQuestions - asked.length);
}
