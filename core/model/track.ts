import type { Choice } from "../select/selection-config.ts";
import { type Finding, findingSchema } from "./answers.ts";
import { type Config, configSchema } from "./config.ts";
import { effectTypes, type OutboxEntry } from "./effect.ts";
import { type Instant, type Sha, shaPattern, type TaskId, taskIdPattern } from "./ids.ts";
import {
  type Base,
  baseSchema,
  type JobKind,
  type JobRef,
  jobRefSchema,
  type Outcome,
  outcomes,
  type Usage,
  usageSchema,
} from "./job.ts";

export const phases = [
  "planning",
  "proposed",
  "executing",
  "verifying",
  "ready",
  "merged",
  "failed",
  "cancelled",
] as const;
export type Phase = (typeof phases)[number];

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

/** Something a person should know or do: what happened, in one sentence, and what to type next. */
export interface Trouble {
  code: string;
  text: string;
}

export interface Approval {
  sha: Sha;
  by: string;
  at: Instant;
}

/** A text of ours that says "ready at `<sha>`"; a bare `/approve` means it only if it came later. */
export interface Announcement {
  sha: Sha;
  at: Instant;
}

export interface TrackTask {
  title: string;
  dependsOn: TaskId[];
  files: string[];
  hours?: number;
  /** Digest of the approved entry of BACKLOG.yaml: an edit after approval changes nothing that runs. */
  hash: string;
  status: TaskStatus;
  /** Runs since it last started afresh; bounded by `limits.attempts`. */
  attempts: number;
  /** Runs in all, reviews in all: numbers for keys, never reset. */
  runs: number;
  reviews: number;
  pull?: number;
  /** The body of its pull request, while GitHub does not let us open one. */
  unopened?: string;
  /** The head that we pushed. Another head on the branch is a person's: then we keep our hands off. */
  head?: Sha;
  handsOff?: boolean;
  /** Our own sandboxed check of `head`. */
  checked?: { sha: Sha; ok: boolean };
  findings: Finding[];
  ready?: Announcement;
  approval?: Approval;
  /** The commit that its merge made on the track branch. */
  merge?: Sha;
  /** What earlier attempts had done, as a commit on its branch: the next one starts from it. */
  checkpoint?: Sha;
  /** What the next run is told about the last one. */
  feedback: string[];
  trouble?: Trouble;
  usage: Usage;
  /** US dollars spent on it. */
  usd: number;
  /** What a person asked for by `/retry T03 --engine … --model …`. */
  wish?: Choice;
}

export interface Rollback {
  task: TaskId;
  attempt: number;
  /** What is reverted, newest merge first. */
  tasks: TaskId[];
  into: "track" | "default";
  by: string;
  /** Where it was asked for, and is answered. */
  thread?: number;
  status: "running" | "open" | "completed" | "failed";
  /** Runs that ended without a result; bounded by `limits.attempts`. */
  crashes?: number;
  pull?: number;
  head?: Sha;
  ready?: Announcement;
  approval?: Approval;
  trouble?: Trouble;
}

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
  deadline?: Instant;
}

export type PlanDocument = "spec" | "arch" | "qa";

export interface Plan {
  documents: PlanDocument[];
  attempts: Partial<Record<JobKind, number>>;
  feedback: string[];
  /** The body of the track's pull request, while GitHub does not let us open one. */
  unopened?: string;
  /** The plan's files as we last announced them. */
  proposed?: { tree: Sha; head: Sha; at: Instant };
  approved?: { tree: Sha; head: Sha; by: string; at: Instant };
}

/** Everything gsd knows about one track; one JSON file of the ledger. */
export interface Track {
  version: 1;
  issue: number;
  slug: string;
  title: string;
  phase: Phase;
  paused: boolean;
  trouble?: Trouble;
  requestedBy: string;
  createdAt: Instant;
  defaultBranch: string;
  /** The configuration when a person or a tick last looked; jobs in between run by it. */
  config: Config;
  /** Digest of the issue's title and body when the plan was asked for. */
  textSha256: string;
  plan: Plan;
  pull?: number;
  tasks: Record<TaskId, TrackTask>;
  verification: { runs: number; attempts: number; outcome?: Outcome; head?: Sha };
  rollbacks: Rollback[];
  jobs: LiveJob[];
  /** Jobs that were dropped while they ran: what they spent counts, and what they had done is kept. */
  leaving?: LiveJob[];
  batches: number;
  says: number;
  outbox: OutboxEntry[];
  /** Comments (`c1`) and reviews (`r1`) whose commands were counted. */
  handled: { id: string; at: Instant }[];
  sticky?: { comment: number; digest: string };
  usage: Usage;
  usd: number;
  /** What people added by `/budget`, in US dollars. */
  extraUsd: number;
  /** The provider's limit: nothing new starts before. */
  notBefore?: Instant;
  /** Until then, what the configuration names as `fallback` does the work. */
  fallbackUntil?: Instant;
}

/** Whether gsd still works on a track. */
export function isOpen(track: Track): boolean {
  return !["merged", "failed", "cancelled"].includes(track.phase);
}

/** Whether an issue or pull request is one of the track's own; a marker in its body says nothing. */
export function ownsThread(track: Track, thread: number): boolean {
  if (thread === track.issue || thread === track.pull) return true;
  return [...Object.values(track.tasks), ...track.rollbacks].some((one) => one.pull === thread);
}

export function taskEntries(track: Track): [TaskId, TrackTask][] {
  return Object.entries(track.tasks) as [TaskId, TrackTask][];
}

const instant = { type: "string", minLength: 20, maxLength: 30 } as const;
const sha = { type: "string", pattern: shaPattern } as const;
const taskId = { type: "string", pattern: taskIdPattern } as const;
const trouble = {
  type: "object",
  required: ["code", "text"],
  properties: { code: { type: "string" }, text: { type: "string" } },
} as const;

const taskSchema = {
  type: "object",
  required: [
    "title",
    "dependsOn",
    "files",
    "hash",
    "status",
    "attempts",
    "runs",
    "reviews",
    "findings",
    "feedback",
    "usage",
  ],
  properties: {
    title: { type: "string" },
    dependsOn: { type: "array", items: taskId },
    files: { type: "array", items: { type: "string" } },
    hours: { type: "number" },
    hash: { type: "string" },
    status: { enum: taskStatuses },
    attempts: { type: "integer", minimum: 0 },
    runs: { type: "integer", minimum: 0 },
    reviews: { type: "integer", minimum: 0 },
    pull: { type: "integer", minimum: 1 },
    head: sha,
    merge: sha,
    checkpoint: sha,
    findings: { type: "array", items: findingSchema },
    feedback: { type: "array", items: { type: "string" } },
    trouble,
    usage: usageSchema,
    usd: { type: "number", minimum: 0 },
  },
} as const;

const liveJobSchema = {
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
    deadline: instant,
  },
} as const;

const rollbackSchema = {
  type: "object",
  required: ["task", "attempt", "tasks", "into", "by", "status"],
  properties: {
    task: taskId,
    attempt: { type: "integer", minimum: 1 },
    tasks: { type: "array", items: taskId },
    into: { enum: ["track", "default"] },
    by: { type: "string" },
    thread: { type: "integer", minimum: 1 },
    status: { enum: ["running", "open", "completed", "failed"] },
    crashes: { type: "integer", minimum: 0 },
    pull: { type: "integer", minimum: 1 },
    head: sha,
    trouble,
  },
} as const;

const outboxSchema = {
  type: "object",
  required: ["key", "effect", "owner", "at", "probe", "tries"],
  properties: {
    key: { type: "string" },
    effect: { type: "object", required: ["type"], properties: { type: { enum: effectTypes } } },
    owner: { type: "string" },
    at: instant,
    probe: { type: "boolean" },
    tries: { type: "integer", minimum: 0 },
  },
} as const;

// Ajv knows a schema's `$id` once.
const { $id: _, ...storedConfigSchema } = configSchema;

/** People can edit the ledger's branch: what is read from it is checked like anything else. */
export const trackSchema = {
  type: "object",
  required: [
    "version",
    "issue",
    "slug",
    "title",
    "phase",
    "paused",
    "requestedBy",
    "createdAt",
    "defaultBranch",
    "config",
    "textSha256",
    "plan",
    "tasks",
    "verification",
    "rollbacks",
    "jobs",
    "batches",
    "says",
    "outbox",
    "handled",
    "usage",
    "usd",
    "extraUsd",
  ],
  properties: {
    version: { const: 1 },
    issue: { type: "integer", minimum: 1 },
    slug: { type: "string", pattern: "^[a-z0-9][a-z0-9-]{0,31}$" },
    title: { type: "string" },
    phase: { enum: phases },
    paused: { type: "boolean" },
    trouble,
    requestedBy: { type: "string" },
    createdAt: instant,
    defaultBranch: { type: "string", minLength: 1 },
    config: storedConfigSchema,
    textSha256: { type: "string", pattern: "^[0-9a-f]{64}$" },
    plan: {
      type: "object",
      required: ["documents", "attempts", "feedback"],
      properties: {
        documents: { type: "array", items: { enum: ["spec", "arch", "qa"] } },
        attempts: { type: "object", additionalProperties: { type: "integer" } },
        feedback: { type: "array", items: { type: "string" } },
      },
    },
    pull: { type: "integer", minimum: 1 },
    tasks: { type: "object", propertyNames: taskId, additionalProperties: taskSchema },
    verification: {
      type: "object",
      required: ["runs", "attempts"],
      properties: {
        runs: { type: "integer" },
        attempts: { type: "integer" },
        outcome: { enum: outcomes },
        head: sha,
      },
    },
    rollbacks: { type: "array", items: rollbackSchema },
    jobs: { type: "array", items: liveJobSchema },
    leaving: { type: "array", items: liveJobSchema },
    batches: { type: "integer", minimum: 0 },
    says: { type: "integer", minimum: 0 },
    outbox: { type: "array", items: outboxSchema },
    handled: {
      type: "array",
      items: { type: "object", required: ["id", "at"], properties: { id: { type: "string" }, at: instant } },
    },
    usage: usageSchema,
    usd: { type: "number", minimum: 0 },
    extraUsd: { type: "number", minimum: 0 },
    notBefore: instant,
    fallbackUntil: instant,
  },
} as const;
