import { type Instant, instant, sha, type TaskId, taskId } from "./ids.ts";
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
  shared,
  text,
  unionOf,
} from "./schema.ts";

/** Kinds that concern one task. */
export const taskKinds = ["task", "review", "rebase", "rollback"] as const;
/** Kinds that concern a whole track. */
const trackKinds = ["plan", "verify", "update", "report", "health"] as const;

/** What the bot may do with a job's result: few, trusted, one row of `core/jobs` each. */
export const jobKinds = [...trackKinds, ...taskKinds] as const;
export type JobKind = (typeof jobKinds)[number];

export type TaskKind = (typeof taskKinds)[number];

export function isTaskKind(kind: JobKind): kind is TaskKind {
  return taskKinds.some((one) => one === kind);
}

const ofTask = { issue: integer(1), task: taskId, attempt: integer(1) } as const;
const ofTrack = { issue: integer(1), attempt: integer(1) } as const;

/** Names one job; the only thing that crosses from control to the other zones. */
export type JobRef =
  | { issue: number; kind: TaskKind; task: TaskId; attempt: number }
  | { issue: number; kind: Exclude<JobKind, TaskKind>; task?: undefined; attempt: number };

export const jobRefSchema: Schema<JobRef> = given(
  unionOf(
    "kind",
    Object.fromEntries([
      ...trackKinds.map((kind) => [kind, ofTrack] as const),
      ...taskKinds.map((kind) => [kind, ofTask] as const),
    ]),
  ),
);

/** Why a job or a step of it ended as it did. `done` is the only success. */
export const outcomes = [
  "done",
  "no-change",
  "invalid-answer",
  "crashed",
  "timeout",
  "cancelled",
  "conflict",
  "text-changed",
  "sandbox",
  "config",
  "checks-failed",
  /** The verifier found an acceptance criterion that is not met. */
  "not-met",
  /** It asks people something, and goes on once they have answered. */
  "asked",
  "refused-change",
  "hands-off",
  "auth",
  "rate-limited",
  "unavailable",
  "setup",
  "max-turns",
  "budget",
  "lost",
] as const;
export type Outcome = (typeof outcomes)[number];

/** Outcomes that another run would only repeat: a person has to change something first. */
function isHopeless(outcome: Outcome): boolean {
  return ["sandbox", "config", "text-changed", "hands-off", "auth", "budget", "cancelled"].includes(outcome);
}

/** Whether a failure is not worth another run. */
export function isFinal({ outcome, repeated }: { outcome: Outcome; repeated?: boolean }): boolean {
  return repeated === true || isHopeless(outcome);
}

/** Outcomes from which the next attempt can learn: what the agent did, and not its runner, its provider or a person. */
export function isLesson(outcome: Outcome): boolean {
  return [
    "no-change",
    "invalid-answer",
    "crashed",
    "timeout",
    "conflict",
    "checks-failed",
    "refused-change",
    "max-turns",
    "budget",
  ].includes(outcome);
}

/** Tokens. `input` includes `cached`, `output` includes `thinking`. */
export interface Usage {
  input: number;
  output: number;
  cached?: number;
  thinking?: number;
}

export const usageSchema: Schema<Usage> = shared(
  "usage",
  object(
    {
      input: integer(),
      output: integer(),
      cached: optional(integer()),
      thinking: optional(integer()),
    },
    { closed: true },
  ),
);

export const noUsage: Usage = { input: 0, output: 0 };

/** Who did a job: an engine and, unless it is a script, its model; and what that cost, in US dollars. */
export const doerSchema = object({
  engine: text(50),
  model: optional(text(100)),
  usd: optional(amount()),
});
export type Doer = Infer<typeof doerSchema>;

/** The commit that a job works on: the head of `branch` when it was claimed; its tree where somebody has read it. */
export const baseSchema = object({ branch: text(255), sha, tree: optional(sha) }, { closed: true });
export type Base = Infer<typeof baseSchema>;

/** A workflow run and which try of it. */
export const runSchema = object({ id: integer(1), attempt: integer(1) });
export type Run = Infer<typeof runSchema>;

/** What an earlier leg left: a commit that holds it, and the steps that need not be done again. */
export const resumeSchema = object({ commit: sha, done: list(text(200), 200) });
export type Resume = Infer<typeof resumeSchema>;

/** What every job under way has, whatever its state. */
interface Standing {
  /** Runs that ended before they did anything for it. */
  lost?: number;
}

/** What a leg works on, fixed when it is given to a run. */
export interface Leg {
  base: Base;
  /** When it was given to a run; absent in ledgers of before this was kept. */
  since?: Instant;
  deadline: Instant;
  resume?: Resume;
  /** Whether the configured fallback does it, in place of a provider that is rate-limited or down. */
  fallback?: true;
  /** The most that it may spend, in US dollars; reserved until it ends. Absent where nothing can be spent. */
  capUsd?: number;
  /** The run whose artifact is published again, without an agent. */
  republish?: { run: number; artifact: string };
}

/** Decided, and not yet given to a run; `again` for a result that is to be published once more. */
export type QueuedJob = JobRef & Standing & { state: "queued"; again?: Leg };

/** Sent out in a batch; its run is not known yet. */
export type DispatchedJob = JobRef & Standing & Leg & { state: "dispatched"; batch: number };

/** A run works on it; `token`: when the App gave its publish a token, which it does once. */
export type ClaimedJob = JobRef & Standing & Leg & { state: "claimed"; run: Run; token?: Instant };

/** A job that is under way. Finished ones leave; the track's history keeps a row of each. */
export type Job = QueuedJob | DispatchedJob | ClaimedJob;

const standing = { lost: optional(integer(1)) } as const;
const leg = {
  base: baseSchema,
  since: optional(instant),
  deadline: instant,
  resume: optional(resumeSchema),
  fallback: optional(only(true)),
  capUsd: optional(amount()),
  republish: optional(object({ run: integer(1), artifact: text(200) })),
} as const;

export const jobSchema: Schema<Job> = shared(
  "job",
  given({
    allOf: [
      jobRefSchema,
      unionOf("state", {
        queued: { ...standing, again: optional(object(leg)) },
        dispatched: { ...standing, ...leg, batch: integer(1) },
        claimed: { ...standing, ...leg, run: runSchema, token: optional(instant) },
      }),
    ],
  }),
);

/** One finished job of a track, for those who look back. */
export const historyRowSchema = object({
  job: text(60),
  at: instant,
  outcome: oneOf(outcomes),
  seconds: amount(),
  /** Seconds from its being given to a run to the begin of its leg: waiting for a runner. */
  waited: optional(integer()),
  run: optional(integer(1)),
  by: optional(text(200)),
  model: optional(text(200)),
  tokens: optional(integer()),
  usd: optional(amount()),
  rounds: optional(integer(1)),
  republished: optional(flag()),
  /** Whether it was published with a token of the App, so that CI started at once. */
  token: optional(flag()),
  /** The sha256 of its artifact's manifest.json, which names the digest of every file in it. */
  artifact: optional(text(64)),
});
export type HistoryRow = Infer<typeof historyRowSchema>;
