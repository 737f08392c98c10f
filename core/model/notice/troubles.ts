import { findingSchema } from "../answers.ts";
import { effectTypes } from "../effect-types.ts";
import { healthResultSchema } from "../health-result.ts";
import { instant, sha } from "../ids.ts";
import { flag, integer, list, oneOf, optional, text } from "../schema.ts";
import { signalsSchema } from "../signal.ts";
import {
  failureSchema,
  mostConflicts,
  names,
  part,
  pull,
  rollback,
  task,
  tasks,
  whySchema,
  word,
} from "./parts.ts";

/** Something that holds work up until a person acts or time passes; also shown in the progress comment. */
export const troubles = {
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
  /** It conflicts with tasks that were merged before it; `tried`: what became of the executor's try. */
  "task-conflict": {
    task,
    pull,
    files: list(text(1_000), mostConflicts),
    after: tasks,
    tried: optional(whySchema),
  },
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
  /** What git could not revert, since later work touches the same files: its branch is left for a person. */
  "rollback-conflict": { ...rollback, tasks, files: list(text(1_000), 200) },
  "base-broken": { result: healthResultSchema },
  "base-unchecked": { why: whySchema },
  "effect-failed": { effect: oneOf(effectTypes), failure: failureSchema },
  /** GitHub does not let Actions open pull requests; the result is kept and published later. */
  "pulls-forbidden": { job: word, branch: text(255), base: text(255), text: text(2_000) },
  "report-failed": { report: integer(1), why: whySchema },
  /** A task, or planning, waits for answers to these. */
  "questions-asked": { task: optional(task), questions: list(integer(1), 3) },
  /** A task waits for a person's leave; what for is in the track. */
  "permission-asked": { task, number: integer(1) },
  /** The workflow file in the repository is older than what we need of it. */
  "stub-outdated": { text: text(2_000) },
} as const;
