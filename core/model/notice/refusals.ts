import { ledgerPath, sha } from "../ids.ts";
import { mistakeSchema } from "../mistake.ts";
import { objectionsSchema } from "../overruling.ts";
import { flag, integer, list, oneOf, optional, text } from "../schema.ts";
import { accessRefusals } from "./access.ts";
import { failureSchema, names, part, problems, pull, rollback, task, tasks, word } from "./parts.ts";

/** Every "no": nothing was changed when one of these is said. */
export const refusals = {
  ...accessRefusals,
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
  /** The label of the backlog, where no nightly run works it off. */
  "no-nightly": {},
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
  "rollback-unresolved": { ...rollback, tasks, files: list(text(1_000), 200) },
  "not-the-dashboard": { dashboard: optional(integer(1)) },
  "unknown-phase": { name: text(300), known: list(text(300), 100) },
  "phase-open": { title: text(300), left: list(integer(1), 100) },
  "phase-too-large": { title: text(300), issues: integer(1) },
  "phase-empty": { title: text(300) },
  "phase-completed-before": { title: text(300) },
  "phase-not-completed": { title: text(300), failure: failureSchema },
  "unknown-task": { task },
  "not-executing": { command: word },
  "cannot-retry": { task },
  /** A box of the dashboard was about an earlier run of it. */
  "task-moved-on": { task },
  "cannot-revise": { task },
  "nothing-to-revise": { task: optional(task) },
  /** There is no plan yet, or it was approved. */
  "cannot-revise-plan": {},
  "revision-under-way": { by: word },
  /** Verification found nothing missing, or was asked to look again. */
  "no-gaps": {},
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
  /** `open`: the ask of this task that waits. */
  "nothing-asked": { task, open: optional(integer(1)) },
  "decided-already": { task, number: integer(1), allowed: flag(), by: word, open: optional(integer(1)) },
  "permission-gone": { task, open: optional(integer(1)) },
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
  "nothing-to-undo": { task: optional(task) },
  /** Tasks that were begun again after their rollback. */
  "done-anew": { tasks },
  "unknown-recipe": { name: word, known: names },
  "no-report": { name: word, kind: word },
  /** A recipe wants a folder of the repository, and got something else. */
  "no-folder": { recipe: word, folder: text(200), why: oneOf(["form", "missing"]) },
  "has-spec": { folder: text(200), path: text(300) },
  "recipe-invalid": { name: word, problems },
  "report-under-way": { report: integer(1) },
  mistake: { mistake: mistakeSchema },
} as const;
