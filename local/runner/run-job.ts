import { setTimeout as sleep } from "node:timers/promises";
import type { Conclusion } from "../actions-port.ts";
import { holds, mayFail, resolveNumber, resolveTexts } from "./evaluate.ts";
import { createJob, disposeJob, type Job, type JobRequest } from "./job-state.ts";
import { killOrphans } from "./kill-orphans.ts";
import type { JobOutcome, JobResult } from "./run-state.ts";
import { runSteps } from "./run-steps.ts";
import { scopeOfStep } from "./step-scope.ts";

const longestMinutes = 360;
const graceMinutes = 5;

/** Runs one job: waits for a free slot, makes the machine, runs the steps, and takes everything down again. */
export async function runJob(request: JobRequest): Promise<JobOutcome> {
  const { run, call, name } = request;
  const { host } = run.machine;
  const { id } = host.createJob(run.id, name);
  const giveUp = AbortSignal.any([unlessWanted(request), run.machine.closing]);
  await startMachine(run.machine.jobStartMs, giveUp);
  const release = await run.machine.slots.acquire(giveUp);
  if (!release) {
    host.appendLog(id, `##[error]${reasonOf(call.cancelled)}\n`);
    return conclude(request, id, { result: "cancelled", outputs: {} });
  }
  const started = Date.now();
  host.updateJob(id, { status: "in_progress", startedAt: new Date().toISOString() });
  run.machine.report({ type: "started", repo: run.repo, runId: run.id, jobId: id, name, conclusion: null });
  try {
    const outcome = await runOnMachine(request, id);
    return conclude(request, id, outcome, started);
  } finally {
    release();
  }
}

/** A machine takes its time to start; it takes no slot of this one meanwhile. */
async function startMachine(milliseconds: number, giveUp: AbortSignal): Promise<void> {
  // Rejects only when the wait is given up: the slot is not taken then either.
  if (milliseconds > 0) await sleep(milliseconds, undefined, { signal: giveUp }).catch(() => {});
}

async function runOnMachine(request: JobRequest, id: number): Promise<JobOutcome> {
  const { host, active } = request.run.machine;
  let job: Job;
  try {
    job = await createJob(request, id);
  } catch (error) {
    host.appendLog(id, `##[error]${error instanceof Error ? error.message : error}\n`);
    return { result: "failure", outputs: {} };
  }
  const crash = () => {
    job.dead.abort("The runner has lost communication with the server.");
    job.processes.killAll();
    killOrphans(job.trackingId);
  };
  active.set(id, { id, token: job.token, processes: job.processes, crash });
  let forget = () => {};
  try {
    forget = watchForEnd(job, crash);
    await runSteps(job);
    // A machine that completes its job hands on its outputs however it ended: https://github.com/actions/runner, JobExtension.FinalizeJob.
    return { result: resultOf(job), outputs: job.dead.signal.aborted ? {} : jobOutputs(job) };
  } catch (error) {
    job.log(`##[error]${error instanceof Error ? error.message : error}`);
    return { result: "failure", outputs: {} };
  } finally {
    forget();
    active.delete(id);
    await disposeJob(job);
  }
}

function resultOf(job: Job): JobResult {
  if (job.dead.signal.aborted && !job.cancelled.signal.aborted) return "failure";
  return job.cancelled.signal.aborted ? "cancelled" : job.status;
}

/** Aborted when the run is cancelled and the job's `if` does not hold any more. */
function unlessWanted(request: JobRequest): AbortSignal {
  const controller = new AbortController();
  const { cancelled } = request.call;
  const check = () => {
    if (!holds(request.stillWanted)) controller.abort(cancelled.reason);
  };
  if (cancelled.aborted) check();
  else cancelled.addEventListener("abort", check, { once: true });
  return controller.signal;
}

/** The three ends that come from outside: a cancel, the job's time limit, and the end of patience after either. */
function watchForEnd(job: Job, crash: () => void): () => void {
  const { document } = job.request.job;
  const minutes = resolveNumber(document["timeout-minutes"] ?? longestMinutes, job.request.scope);
  const grace = resolveNumber(document["cancel-timeout-minutes"] ?? graceMinutes, job.request.scope);
  const timers: NodeJS.Timeout[] = [];
  const end = (reason: string) => {
    if (job.cancelled.signal.aborted) return;
    job.log(`##[error]${reason}`);
    job.cancelled.abort(reason);
    timers.push(setTimeout(crash, grace * 60_000).unref());
  };
  const tooLong = `The job has exceeded the maximum execution time of ${minutes} minutes.`;
  timers.push(setTimeout(end, Math.min(minutes * 60_000, 2 ** 31 - 1), tooLong));
  const unwanted = unlessWanted(job.request);
  const cancel = () => end(reasonOf(unwanted));
  if (unwanted.aborted) cancel();
  else unwanted.addEventListener("abort", cancel, { once: true });
  return () => {
    unwanted.removeEventListener("abort", cancel);
    for (const timer of timers) clearTimeout(timer);
  };
}

/** Outputs that hold a secret are dropped, as on GitHub. */
function jobOutputs(job: Job): Record<string, string> {
  const scope = scopeOfStep(job, job.frame, {});
  const outputs = Object.entries(resolveTexts(job.request.job.document.outputs, scope));
  const safe = outputs.filter(([name, value]) => {
    if (!job.masker.hides(value)) return true;
    job.log(`##[warning]Skip output '${name}' since it may contain secret.`);
    return false;
  });
  return Object.fromEntries(safe);
}

function conclude(request: JobRequest, id: number, outcome: JobOutcome, started?: number): JobOutcome {
  const { run, job, name, scope } = request;
  const conclusion: Conclusion = outcome.result;
  const change = { status: "completed" as const, conclusion, completedAt: new Date().toISOString() };
  run.machine.host.updateJob(id, change);
  const milliseconds = started === undefined ? 0 : Date.now() - started;
  run.machine.report({
    type: "completed",
    repo: run.repo,
    runId: run.id,
    jobId: id,
    name,
    conclusion,
    milliseconds,
  });
  if (outcome.result !== "failure" || !mayFail(job.document["continue-on-error"], scope)) return outcome;
  return { ...outcome, result: "success" };
}

function reasonOf(signal: AbortSignal): string {
  return typeof signal.reason === "string" ? signal.reason : "The run was canceled.";
}
