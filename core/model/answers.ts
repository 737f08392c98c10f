import { type Backlog, type BacklogTask, backlogSchema, backlogTaskSchema } from "./backlog.ts";
import { mostWants, type PermissionWish, permissionWishSchema } from "./permission.ts";
import { mostQuestions, type Question, questionSchema } from "./question.ts";
import {
  flag,
  given,
  type Infer,
  integer,
  list,
  object,
  oneOf,
  optional,
  type Schema,
  shared,
  text,
} from "./schema.ts";

const words = (maxLength: number) => text(maxLength, { minLength: 1 });

export const severities = ["blocker", "suggestion", "nitpick"] as const;
export type Severity = (typeof severities)[number];

/** One remark about a change, as an agent may make it: what only we can know of one is in `findingSchema`. */
const remarkFields = {
  path: words(500),
  line: optional(integer(1)),
  /** Where it is about several lines. */
  last_line: optional(integer(1)),
  severity: oneOf(severities),
  message: words(2_000),
  suggestion: optional(words(2_000)),
  /** What these lines should be instead, ready to be taken over. */
  replacement: optional(words(4_000)),
} as const;
const remark = object(remarkFields, { closed: true });
export type Remark = Infer<typeof remark>;

/** A remark as we hold it; engines are told the schema of their remarks whole. */
export const findingSchema = shared(
  "finding",
  object(
    {
      ...remarkFields,
      /** The rule that found it; no agent did. */
      rule: optional(words(100)),
      /** Its path or line is not in the change, so it never blocks: a note for people. */
      outside: optional(flag()),
      /** Whose remark it is, where several review. */
      by: optional(list(words(64), 5)),
      /** What the author of the change says against it. */
      dispute: optional(words(1_000)),
      /** How many further places the same rule found, which are not told one by one. */
      more: optional(integer(1)),
    },
    { closed: true },
  ),
);
export type Finding = Infer<typeof findingSchema>;

/** What kinds of evidence there are; `core/check/evidence.ts` looks up all of them but a note. */
export const proofKinds = ["test", "command", "code", "note"] as const;

/** One piece of evidence and where it is: the file of a test or of code (`src/a.ts:12`), a command by its name, or words. */
const proofSchema = object({ kind: oneOf(proofKinds), at: words(500) }, { closed: true });
export type Proof = Infer<typeof proofSchema>;

/** Whether the acceptance criterion with this id (`T02.1`) is met, and what shows it; `core/check/criteria.ts` holds it to the backlog. */
const criterionSchema = object(
  { criterion: words(100), met: flag(), evidence: text(2_000), proofs: optional(list(proofSchema, 10)) },
  { closed: true },
);

/** Every task of the longest backlog with all its criteria. */
const mostCriteria = 50_000;

/** What was done about a remark of a person, by its number in the prompt. */
const remarkAnswer = object({ remark: words(20), done: words(1_000) }, { closed: true });
const remarks = optional(list(remarkAnswer, 100));

/** Findings of reviewers that the author holds to be wrong, by their number in the prompt. */
const disputes = optional(list(object({ finding: words(20), why: words(1_000) }, { closed: true }), 20));

/** What an agent cannot decide and has to ask people before it goes on. */
const questions = optional(list(questionSchema, mostQuestions));

/** What an agent may not do without a person's leave, and wants to. */
const permissions = optional(list(permissionWishSchema, mostWants));

/**
 * What a step of a recipe may be asked for: the shape of each answer, the same for every engine, as agents are told it. Closed
 * at every depth: what we add to an answer when we keep it is of another type, and cannot come from an agent.
 */
export const answerSchemas = {
  /** One Markdown document of a plan. */
  document: object({ document: words(60_000), remarks, questions }, { closed: true }),
  backlog: object({ backlog: given<Backlog>(backlogSchema), remarks, questions }, { closed: true }),
  /** Files were changed in the work tree; this says what and why. */
  change: object({ summary: words(4_000), remarks, disputes, questions, permissions }, { closed: true }),
  review: object({ summary: words(4_000), findings: list(remark, 100) }, { closed: true }),
  verification: object(
    { summary: words(4_000), criteria: list(criterionSchema, mostCriteria) },
    { closed: true },
  ),
  /** A better version of a task, or several in its place: why, what was learned, and their entries of BACKLOG.yaml. */
  amendment: object(
    {
      reason: words(2_000),
      lesson: optional(words(200)),
      tasks: list(given<BacklogTask>(backlogTaskSchema), 10),
    },
    { closed: true },
  ),
  /** Words for people: a comment, or one document. */
  report: object({ title: words(120), report: words(60_000) }, { closed: true }),
} as const satisfies Record<string, Schema<unknown>>;

export type AnswerType = keyof typeof answerSchemas;

/** What is taken for an answer. Of a backlog any mapping is: what is wrong in it goes back to its author, and then to people. */
export const acceptedSchemas = {
  ...answerSchemas,
  backlog: object({ backlog: given<object>({ type: "object" }), remarks, questions }, { closed: true }),
  amendment: object(
    {
      reason: words(2_000),
      lesson: optional(words(200)),
      tasks: list(given<object>({ type: "object" }), 50),
    },
    { closed: true },
  ),
} as const satisfies Record<AnswerType, Schema<unknown>>;

export type Answers = { [T in AnswerType]: Infer<(typeof acceptedSchemas)[T]> };
export const answerTypes = Object.keys(answerSchemas) as AnswerType[];

export type VerifyAnswer = Answers["verification"];

/** What an answer asks a person's leave for. */
export function wishesIn(answer: unknown): PermissionWish[] {
  const { permissions: wishes = [] } = (answer ?? {}) as { permissions?: PermissionWish[] };
  return wishes;
}

/** The questions in an answer, of whichever type it is. */
export function questionsIn(answer: unknown): Question[] {
  const { questions = [] } = (answer ?? {}) as { questions?: Question[] };
  return questions;
}
