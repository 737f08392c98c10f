import { type Sha, shaPattern } from "./ids.ts";
import { type JobRef, jobRefSchema, type Outcome, outcomes, type Usage, usageSchema } from "./job.ts";

/** One path that a job changed; content travels beside the manifest as `files/<sha256>`. */
export type Change =
  | { path: string; mode: "100644" | "100755"; size: number; sha256: string }
  | { path: string; deleted: true };

/** One of the repository's own commands, run in the sandbox after the agent. */
export interface CheckResult {
  name: string;
  command: string;
  ok: boolean;
  seconds: number;
  /** The last lines of its output, for a person. */
  tail: string;
}

/** What an agent job leaves behind: data that publish trusts in nothing. */
export interface Manifest {
  version: 1;
  job: JobRef;
  base: Sha;
  engine: string;
  sandbox: "bubblewrap" | "off" | "missing";
  outcome: Outcome;
  /** One sentence for a person when the outcome is not `done`. */
  reason?: string;
  /** By `answerSchemas[kind]`; absent when there was no valid answer. */
  answer?: unknown;
  text?: string;
  usage: Usage;
  /** US dollars, as the gateway counted them. */
  usd?: number;
  model?: string;
  /** How often the model was asked. */
  turns?: number;
  /** The engine's own name for its session. */
  session?: string;
  /** For `rate-limited`: when to come back, as ISO time. */
  until?: string;
  /** Why this role, engine and model, in one line. */
  choice?: string;
  /** What a person should know of what the agent was told: what did not fit, what was dropped, what looks odd. */
  notes?: string[];
  seconds: number;
  checks: CheckResult[];
  changes: Change[];
}

/** The results of at most ten commands, each with so much of its output. */
export const checksSchema = (longestTail: number) =>
  ({
    type: "array",
    maxItems: 10,
    items: {
      type: "object",
      additionalProperties: false,
      required: ["name", "command", "ok", "seconds", "tail"],
      properties: {
        name: { type: "string", maxLength: 50 },
        command: { type: "string", maxLength: 1_000 },
        ok: { type: "boolean" },
        seconds: { type: "number", minimum: 0 },
        tail: { type: "string", maxLength: longestTail },
      },
    },
  }) as const;

export const manifestSchema = {
  type: "object",
  additionalProperties: false,
  required: [
    "version",
    "job",
    "base",
    "engine",
    "sandbox",
    "outcome",
    "usage",
    "seconds",
    "checks",
    "changes",
  ],
  properties: {
    version: { const: 1 },
    job: jobRefSchema,
    base: { type: "string", pattern: shaPattern },
    engine: { type: "string", minLength: 1, maxLength: 50 },
    sandbox: { enum: ["bubblewrap", "off", "missing"] },
    outcome: { enum: outcomes },
    reason: { type: "string", maxLength: 2_000 },
    answer: {},
    text: { type: "string", maxLength: 20_000 },
    usage: usageSchema,
    usd: { type: "number", minimum: 0 },
    model: { type: "string", minLength: 1, maxLength: 100 },
    turns: { type: "integer", minimum: 0 },
    session: { type: "string", maxLength: 200 },
    until: { type: "string", pattern: "^\\d{4}-\\d{2}-\\d{2}T[0-9:.]+Z$" },
    choice: { type: "string", maxLength: 1_000 },
    notes: { type: "array", maxItems: 20, items: { type: "string", maxLength: 500 } },
    seconds: { type: "number", minimum: 0 },
    checks: checksSchema(8_000),
    changes: {
      type: "array",
      maxItems: 5_000,
      items: {
        oneOf: [
          {
            type: "object",
            additionalProperties: false,
            required: ["path", "mode", "size", "sha256"],
            properties: {
              path: { type: "string", minLength: 1, maxLength: 1_000 },
              mode: { enum: ["100644", "100755"] },
              size: { type: "integer", minimum: 0 },
              sha256: { type: "string", pattern: "^[0-9a-f]{64}$" },
            },
          },
          {
            type: "object",
            additionalProperties: false,
            required: ["path", "deleted"],
            properties: {
              path: { type: "string", minLength: 1, maxLength: 1_000 },
              deleted: { const: true },
            },
          },
        ],
      },
    },
  },
} as const;
