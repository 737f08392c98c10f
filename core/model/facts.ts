import type { Actor } from "./actor.ts";
import type { Backlog } from "./backlog.ts";
import type { Blocker } from "./blocker.ts";
import type { Config } from "./config.ts";
import type { Day } from "./day.ts";
import type { Discussion } from "./discussion.ts";
import type { Feedback } from "./feedback.ts";
import type { Gap } from "./gap.ts";
import type { HealthResult } from "./health.ts";
import type { Instant, Sha, TaskId } from "./ids.ts";
import type { Base, Run } from "./job.ts";
import type { OwnersProblem } from "./notice/access.ts";
import type { Oddities } from "./oddities.ts";
import type { Measure } from "./route.ts";
import type { DeltaName, Meeting } from "./spec-delta.ts";
import type { Problem } from "./validate.ts";

/** The state of everything but our own check on one commit. */
export interface ChecksFact {
  state: "clear" | "pending" | "failing" | "waiting";
  /** What is failing, pending or waiting, by name. */
  names: string[];
}

export interface PullFact {
  number: number;
  state: "open" | "closed";
  merged: boolean;
  mergeSha?: Sha;
  head: Sha;
  base: string;
  /** Reviews by people with write access that ask for changes and still stand. */
  requests?: { review: number; by: string }[];
  /** Whether it merges without a conflict; `null` when GitHub does not know, even after a while. */
  mergeable?: boolean | null;
  /** Whether it waits in a merge queue; absent where nobody asked. */
  queued?: boolean;
  /** What its body says, for whoever brings that up to date; a decision never reads it. */
  text?: PullText;
}

/** The body of a pull request, and GitHub's other name for it. */
export interface PullText {
  nodeId: string;
  body: string;
}

export interface IssueFact {
  title: string;
  textSha256: string;
  open: boolean;
  labels: string[];
  /** What in its title or body is not what it seems. */
  oddities?: Oddities;
  /** How large it is. */
  measure?: Measure;
  /** What people with write access had said in it. */
  discussion?: Discussion;
}

/** What may change about an issue under way. */
export interface IssueState {
  /** GitHub's other name for it. */
  node?: string;
  open: boolean;
  labels: string[];
  /** How many comments it has; of many, the first twenty. */
  comments?: number;
  /** Early comments that say how often a track was saved when they were written. */
  shown?: { node: string; saves: number; commit: Sha }[];
}

/** A push that changed the plan's folder: its tree before and after, where there was one. */
export interface PlanEdit {
  by: { id: number; bot: boolean };
  at: Instant;
  before: Sha | undefined;
  after: Sha | undefined;
}

export interface PlanFact {
  tree: Sha;
  head: Sha;
  /** What people write of it: its folder without what gsd adds. */
  sources: string;
  backlog?: Backlog;
  digests: Record<TaskId, string>;
  /** Where each task's entry begins in BACKLOG.yaml. */
  lines?: Record<TaskId, number>;
  problems: Problem[];
  /** What planners would have had to put right, and people may leave as it is. */
  faults?: Problem[];
  /** What SPEC.md changes in the specs, where somebody looked, and what others change there too. */
  deltas?: DeltaName[];
  meetings?: Meeting[];
}

/** Files with the same owners: any of these may approve them. `paths` are the first few of `count`. */
export interface OwnedFiles {
  owners: string[];
  paths: string[];
  count: number;
}

/** Whose the files are that a head changes, or why nobody can tell. */
export type OwnersFact = { head: Sha; files: OwnedFiles[] } | { problem: OwnersProblem };

/** The head of the track branch, and the merged tasks whose work is not in it any more. */
export interface HeadFact {
  sha: Sha;
  lost: TaskId[];
}

/** A recipe that there is, ours or the repository's. */
export interface RecipeFact {
  name: string;
  kind: string;
  description: string;
  own: boolean;
  /** What it has to be asked about. */
  asks?: "folder";
}

/** What gsd left in the repository, of which the ledger knows nothing. */
export interface TracesFact {
  /** Whether the whole ledger is gone, or this issue's track alone. */
  gone: "ledger" | "track";
  /** Our branches and tags, and our pull requests. */
  names: string[];
  pulls: number[];
  /** The issue's progress comment, and the commit of the ledger that it names. */
  sticky?: { comment: number; node: string };
  commit?: Sha;
}

/** The dashboard issue, and the phases that can be completed there. */
export interface RoadmapFact {
  dashboard: number | undefined;
  phases: {
    title: string;
    milestone: number;
    open: boolean;
    left: number[];
    issues: number;
    unread: number;
  }[];
}

/** What `observe` read for one decision; whatever is undefined was not asked for. */
export interface Facts {
  /** Open issues that block this one, where somebody looked. */
  blockers?: Blocker[];
  actor?: Actor & { login: string };
  config?: { ok: true; config: Config } | { ok: false; problems: Problem[] };
  defaultBranch?: string;
  issue?: IssueFact;
  /** The track's issue as it is now; `null` for one that was deleted or moved away. */
  issueState?: IssueState | null;
  /** Who opened an issue or pull request again; `null` where nobody knows. */
  reopeners?: Record<number, (Actor & { login: string }) | null | undefined>;
  /** Those who approved something earlier, by login in lower case: what they may do now. */
  approvers?: Record<string, (Actor & { login: string }) | undefined>;
  /** Whose the files are that a pull request changes, for whoever approves it; absent where nobody is named as an owner. */
  owners?: Record<number, OwnersFact | undefined>;
  /** CODEOWNERS of the default branch, where somebody approves; `null` for one that is no text. */
  codeOwners?: string | null;
  /** Commands that the sender gave anywhere in the hour before this one; read where they may start a track. */
  recent?: number;
  /** Pushes that changed the plan, newest first, for whoever approves what was not announced. */
  planEdits?: PlanEdit[];
  /** What is missing in the repository. */
  gaps?: Gap[];
  /** What there is to complete, for whoever asks for that. */
  roadmap?: RoadmapFact;
  /** Where the ledger has no track of the issue. */
  traces?: TracesFact;
  plan?: PlanFact;
  /** The commit of the default branch that has other specs than the track's changes are made for; `null` where they are the same. */
  specsMoved?: Sha | null;
  /** `null` when the track branch does not exist. */
  head?: HeadFact | null;
  recipes?: { known: RecipeFact[]; problems: Problem[] };
  /** The folder that a recipe is asked about: whether it is there, and the spec that it has already. */
  folder?: { path: string; isThere: boolean; spec?: string };
  pulls: Record<number, PullFact | undefined>;
  checks: Record<Sha, ChecksFact | undefined>;
  /** What people with write access said about pull requests that are to be worked on again. */
  words?: Record<number, { words: Extract<Feedback, { type: "words" }>[]; left: number } | undefined>;
  /** Heads of branches, for jobs that are being given to a run; `null` for one that does not exist. */
  bases: Record<string, Base | null | undefined>;
  /** Today's spending, for jobs that may pay. */
  day?: Day;
  /** What is remembered of a base that is about to be checked; `null` for one that nobody knows. */
  health?: HealthResult | null;
  /** A comment from before the track, which was answered then. */
  answered?: boolean;
  /** Whether the sender gave a command in the same thread earlier that day. Read of those only who may not command. */
  repeats?: boolean;
  /** Runs that are known to be over, with the names of the artifacts that they left. */
  endedRuns: Record<number, string[] | undefined>;
}

export const noFacts: Facts = { pulls: {}, checks: {}, bases: {}, endedRuns: {} };

/** What is handed to every decision. `now` is read once a loop; `owner` names the loop in the outbox. */
export interface Moment {
  now: Instant;
  owner: string;
  /** The run that this loop is a part of, where it may work off jobs itself; otherwise they are dispatched. */
  run?: Run;
}
