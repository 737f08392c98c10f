import { errorCodes } from "../gsd-error.ts";
import { findingSchema } from "./answers.ts";
import { effectTypes } from "./effect-types.ts";
import { healthResultSchema } from "./health-result.ts";
import { instant, ledgerPath, sha, taskId } from "./ids.ts";
import { outcomes } from "./job.ts";
import { mistakeSchema } from "./mistake.ts";
import { objectionsSchema } from "./overruling.ts";
import { planDifference } from "./plan-difference.ts";
import {
  amount,
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
  unionOf,
} from "./schema.ts";
import { signalsSchema } from "./signal.ts";
import { meetingSchema } from "./spec-delta.ts";
import type { Problem } from "./validate.ts";

/** Why something did not succeed. `reason` is what a program, an agent or GitHub said: a sentence, then output, if any. */
export const whySchema = shared(
  "why",
  object({
    outcome: oneOf(outcomes),
    reason: optional(text(4_000)),
    /** It failed twice in a row in the very same way, so it was not tried again. */
    repeated: optional(flag()),
    /** The workflow run that has its log and its transcript. */
    run: optional(integer(1)),
    /** What all runs of the task or the track cost so far. */
    spent: optional(object({ on: text(30), usd: amount() })),
  }),
);
export type Why = Infer<typeof whySchema>;

/** Why an effect failed for good, and what GitHub said. */
const failureSchema = shared("failure", object({ code: oneOf(errorCodes), text: text(4_000) }));
export type Failure = Infer<typeof failureSchema>;

const problems: Schema<Problem[]> = shared(
  "problems",
  list(
    given<Problem>(
      object({
        path: text(500),
        message: text(2_000),
        line: optional(integer(1)),
        column: optional(integer(1)),
      }),
    ),
    101,
  ),
);

/** The most files that are named of a conflict. */
export const mostConflicts = 100;

const pull = integer(1);
const task = taskId;
const rollback = { task: taskId, attempt: integer(1) } as const;
const names = list(text(300), 100);
const tasks = list(taskId, 1_000);
const word = text(100);
/** Which part of the track something concerns; the whole where neither is there. */
const part = { task: optional(task), rollback: optional(task) } as const;

/** What an edit of the plan would change: `fixed` are tasks that differ and have started, so they stay as they were. */
const difference = {
  added: list(object({ task, title: text(200) }), 1_000),
  changed: list(object({ task, what: names }), 1_000),
  removed: tasks,
  fixed: tasks,
} as const;

/** Something that holds work up until a person acts or time passes; also shown in the progress comment. */
const troubles = {
  "planning-failed": { why: whySchema },
  "model-waits": { until: instant, why: whySchema },
  "budget-waits": { whose: oneOf(["task", "track", "day"]), task: optional(task) },
  "task-failed": {
    task,
    why: whySchema,
    attempts: integer(),
    kept: optional(sha),
    /** Whether a better version of it is being looked for. */
    rebase: optional(flag()),
  },
  /** Reviewers that gave no review: the task is not reviewed. */
  "review-failed": { task, why: whySchema, missing: names },
  /** `signals`: what code alone saw, where that blocks. */
  blocked: {
    task,
    findings: list(findingSchema, 200),
    signals: optional(signalsSchema),
    handsOff: flag(),
  },
  "head-fails": { task, head: sha, failing: names },
  "pull-closed": { task, pull, handsOff: flag() },
  retargeted: { task, pull, base: text(255) },
  "rolled-back": { task },
  "merge-failed": { task, pull, failure: failureSchema },
  /** An approved task that others' checks hold up. */
  "checks-hold": { task, state: oneOf(["failing", "waiting"]), names },
  /** Something that could be merged, or called ready, if nobody had asked for changes. */
  "changes-requested": { ...part, pull, by: names },
  "verification-failed": { why: whySchema },
  /** The track branch changed so often that gsd does not verify it by itself any more. */
  "keeps-moving": { times: integer(1) },
  /** The track branch conflicts with the default branch, and a person has to resolve it. */
  conflict: {
    files: list(text(1_000), mostConflicts),
    base: optional(sha),
    head: optional(sha),
    /** What became of the executor's try; absent where it was not asked. */
    tried: optional(whySchema),
  },
  "rollback-failed": { ...rollback, why: whySchema },
  "rollback-not-merged": { ...rollback, failure: failureSchema },
  "rollback-checks-fail": { ...rollback, names },
  "base-broken": { result: healthResultSchema },
  "base-unchecked": { why: whySchema },
  "effect-failed": { effect: oneOf(effectTypes), failure: failureSchema },
  /** GitHub does not let Actions open pull requests; the result is kept and published later. */
  "pulls-forbidden": { job: word, branch: text(255), base: text(255), text: text(2_000) },
  "report-failed": { report: integer(1), why: whySchema },
  /** A task, or planning, waits for answers to these. */
  "questions-asked": { task: optional(task), questions: list(integer(1), 3) },
  /** The workflow file in the repository is older than what we need of it. */
  "stub-outdated": { text: text(2_000) },
} as const;

/** What happened and a person should know; said once. */
const news = {
  "plan-ready": {},
  /** A plan was written again; `unanswered`: remarks of people that nobody said anything about. */
  "plan-revised": { tree: sha, ...planDifference, unanswered: integer() },
  /** It could not be written again, and stays as it was. */
  "revision-failed": { why: whySchema },
  /** `faults`: what planners would have had to put right; people may have their reasons. */
  "plan-changed": { tree: sha, faults: optional(problems) },
  "plan-broken": { problems },
  /** What an edited plan changes in the specs, and somebody else too. */
  "specs-meet": { meetings: list(meetingSchema, 20) },
  "plan-unfinished": { problems },
  "pushed-by-person": { task, head: sha },
  "track-ready": {},
  /** A ready track has a head that nobody has verified. */
  "track-moved": { head: sha },
  /** Somebody pushed a head without the work of these merged tasks. */
  "merges-lost": { head: sha, tasks },
  /** The executor has resolved a conflict with the default branch. */
  "conflict-resolved": { files: list(text(1_000), mostConflicts), base: sha, head: sha },
  "merged-early": { pull, tasks },
  "track-closed": { pull },
  "issue-closed": { runs: integer() },
  /** The ledger is older than the progress comment, by so many saves. */
  "ledger-moved-back": { saves: integer(), commit: sha },
  "reopened-without-access": { login: word, what: oneOf(["issue", "pull"]) },
  "label-removed": { label: word, runs: integer() },
  "plan-edited": { tree: sha, ...difference },
  "plan-edit-broken": { problems },
  /** Why gsd has put another version of a task, or several in its place, into BACKLOG.yaml. */
  "rebase-proposed": { task, split: flag(), reason: text(2_000) },
  "rebase-failed": { task, split: flag(), why: whySchema },
  "not-reopened": { pull, task: optional(task), failure: failureSchema },
  "work-gone": { commit: sha, branch: text(255), task: optional(task) },
  "review-wanted": { task, people: names },
  "rollback-opened": rollback,
  /** A quick change is planned after all. */
  "changed-over": { branch: text(255), pull: optional(pull) },
  "report-opened": { report: integer(1), pull },
} as const;

/** Answers to commands that were accepted and whose effect does not speak for itself. */
const answers = {
  status: {},
  help: {},
  "approval-held": { ...part, by: names },
  "approved-over": { ...part, by: word, head: sha, over: objectionsSchema },
  "approval-waits": {
    ...part,
    state: oneOf(["pending", "waiting"]),
    names,
  },
  "approved-while-paused": {},
  "approved-while-unwell": {},
  /** What `/update` came to. */
  "up-to-date": { task: optional(task), base: sha, head: sha },
  "update-waits": {},
  skipped: { task },
  "budget-added": { usd: amount(), resumed: names },
  paused: { running: integer() },
  "rollback-waits": { task: optional(task) },
  cancelled: { runs: integer() },
  revived: { pulls: list(pull, 1_000) },
  "plan-amended": difference,
  "review-asked": { task },
  "rebase-asked": { task, split: flag() },
  /** People's words that a run gets; how many of them are cut, and how many did not fit at all. */
  /** Without a task: about the plan. */
  "words-heard": { task: optional(task), count: integer(), cut: integer(), left: integer() },
  "phase-completed": { title: text(300), pull },
  /** `/run` alone. */
  recipes: {
    recipes: list(object({ name: word, description: text(300), own: flag() }), 200),
    problems,
  },
} as const;

/** Every "no": nothing was changed when one of these is said. */
const refusals = {
  "no-write-access": { login: word },
  "bot-refused": { login: word, id: integer() },
  "broken-config": { problems },
  "no-track": {},
  /** What happened to a track could not be written down. */
  "ledger-full": { text: text(2_000) },
  /** A file of the ledger cannot be read; `commit` has its last good version. */
  "ledger-broken": { path: ledgerPath, what: text(2_000), newer: flag(), commit: optional(sha) },
  /** gsd was at work here, and its state is not there any more. */
  "ledger-gone": { names, pulls: list(pull, 100), commit: optional(sha) },
  "track-gone": { issue: integer(1), names },
  "cannot-plan-here": {},
  "cannot-ask-here": {},
  "planned-already": {},
  "nothing-to-approve": {},
  "plan-not-opened": {},
  "plan-missing": {},
  "plan-invalid": { problems },
  "older-plan": { meant: word, tree: sha },
  "unclear-plan": { tree: sha },
  "older-head": { meant: word, head: sha, over: optional(flag()) },
  "unclear-head": { head: sha, over: optional(flag()) },
  "not-reviewed-yet": { task, head: sha },
  "task-not-in-review": { task },
  /** What reviewers and people object to; `/approve --over` overrules it. */
  "objections-stand": { ...part, head: sha, over: objectionsSchema },
  "own-check-fails": { task, over: optional(flag()) },
  "not-checked": { task, pull, head: sha },
  "checks-fail": { task, names, over: optional(flag()) },
  "rollback-checks-refuse": { ...rollback, names },
  "merge-by-hand": rollback,
  "rollback-not-open": rollback,
  "not-the-dashboard": { dashboard: optional(integer(1)) },
  "unknown-phase": { name: text(300), known: list(text(300), 100) },
  "phase-open": { title: text(300), left: list(integer(1), 100) },
  "phase-empty": { title: text(300) },
  "phase-completed-before": { title: text(300) },
  "phase-not-completed": { title: text(300), failure: failureSchema },
  "unknown-task": { task },
  "not-executing": { command: word },
  "cannot-retry": { task },
  "cannot-revise": { task },
  "nothing-to-revise": { task: optional(task) },
  /** There is no plan yet, or it was approved. */
  "cannot-revise-plan": {},
  "revision-under-way": { by: word },
  "cannot-skip": { task },
  "merge-quick": { pull },
  "one-task": { task },
  "unknown-question": { question: integer(), open: list(integer(1), 100) },
  "answered-already": { question: integer(1), answer: text(2_000), by: word },
  "question-gone": { question: integer(1), task: optional(task) },
  "not-an-answer": { question: integer(1), options: names },
  "several-ticks": { question: integer(1) },
  "form-edited": { question: integer() },
  "unclear-ticks": {},
  "cannot-review": { task },
  "cannot-rebase": { task, split: flag() },
  "rebase-under-way": { task, split: flag() },
  "cannot-update": { task: optional(task) },
  "update-under-way": {},
  "hands-off": { task },
  "track-over": { command: word },
  "issue-is-closed": { command: word },
  "paused-already": {},
  "not-paused": {},
  "not-merged": { task },
  "nothing-merged": {},
  "rollback-under-way": rollback,
  "unknown-recipe": { name: word, known: names },
  "no-report": { name: word, kind: word },
  /** A recipe wants a folder of the repository, and got something else. */
  "no-folder": { recipe: word, folder: text(200), why: oneOf(["form", "missing"]) },
  "has-spec": { folder: text(200), path: text(300) },
  "recipe-invalid": { name: word, problems },
  "report-under-way": { report: integer(1) },
  mistake: { mistake: mistakeSchema },
} as const;

/** Something that people should know, as data; `core/render` turns it into words at the moment of saying. */
export const noticeSchema = shared(
  "notice",
  unionOf("type", { ...troubles, ...news, ...answers, ...refusals }),
);
export type Notice = Infer<typeof noticeSchema>;
export type NoticeType = Notice["type"];

function oneType(types: string[]): object {
  return { type: "object", properties: { type: { enum: types } } };
}

/** The notices that may stay with a track, a task, a rollback or a report. */
export const troubleSchema: Schema<Trouble> = shared(
  "trouble",
  given({ allOf: [noticeSchema, oneType(Object.keys(troubles))] }),
);
export type Trouble = Extract<Notice, { type: keyof typeof troubles }>;
export type Refusal = Extract<Notice, { type: keyof typeof refusals }>;
export type Answer = Extract<Notice, { type: keyof typeof answers }>;
