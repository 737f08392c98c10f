import type { NamedCommit } from "../adapters/git/merge-commit.ts";
import type { Dispute } from "../core/check/disputes.ts";
import type { ChangeScope } from "../core/check/gate.ts";
import type { Rule } from "../core/check/rules/rule.ts";
import type { Setup } from "../core/detect/choose-commands.ts";
import type { Commands } from "../core/model/config/commands.ts";
import type { Config } from "../core/model/config.ts";
import type { Instant, Sha, TaskId } from "../core/model/ids.ts";
import type { JobRef, Resume } from "../core/model/job.ts";
import type { CheckResult, StepRecord, TestsByName } from "../core/model/manifest.ts";
import type { Note } from "../core/model/note.ts";
import type { Signal } from "../core/model/signal.ts";
import type { Criterion } from "../core/model/verification.ts";
import type { PermissionTerms } from "../core/permissions/judge-request.ts";
import type { Move, Recipe, Scope } from "../core/recipe/recipe.ts";
import type { Selection } from "../core/select/select.ts";
import type { OpenEngine } from "./engines/open-engine.ts";
import type { JobAccount } from "./gateway/create-job-account.ts";
import type { Sandbox } from "./sandbox/sandbox.ts";
import type { SetupRun } from "./setup/run-setup.ts";

/** All that a crew needs, as plain values and four functions. */
export interface CrewInput {
  job: JobRef;
  /** The track's name, e.g. `42-csv-export`, and the folder of its plan. */
  track: string;
  planFolder: string;
  recipe: Recipe;
  scope: Scope;
  base: Sha;
  /** When this leg began. */
  begun?: Instant;
  /** Where the change under review begins; the base unless a part of it is there. */
  comparedTo?: Sha;
  /** Whether it is fine that nothing is changed. */
  mayStay?: boolean;
  /** How many questions its agents may put to people. */
  questionsLeft?: number;
  /** The commit that the agents' own configuration is taken from, whatever `base` holds. */
  instructedBy: Sha;
  /** The job's own work tree, checked out at `base`. */
  folder: string;
  /** Where the manifest goes, and where transcripts and usage logs do; outside of `folder`. */
  out: string;
  logs: string;
  config: Pick<Config, "limits" | "protected_paths" | "scan" | "verification">;
  /** What installs the dependencies, and the repository's own checks. */
  setup?: Setup;
  commands: Commands;
  /** Commands that nobody wrote down, by name. */
  guessed?: readonly string[];
  /** Whether a guess whose tool is missing may be left out: only where nothing is known of the base yet. */
  mayLeaveOut?: boolean;
  /** What the runner says about registries. */
  setupEnvironment?: Record<string, string>;
  /** The setup of a tree with these files at its root changed: its hosts are those of the base. Absent where none is to run. */
  setupAgain?: (changed: Readonly<Record<string, string | undefined>>) => Setup | undefined;
  network?: SetupRun["network"];
  /** Checks that fail on the base already, by name: they say nothing about this change. */
  broken: readonly string[];
  /** What the repository's own commands said of the base before: they are not run on it again. */
  health?: readonly CheckResult[];
  /** Where files may be changed, and what changes are held to. */
  files: ChangeScope;
  rules: readonly Rule[];
  /** What agents may use. */
  permissions: PermissionTerms;
  /** What a verification has to answer, where this job asks for one. */
  criteria?: readonly Criterion[];
  /** The task that this job proposes another version of. */
  amends?: { task: TaskId; split: boolean };
  /** The tasks of a plan that is written again which stay as they are. */
  keeps?: readonly TaskId[];
  /** What this job's change, or the one that it reviews, is compared with; absent where it judges none. */
  judging?: Judging;
  /** Where all that a verification is about began: its tests' coverage is told of that. */
  covers?: Sha;
  /** For `revert`: what to undo, newest first. */
  reverts: readonly { task: TaskId; sha: Sha }[];
  /** Merged tasks that are not reverted; absent where nothing is to be taken out of specs. */
  stays?: readonly TaskId[];
  /** For `merge`: what is at `base`, and the commit that is merged into it. */
  merges?: { ours: NamedCommit; theirs: NamedCommit };
  resume?: Resume;
  /** What people should know already. */
  notes: readonly Note[];
  sandbox: Sandbox;
  account: JobAccount;
  /** Who is asked, and what. */
  ask: (question: Question) => Promise<Ask>;
  open: (request: OpenRequest) => Promise<OpenEngine>;
  signal?: AbortSignal;
  /** Shows a line of somebody's progress. */
  show: (line: string) => void;
  /** Hears of each step that ended. */
  onStep?: (step: StepRecord) => void;
  /** Steps at the same time; as many as the recipe allows unless told. */
  parallel?: number;
}

/** What a change is compared with. */
export interface Judging {
  /** Where the change under review began, for a job that makes none itself. */
  against?: Sha;
  /** The task's `files_hint`. */
  hints: readonly string[];
  /** Tests that ran on the base, by command. */
  tests: TestsByName;
}

/** A move of an agent, with all that this run knows for it. */
export interface Question {
  move: Move;
  /** What earlier steps brought that it is to be given. */
  given: readonly StepRecord[];
  /** What the author said against its findings of earlier rounds. */
  disputes: readonly Dispute[];
  /** The change under review, where this job made one. */
  diff: string | undefined;
  /** What code alone saw in that change, or in what the agent is to go on with. */
  signals: readonly Signal[];
  /** Paths that hold an earlier leg's work, for the one who goes on with it. */
  earlierWork: readonly string[];
  /** Why it is asked again, if it is. */
  again: string | undefined;
  /** Whether the configured fallback has taken over. */
  fallback: boolean;
  /** What it may spend. */
  leftUsd: number;
}

export interface Ask {
  prompt: string;
  selection: Selection;
  notes: Note[];
}

export interface OpenRequest {
  selection: Selection;
  account: JobAccount;
  sandbox: Pick<Sandbox, "kind">;
  /** One line for each request to a model. */
  usageFile: string;
}
