import { type TaskId, taskIdPattern } from "./ids.ts";
import type { SchemaOf } from "./schema-of.ts";

/** One entry of BACKLOG.yaml: intent, written by the planner and edited by people. */
export interface BacklogTask {
  id: TaskId;
  title: string;
  description: string;
  depends_on: TaskId[];
  acceptance: string[];
  scope: { files_hint: string[]; estimated_hours?: number };
  context?: { constraints?: string[]; patterns?: string[]; gotchas?: string[] };
  role?: string;
  engine?: string;
  model?: string;
}

export interface Backlog {
  version: 1;
  tasks: BacklogTask[];
}

const lines = (maxItems: number) =>
  ({
    type: "array",
    maxItems,
    items: { type: "string", minLength: 1, maxLength: 500 },
  }) as const;
const name = { type: "string", pattern: "^[a-z0-9][a-z0-9._/-]{0,63}$" } as const;

export const backlogTaskSchema = {
  type: "object",
  additionalProperties: false,
  required: ["id", "title", "description", "acceptance", "scope"],
  properties: {
    id: { type: "string", pattern: taskIdPattern },
    title: { type: "string", minLength: 1, maxLength: 100 },
    description: { type: "string", minLength: 1, maxLength: 4_000 },
    depends_on: {
      type: "array",
      maxItems: 100,
      items: { type: "string", pattern: taskIdPattern },
      default: [],
    },
    acceptance: { ...lines(50), minItems: 1 },
    scope: {
      type: "object",
      additionalProperties: false,
      required: ["files_hint"],
      properties: {
        files_hint: { ...lines(100), minItems: 1 },
        estimated_hours: { type: "number", exclusiveMinimum: 0, maximum: 1_000 },
      },
    },
    context: {
      type: "object",
      additionalProperties: false,
      properties: { constraints: lines(50), patterns: lines(50), gotchas: lines(50) },
    },
    role: name,
    engine: name,
    model: { type: "string", minLength: 1, maxLength: 100 },
  },
} as const;

export const backlogSchema = {
  type: "object",
  additionalProperties: false,
  required: ["version", "tasks"],
  properties: {
    version: { const: 1 },
    tasks: { type: "array", minItems: 1, maxItems: 1_000, items: backlogTaskSchema },
  },
} as const satisfies SchemaOf<Backlog>;
