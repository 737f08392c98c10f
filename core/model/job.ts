import { type Sha, shaPattern, type TaskId, taskIdPattern } from "./ids.ts";

/** Everything an agent is ever asked for. `rollback` needs no model: it is a revert made in a work tree. */
export const jobKinds = [
  "plan-spec",
  "plan-arch",
  "plan-qa",
  "backlog",
  "task",
  "review",
  "verify",
  "rollback",
] as const;
export type JobKind = (typeof jobKinds)[number];

/** Names one job; the only thing that crosses from control to the other zones. */
export interface JobRef {
  issue: number;
  kind: JobKind;
  /** For kinds that concern one task. */
  task?: TaskId;
  attempt: number;
}

export const jobRefSchema = {
  type: "object",
  additionalProperties: false,
  required: ["issue", "kind", "attempt"],
  properties: {
    issue: { type: "integer", minimum: 1 },
    kind: { enum: jobKinds },
    task: { type: "string", pattern: taskIdPattern },
    attempt: { type: "integer", minimum: 1 },
  },
} as const;

/** Why a job ended as it did. `done` is the only success. */
export const outcomes = [
  "done",
  "no-change",
  "invalid-answer",
  "crashed",
  "timeout",
  "cancelled",
  "conflict",
  "text-changed",
  "sandbox",
  "config",
  "checks-failed",
  "refused-change",
  "hands-off",
  "auth",
  "rate-limited",
  "unavailable",
  "setup",
  "max-turns",
  "budget",
] as const;
export type Outcome = (typeof outcomes)[number];

/** Outcomes that another run would only repeat: a person has to change something first. */
export function isHopeless(outcome: Outcome): boolean {
  return ["sandbox", "config", "text-changed", "hands-off", "auth", "budget", "cancelled"].includes(outcome);
}

/** Tokens. `input` includes `cached`, `output` includes `thinking`. */
export interface Usage {
  input: number;
  output: number;
  cached?: number;
  thinking?: number;
}

export const usageSchema = {
  type: "object",
  additionalProperties: false,
  required: ["input", "output"],
  properties: {
    input: { type: "integer", minimum: 0 },
    output: { type: "integer", minimum: 0 },
    cached: { type: "integer", minimum: 0 },
    thinking: { type: "integer", minimum: 0 },
  },
} as const;

/** Who did a job: an engine and, unless it is a script, its model; and what that cost, in US dollars. */
export interface Doer {
  engine: string;
  model?: string;
  usd?: number;
}

export const doerSchema = {
  type: "object",
  required: ["engine"],
  properties: {
    engine: { type: "string" },
    model: { type: "string" },
    usd: { type: "number", minimum: 0 },
  },
} as const;

/** The commit that a job works on: the head of `branch` when it was claimed. */
export interface Base {
  branch: string;
  sha: Sha;
  /** Absent for jobs that change nothing. */
  tree?: Sha;
}

export const baseSchema = {
  type: "object",
  additionalProperties: false,
  required: ["branch", "sha"],
  properties: {
    branch: { type: "string", minLength: 1, maxLength: 255 },
    sha: { type: "string", pattern: shaPattern },
    tree: { type: "string", pattern: shaPattern },
  },
} as const;
