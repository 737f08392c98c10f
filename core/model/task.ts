import { type Choice, choiceSchema } from "../select/selection-config.ts";
import { type Finding, findingSchema } from "./answers.ts";
import { type Announcement, type Approval, announcement, approval } from "./approval.ts";
import { type Sha, sha, type TaskId, taskId } from "./ids.ts";
import { type Usage, usageSchema } from "./job.ts";
import type { SchemaOf } from "./schema-of.ts";
import { type Trouble, trouble } from "./trouble.ts";

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

export const taskSchema = {
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
    "usd",
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
    unopened: { type: "string" },
    head: sha,
    handsOff: { type: "boolean" },
    checked: { type: "object", required: ["sha", "ok"], properties: { sha, ok: { type: "boolean" } } },
    ready: announcement,
    approval,
    merge: sha,
    checkpoint: sha,
    findings: { type: "array", items: findingSchema },
    feedback: { type: "array", items: { type: "string" } },
    trouble,
    usage: usageSchema,
    usd: { type: "number", minimum: 0 },
    wish: choiceSchema,
  },
} as const satisfies SchemaOf<TrackTask>;
