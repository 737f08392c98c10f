import { type Sha, shaPattern } from "./ids.ts";
import { type Outcome, outcomes } from "./job.ts";
import { type CheckResult, checksSchema } from "./manifest.ts";
import type { Track } from "./track.ts";
import type { Trouble } from "./trouble.ts";

/** What the repository's own commands said about a commit that no agent has touched. */
export interface HealthResult {
  sha: Sha;
  /** `setup` first, if there is one; output is kept only of what failed. */
  checks: CheckResult[];
  /** What a person should know: a setup that was found and not run. */
  notes: string[];
}

/** The health check of a track. */
export interface Health {
  /** Runs in all: numbers for keys, never reset. */
  runs: number;
  /** Runs since it was last asked for; bounded by `limits.attempts`. */
  attempts: number;
  /** Absent while it is to be run; anything but `done` says that it could not be. */
  outcome?: Outcome;
  result?: HealthResult;
  trouble?: Trouble;
  /** The run whose result the plan's pull request shows. */
  shown?: number;
}

/** `health.json` of the ledger: commits that were well, newest last. */
export interface HealthBook {
  version: 1;
  known: { digest: string; result: HealthResult }[];
}

/** How many commits are remembered. */
export const mostKnown = 50;

/** What may be broken on the base without stopping anything. */
const harmless = ["lint"];

/** What fails on the base and stops the track: no agent could tell its own mistakes from these. */
export function criticalIn({ checks }: Pick<HealthResult, "checks">): CheckResult[] {
  return checks.filter(({ name, ok }) => !ok && !harmless.includes(name));
}

/** Checks that may fail and did so before anybody changed anything, by name: they say nothing about a change. */
export function brokenOnBase({ health }: Pick<Track, "health">): string[] {
  const failing = (health?.result?.checks ?? []).filter(({ ok }) => !ok);
  return failing.map(({ name }) => name).filter((name) => harmless.includes(name));
}

/** What a change is to blame for, of what ran on it. */
export function failingChecks(track: Pick<Track, "health">, checks: CheckResult[]): CheckResult[] {
  const known = brokenOnBase(track);
  return checks.filter(({ name, ok }) => !ok && !known.includes(name));
}

/** Whether tasks may start. Tracks from before there was a health check have none to wait for. */
export function isWell({ health }: Pick<Track, "health">): boolean {
  if (!health) return true;
  return health.outcome === "done" && health.result !== undefined && criticalIn(health.result).length === 0;
}

const resultSchema = {
  type: "object",
  required: ["sha", "checks", "notes"],
  properties: {
    sha: { type: "string", pattern: shaPattern },
    checks: checksSchema(2_000),
    notes: { type: "array", maxItems: 20, items: { type: "string", maxLength: 500 } },
  },
} as const;

export const healthSchema = {
  type: "object",
  required: ["runs", "attempts"],
  properties: {
    runs: { type: "integer", minimum: 0 },
    attempts: { type: "integer", minimum: 0 },
    outcome: { enum: outcomes },
    result: resultSchema,
    trouble: {
      type: "object",
      required: ["code", "text"],
      properties: { code: { type: "string" }, text: { type: "string" } },
    },
    shown: { type: "integer", minimum: 0 },
  },
} as const;

export const healthBookSchema = {
  type: "object",
  required: ["version", "known"],
  properties: {
    version: { const: 1 },
    known: {
      type: "array",
      maxItems: mostKnown,
      items: {
        type: "object",
        required: ["digest", "result"],
        properties: { digest: { type: "string", maxLength: 64 }, result: resultSchema },
      },
    },
  },
} as const;
