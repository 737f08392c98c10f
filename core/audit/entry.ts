import type { Instant, Sha, TaskId } from "../model/ids.ts";
import type { HistoryRow } from "../model/job.ts";
import type { Phase } from "../model/track.ts";

/** What an entry can be about; the values of `--action`. */
export const auditActions = [
  "ask",
  "approve",
  "overrule",
  "job",
  "lost",
  "merge",
  "phase",
  "pause",
  "resume",
  "budget",
  "edit",
  "unreadable",
] as const;
export type AuditAction = (typeof auditActions)[number];

/** What happened, as far as two successive states of a track tell it. */
export type AuditEvent =
  | { action: "ask"; what: "plan" }
  | { action: "ask"; what: "report"; recipe: string; text: string }
  | { action: "ask"; what: "rollback"; tasks: TaskId[] }
  | { action: "approve"; what: "plan"; sha: Sha; tree: Sha; pull: number | undefined }
  | { action: "approve"; what: "task" | "rollback"; task: TaskId; sha: Sha; pull: number }
  | { action: "overrule"; task: TaskId | undefined; sha: Sha; pull: number; objections: number }
  /** `artifact` is the sha256 of its manifest.json, which names the digest of every file; absent in rows of an older gsd. */
  | ({ action: "job" } & HistoryRow)
  /** A run that held a job and ended without a word. */
  | { action: "lost"; job: string; run: number }
  | { action: "merge"; task: TaskId; sha: Sha; pull: number | undefined }
  | { action: "phase"; from: Phase; to: Phase }
  | { action: "pause" | "resume" }
  | { action: "budget"; addedUsd: number }
  /** The ledger was changed by somebody who is not the bot. */
  | { action: "edit"; message: string; paths: string[] }
  | { action: "unreadable"; path: string; problem: string };

/** One line of the audit: when, in which commit of the ledger, by whom, and what. */
export type AuditEntry = AuditEvent & {
  at: Instant;
  commit: Sha;
  issue: number | undefined;
  /** A login; `gsd` for what followed by itself; undefined where the ledger names nobody. */
  actor: string | undefined;
  /** Comments (`c1`) and reviews (`r1`) whose commands were heard with it: who wrote them is on GitHub. */
  heard: string[];
};

/** What gsd does by itself. */
export const ownActor = "gsd";
