import type { CiStart } from "./access.ts";
import type { Finding } from "./answers.ts";
import type { Command } from "./command.ts";
import type { ReactionTarget } from "./effect.ts";
import type { Estimate } from "./estimate.ts";
import type { HealthResult } from "./health.ts";
import type { Instant, Sha, TaskId } from "./ids.ts";
import type { Doer, JobRef, Outcome, Resume, Run, Usage } from "./job.ts";
import type { TestsByName } from "./manifest.ts";
import type { Mistake } from "./mistake.ts";
import type { Want } from "./permission.ts";
import type { PlanDifference } from "./plan-difference.ts";
import type { Question } from "./question.ts";
import type { RollbackLeft } from "./rollback.ts";
import type { Signal } from "./signal.ts";
import type { DeltaName } from "./spec-delta.ts";
import type { Proposal } from "./task.ts";
import type { Problem } from "./validate.ts";
import type { Verified } from "./verification.ts";

/** Who did something, as the event says; what they may do is looked up. */
export interface Sender {
  id: number;
  login: string;
  bot: boolean;
}

/** Someone's commands, from one comment or one review. */
export interface Commented {
  type: "commented";
  /** The track's issue. */
  issue: number;
  /** The issue or pull request they stand in. */
  thread: number;
  /** `c<id>` for a comment, `r<id>` for a review, `d<second>-<who>-<box>` for a box of the dashboard. */
  source: string;
  target?: ReactionTarget;
  /** For a box that was ticked: the dashboard, which also has the answer. */
  board?: number;
  commands: Command[];
  mistakes: Mistake[];
  sender: Sender;
  at: Instant;
  /** For an approving review: the commit it was given for. */
  commit?: Sha;
  shown?: ShownText;
}

/** What an issue said when somebody asked for something in it, as the event has it: its author may edit it the moment after. */
export interface ShownText {
  title: string;
  body: string;
}

/** What a job came to, once publish has done its part. */
export type JobResult =
  /** Nothing of it counts but what it cost, and what of its work was kept. */
  | {
      type: "failed";
      outcome: Outcome;
      reason?: string;
      /** It failed in its last two rounds in the very same way. */
      repeated?: boolean;
      until?: Instant;
      resume?: Resume;
      /** What it asks people, for `asked`. */
      questions?: Question[];
      /** What it needs a person's leave for, and who wants it. */
      permissions?: { by: string; wants: Want[] };
      /** What conflicted. */
      files?: string[];
      /** Of a verification that was written down all the same: the commit, and what is not met. */
      verified?: Verified;
    }
  /** It is good, and GitHub does not let us open its pull request: it is published again later, from its artifact. */
  | { type: "held"; branch: string; base: string; text: string; artifact: string }
  | {
      type: "plan";
      head: Sha;
      tree: Sha;
      pull: number;
      health?: HealthResult;
      shown: boolean;
      /** What people have to fix before they can approve it. */
      problems?: Problem[];
      /** How it differs from the plan before, and how many remarks nobody answered. */
      revised?: PlanDifference & { unanswered: number };
      /** What each task is expected to take. */
      estimates?: Record<TaskId, Estimate>;
      /** What it changes in the specs. */
      deltas?: DeltaName[];
    }
  | {
      type: "task";
      head: Sha;
      pull: number;
      checks: NonNullable<Proposal["checks"]>;
      findings: Finding[];
      signals?: Signal[];
      /** What a scan found, from 0 to 1. */
      risk?: number;
      /** Tests that ran on it, by command. */
      tests?: TestsByName;
      /** Reviewers that gave no review. */
      missing: string[];
      /** Commands that fail on it. */
      failing?: string[];
      /** Files that conflicted with the track branch, and were resolved. */
      conflicts?: string[];
      /** The head of its own branch that it was made on top of; else the commit that it was made on. */
      from?: Sha;
      base?: Sha;
    }
  | {
      type: "review";
      head: Sha;
      /** Absent where the head had been checked before. */
      checks?: NonNullable<Proposal["checks"]>;
      findings: Finding[];
      signals?: Signal[];
      /** What a scan found, from 0 to 1. */
      risk?: number;
      /** Tests that ran on it, by command. */
      tests?: TestsByName;
      missing: string[];
      failing?: string[];
    }
  | { type: "verify"; head: Sha; checks?: "passed" | "none" }
  /** `left`: what git could not revert, and the files in its way. */
  | { type: "rollback"; head: Sha; pull: number; left?: RollbackLeft }
  /** `files`: what conflicted. */
  | { type: "update"; head: Sha; files: string[] }
  | { type: "rebase"; head: Sha; reason: string; lesson?: string }
  | { type: "report"; pull?: number }
  | { type: "health"; health: HealthResult };

/** What publish tells the loop about a job. */
export interface JobReport {
  job: JobRef;
  run: Run;
  usage: Usage;
  /** US dollars. */
  usd: number;
  seconds: number;
  /** When its leg began, by the runner's clock. */
  at?: Instant;
  /** How often a recipe's rounds were gone through. */
  rounds: number;
  by?: Doer;
  /** The sha256 of the manifest.json that it left; absent where it left none. */
  artifact?: string;
  /** The first choice is rate-limited or down, until then if its provider said so, and the fallback took over. */
  limited?: { until?: Instant };
  /** How CI starts on what was published, where it is trusted. */
  ci?: CiStart;
  result: JobResult;
}

/** What people do to an issue besides commenting and labelling. */
export type IssueChange = "closed" | "reopened" | "unlabeled";

/** What happened. Past tense; each is only a hint to look at what is true now. */
interface IssueLabeled {
  type: "issue-labeled";
  issue: number;
  label: string;
  sender: Sender;
  at: Instant;
  shown?: ShownText;
}

export type Trigger =
  | IssueLabeled
  /** The nightly run has its turn; `sender` asked for it, by a label or a milestone. */
  | { type: "issue-chosen"; issue: number; label?: string; sender: Sender; at: Instant }
  | Commented
  /** Somebody closed the issue, opened it again or took a label off. */
  | { type: "issue-changed"; issue: number; change: IssueChange; sender: Sender }
  | { type: "pull-closed"; issue: number; pull: number }
  | { type: "pull-reopened"; issue: number; pull: number; sender: Sender }
  /** Somebody pushed to the track branch. */
  | { type: "branch-pushed"; issue: number }
  | { type: "checks-changed"; issue: number; sha: Sha }
  | { type: "review-changed"; issue: number; pull: number }
  /** A run of ours is over, whatever became of it. */
  | { type: "run-ended"; issue: number; run: number }
  /** Boxes of a form are ticked, and nobody knows by whom. */
  | { type: "ticks-unclear"; issue: number; comment: number }
  | { type: "job-finished"; report: JobReport }
  /** The default branch has new commits. */
  | { type: "base-moved" }
  | { type: "ticked" }
  | { type: "continued" };
