import { type Announcement, type Approval, announcement, approval } from "./approval.ts";
import { type Sha, sha, type TaskId, taskId } from "./ids.ts";
import type { SchemaOf } from "./schema-of.ts";
import { type Trouble, trouble } from "./trouble.ts";

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

export const rollbackSchema = {
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
    ready: announcement,
    approval,
    trouble,
  },
} as const satisfies SchemaOf<Rollback>;
