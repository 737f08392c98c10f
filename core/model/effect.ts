import type { ErrorCode } from "../gsd-error.ts";
import { type EffectType, effectTypes } from "./effect-types.ts";
import { instant, type Sha, sha, taskId } from "./ids.ts";
import { type Notice, noticeSchema } from "./notice.ts";
import { flag, type Infer, integer, list, object, oneOf, optional, text, unionOf } from "./schema.ts";

const number = integer(1);

/** Where a reaction goes. A review takes none on GitHub. */
export const targetSchema = unionOf("kind", {
  comment: { id: number, node: optional(text(200)) },
  issue: { number },
});
export type ReactionTarget = Infer<typeof targetSchema>;

const reactions = ["eyes", "rocket", "hooray", "confused"] as const;
export type Reaction = (typeof reactions)[number];

const effects = {
  react: { target: targetSchema, reaction: oneOf(reactions) },
  say: { thread: number, notices: list(noticeSchema, 20) },
  "start-track": {},
  dispatch: { batch: number },
  "merge-task": { task: taskId, pull: number, sha },
  "merge-rollback": { task: taskId, attempt: number, pull: number, sha },
  /** Merges the default branch into the track branch or, of a task, the track branch into the task's. */
  "update-branch": { task: optional(taskId) },
  "show-health": { pull: number },
  "close-pull": { pull: number },
  "reopen-pull": { pull: number },
  /** A branch that holds work and may be gone; of a task, or the track's own. */
  "restore-branch": { name: text(255), sha, task: optional(taskId) },
  "request-review": { pull: number, task: taskId, people: list(text(100), 20) },
  "cancel-run": { run: number },
  /** What stands at the track branch's head: the gate `gsd/track`, and the body of its pull request. */
  "show-track": { head: sha, state: oneOf(["pending", "failure"]) },
  /** `day` names the archive; entries of an older version have none. */
  "finish-track": { day: optional(text(10)) },
  /** Questions for people, as a comment that is kept up to date. */
  "show-form": { form: number },
  "mark-issue": { label: text(50), on: flag() },
  "close-issue": {},
  "clean-up": { names: list(text(255)), tags: list(object({ task: taskId, sha })) },
  /** Archives a phase's summary by a pull request, closes its milestone, and says so in the thread. */
  "complete-phase": { thread: number, milestone: number, title: text(300), by: text(100) },
} as const satisfies Record<EffectType, object>;

/** Something to do on GitHub; each has a probe in `loop/effects`, by which it is found when it was done already. */
export const effectSchema = unionOf("type", effects);
export type Effect = Infer<typeof effectSchema>;
export { type EffectType, effectTypes };

/** What can be done where there is no track. */
export type LooseEffect =
  | { type: "react"; target: ReactionTarget; reaction: Reaction }
  | { type: "say"; thread: number; notices: Notice[] }
  | { type: "complete-phase"; thread: number; milestone: number; title: string; by: string };

/** An effect that was decided and not yet confirmed. Its owner performs it; after the lease, whoever comes next. */
export const outboxSchema = object({
  key: text(200),
  effect: effectSchema,
  owner: text(300),
  at: instant,
  /** True once somebody may have performed it: then it is looked for before it is done. */
  probe: flag(),
  tries: integer(),
});
export type OutboxEntry = Infer<typeof outboxSchema>;

/** What an effect found out. */
export type EffectResult =
  | { type: "nothing" }
  /** `node` is GitHub's other name for it. */
  | { type: "commented"; comment: number; node?: string }
  /** The living comment; `node` is GitHub's other name for it; `digest` of what it says, where it is known; `head` of the track branch, if it is new. */
  | { type: "started"; comment: number; node?: string; digest: string; head: Sha | undefined }
  | { type: "merged"; sha: Sha }
  /** It waits in the merge queue of its base. */
  | { type: "queued" }
  /** The head that is ready, with our last commit on top. */
  | { type: "finished"; head: Sha; on?: Sha }
  /** `base` is part of the branch, whose head is `head`. `unfolded`: our archive was taken back for it, to be made anew. `sameDiff`: a task's own changes are what they were. */
  | { type: "updated"; base: Sha; head: Sha; unfolded?: true; sameDiff?: true }
  /** `base` and `head` conflict; nothing else was changed. */
  | { type: "conflicted"; base: Sha; head: Sha; unfolded?: true }
  /** `ended`: the run is over already; what it did not do has to be dispatched again. */
  | { type: "dispatched"; run: number; ended: boolean };

/** What became of an effect. `failed` is for good; `later` leaves it in the outbox for the next loop. */
export type EffectOutcome =
  | { key: string; type: "done"; result: EffectResult }
  | { key: string; type: "failed"; code: ErrorCode; text: string }
  | { key: string; type: "later"; text: string };
