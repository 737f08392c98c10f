import type { CiStart } from "./access.ts";
import type { Finding } from "./answers.ts";
import type { Backlog } from "./backlog.ts";
import type { Coverage } from "./coverage.ts";
import type { Estimate } from "./estimate.ts";
import type { HealthResult } from "./health.ts";
import type { Sha, TaskId } from "./ids.ts";
import type { Base, JobRef, Outcome } from "./job.ts";
import type { Change, CheckResult, Manifest } from "./manifest.ts";
import type { Note } from "./note.ts";
import type { RollbackLeft } from "./rollback.ts";
import type { ScanResult } from "./scan.ts";
import type { Signal } from "./signal.ts";
import type { DeltaName } from "./spec-delta.ts";
import type { JobResult } from "./trigger.ts";
import type { Problem } from "./validate.ts";
import type { JudgedCriterion } from "./verification.ts";

/** What earlier steps of a publication have made; later ones refer to it. */
export interface Bound {
  head?: Sha;
  pull?: number;
  /** The tree of the plan's folder at `head`. */
  planTree?: Sha;
}

/** What was said about exactly the change that is published; the same decides whether it is ready. */
export interface Verdict {
  findings: Finding[];
  /** Reviewers that gave no review of it. */
  missing: string[];
  /** What code alone saw in it. */
  signals: Signal[];
  /** What the repository's own commands said; `none` where there are none. */
  checks: "passed" | "failed" | "none";
  /** What the scanner said of it; absent where it is known from before. */
  scan?: ScanResult;
}

/** A text that is written when it is said: `core/render/words.ts` knows them all. */
export type Words =
  | { type: "plan-message" }
  | { type: "task-message" }
  | { type: "kept-message"; outcome: Outcome }
  | { type: "rollback-message" }
  | { type: "rebase-message" }
  | { type: "update-message" }
  | { type: "verification-message" }
  | { type: "report-message" }
  | { type: "plan-title" }
  | { type: "task-title" }
  | { type: "rollback-title" }
  | { type: "report-title" }
  /** `backlog`: where it can be read; `problems`: what people have to fix before they can approve it. */
  | {
      type: "plan-body";
      backlog?: Backlog;
      estimate: PlanCost;
      notes: Note[];
      problems?: Problem[];
      /** Why it is done, what it has to do and what it changes in the specs, as its documents say. */
      why?: string;
      requirements?: { id: string; text: string }[];
      deltas?: DeltaName[];
      /** What its documents say of these, one line each. */
      outside?: string[];
      risks: string[];
      questions: string[];
      record?: TrackRecord;
    }
  | { type: "task-body"; checks: Verdict["checks"] }
  | { type: "rollback-body"; left?: RollbackLeft | undefined }
  | { type: "report-body" }
  /** `loose`: remarks that have no line of their own in the diff. */
  | { type: "review-body"; loose: Finding[]; verdict: Verdict }
  | { type: "finding"; finding: Finding }
  | { type: "report-comment" }
  | { type: "summary"; criteria: JudgedCriterion[] }
  | { type: "check-status"; checks: Verdict["checks"] }
  | { type: "review-status"; verdict: Verdict }
  | { type: "rules-status"; findings: Finding[]; risk: number }
  /** `isHeld`: it keeps the change from merging by itself. */
  | { type: "scope-status"; signals: Signal[]; isHeld: boolean }
  /** What was done about a discussion. */
  | { type: "thread-answer"; done: string };

/** What a plan is likely to cost; as `core/select/estimate-plan.ts` finds it. */
export interface PlanCost {
  tasks: Record<TaskId, ({ type: "usd" } & Estimate) | { type: "free" } | { type: "unknown" }>;
  usd: number;
  free: boolean;
  refusals: { what: string; code: string; reason: string }[];
  experience?: { count: number; tokens: number; minutes: number };
}

/** How earlier tasks of a repository and their estimates turned out; as `core/jobs/past-tasks.ts` finds it. */
export interface TrackRecord {
  /** Tasks that are over. */
  count: number;
  /** How many of them were merged after one attempt, as a fraction; undefined where there are none. */
  firstAttemptShare: number | undefined;
  /** Tasks that had an estimate. */
  estimated: number;
  /** How far off the cost of the middle one was, as a fraction of what was estimated. */
  estimateError: number | undefined;
}

/** A file of a commit that our own code writes: its text as it is, or words. */
export type NewFile = { path: string; text: string } | { path: string; words: Words };

/** Folders whose name is `name`, or that after a date, right under each of `under`. */
export interface Keeps {
  under: readonly string[];
  name: string;
}

/** One thing that publish does for a job's result. Each is looked for before it is done again. */
export type PublishStep =
  /** A commit on `branch`, on top of `base`; the branch is made, or moved while its head is ours. Binds `head`. */
  | {
      type: "commit";
      branch: string;
      base: Base;
      message: Words;
      /** The job's own changes, from its artifact. */
      changes: Change[];
      files: NewFile[];
      /** Besides `base`: the commit whose branch moves to the new one, which then has both as parents. */
      merges?: Sha;
      /** Folders that stay as they are in `merges`, whatever the job changed there. */
      keeps?: Keeps;
      /** `own`: made for this job and moved at will while its head is ours. `shared`: only ever moved forward. */
      on: "own" | "shared";
      /** All that the commit touches is in this folder: a shared branch that moved outside of it is no conflict. */
      within?: string;
      /** Whether it is made also where nothing is changed: a branch that a person goes on with. */
      mayBeEmpty?: boolean;
    }
  /** Reads the plan's folder back; binds `planTree`. */
  | { type: "read-plan"; folder: string }
  /** Opens a pull request, or brings the open one of that branch up to date. Binds `pull`. */
  | { type: "pull"; title: Words; body: Words; branch: string; base: string; draft: boolean }
  /** A review of `pull`, or of a pull request that is there already, at `head`. */
  | { type: "review"; pull?: number; head?: Sha; verdict: Verdict }
  | {
      type: "status";
      context: string;
      state: "success" | "pending" | "failure";
      description: Words;
      head?: Sha;
    }
  | { type: "comment"; thread: number; words: Words }
  /** Says in discussions on `pull`, or on a pull request that is there already, what was done, by the comment that each was read to, and resolves them. */
  | { type: "answer-threads"; pull?: number; answers: { comment: number; done: string }[] }
  | { type: "remember-health"; health: HealthResult };

/** Everything that the words of a publication are made from. The manifest's answers are checked, and all inline. */
export interface Scene<T> {
  track: T;
  job: JobRef;
  manifest: Manifest;
  bound: Bound;
  /** The checks that count for this result. */
  checks: CheckResult[];
  /** What its tests ran of it, where they wrote it down. */
  coverage?: Coverage;
  /** How CI starts on it, where it is trusted. */
  ci?: CiStart;
}

/** What is to be done for a good result, and what the loop hears of it then. */
export interface Publication {
  steps: PublishStep[];
  result: (bound: Bound) => JobResult;
}
