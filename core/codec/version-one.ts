import type { Finding } from "../model/answers.ts";
import type { Approval } from "../model/approval.ts";
import type { Instant, Sha, TaskId } from "../model/ids.ts";
import type { Doer, Outcome, Run, Usage } from "../model/job.ts";
import type { CheckResult } from "../model/manifest.ts";
import type { TaskStatus, TrackTask } from "../model/task.ts";
import type { Phase, Track } from "../model/track.ts";

/** The ledger's files as version 1 wrote them, as far as they are carried over. Nothing here was checked: the result is. */

interface Announcement {
  sha: Sha;
  at: Instant;
}

export interface TroubleV1 {
  code: string;
  text: string;
}

export interface TaskV1 {
  title: string;
  dependsOn: TaskId[];
  files: string[];
  hours?: number;
  hash: string;
  status: TaskStatus;
  attempts: number;
  runs: number;
  reviews: number;
  pull?: number;
  unopened?: string;
  head?: Sha;
  handsOff?: boolean;
  checked?: { sha: Sha; ok: boolean };
  findings: Finding[];
  ready?: Announcement;
  approval?: Approval;
  merge?: Sha;
  checkpoint?: Sha;
  trouble?: TroubleV1;
  usage: Usage;
  usd: number;
  wish?: TrackTask["wish"];
}

export interface JobV1 {
  issue: number;
  kind: string;
  task?: TaskId;
  attempt: number;
  state: string;
  run?: Run;
  base?: { branch: string; sha: Sha; tree?: Sha };
  deadline?: Instant;
}

export interface RollbackV1 {
  task: TaskId;
  attempt: number;
  tasks: TaskId[];
  into: "track" | "default";
  by: string;
  thread?: number;
  status: "running" | "open" | "completed" | "failed";
  crashes?: number;
  pull?: number;
  head?: Sha;
  ready?: Announcement;
  approval?: Approval;
  trouble?: TroubleV1;
}

export interface HealthResultV1 {
  sha: Sha;
  checks: CheckResult[];
}

export interface HealthV1 {
  runs: number;
  attempts: number;
  outcome?: Outcome;
  result?: HealthResultV1;
  trouble?: TroubleV1;
  shown?: number;
}

export interface OutboxEntryV1 {
  key: string;
  effect: { type: string };
  owner: string;
  at: Instant;
  probe: boolean;
  tries: number;
}

export interface TrackV1 {
  issue: number;
  slug: string;
  title: string;
  phase: Phase;
  paused: boolean;
  trouble?: TroubleV1;
  requestedBy: string;
  createdAt: Instant;
  defaultBranch: string;
  config: Record<string, unknown> & {
    reviewers: string[];
    engine?: string;
    fallback?: { engine?: string };
    roles: Record<string, { engine?: string }>;
    budget: { task: number; track: number };
  };
  textSha256: string;
  oddities?: Track["oddities"];
  plan: {
    attempts: Record<string, number>;
    unopened?: string;
    proposed?: { tree: Sha; head: Sha; at: Instant };
    approved?: { tree: Sha; head: Sha; by: string; at: Instant };
  };
  pull?: number;
  tasks: Record<TaskId, TaskV1>;
  health?: HealthV1;
  verification: { runs: number; attempts: number; outcome?: Outcome; head?: Sha; by?: Doer };
  rollbacks: RollbackV1[];
  jobs: JobV1[];
  leaving?: JobV1[];
  batches: number;
  says: number;
  outbox: OutboxEntryV1[];
  handled: { id: string; at: Instant }[];
  sticky?: { comment: number; digest: string };
  usage: Usage;
  usd: number;
  extraUsd: number;
  notBefore?: Instant;
  fallbackUntil?: Instant;
}

export interface WatchV1 {
  cursor: Instant;
  handled: { id: string; at: Instant }[];
}

export interface HealthBookV1 {
  known: { digest: string; result: HealthResultV1 }[];
}
