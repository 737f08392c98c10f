import { type EngineName, engineNames, type Price, type Tier } from "../engines.ts";

/** Which engine and model do the work; either may be left open. */
export interface Choice {
  engine?: EngineName;
  model?: string;
}

/** US dollars. */
export interface Budget {
  /** All runs of one task. */
  task: number;
  track: number;
  day: number;
  /** The share of a budget from which a warning is shown. */
  warn_at: number;
}

/** The part of `.github/gsd.yml` that selection needs. */
export interface SelectionConfig {
  engine: EngineName;
  model?: string;
  /** The models of `engine` by tier, in place of ours. */
  tiers: Partial<Record<Tier, string>>;
  fallback?: Choice;
  roles: Record<string, Choice>;
  /** What reviews, in place of what wrote. */
  review_engine?: Choice;
  models: Record<string, Price>;
  budget: Budget;
}

/** A name that is safe as an argument: it cannot be an option or hold a space. */
export const modelPattern = "^[A-Za-z0-9][A-Za-z0-9._:/@-]{0,99}$";

const modelTitle = "a model's name: letters, digits and . _ : / @ -, at most 100 characters";
const model = { title: modelTitle, type: "string", pattern: modelPattern } as const;
const engine = { enum: engineNames } as const;
const dollars = (fallback: number, description: string) =>
  ({ type: "number", minimum: 0, maximum: 100_000, default: fallback, description }) as const;
const rate = (description: string) => ({ type: "number", minimum: 0, maximum: 10_000, description }) as const;
const rates = {
  input: rate("What a model reads."),
  output: rate("What it writes, with what it thinks."),
  cached: rate("What it reads from its cache. As `input` where it is not written."),
  cache_write: rate("What it puts there. As `input` where it is not written."),
} as const;

export const choiceSchema = {
  type: "object",
  additionalProperties: false,
  minProperties: 1,
  properties: {
    engine: { ...engine, description: "The engine; as above where it is not written." },
    model: { ...model, description: "The model; chosen by task and role where it is not written." },
  },
} as const;

/** The settings by name, to be spread into the schema of the whole file. */
export const selectionProperties = {
  engine: { ...engine, default: "script", description: "What runs the agents' jobs." },
  model: { ...model, description: "One model for everything. Leave it out to let task and role decide." },
  tiers: {
    type: "object",
    additionalProperties: false,
    default: {},
    description: "Models of `engine` by tier, in place of the shipped ones.",
    properties: {
      high_reasoning: { ...model, description: "For planning, for reviews, and for hard tasks." },
      balanced: { ...model, description: "For most tasks." },
      fast: { ...model, description: "For small ones." },
    },
  },
  fallback: {
    ...choiceSchema,
    description: "What takes over when the first choice is rate-limited or down.",
  },
  roles: {
    type: "object",
    default: {},
    maxProperties: 50,
    propertyNames: { pattern: "^[a-z][a-z0-9-]{0,31}$" },
    additionalProperties: choiceSchema,
    description: "Engine and model of a role, e.g. `reviewer: { model: claude-opus-5-5 }`.",
  },
  review_engine: {
    ...choiceSchema,
    description:
      "What reviews changes, whoever wrote them: another engine or model sees other mistakes. E.g. `{ engine: codex }`.",
  },
  models: {
    type: "object",
    default: {},
    maxProperties: 100,
    propertyNames: { pattern: modelPattern },
    description:
      "Prices in US dollars per million tokens, for models that gsd does not know or knows wrongly.",
    additionalProperties: {
      type: "object",
      additionalProperties: false,
      required: ["input", "output"],
      properties: {
        ...rates,
        long: {
          type: "object",
          additionalProperties: false,
          required: ["over", "input", "output"],
          description: "Prices of requests that are longer than `over`.",
          properties: {
            over: {
              type: "integer",
              minimum: 1,
              description: "Tokens that a request may have before these prices count.",
            },
            ...rates,
          },
        },
      },
    },
  },
  budget: {
    type: "object",
    additionalProperties: false,
    default: {},
    description:
      "US dollars that agents may spend. At a limit a run stops, its work is kept, `/budget +5` goes on.",
    properties: {
      task: dollars(2, "All runs of one task."),
      track: dollars(20, "All runs of one track."),
      day: dollars(10, "All runs of the repository in one day (UTC)."),
      warn_at: {
        type: "number",
        minimum: 0,
        maximum: 1,
        default: 0.5,
        description: "The share of a budget from which a warning is shown.",
      },
    },
  },
} as const;

/** For whoever wants to check this part alone. */
export const selectionSchema = {
  type: "object",
  additionalProperties: false,
  properties: selectionProperties,
} as const;
