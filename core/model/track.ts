import { type Oddities, odditiesSchema } from "../context/find-oddities.ts";
import { type Config, configSchema } from "./config.ts";
import { type OutboxEntry, outboxSchema } from "./effect.ts";
import { type Instant, instant, type Sha, sha, type TaskId, taskId } from "./ids.ts";
import {
  type Doer,
  doerSchema,
  type JobKind,
  type Outcome,
  outcomes,
  type Usage,
  usageSchema,
} from "./job.ts";
import { type LiveJob, liveJobSchema } from "./live-job.ts";
import { type Rollback, rollbackSchema } from "./rollback.ts";
import type { SchemaOf } from "./schema-of.ts";
import { type TrackTask, taskSchema } from "./task.ts";
import { type Trouble, trouble } from "./trouble.ts";

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

export type PlanDocument = "spec" | "arch" | "qa";

export interface Plan {
  documents: PlanDocument[];
  attempts: Partial<Record<JobKind, number>>;
  feedback: string[];
  /** What to know of what the planners were told; shown with the plan. */
  notes?: string[];
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
  /** What in that text is not what it seems. */
  oddities?: Oddities;
  plan: Plan;
  pull?: number;
  tasks: Record<TaskId, TrackTask>;
  verification: { runs: number; attempts: number; outcome?: Outcome; head?: Sha; by?: Doer };
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
    oddities: odditiesSchema,
    plan: {
      type: "object",
      required: ["documents", "attempts", "feedback"],
      properties: {
        documents: { type: "array", items: { enum: ["spec", "arch", "qa"] } },
        attempts: { type: "object", additionalProperties: { type: "integer" } },
        feedback: { type: "array", items: { type: "string" } },
        unopened: { type: "string" },
        proposed: {
          type: "object",
          required: ["tree", "head", "at"],
          properties: { tree: sha, head: sha, at: instant },
        },
        approved: {
          type: "object",
          required: ["tree", "head", "by", "at"],
          properties: { tree: sha, head: sha, by: { type: "string" }, at: instant },
        },
        notes: { type: "array", items: { type: "string" } },
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
        by: doerSchema,
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
    sticky: {
      type: "object",
      required: ["comment", "digest"],
      properties: { comment: { type: "integer", minimum: 1 }, digest: { type: "string" } },
    },
    usage: usageSchema,
    usd: { type: "number", minimum: 0 },
    extraUsd: { type: "number", minimum: 0 },
    notBefore: instant,
    fallbackUntil: instant,
  },
} as const satisfies SchemaOf<Track>;
