import { randomUUID } from "node:crypto";
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { rm } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import type { ActionsHost, Conclusion } from "../actions-port.ts";
import { createActionStore } from "./action-store.ts";
import { createConcurrencyGroups } from "./concurrency.ts";
import { createIntake } from "./intake.ts";
import { createWorkflowLoader } from "./load-workflows.ts";
import type { JobEvent, Machine } from "./machine.ts";
import type { CancelDelays } from "./process-group.ts";
import { createSlots } from "./slots.ts";
import { createWorkCounter } from "./work-counter.ts";

export interface RunnerOptions {
  host: ActionsHost;
  /** Jobs at once; the machine's cores unless told. */
  parallel?: number;
  /** Seconds from when a job is queued to when its machine is there, as on GitHub; none unless told. */
  jobStart?: number;
  /** For jobs' folders and unpacked actions; a temporary one unless told. */
  folder?: string;
  /** Added to the environment of every job, as it is when the job starts; PATH is taken from this process unless given. */
  env?: Record<string, string>;
  /** Node for JavaScript actions. */
  node?: string;
  /** Labels that it has besides GitHub's, as a self-hosted runner. */
  labels?: readonly string[];
  /** The only workflow files that events start, by path; all unless told. */
  workflows?: readonly string[];
  /** Between the signals of a cancel; GitHub's are 7.5 s and 2.5 s. */
  delays?: CancelDelays;
  logger?: (message: string, fields: Record<string, unknown>) => void;
  onJob?: (event: JobEvent) => void;
}

interface RunnerStats {
  runs: number;
  jobs: number;
  byConclusion: Partial<Record<Conclusion, number>>;
}

export interface Runner {
  /** Resolves when nothing is queued or running; runs that wait for approval do not count. */
  idle(): Promise<void>;
  stats(): RunnerStats;
  /** The process ids that work with this token right now. */
  jobProcess(token: string): number[];
  /** SIGKILL to all of a job, and nothing more of it runs, as when its machine dies. False when it is not running. */
  killJob(jobId: number): boolean;
  /** `killJob` of the job that holds this token. */
  killHolder(token: string): boolean;
  close(): Promise<void>;
}

/** GitHub Actions on this machine: runs the workflows of a forge as its events ask for them. */
export function createRunner(options: RunnerOptions): Runner {
  const stats: RunnerStats = { runs: 0, jobs: 0, byConclusion: {} };
  const closing = new AbortController();
  const machine = createMachine(options, closing.signal, (event) => {
    count(stats, event);
    options.onJob?.(event);
  });
  const work = createWorkCounter();
  const intake = createIntake(machine, {
    track: (task) => {
      stats.runs += 1;
      work.track(task);
    },
    trackEvent: work.track,
    log: options.logger ?? (() => {}),
  });
  const crashAll = () => {
    intake.cancelAll("The runner was closed.");
    for (const job of machine.active.values()) job.crash();
  };
  process.once("exit", crashAll);

  const killJob = (jobId: number) => {
    const job = machine.active.get(jobId);
    job?.crash();
    return job !== undefined;
  };
  const holderOf = (token: string) => [...machine.active.values()].find((job) => job.token === token);

  return {
    idle: work.idle,
    stats: () => ({ ...stats, byConclusion: { ...stats.byConclusion } }),
    jobProcess: (token) => holderOf(token)?.processes.pids() ?? [],
    killJob,
    killHolder: (token) => killJob(holderOf(token)?.id ?? -1),
    async close() {
      closing.abort("The runner was closed.");
      intake.stop();
      process.off("exit", crashAll);
      crashAll();
      const again = setInterval(crashAll, 20);
      await work.idle();
      clearInterval(again);
      await rm(machine.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
    },
  };
}

function createMachine(options: RunnerOptions, closing: AbortSignal, report: Machine["report"]): Machine {
  const { host } = options;
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), "gsd-runner-"));
  mkdirSync(folder, { recursive: true });
  // A sandbox that runs as another user must be able to pass through.
  chmodSync(folder, 0o711);
  rmSync(join(folder, "actions"), { recursive: true, force: true });
  return {
    host,
    folder,
    node: options.node ?? process.execPath,
    get env() {
      return { PATH: process.env["PATH"] ?? "/usr/local/bin:/usr/bin:/bin", ...options.env };
    },
    labels: options.labels ?? [],
    delays: options.delays ?? { interrupt: 7500, terminate: 2500 },
    jobStartMs: (options.jobStart ?? 0) * 1000,
    slots: createSlots(options.parallel ?? availableParallelism()),
    groups: createConcurrencyGroups(),
    actions: createActionStore(host, join(folder, "actions")),
    workflows: createWorkflowLoader(host),
    mayStart: (path) => options.workflows?.includes(path) ?? true,
    tokenPlaceholder: `ghs_placeholder_${randomUUID()}`,
    active: new Map(),
    closing,
    report,
  };
}

function count(stats: RunnerStats, event: JobEvent) {
  if (event.type !== "completed" || event.conclusion === null) return;
  stats.jobs += 1;
  stats.byConclusion[event.conclusion] = (stats.byConclusion[event.conclusion] ?? 0) + 1;
}
