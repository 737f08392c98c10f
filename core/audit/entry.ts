import type { Instant, Sha, TaskId } from "../model/ids.ts";
import type { HistoryRow } from "../model/job.ts";
import type { CommandType } from "../model/mistake.ts";
import type { Want } from "../model/permission.ts";
import type { Phase } from "../model/track.ts";

/** What an entry can be about; the values of `--action`. */
export const auditActions = [
  "ask",
  "answer",
  "allow",
  "deny",
  "command",
  "refuse",
  "approve",
  "lapse",
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

/** A command: where it stands, and the head of the pull request that it stands in. */
interface CommandFacts {
  command: CommandType;
  task: TaskId | undefined;
  sha: Sha | undefined;
  thread: number;
  source: string;
}

/** What happened, as far as two successive states of a track tell it. */
export type AuditEvent =
  | { action: "ask"; what: "plan" }
  | { action: "ask"; what: "report"; recipe: string; text: string }
  | { action: "ask"; what: "rollback"; tasks: TaskId[] }
  /** What an agent asked people, by the number of the question. */
  | { action: "ask"; what: "question"; question: number; task: TaskId | undefined; text: string }
  | { action: "answer"; question: number; task: TaskId | undefined; text: string }
  /** What an agent needed a person's leave for, by which rule, and what was decided about it. */
  | { action: "ask"; what: "permission"; number: number; task: TaskId; by: string; wants: Want[] }
  | { action: "allow" | "deny"; number: number; task: TaskId; wants: Want[]; text: string | undefined }
  /** A command that was taken, and one that was not; `why` is the notice that said so. */
  | ({ action: "command" } & CommandFacts)
  | ({ action: "refuse"; why: string | undefined } & CommandFacts)
  | { action: "approve"; what: "plan"; sha: Sha; tree: Sha; pull: number | undefined }
  | { action: "approve"; what: "task" | "rollback"; task: TaskId; sha: Sha; pull: number }
  /** An approval that counts no more: its head moved, or whose it is may not approve any more. */
  | { action: "lapse"; what: "task" | "rollback"; task: TaskId; sha: Sha; pull: number; by: string }
  | { action: "overrule"; task: TaskId | undefined; sha: Sha; pull: number; objections: number }
  /** `artifact` is the sha256 of its manifest.json, which names the digest of every file; absent in rows of an older gsd. */
  | ({ action: "job" } & HistoryRow)
  /** A run that held a job and ended without a word. */
  | { action: "lost"; job: string; run: number }
  | { action: "merge"; what: "task" | "rollback"; task: TaskId; sha: Sha; pull: number | undefined }
  | { action: "phase"; from: Phase; to: Phase }
  | { action: "pause" | "resume" }
  | { action: "budget"; addedUsd: number }
  /** The ledger was changed by somebody who is not the bot. */
  | { action: "edit"; message: string; paths: string[] }
  | { action: "unreadable"; path: string; problem: string };

/** What happened, by whom, and when if the track itself says so. */
export interface TrackEvent {
  event: AuditEvent;
  actor: string | undefined;
  at: Instant | undefined;
}

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
