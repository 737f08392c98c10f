import type { StepRecord } from "../actions-port.ts";
import {
  evaluateCondition,
  holds,
  mayFail,
  resolveNumber,
  resolveText,
  resolveTexts,
  type Scope,
} from "./evaluate.ts";
import type { Job } from "./job-state.ts";
import { type Frame, type StepResult, scopeOfStep } from "./step-scope.ts";

/** A step ready to run: of a workflow, of a composite action, or one that the runner adds. */
export interface PreparedStep {
  id?: string;
  /** May hold expressions. */
  title: string;
  condition: unknown;
  env?: Record<string, unknown>;
  timeoutMinutes?: unknown;
  continueOnError?: unknown;
  /** Shown in the job's list of steps. */
  recorded: boolean;
  execute: (control: StepControl) => Promise<Record<string, string>>;
}

/** What a running step works with. */
export interface StepControl {
  job: Job;
  frame: Frame;
  id: string;
  /** The step's own `env`. */
  env: Record<string, string>;
  scope: Scope;
  stop: AbortSignal;
}

/** Runs a step if its condition holds, and remembers how it ended. */
export async function runStep(job: Job, frame: Frame, step: PreparedStep): Promise<void> {
  if (job.dead.signal.aborted) return;
  const record = step.recorded ? openRecord(job, step.title) : undefined;
  const result = await attempt(job, frame, { step, record });
  if (step.id !== undefined) frame.steps[step.id] = result;
  if (result.conclusion === "failure") {
    frame.status = "failure";
    if (step.recorded) job.status = "failure";
  }
  closeRecord(job, record, result);
}

interface Attempt {
  step: PreparedStep;
  record: StepRecord | undefined;
}

async function attempt(job: Job, frame: Frame, { step, record }: Attempt): Promise<StepResult> {
  const stop = new AbortController();
  let outputs: Record<string, string> = {};
  let outcome: StepResult["outcome"] = "success";
  let clear = () => {};
  try {
    if (!evaluateCondition(step.condition, scopeOfStep(job, frame, {}))) return ended("skipped");
    const env = resolveTexts(step.env, scopeOfStep(job, frame, {}));
    const scope = scopeOfStep(job, frame, env);
    if (record) record.name = job.masker.apply(titleOf(step, scope));
    clear = endWithJob(job, frame, { step, stop, scope });
    outputs = await step.execute({ job, frame, id: step.id ?? "__run", env, scope, stop: stop.signal });
  } catch (error) {
    const cancelled = stop.signal.aborted && stop.signal.reason === "cancelled";
    outcome = cancelled ? "cancelled" : "failure";
    const text = error instanceof Error ? error.message : String(error);
    job.log(`##[error]${cancelled ? "The operation was canceled." : text}`);
    outputs = (error as { outputs?: Record<string, string> }).outputs ?? {};
  } finally {
    clear();
  }
  if (outcome === "success" || outcome === "cancelled") return { outputs, outcome, conclusion: outcome };
  const forgiven = mayFail(step.continueOnError, scopeOfStep(job, frame, {}));
  return { outputs, outcome, conclusion: forgiven ? "success" : outcome };
}

/** Aborts `stop` when the job is cancelled (unless the step's `if` still holds) or the step's time is up. */
function endWithJob(
  job: Job,
  frame: Frame,
  { step, stop, scope }: { step: PreparedStep; stop: AbortController; scope: Scope },
): () => void {
  const cancel = () => {
    if (!holds(() => evaluateCondition(step.condition, scopeOfStep(job, frame, {})))) stop.abort("cancelled");
  };
  const minutes = step.timeoutMinutes === undefined ? undefined : resolveNumber(step.timeoutMinutes, scope);
  const tooLong = () => {
    job.log(`##[error]The step has timed out after ${minutes} minutes.`);
    stop.abort("timeout");
  };
  const timer = minutes === undefined ? undefined : setTimeout(tooLong, minutes * 60_000);
  const endWithOuter = () => {
    if (frame.stop?.reason === "timeout") stop.abort("timeout");
  };
  job.cancelled.signal.addEventListener("abort", cancel, { once: true });
  frame.stop?.addEventListener("abort", endWithOuter, { once: true });
  return () => {
    clearTimeout(timer);
    frame.stop?.removeEventListener("abort", endWithOuter);
    job.cancelled.signal.removeEventListener("abort", cancel);
  };
}

function titleOf(step: PreparedStep, scope: Scope): string {
  try {
    return resolveText(step.title, scope) || step.title;
  } catch {
    return step.title;
  }
}

function ended(outcome: StepResult["outcome"]): StepResult {
  return { outputs: {}, outcome, conclusion: outcome };
}

function openRecord(job: Job, name: string): StepRecord {
  const record: StepRecord = {
    number: job.records.length + 1,
    name,
    status: "in_progress",
    conclusion: null,
    startedAt: new Date().toISOString(),
  };
  job.records.push(record);
  publish(job);
  return record;
}

function closeRecord(job: Job, record: StepRecord | undefined, result: StepResult) {
  if (!record) return;
  record.status = "completed";
  record.conclusion = result.conclusion;
  record.completedAt = new Date().toISOString();
  publish(job);
}

function publish(job: Job) {
  job.run.machine.host.updateJob(job.id, { steps: job.records.map((record) => ({ ...record })) });
}
