import { type Instant, instant, type Sha, sha, type TaskId, taskId } from "./ids.ts";
import type { SchemaOf } from "./schema-of.ts";

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

const number = { type: "integer", minimum: 1 } as const;
const text = { type: "string" } as const;
const target = {
  type: "object",
  oneOf: [
    { required: ["kind", "id"], properties: { kind: { const: "comment" }, id: number } },
    { required: ["kind", "number"], properties: { kind: { const: "issue" }, number } },
  ],
} as const;

/** What each effect carries; all of it has to be there, but for `open-pull`, which is the track's without a task. */
const effectFields: Record<Effect["type"], Record<string, object>> = {
  react: { target, reaction: { enum: ["eyes", "rocket", "hooray", "confused"] } },
  say: { thread: number, body: text },
  "start-track": {},
  dispatch: { batch: number },
  "open-pull": { task: taskId },
  "merge-task": { task: taskId, pull: number, sha },
  "merge-rollback": { task: taskId, attempt: number, pull: number, sha },
  "tag-task": { task: taskId, sha },
  "close-pull": { pull: number },
  "cancel-run": { run: number },
  "finish-track": {},
  "close-issue": {},
  "delete-branches": { names: { type: "array", items: text } },
};

export const outboxSchema = {
  type: "object",
  required: ["key", "effect", "owner", "at", "probe", "tries"],
  properties: {
    key: { type: "string" },
    effect: {
      type: "object",
      required: ["type"],
      properties: { type: { enum: effectTypes } },
      allOf: effectTypes.map((type) => ({
        if: { properties: { type: { const: type } } },
        // biome-ignore lint/suspicious/noThenProperty: JSON schema's own word.
        then: {
          properties: effectFields[type],
          required: type === "open-pull" ? [] : Object.keys(effectFields[type]),
        },
      })),
    },
    owner: { type: "string" },
    at: instant,
    probe: { type: "boolean" },
    tries: { type: "integer", minimum: 0 },
  },
} as const satisfies SchemaOf<OutboxEntry>;

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
