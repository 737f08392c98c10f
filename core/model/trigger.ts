import type { Command, Mistake } from "../command/parse-commands.ts";
import type { Finding } from "./answers.ts";
import type { ReactionTarget } from "./effect.ts";
import type { Instant, Sha, TaskId } from "./ids.ts";
import type { Doer, JobRef, Outcome, Usage } from "./job.ts";

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
  /** `c<id>` for a comment, `r<id>` for a review. */
  source: string;
  target?: ReactionTarget;
  commands: Command[];
  mistakes: Mistake[];
  sender: Sender;
  at: Instant;
  /** For an approving review: the commit it was given for. */
  commit?: Sha;
}

/** What publish tells the loop about a job. */
export interface JobReport {
  job: JobRef;
  run: { id: number; attempt: number };
  outcome: Outcome;
  reason?: string;
  usage: Usage;
  /** US dollars. */
  usd?: number;
  by?: Doer;
  /** What people should know of what the agent was told. */
  notes?: string[];
  /** For `rate-limited`: when to come back. */
  until?: Instant;
  /** What a task that did not come to its end had done, saved on its branch. */
  checkpoint?: Sha;
  head?: Sha;
  tree?: Sha;
  pull?: number;
  /** The body of a pull request that GitHub did not let us open: it is opened later. */
  unopened?: string;
  checksOk?: boolean;
  findings?: Finding[];
  /** For `rollback` into the default branch and such: the tasks concerned. */
  tasks?: TaskId[];
  problems?: string[];
}

/** What happened. Past tense; each is only a hint to look at what is true now. */
export type Trigger =
  | { type: "issue-labeled"; issue: number; label: string; sender: Sender; at: Instant }
  | Commented
  | { type: "pull-closed"; issue: number; pull: number }
  | { type: "checks-changed"; issue: number; sha: Sha }
  | { type: "run-started"; issue: number; batch: number; run: { id: number; attempt: number } }
  | { type: "job-finished"; report: JobReport; inline: boolean }
  | { type: "ticked" }
  | { type: "continued" };
