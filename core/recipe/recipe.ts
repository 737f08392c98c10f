import type { AnswerType } from "../model/answers.ts";
import type { CheckName } from "../model/config/commands.ts";
import type { JobKind, Outcome } from "../model/job.ts";
import type { CodeName } from "../model/manifest.ts";

/** How a job is worked off: a small program of roles, commands and rounds, read from a YAML file. */
export interface Recipe {
  name: string;
  /** What the bot may do with the result; a kind of `core/jobs`. */
  kind: JobKind;
  /** One line for people, shown by `/run`. */
  description: string;
  /** For reports: a file that the report becomes, in a pull request; `<slug>` stands for the request. Without it, a comment. */
  to?: string;
  /** For reports: what has to be asked about; without it, any text will do. */
  asks?: "folder";
  steps: Step[];
}

interface StepCommon {
  id: string;
  /** GitHub's own expression language; without it the step always runs. */
  if?: string;
  /** Minutes, in place of `limits.minutes`. */
  timeout?: number;
  /** How often it is tried again when it brings no answer. */
  retries?: number;
  /** Ids of earlier steps whose answers it is given. */
  with?: string[];
}

export interface AgentAsk {
  /** A role's name, or `auto`: `core/select` decides. May be an expression. */
  role: string;
  /** The section of a role file that says what to do. May be an expression. */
  prompt: string;
  answer: AnswerType;
}

/** An agent is asked once, or side by side for each item of a list. */
export interface AgentStep extends StepCommon {
  type: "agent";
  agent: AgentAsk;
  /** A list, or an expression that gives one. */
  each?: string | string[];
}

/** The repository's own commands, or one of them. */
export interface RunStep extends StepCommon {
  type: "run";
  run: "commands" | CheckName;
}

export interface CodeStep extends StepCommon {
  type: "code";
  code: CodeName;
}

/** Steps side by side. */
export interface ParallelStep {
  type: "parallel";
  steps: Step[];
}

/** Rounds: `steps` first and last, `between` only between two rounds; so `steps` run at most `most` + 1 times. */
export interface RepeatStep {
  type: "repeat";
  most: number | string;
  until: string;
  steps: Step[];
  between: Step[];
}

export type WorkStep = AgentStep | RunStep | CodeStep;
export type Step = WorkStep | ParallelStep | RepeatStep;

/** What expressions can see besides `steps` and `item`. */
export interface Scope {
  limits: { fixes: number };
  reviewers: string[];
  /** What was asked for, for reports. */
  text: string;
}

/** Where a move stands in its recipe: what names it in the journal. */
export interface MoveKey {
  id: string;
  round: number;
  member: string;
}

/** What the interpreter has to know of a finished move; an entry of the journal is one, as is what an earlier leg did. */
export interface Done extends MoveKey {
  ok: boolean;
  /** Anything but `done` of an agent means that it brought no answer. */
  outcome: Outcome;
  /** What kind of step it was, and why it is not ok. */
  type?: string;
  reason?: string;
  /** Another round would change nothing: only a person can settle it. */
  forPeople?: boolean;
}

/** One thing to do now: one agent, one set of commands, one piece of our code. */
export interface Move {
  step: WorkStep;
  round: number;
  /** The item of an `each`, else empty. */
  member: string;
  /** For agents: with expressions evaluated. */
  role?: string;
  prompt?: string;
}

/** The most rounds that a `repeat` may add, whatever its `most` says. */
export const mostRepeats = 10;

/** How many members an `each` by expression is taken to have when steps are counted: the most reviewers there can be. */
export const mostMembers = 5;
