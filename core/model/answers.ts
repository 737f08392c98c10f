import { type Backlog, backlogSchema } from "./backlog.ts";
import { type TaskId, taskIdPattern } from "./ids.ts";
import type { JobKind } from "./job.ts";

/** What a planner answers: one Markdown document. */
export interface DocumentAnswer {
  document: string;
}

export interface BacklogAnswer {
  backlog: Backlog;
}

export interface TaskAnswer {
  summary: string;
}

export const severities = ["blocker", "suggestion", "nitpick"] as const;
export type Severity = (typeof severities)[number];

/** One remark about a change; `rule` names the rule when no agent wrote it. */
export interface Finding {
  path: string;
  line?: number;
  severity: Severity;
  message: string;
  suggestion?: string;
  rule?: string;
}

export interface ReviewAnswer {
  summary: string;
  findings: Finding[];
}

/** Whether an acceptance criterion is met, and what shows it. */
export interface Criterion {
  task: TaskId;
  criterion: string;
  met: boolean;
  evidence: string;
}

export interface VerifyAnswer {
  summary: string;
  criteria: Criterion[];
}

export interface Answers {
  "plan-spec": DocumentAnswer;
  "plan-arch": DocumentAnswer;
  "plan-qa": DocumentAnswer;
  backlog: BacklogAnswer;
  task: TaskAnswer;
  review: ReviewAnswer;
  verify: VerifyAnswer;
  /** Made by our own code: the tasks that were reverted. */
  rollback: { reverted: TaskId[] };
  /** Its result is the manifest's checks. */
  health: Record<string, never>;
}

const text = (maxLength: number) => ({ type: "string", minLength: 1, maxLength }) as const;

const documentSchema = {
  type: "object",
  additionalProperties: false,
  required: ["document"],
  properties: { document: text(60_000) },
} as const;

export const findingSchema = {
  type: "object",
  additionalProperties: false,
  required: ["path", "severity", "message"],
  properties: {
    path: text(500),
    line: { type: "integer", minimum: 1 },
    severity: { enum: severities },
    message: text(2_000),
    suggestion: text(2_000),
    rule: text(100),
  },
} as const;

/** The shape of an answer per kind of job; the same for every engine. */
export const answerSchemas: Record<JobKind, object> = {
  "plan-spec": documentSchema,
  "plan-arch": documentSchema,
  "plan-qa": documentSchema,
  backlog: {
    type: "object",
    additionalProperties: false,
    required: ["backlog"],
    properties: { backlog: backlogSchema },
  },
  task: {
    type: "object",
    additionalProperties: false,
    required: ["summary"],
    properties: { summary: text(4_000) },
  },
  review: {
    type: "object",
    additionalProperties: false,
    required: ["summary", "findings"],
    properties: { summary: text(4_000), findings: { type: "array", maxItems: 100, items: findingSchema } },
  },
  verify: {
    type: "object",
    additionalProperties: false,
    required: ["summary", "criteria"],
    properties: {
      summary: text(4_000),
      criteria: {
        type: "array",
        maxItems: 2_000,
        items: {
          type: "object",
          additionalProperties: false,
          required: ["task", "criterion", "met", "evidence"],
          properties: {
            task: { type: "string", pattern: taskIdPattern },
            criterion: text(1_000),
            met: { type: "boolean" },
            evidence: text(2_000),
          },
        },
      },
    },
  },
  rollback: {
    type: "object",
    additionalProperties: false,
    required: ["reverted"],
    properties: { reverted: { type: "array", items: { type: "string", pattern: taskIdPattern } } },
  },
  health: { type: "object", additionalProperties: false, properties: {} },
};
