import type { Config } from "../../core/model/config.ts";
import type { Sha, TaskId } from "../../core/model/ids.ts";
import type { LiveJob } from "../../core/model/live-job.ts";
import { parseConfig } from "../../core/model/parse-config.ts";
import type { Rollback } from "../../core/model/rollback.ts";
import type { TrackTask } from "../../core/model/task.ts";
import type { Track } from "../../core/model/track.ts";

export const now = "2026-11-16T03:00:00.000Z";

/** An instant some seconds before or after `now`. */
export function at(seconds: number): string {
  return new Date(Date.parse(now) + seconds * 1000).toISOString();
}

/** A commit or tree that is recognised by its first letters: `sha("a1")`. */
export function sha(start: string): Sha {
  return start.padEnd(40, "0");
}

type Settings = Partial<Omit<Config, "limits">> & { limits?: Partial<Config["limits"]> };

export function aConfig({ limits, ...settings }: Settings = {}): Config {
  const reading = parseConfig(undefined);
  if (!reading.ok) throw new Error("the defaults are valid");
  return {
    ...reading.config,
    commands: { test: "npm test" },
    ...settings,
    limits: { ...reading.config.limits, ...limits },
  };
}

/** A task that waits for its turn; say what matters to the test. */
export function aTask(fields: Partial<TrackTask> = {}): TrackTask {
  return {
    title: "A task",
    dependsOn: [],
    files: [],
    hash: "h",
    status: "pending",
    attempts: 0,
    runs: 0,
    reviews: 0,
    findings: [],
    feedback: [],
    usage: { input: 0, output: 0 },
    usd: 0,
    ...fields,
  };
}

/** A task whose pull request #11 is checked, reviewed and waits for approval at `a1`. */
export function aReadyTask(fields: Partial<TrackTask> = {}): TrackTask {
  const head = fields.head ?? sha("a1");
  return aTask({
    status: "review",
    attempts: 1,
    runs: 1,
    reviews: 1,
    pull: 11,
    head,
    checked: { sha: head, ok: true },
    ready: { sha: head, at: at(-60) },
    ...fields,
  });
}

export function aMergedTask(fields: Partial<TrackTask> = {}): TrackTask {
  return aReadyTask({ status: "completed", merge: sha("e1"), ...fields });
}

/** A job of run 900, claimed. */
export function aJob(fields: Partial<LiveJob> = {}): LiveJob {
  return {
    issue: 42,
    kind: "task",
    attempt: 1,
    state: "claimed",
    batch: 1,
    run: { id: 900, attempt: 1 },
    base: { branch: "gsd/42-csv-export", sha: sha("b1"), tree: sha("b2") },
    deadline: at(3600),
    ...fields,
  };
}

/** A rollback of T01 whose pull request #21 waits for approval at `c1`. */
export function aRollback(fields: Partial<Rollback> = {}): Rollback {
  return {
    task: "T01",
    attempt: 1,
    tasks: ["T01"],
    into: "track",
    by: "mia",
    status: "open",
    pull: 21,
    head: sha("c1"),
    ready: { sha: sha("c1"), at: at(-60) },
    ...fields,
  };
}

/** The track of issue #42 with its pull request #10; without tasks unless told. */
export function aTrack(fields: Partial<Track> = {}): Track {
  const phase = fields.phase ?? "executing";
  const planned = phase !== "planning";
  return {
    version: 1,
    issue: 42,
    slug: "csv-export",
    title: "CSV export",
    phase,
    paused: false,
    requestedBy: "mia",
    createdAt: at(-3600),
    defaultBranch: "main",
    config: aConfig(),
    textSha256: "0".repeat(64),
    plan: {
      documents: planned ? ["spec", "arch", "qa"] : [],
      attempts: {},
      feedback: [],
      ...(planned ? { proposed: { tree: sha("f1"), head: sha("f2"), at: at(-120) } } : {}),
    },
    ...(planned ? { pull: 10 } : {}),
    tasks: {},
    verification: { runs: 0, attempts: 0 },
    rollbacks: [],
    jobs: [],
    batches: 1,
    says: 0,
    outbox: [],
    handled: [],
    usage: { input: 0, output: 0 },
    usd: 0,
    extraUsd: 0,
    ...fields,
  };
}

/** Tasks T01, T02, … that share what is said of them. */
export function manyTasks(count: number, build: (index: number) => TrackTask): Record<TaskId, TrackTask> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`T${String(index + 1).padStart(2, "0")}`, build(index)]),
  );
}
