import { randomUUID } from "node:crypto";
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { rm } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import type { ActionsHost, Conclusion, WorkflowEvent } from "../actions-port.ts";
import { createActionStore } from "./action-store.ts";
import { createConcurrencyGroups } from "./concurrency.ts";
import { findRuns } from "./find-runs.ts";
import { createWorkflowLoader } from "./load-workflows.ts";
import type { JobEvent, Machine } from "./machine.ts";
import type { CancelDelays } from "./process-group.ts";
import { createSlots } from "./slots.ts";
import type { StartedRun } from "./start-run.ts";

export type { JobEvent } from "./machine.ts";

export interface RunnerOptions {
  host: ActionsHost;
  /** Jobs at once; the machine's cores unless told. */
  parallel?: number;
  /** For jobs' folders and unpacked actions; a temporary one unless told. */
  folder?: string;
  /** Added to every job's environment; PATH is taken from this process unless given. */
  env?: Record<string, string>;
  /** Node for JavaScript actions. */
  node?: string;
  /** Between the signals of a cancel; GitHub's are 7.5 s and 2.5 s. */
  delays?: CancelDelays;
  logger?: (message: string, fields: Record<string, unknown>) => void;
  onJob?: (event: JobEvent) => void;
}

export interface RunnerStats {
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
  const { host } = options;
  const stats: RunnerStats = { runs: 0, jobs: 0, byConclusion: {} };
  const closing = new AbortController();
  const machine = createMachine(options, closing.signal, (event) => {
    count(stats, event);
    options.onJob?.(event);
  });
  const log = options.logger ?? (() => {});
  const work = createWorkCounter();
  const runs = new Map<number, StartedRun>();
  const waiting = new Map<number, StartedRun>();
  const numbers = new Map<string, number>();
  let intake: Promise<unknown> = Promise.resolve();

  const nextNumber = (workflow: string) => {
    const number = (numbers.get(workflow) ?? 0) + 1;
    numbers.set(workflow, number);
    return number;
  };
  const execute = (run: StartedRun) => {
    stats.runs += 1;
    runs.set(run.id, run);
    work.track(run.execute().finally(() => runs.delete(run.id)));
  };
  const take = async (event: WorkflowEvent) => {
    for (const run of await findRuns(machine, event, nextNumber)) {
      if (closing.signal.aborted) return;
      if (!event.needsApproval) execute(run);
      else {
        waiting.set(run.id, run);
        host.updateRun(run.id, { status: "waiting", conclusion: "action_required" });
      }
    }
  };
  // One event after the other, so that runs queue in the order of their events.
  const accept = (event: WorkflowEvent) => {
    intake = intake
      .then(() => take(event))
      .catch((error) => log("event failed", { event: event.name, error }));
    work.track(intake);
  };
  const approve = ({ runId }: { runId: number }) => {
    const run = waiting.get(runId);
    if (!run || !waiting.delete(runId)) return;
    host.updateRun(runId, { status: "queued", conclusion: null });
    execute(run);
  };
  const cancel = ({ runId }: { runId: number }) => {
    if (waiting.delete(runId)) host.updateRun(runId, { status: "completed", conclusion: "cancelled" });
    runs.get(runId)?.cancel("The run was canceled.");
  };
  const crashAll = () => {
    for (const run of runs.values()) run.cancel("The runner was closed.");
    for (const job of machine.active.values()) job.crash();
  };
  const stops = [host.onEvent(accept), host.onCancel(cancel), host.onApprove(approve)];
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
      for (const stop of stops) stop();
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
    env: { PATH: process.env["PATH"] ?? "/usr/local/bin:/usr/bin:/bin", ...options.env },
    delays: options.delays ?? { interrupt: 7500, terminate: 2500 },
    slots: createSlots(options.parallel ?? availableParallelism()),
    groups: createConcurrencyGroups(),
    actions: createActionStore(host, join(folder, "actions")),
    workflows: createWorkflowLoader(host),
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

function createWorkCounter() {
  let open = 0;
  let idlers: (() => void)[] = [];
  const settle = () => {
    if (open > 0) return;
    for (const resolve of idlers) resolve();
    idlers = [];
  };
  return {
    track(task: Promise<unknown>) {
      open += 1;
      // An end may cause the next event (`workflow_run`): look again after what is due now.
      const done = () =>
        setImmediate(() => {
          open -= 1;
          settle();
        });
      task.then(done, done);
    },
    idle: () =>
      new Promise<void>((resolve) => {
        idlers.push(resolve);
        setImmediate(settle);
      }),
  };
}
