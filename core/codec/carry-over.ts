import type { Config } from "../model/config.ts";
import { configSchema } from "../model/config.ts";
import type { Day } from "../model/day.ts";
import { effectTypes, type OutboxEntry } from "../model/effect.ts";
import type { Health, KnownHealth } from "../model/health.ts";
import type { Instant, TaskId } from "../model/ids.ts";
import { type ClaimedJob, jobKinds } from "../model/job.ts";
import type { RepositoryState } from "../model/repository.ts";
import type { Plan, Track } from "../model/track.ts";
import { carryRollback, carryTask } from "./carry-over-task.ts";
import { carryHealthTrouble, carryTrackTrouble } from "./carry-over-trouble.ts";
import type { HealthBookV1, HealthV1, JobV1, OutboxEntryV1, TrackV1, WatchV1 } from "./version-one.ts";

/**
 * A track that version 1 wrote, as we write it. Its jobs belong to runs that cannot read what we save, so they are
 * dropped, and what they were to do is due again. Throws, or gives something that is not valid, for what is no such track.
 */
export function carryOver(old: unknown): Track {
  const track = old as TrackV1;
  const unopened = track.plan.unopened !== undefined;
  return plain({
    version: 2,
    issue: track.issue,
    slug: track.slug,
    title: track.title.slice(0, 1_000),
    phase: unopened ? "planning" : track.phase,
    paused: track.paused,
    trouble: carryTrackTrouble(track),
    requestedBy: track.requestedBy,
    createdAt: track.createdAt,
    defaultBranch: track.defaultBranch,
    config: withoutUnknown(track.config, configSchema) as Config,
    textSha256: track.textSha256,
    oddities: track.oddities,
    plan: carryPlan(track),
    pull: track.pull,
    tasks: mapTasks(track),
    health: track.health && carryHealth(track.health),
    verification: carryVerification(track),
    rollbacks: track.rollbacks.map((one) => carryRollback(one, track)),
    reports: [],
    jobs: [],
    leaving: [...track.jobs, ...(track.leaving ?? [])].flatMap(carryJob),
    history: [],
    batches: track.batches,
    says: track.says,
    outbox: track.outbox.filter(isKept) as OutboxEntry[],
    handled: track.handled,
    sticky: track.sticky,
    usage: track.usage,
    usd: track.usd + mostSpent(track),
    extraUsd: track.extraUsd,
    notBefore: track.notBefore,
    fallbackUntil: track.fallbackUntil,
  });
}

/** A plan without a pull request is written again: its text was in the state, and is not any more. */
function carryPlan({ plan, phase }: TrackV1): Plan {
  const planning = phase === "planning" || plan.unopened !== undefined;
  return {
    runs: Math.max(0, ...Object.values(plan.attempts)),
    attempts: 0,
    feedback: [],
    proposed: planning ? undefined : plan.proposed,
    approved: plan.approved,
  };
}

function mapTasks(track: TrackV1): Track["tasks"] {
  const tasks: Track["tasks"] = {};
  for (const [id, task] of Object.entries(track.tasks))
    tasks[id as TaskId] = carryTask(id as TaskId, task, track);
  return tasks;
}

function carryHealth(health: HealthV1): Health {
  const { runs, attempts, outcome, result, shown } = health;
  return {
    runs,
    attempts: outcome === undefined ? 0 : attempts,
    outcome,
    result: result && { sha: result.sha, checks: result.checks, notes: [] },
    trouble: carryHealthTrouble(health),
    shown,
  };
}

/** A verification that we drop was no attempt. */
function carryVerification({ verification, jobs }: TrackV1): Track["verification"] {
  const { runs, attempts, outcome, head, by } = verification;
  const dropped = new Set(jobs.map(({ kind }) => kind)).has("verify") ? 1 : 0;
  return { runs, attempts: Math.max(0, attempts - dropped), outcome, head, by };
}

/** Work in which version 1 asked no agent. */
const free = ["health", "rollback"];

/** What dropped runs may spend before they end: they cannot tell us, so the most that each was given counts. */
function mostSpent({ config, jobs, extraUsd, usd }: TrackV1): number {
  const { engine, fallback, roles, budget } = config;
  const engines = [engine, fallback?.engine, ...Object.values(roles).map((role) => role.engine)];
  if (!engines.some((name) => name !== undefined && name !== "script")) return 0;
  const running = jobs.filter(({ run, kind }) => run !== undefined && !free.includes(kind));
  const left = Math.max(0, budget.track + extraUsd - usd);
  return Math.min(left, running.length * (budget.task + extraUsd));
}

/** Should a word of a dropped run still come, what it spent counts. */
function carryJob({ issue, kind, task, attempt, run, base, deadline }: JobV1): ClaimedJob[] {
  if (!run || !deadline || !base?.tree || !(jobKinds as readonly string[]).includes(kind)) return [];
  const { branch, sha, tree } = base;
  return [
    {
      issue,
      kind,
      task,
      attempt,
      state: "claimed",
      run,
      base: { branch, sha, tree },
      deadline,
    } as ClaimedJob,
  ];
}

/** Sentences go, and dispatches of jobs that are dropped; the rest was decided and is still to be done. */
function isKept({ effect }: OutboxEntryV1): boolean {
  const known = (effectTypes as readonly string[]).includes(effect.type);
  return known && effect.type !== "say" && effect.type !== "dispatch";
}

/** What all tracks spent on one day. */
export function carryDay(old: unknown): Day {
  return { version: 2, usd: (old as { usd: number }).usd, reserved: {}, settled: {} };
}

/** What version 1 had in `watch.json` and `health.json`. */
export function carryRepository({ watch, health }: { watch: unknown; health: unknown }): RepositoryState {
  const { cursor, handled = [] } = (watch ?? {}) as Partial<WatchV1>;
  const { known = [] } = (health ?? {}) as Partial<HealthBookV1>;
  return plain({ version: 2, cursor: cursor as Instant, handled, health: known.map(carryKnown) });
}

function carryKnown({ digest, result }: HealthBookV1["known"][number]): KnownHealth[number] {
  return { digest, result: { sha: result.sha, checks: result.checks, notes: [] } };
}

interface AnySchema {
  additionalProperties?: unknown;
  properties?: Record<string, object>;
}

/** Drops settings that there are no more. */
function withoutUnknown(value: unknown, schema: AnySchema): unknown {
  const { properties } = schema;
  if (typeof value !== "object" || value === null || Array.isArray(value) || !properties) return value;
  const known = Object.entries(value).filter(
    ([key]) => key in properties || schema.additionalProperties !== false,
  );
  return Object.fromEntries(known.map(([key, inner]) => [key, withoutUnknown(inner, properties[key] ?? {})]));
}

/** As it will be read again: without keys that hold nothing. */
function plain<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}
