import { sha } from "../ids.ts";
import { planDifference } from "../plan-difference.ts";
import { amount, flag, integer, list, oneOf, optional, text } from "../schema.ts";
import { meetingSchema } from "../spec-delta.ts";
import { accessNews } from "./access.ts";
import {
  difference,
  failureSchema,
  mostConflicts,
  names,
  problems,
  pull,
  rollback,
  task,
  tasks,
  whySchema,
  word,
} from "./parts.ts";

/** What happened and a person should know; said once. */
export const news = {
  "plan-ready": {},
  /** A plan was written again; `unanswered`: remarks of people that nobody said anything about. */
  "plan-revised": { tree: sha, ...planDifference, unanswered: integer() },
  /** An approved plan was written again: as an edit that people approve. `usd`: what its new and changed tasks are likely to cost. */
  "revision-proposed": {
    by: word,
    documents: list(text(100), 10),
    unanswered: integer(),
    usd: optional(amount()),
  },
  "revision-same": { by: word, unanswered: integer() },
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
  /** The same of a task, with those that were merged before it. */
  "task-resolved": {
    task,
    files: list(text(1_000), mostConflicts),
    after: tasks,
    head: sha,
  },
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
  "rebase-proposed": { task, split: flag(), reason: text(2_000), head: optional(sha) },
  "rebase-failed": { task, split: flag(), why: whySchema },
  "not-reopened": { pull, task: optional(task), failure: failureSchema },
  "work-gone": { commit: sha, branch: text(255), task: optional(task) },
  /** A task waits for a person's leave: all that it wants is in the track. */
  "permission-wanted": { task, number: integer(1) },
  "review-wanted": { task, people: names },
  "rollback-opened": rollback,
  /** A quick change is planned after all. */
  "changed-over": { branch: text(255), pull: optional(pull) },
  "report-opened": { report: integer(1), pull },
  ...accessNews,
} as const;
