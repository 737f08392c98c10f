import type { Instant, Sha, TaskId } from "./ids.ts";

export type Reaction = "eyes" | "rocket" | "hooray" | "confused";

/** Where a reaction goes. A review takes none on GitHub. */
export type ReactionTarget = { kind: "comment"; id: number } | { kind: "issue"; number: number };

/** Something to do on GitHub; each has a probe in `loop/effects`, by which it is found when it was done already. */
export type Effect =
  | { type: "react"; target: ReactionTarget; reaction: Reaction }
  | { type: "say"; thread: number; body: string }
  | { type: "start-track" }
  | { type: "dispatch"; batch: number }
  | { type: "open-pull"; task?: TaskId }
  | { type: "merge-task"; task: TaskId; pull: number; sha: Sha }
  | { type: "merge-rollback"; task: TaskId; attempt: number; pull: number; sha: Sha }
  | { type: "tag-task"; task: TaskId; sha: Sha }
  | { type: "show-health"; pull: number }
  | { type: "close-pull"; pull: number }
  | { type: "cancel-run"; run: number }
  | { type: "finish-track" }
  | { type: "close-issue" }
  | { type: "delete-branches"; names: string[] };

export const effectTypes = [
  "react",
  "say",
  "start-track",
  "dispatch",
  "open-pull",
  "merge-task",
  "merge-rollback",
  "tag-task",
  "show-health",
  "close-pull",
  "cancel-run",
  "finish-track",
  "close-issue",
  "delete-branches",
] as const satisfies Effect["type"][];

/** An effect that was decided and not yet confirmed. Its owner performs it; after the lease, whoever comes next. */
export interface OutboxEntry {
  key: string;
  effect: Effect;
  owner: string;
  at: Instant;
  /** True once somebody may have performed it: then it is looked for before it is done. */
  probe: boolean;
  tries: number;
}

/** What became of an effect. `failed` is for good; `later` leaves it in the outbox for the next loop. */
export type EffectOutcome =
  | { key: string; type: "done"; result: EffectResult }
  | { key: string; type: "failed"; code: string; text: string }
  | { key: string; type: "later"; text: string };

/** What an effect found out; only the fields of its kind are set. */
export interface EffectResult {
  comment?: number;
  run?: number;
  /** A dispatched run that is over already: what it did not claim has to be dispatched again. */
  runEnded?: boolean;
  sha?: Sha;
  pull?: number;
  at?: Instant;
}
