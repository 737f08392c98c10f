import { type TaskId, taskIdPattern } from "./ids.ts";
import type { SchemaOf } from "./schema-of.ts";

/** One entry of BACKLOG.yaml: intent, written by the planner and edited by people. */
export interface BacklogTask {
  id: TaskId;
  title: string;
  description: string;
  depends_on: TaskId[];
  acceptance: string[];
  /** What it brings of SPEC.md's requirements: `R1`. */
  requirements?: string[];
  scope: { files_hint: string[]; estimated_hours?: number };
  context?: { constraints?: string[]; patterns?: string[]; gotchas?: string[] };
  role?: string;
  engine?: string;
  model?: string;
}

/** What no agent may change, so that a person has to. */
export interface WorkForPeople {
  what: string;
  files: string[];
}

export interface Backlog {
  version: 1;
  tasks: BacklogTask[];
  for_people?: WorkForPeople[];
}

const lines = (maxItems: number) =>
  ({
    type: "array",
    maxItems,
    items: { type: "string", minLength: 1, maxLength: 500 },
  }) as const;
const name = {
  title: "a name: small letters, digits and . _ / -, at most 64 characters",
  type: "string",
  pattern: "^[a-z0-9][a-z0-9._/-]{0,63}$",
} as const;
const id = { title: "a task's id such as `T01`", type: "string", pattern: taskIdPattern } as const;

export const backlogTaskSchema = {
  type: "object",
  additionalProperties: false,
  required: ["id", "title", "description", "acceptance", "scope"],
  properties: {
    id: { ...id, description: "How the task is called in commands, branches and pull requests; unique." },
    title: { type: "string", minLength: 1, maxLength: 100, description: "One line." },
    description: {
      type: "string",
      minLength: 1,
      maxLength: 4_000,
      description:
        "What to do. With title and acceptance at most 2,400 bytes: an agent gets no more than 3,000.",
    },
    depends_on: {
      type: "array",
      maxItems: 100,
      items: id,
      default: [],
      description: "Tasks that have to be merged first.",
    },
    acceptance: {
      ...lines(50),
      minItems: 1,
      description: "What has to be true when it is done. Verification answers each of them.",
    },
    requirements: {
      type: "array",
      maxItems: 50,
      items: {
        title: "a requirement's id such as `R1`",
        type: "string",
        pattern: "^[A-Za-z]{1,4}-?[0-9]{1,4}$",
      },
      description: "The requirements of SPEC.md that it brings, by their numbers: `R1` is the first.",
    },
    scope: {
      description: "What it may touch.",
      type: "object",
      additionalProperties: false,
      required: ["files_hint"],
      properties: {
        files_hint: {
          ...lines(100),
          minItems: 1,
          description: "Paths or globs such as `src/export/**`. Tasks that share files need an order.",
        },
        estimated_hours: {
          type: "number",
          exclusiveMinimum: 0,
          maximum: 1_000,
          description: "What a person would need. The longest remaining path goes first.",
        },
      },
    },
    context: {
      type: "object",
      additionalProperties: false,
      description: "What whoever does it should know.",
      properties: {
        constraints: { ...lines(50), description: "What must not change." },
        patterns: { ...lines(50), description: "Code to follow: `src/a.ts:45-78 - how rows are written`." },
        gotchas: { ...lines(50), description: "What is easy to get wrong." },
      },
    },
    role: { ...name, description: "Who does it; chosen by what the task says where it is not written." },
    engine: { ...name, description: "In place of the configuration's." },
    model: { type: "string", minLength: 1, maxLength: 100, description: "In place of the configuration's." },
  },
} as const;

export const backlogSchema = {
  type: "object",
  additionalProperties: false,
  required: ["version", "tasks"],
  properties: {
    version: { const: 1, description: "Format of this file." },
    tasks: {
      type: "array",
      minItems: 1,
      maxItems: 1_000,
      items: backlogTaskSchema,
      description: "The tasks of this track.",
    },
    for_people: {
      type: "array",
      maxItems: 50,
      description: "What a person has to do, since it is in protected paths; shown with the plan.",
      items: {
        type: "object",
        additionalProperties: false,
        required: ["what", "files"],
        properties: {
          what: {
            type: "string",
            minLength: 1,
            maxLength: 500,
            description: "What to change there, and why.",
          },
          files: { ...lines(20), minItems: 1, description: "The protected paths." },
        },
      },
    },
  },
} as const satisfies SchemaOf<Backlog>;
