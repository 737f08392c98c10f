import { type HealthResult, healthResultSchema } from "./health-result.ts";
import type { Sha } from "./ids.ts";
import { outcomes } from "./job.ts";
import type { CheckResult, TestsByName } from "./manifest.ts";
import type { Note } from "./note.ts";
import { troubleSchema } from "./notice.ts";
import { type Infer, integer, list, object, oneOf, optional, text } from "./schema.ts";

export { type HealthResult, healthResultSchema };

/** The health check of a track. */
export const healthSchema = object({
  /** Runs in all: numbers for keys, never reset. */
  runs: integer(),
  /** Runs since it was last asked for; bounded by `limits.attempts`. */
  attempts: integer(),
  /** Absent while it is to be run; anything but `done` says that it could not be. */
  outcome: optional(oneOf(outcomes)),
  result: optional(healthResultSchema),
  trouble: optional(troubleSchema),
  /** The run whose result the plan's pull request shows. */
  shown: optional(integer()),
});
export type Health = Infer<typeof healthSchema>;

/** How many commits are remembered. */
export const mostKnown = 50;

/** Commits that were well, newest last: a part of `repository.json`. */
export const knownHealthSchema = list(object({ digest: text(64), result: healthResultSchema }), mostKnown);
export type KnownHealth = Infer<typeof knownHealthSchema>;

/** What may be broken on the base without stopping anything. */
const harmless = ["lint"];

/** What fails on the base and stops the track: no agent could tell its own mistakes from these. */
export function criticalIn({ checks }: Pick<HealthResult, "checks">): CheckResult[] {
  return checks.filter(({ name, ok }) => !ok && !harmless.includes(name));
}

interface Checked {
  health?: Health;
}

/** Checks that may fail and did so before anybody changed anything, by name: they say nothing about a change. */
export function brokenOnBase({ health }: Checked): string[] {
  const failing = (health?.result?.checks ?? []).filter(({ ok }) => !ok);
  return failing.map(({ name }) => name).filter((name) => harmless.includes(name));
}

/** Guesses that the base showed to be wrong, by name: nobody runs them again. Absent where the base is not known. */
export function leftOutOnBase({ health }: Checked): string[] | undefined {
  if (health?.outcome !== "done" || !health.result) return undefined;
  return health.result.notes.flatMap((note) => (note.type === "left-out" ? [note.name] : []));
}

/** What is told with the base's health: it is about the repository's own commands, not about what agents were told. */
export function isAboutBase({ type }: Note): boolean {
  return type === "left-out" || type === "tool-version";
}

/** Whether a result will be the same the next time: what is missing now may be there then. */
export function isLasting({ notes }: Pick<HealthResult, "notes">): boolean {
  return notes.every((note) => note.type === "tool-version" && note.trouble !== "missing");
}

/** What is known of a commit, so that nothing has to run on it again. */
export function checksKnownAt({ health }: Checked, sha: Sha): CheckResult[] | undefined {
  const known = health?.outcome === "done" ? health.result : undefined;
  return known?.sha === sha ? known.checks : undefined;
}

/**
 * Tests that surely ran before a task: the fewest that the base, or any task that was merged since, had. Where people let
 * a task remove some, the ones after it are not blamed.
 */
export function testsBefore(track: Checked & { tasks: Record<string, Merged> }): TestsByName {
  const base = (track.health?.result?.checks ?? []).flatMap(({ name, tests }) =>
    tests ? [{ name, ...tests }] : [],
  );
  const merged = Object.values(track.tasks).filter(({ status }) => status === "completed");
  return base.map((known) => {
    const later = merged.flatMap(
      ({ proposal }) => proposal?.tests?.filter(({ name }) => name === known.name) ?? [],
    );
    return {
      name: known.name,
      ran: Math.min(known.ran, ...later.map(({ ran }) => ran)),
      skipped: Math.max(known.skipped, ...later.map(({ skipped }) => skipped)),
    };
  });
}

interface Merged {
  status: string;
  proposal?: { tests?: TestsByName };
}

/** What a change is to blame for, of what ran on it. */
export function failingChecks(track: Checked, checks: CheckResult[]): CheckResult[] {
  const known = brokenOnBase(track);
  return checks.filter(({ name, ok }) => !ok && !known.includes(name));
}

/** Whether tasks may start. Tracks from before there was a health check have none to wait for. */
export function isWell({ health }: Checked): boolean {
  if (!health) return true;
  return health.outcome === "done" && health.result !== undefined && criticalIn(health.result).length === 0;
}
