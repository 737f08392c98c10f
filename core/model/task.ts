import { findingSchema } from "./answers.ts";
import { approvalSchema, approvalsSchema } from "./approval.ts";
import { type Choice, choiceSchema } from "./config/selection.ts";
import { estimateSchema } from "./estimate.ts";
import { feedbackSchema } from "./feedback.ts";
import { instant, sha, taskId } from "./ids.ts";
import { resumeSchema, usageSchema } from "./job.ts";
import { testsByNameSchema } from "./manifest.ts";
import { troubleSchema } from "./notice.ts";
import { amount, flag, given, type Infer, integer, list, object, oneOf, optional, text } from "./schema.ts";
import { signalsSchema } from "./signal.ts";

export const taskStatuses = [
  "pending",
  "in_progress",
  "review",
  "completed",
  "failed",
  "skipped",
  "needs_input",
] as const;

/** `ready` of the design is not stored: it is `pending` with nothing in the way, found by `advance`. */
export type TaskStatus = (typeof taskStatuses)[number];

/** What stands on a task's branch, and all that was said about it; another head starts with nothing said. */
export const proposalSchema = object({
  head: sha,
  pull: integer(1),
  /** Whether a person pushed it: then we keep our hands off the branch. */
  handsOff: flag(),
  /** What our own sandboxed check said; `none` where there are no commands. Absent while it has not run. */
  checks: optional(oneOf(["passed", "failed", "none"])),
  findings: list(findingSchema, 200),
  /** What code alone saw in it; they block what would merge by itself. */
  signals: optional(signalsSchema),
  /** What a scan of it found, from 0 to 1; absent where nobody scanned it. */
  risk: optional(amount()),
  /** Tests that ran on it, by command. */
  tests: optional(testsByNameSchema),
  /** When this head was there: what was said before was about another. */
  shownAt: optional(instant),
  /** When our text named this head as ready; a bare `/approve` means it only if it came later. */
  readyAt: optional(instant),
  /** When our text said what keeps this head from being ready; `/approve --over` means it only if it came later. */
  blockedAt: optional(instant),
  /** Whether a fresh review of this very head was made, on a runner of its own: `auto_merge` asks for one. */
  fresh: optional(flag()),
  approval: optional(approvalSchema),
  /** When it was added to the merge queue of its base, which merges it. */
  queuedAt: optional(instant),
  /** All that were given for this head, also while they are not enough. */
  approvals: optional(approvalsSchema),
  /** Whether people were called to it. */
  called: optional(flag()),
});
export type Proposal = Infer<typeof proposalSchema>;

/** `number` counts those of the task, for keys; `by` is absent where nobody asked; `reason` is what its author says of it, `head` the commit that proposes it. */
const rebaseSchema = object({
  number: integer(1),
  status: oneOf(["running", "proposed", "done", "failed"]),
  split: flag(),
  thread: integer(1),
  by: optional(text(100)),
  text: optional(text(10_000)),
  attempts: integer(),
  reason: optional(text(2_000)),
  head: optional(sha),
});

export const taskSchema = object({
  title: text(200),
  dependsOn: list(taskId, 1_000),
  files: list(text(500), 200),
  hours: optional(amount()),
  /** What the plan said that it would take; absent where nobody could say. */
  estimate: optional(estimateSchema),
  /** Digest of the approved entry of BACKLOG.yaml: an edit after approval changes nothing that runs. */
  digest: text(64),
  /** What has to be shown of it before the track is verified, as approved; absent in tracks of an older version. */
  acceptance: optional(list(text(500), 50)),
  /** The commit whose backlog has that entry, where the plan was amended after the task had started. */
  entryAt: optional(sha),
  /** The engine that the backlog names for it, if any. */
  engine: optional(text(64)),
  status: oneOf(taskStatuses),
  /** Legs without a result since it last started afresh; bounded by `limits.attempts`. */
  attempts: integer(),
  /** Legs in all, reviews in all: numbers for keys, never reset. */
  runs: integer(),
  reviews: integer(),
  proposal: optional(proposalSchema),
  /** The commit that its merge made on the track branch. */
  merge: optional(sha),
  /** The pull request whose merge was taken back, with its head, and the one that did it. */
  rolledBack: optional(object({ pull: optional(integer(1)), head: optional(sha), by: optional(integer(1)) })),
  /** What earlier legs had done: the next one starts from it. */
  resume: optional(resumeSchema),
  /** Whether the next leg works on top of the head of its branch, with all commits by people, and not on the track's. */
  onHead: optional(flag()),
  /** Tasks that were merged since it began, and that nobody has compared it with. */
  behind: optional(list(taskId, 1_000)),
  /**
   * Its branch conflicts with the track branch. `merging`: git brings it up to date. `resolving`: its job does, from this head.
   * `refused`: GitHub has refused to merge it. `after`: what was merged before, of which this is about.
   */
  catchUp: optional(
    object({
      status: oneOf(["merging", "resolving"]),
      head: sha,
      refused: optional(flag()),
      after: optional(list(taskId, 1_000)),
    }),
  ),
  feedback: list(feedbackSchema, 200),
  trouble: optional(troubleSchema),
  usage: usageSchema,
  /** A better version of it that was asked for, or that gsd looks for by itself. */
  rebase: optional(rebaseSchema),
  /** US dollars spent on it. */
  usd: amount(),
  /** What a person asked for by `/retry T03 --engine … --model …`. */
  wish: optional(given<Choice>(choiceSchema)),
});
export type TrackTask = Infer<typeof taskSchema>;
