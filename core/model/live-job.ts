import { type Instant, instant, type Sha, sha } from "./ids.ts";
import { type Base, baseSchema, type JobRef, jobRefSchema } from "./job.ts";
import type { SchemaOf } from "./schema-of.ts";

export type JobState = "queued" | "dispatched" | "claimed";

/** A job that is under way. Finished ones leave; the ledger's history keeps them. */
export interface LiveJob extends JobRef {
  state: JobState;
  batch?: number;
  run?: { id: number; attempt: number };
  /** Runs that ended before they claimed it. */
  lost?: number;
  base?: Base;
  /** A commit whose change the work tree starts with, on top of `base`. */
  checkpoint?: Sha;
  /** Whether the configured fallback does it, in place of a provider that limits us or is down. */
  fallback?: true;
  deadline?: Instant;
}

export const liveJobSchema = {
  type: "object",
  required: ["issue", "kind", "attempt", "state"],
  properties: {
    ...jobRefSchema.properties,
    state: { enum: ["queued", "dispatched", "claimed"] },
    batch: { type: "integer", minimum: 1 },
    run: {
      type: "object",
      required: ["id", "attempt"],
      properties: { id: { type: "integer" }, attempt: { type: "integer" } },
    },
    lost: { type: "integer", minimum: 1 },
    base: baseSchema,
    checkpoint: sha,
    fallback: { const: true },
    deadline: instant,
  },
} as const satisfies SchemaOf<LiveJob>;
