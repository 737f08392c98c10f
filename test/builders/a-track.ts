import type { Config } from "../../core/model/config.ts";
import type { Sha, TaskId } from "../../core/model/ids.ts";
import { type ClaimedJob, isTaskKind, type JobKind } from "../../core/model/job.ts";
import { parseConfig } from "../../core/model/parse-config.ts";
import type { Report } from "../../core/model/report.ts";
import type { Rollback } from "../../core/model/rollback.ts";
import type { Proposal, TrackTask } from "../../core/model/task.ts";
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
    reviewers: ["reviewer"],
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
    digest: "d",
    status: "pending",
    attempts: 0,
    runs: 0,
    reviews: 0,
    feedback: [],
    usage: { input: 0, output: 0 },
    usd: 0,
    ...fields,
  };
}

/** Pull request #11, checked, reviewed and waiting for approval at `a1`. */
export function aProposal(fields: Partial<Proposal> = {}): Proposal {
  return {
    head: sha("a1"),
    pull: 11,
    handsOff: false,
    checks: "passed",
    findings: [],
    readyAt: at(-60),
    ...fields,
  };
}

/** A task whose pull request #11 is checked, reviewed and waits for approval at `a1`. */
export function aReadyTask(fields: Partial<TrackTask> = {}): TrackTask {
  return aTask({ status: "review", runs: 1, proposal: aProposal(), ...fields });
}

export function aMergedTask(fields: Partial<TrackTask> = {}): TrackTask {
  return aReadyTask({ status: "completed", merge: sha("e1"), ...fields });
}

type JobFields = Partial<Omit<ClaimedJob, "kind" | "task">> & { kind?: JobKind; task?: TaskId };

/** A job of run 900, claimed: that of T01 unless told. */
export function aJob({ kind = "task", task, ...fields }: JobFields = {}): ClaimedJob {
  const ofTask = isTaskKind(kind);
  const ref = ofTask ? { issue: 42, kind, task: task ?? "T01", attempt: 1 } : { issue: 42, kind, attempt: 1 };
  const job = {
    ...ref,
    state: "claimed",
    run: { id: 900, attempt: 1 },
    base: { branch: "gsd/42-csv-export", sha: sha("b1"), tree: sha("b2") },
    deadline: at(3600),
    ...fields,
  };
  return job as ClaimedJob;
}

/** A rollback of T01 whose pull request #21 waits for approval at `c1`. */
export function aRollback(fields: Partial<Rollback> = {}): Rollback {
  return {
    task: "T01",
    attempt: 1,
    tasks: ["T01"],
    into: "track",
    by: "mia",
    thread: 42,
    status: "open",
    crashes: 0,
    proposal: { pull: 21, head: sha("c1"), readyAt: at(-60) },
    ...fields,
  };
}

/** A report that mia asked for by `/research`, and that is being written. */
export function aReport(fields: Partial<Report> = {}): Report {
  return {
    number: 1,
    recipe: "research",
    text: "Which parser is fastest?",
    by: "mia",
    thread: 42,
    at: at(-120),
    status: "running",
    attempts: 0,
    ...fields,
  };
}

/** The track of issue #42 with its pull request #10; without tasks unless told. */
export function aTrack(fields: Partial<Track> = {}): Track {
  const phase = fields.phase ?? "executing";
  const planned = phase !== "planning" && phase !== "asking";
  return {
    version: 2,
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
      runs: planned ? 1 : 0,
      attempts: 0,
      feedback: [],
      ...(planned ? { proposed: { tree: sha("f1"), head: sha("f2"), at: at(-120) } } : {}),
    },
    ...(planned ? { pull: 10 } : {}),
    tasks: {},
    verification: { runs: 0, attempts: 0 },
    rollbacks: [],
    reports: [],
    jobs: [],
    leaving: [],
    history: [],
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
