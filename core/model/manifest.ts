import { type AnswerType, answerTypes, type Finding, findingSchema } from "./answers.ts";
import { type Coverage, coverageSchema } from "./coverage.ts";
import { type Instant, type Sha, sha, taskId } from "./ids.ts";
import { type JobRef, jobRefSchema, type Outcome, outcomes, type Usage, usageSchema } from "./job.ts";
import { type Note, noteSchema } from "./note.ts";
import { mostWants, type Want, wantSchema } from "./permission.ts";
import {
  amount,
  flag,
  given,
  type Infer,
  integer,
  list,
  object,
  oneOf,
  only,
  optional,
  type Schema,
  text,
  unionOf,
  word,
} from "./schema.ts";
import { type Signal, signalsSchema } from "./signal.ts";

/** One path that a job changed; content travels beside the manifest as `files/<sha256>`. */
export type Change =
  /** `modeChanged`: the file was there before, with the other mode. */
  | { path: string; mode: "100644" | "100755"; modeChanged?: true; size: number; sha256: string }
  | { path: string; deleted: true };

const sha256 = word("^[0-9a-f]{64}$");

/** Tests of one command, by its output; `ran` counts those that passed or failed. */
const testCountsSchema = object({ ran: integer(), skipped: integer() }, { closed: true });
export type TestCounts = Infer<typeof testCountsSchema>;

/** Tests by the name of the command that ran them. */
export const testsByNameSchema = list(
  object({ name: text(50), ran: integer(), skipped: integer() }, { closed: true }),
  10,
);
export type TestsByName = Infer<typeof testsByNameSchema>;

/** One of the repository's own commands, run in the sandbox. */
export const checkSchema = object(
  {
    name: text(50),
    command: text(1_000),
    ok: flag(),
    seconds: amount(),
    /** The last lines of its output, for a person. */
    tail: text(8_000),
    /** Nobody wrote it down: gsd found it in the repository's files. */
    guessed: optional(flag()),
    /** How many tests ran and how many were skipped, where its output tells. */
    tests: optional(testCountsSchema),
  },
  { closed: true },
);
export type CheckResult = Infer<typeof checkSchema>;

/** The results of at most ten commands. */
export const checksSchema = list(checkSchema, 10);

/** What a step answered; a large one lies beside the manifest as `files/<sha256>`, as JSON. */
export type StepAnswer = { type: AnswerType; value: unknown } | { type: AnswerType; file: string };

/** What our own code in a recipe may do. */
export const codeNames = [
  "gate",
  "rules",
  "merge-documents",
  "check-backlog",
  "revert",
  "merge",
  "health",
] as const;
export type CodeName = (typeof codeNames)[number];

/** What every entry of the journal has. */
interface StepBase {
  /** The step's id in its recipe. */
  id: string;
  /** Counts from 1; always 1 outside of `repeat`. */
  round: number;
  /** The item of an `each`, else empty. */
  member: string;
  outcome: Outcome;
  /** One sentence for a person when the outcome is not `done`, then output, if any. */
  reason?: string;
  /** Whether it is done and nothing in it blocks: what conditions ask for. */
  ok: boolean;
  /** When it began, by the runner's clock; absent in journals of before this was kept. */
  at?: Instant;
  seconds: number;
  /** The digest of the changes that it saw or made; see `digestOf` in `core/check/digest-of.ts`. */
  subject?: string;
}

/** One thing that a crew did, as its journal keeps it. */
export type StepRecord =
  | (StepBase & {
      type: "agent";
      role: string;
      engine: string;
      model?: string;
      /** Why this role, engine and model, in one line. */
      choice?: string;
      usage: Usage;
      /** US dollars, as the gateway counted them. */
      usd: number;
      /** Seconds of it in which it waited for its model, as the gateway saw it. */
      waited?: number;
      /** How often the model was asked. */
      turns?: number;
      /** The engine's own name for its session. */
      session?: string;
      /** For `rate-limited`: when to come back. */
      until?: string;
      /** Where the fallback took over: until when the first choice is limited, if its provider said so. */
      limited?: { until?: string };
      /** The last words of one that gave no valid answer. */
      text?: string;
      answer?: StepAnswer;
      /** Of a review: which of its findings, by their place in the list, are not in the change. */
      outside?: number[];
      /** What it needs a person's leave for, for `asked`. */
      wants?: Want[];
      /** Of a review: all that it calls a blocker was disputed so often that a person has to settle it. */
      forPeople?: boolean;
    })
  | (StepBase & {
      type: "run";
      checks: CheckResult[];
      /** What the tests ran of the change, where they wrote it down. */
      coverage?: Coverage;
    })
  | (StepBase & {
      type: "code";
      code: CodeName;
      /** What is wrong, one sentence each: for whoever made it. */
      problems: string[];
      checks?: CheckResult[];
      reverted?: Infer<typeof taskId>[];
      /** Files that a merge left in conflict. */
      conflicts?: string[];
    });

/** What an agent job leaves behind: data that publish trusts in nothing. Written after each step, so it is whole whenever the job ends. */
export interface Manifest {
  version: 2;
  job: JobRef;
  base: Sha;
  /** When the leg began, by the runner's clock. */
  at?: Instant;
  recipe: string;
  sandbox: "bubblewrap" | "off" | "missing";
  /** How the job as a whole ended; `lost` while it is still under way. */
  outcome: Outcome;
  /** One sentence for a person when the outcome is not `done`. */
  reason?: string;
  /** What a person should know of what the agents were told. */
  notes: Note[];
  steps: StepRecord[];
  changes: Change[];
  /** What code alone saw in the change that was made or reviewed. */
  signals?: Signal[];
  /** What rules found in the change that was reviewed; in one that was made here, publish looks for itself. */
  findings?: Finding[];
  seconds: number;
}

const time = word("^\\d{4}-\\d{2}-\\d{2}T[0-9:.]+Z$");

const stepBase = {
  id: text(64),
  round: integer(1),
  member: text(64),
  outcome: oneOf(outcomes),
  reason: optional(text(4_000)),
  ok: flag(),
  at: optional(time),
  seconds: amount(),
  subject: optional(sha256),
} as const;

const answer: Schema<StepAnswer> = given({
  oneOf: [
    {
      type: "object",
      additionalProperties: false,
      required: ["type", "value"],
      properties: { type: { enum: answerTypes }, value: {} },
    },
    {
      type: "object",
      additionalProperties: false,
      required: ["type", "file"],
      properties: { type: { enum: answerTypes }, file: sha256 },
    },
  ],
});

const stepSchema: Schema<StepRecord> = unionOf("type", {
  agent: {
    ...stepBase,
    role: text(64),
    engine: text(50),
    model: optional(text(100)),
    choice: optional(text(1_000)),
    usage: usageSchema,
    usd: amount(),
    waited: optional(amount()),
    turns: optional(integer()),
    session: optional(text(200)),
    until: optional(time),
    limited: optional(object({ until: optional(time) }, { closed: true })),
    text: optional(text(20_000)),
    answer: optional(answer),
    outside: optional(list(integer(), 100)),
    forPeople: optional(flag()),
    wants: optional(list(wantSchema, mostWants)),
  },
  run: { ...stepBase, checks: checksSchema, coverage: optional(coverageSchema) },
  code: {
    ...stepBase,
    code: oneOf(codeNames),
    problems: list(text(2_000), 200),
    checks: optional(checksSchema),
    reverted: optional(list(taskId, 1_000)),
    conflicts: optional(list(text(1_000), 5_000)),
  },
});

const changeSchema: Schema<Change> = given({
  oneOf: [
    {
      type: "object",
      additionalProperties: false,
      required: ["path", "mode", "size", "sha256"],
      properties: {
        path: { type: "string", minLength: 1, maxLength: 1_000 },
        mode: { enum: ["100644", "100755"] },
        modeChanged: { const: true },
        size: { type: "integer", minimum: 0 },
        sha256,
      },
    },
    {
      type: "object",
      additionalProperties: false,
      required: ["path", "deleted"],
      properties: { path: { type: "string", minLength: 1, maxLength: 1_000 }, deleted: { const: true } },
    },
  ],
});

/** The most steps that one job may take, in all rounds together. */
export const mostSteps = 200;

export const manifestSchema: Schema<Manifest> = object(
  {
    version: only(2),
    job: jobRefSchema,
    base: sha,
    at: optional(time),
    recipe: text(64),
    sandbox: oneOf(["bubblewrap", "off", "missing"]),
    outcome: oneOf(outcomes),
    reason: optional(text(4_000)),
    notes: list(noteSchema, 50),
    steps: list(stepSchema, mostSteps),
    changes: list(changeSchema, 5_000),
    signals: optional(signalsSchema),
    findings: optional(list(findingSchema, 100)),
    seconds: amount(),
  },
  { closed: true },
);
