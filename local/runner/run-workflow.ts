import type { Conclusion } from "../actions-port.ts";
import { createConcurrencyRequest, enterGroup } from "./enter-group.ts";
import {
  evaluateCondition,
  resolveTexts,
  resolveValue,
  type Scope,
  type StatusFunctions,
} from "./evaluate.ts";
import { expandMatrix, type MatrixLeg } from "./expand-matrix.ts";
import { formatJobName } from "./job-names.ts";
import type { PlannedJob } from "./plan-run.ts";
import { readCallInputs } from "./read-inputs.ts";
import { runJob } from "./run-job.ts";
import { runMatrix, type Strategy } from "./run-matrix.ts";
import { combineResults, type JobOutcome, type Run, type WorkflowCall } from "./run-state.ts";

/** Runs all jobs of a workflow in the order of their `needs`; the outputs are those of `on.workflow_call`. */
export async function runWorkflow(run: Run, call: WorkflowCall): Promise<JobOutcome> {
  const outcomes = new Map<string, Promise<JobOutcome>>();
  const settled = new Map<string, JobOutcome>();

  const outcomeOf = (id: string): Promise<JobOutcome> => {
    const known = outcomes.get(id) ?? start(id);
    outcomes.set(id, known);
    return known;
  };
  const start = async (id: string) => {
    const job = call.plan.jobs.get(id)!;
    await Promise.all(job.needs.map(outcomeOf));
    const outcome = await runPlannedJob(run, call, { job, settled });
    settled.set(id, outcome);
    return outcome;
  };

  const all = await Promise.all([...call.plan.jobs.keys()].map(outcomeOf));
  const result = combineResults(all.map((outcome) => outcome.result));
  return { result, outputs: callOutputs(run, call, settled) };
}

function callOutputs(run: Run, call: WorkflowCall, settled: Map<string, JobOutcome>) {
  const contexts = {
    github: run.github,
    inputs: call.inputs,
    vars: run.vars,
    jobs: Object.fromEntries(settled),
  };
  const declared = Object.entries(call.plan.call.outputs ?? {});
  return resolveTexts(Object.fromEntries(declared.map(([name, { value }]) => [name, value])), { contexts });
}

interface Place {
  job: PlannedJob;
  settled: Map<string, JobOutcome>;
}

async function runPlannedJob(run: Run, call: WorkflowCall, place: Place): Promise<JobOutcome> {
  const { job } = place;
  const scope = jobScope(run, call, place);
  try {
    if (!evaluateCondition(job.document.if, scope)) {
      recordJob(run, nameOf(call, job, { scope }), call.cancelled.aborted ? "cancelled" : "skipped");
      return { result: call.cancelled.aborted ? "cancelled" : "skipped", outputs: {} };
    }
    const strategy = readStrategy(job, scope);
    const legs = strategy.legs.map(
      (leg, index) => (cancelled: AbortSignal) =>
        runLeg(run, { ...call, cancelled }, { ...place, leg, index, strategy }).catch((error) =>
          failEvaluation(run, call, { job, error }),
        ),
    );
    return await runMatrix(legs, strategy, call.cancelled);
  } catch (error) {
    return failEvaluation(run, call, { job, error });
  }
}

function failEvaluation(
  run: Run,
  call: WorkflowCall,
  { job, error }: { job: PlannedJob; error: unknown },
): JobOutcome {
  const reason = `Error when evaluating job '${job.id}' of ${call.plan.path}: ${messageOf(error)}`;
  recordJob(run, `${call.prefix}${job.id}`, "failure", reason);
  return { result: "failure", outputs: {} };
}

function jobScope(run: Run, call: WorkflowCall, { job, settled }: Place): Scope {
  const needs = Object.fromEntries(job.needs.map((id) => [id, settled.get(id)]));
  const token = { token: run.machine.tokenPlaceholder };
  return {
    contexts: { github: { ...run.github, ...token }, inputs: call.inputs, vars: run.vars, needs },
    status: statusOfNeeds(call, { job, settled }),
  };
}

/** `success()` and `failure()` of a job look at all its ancestors, not only at those it names. */
function statusOfNeeds(call: WorkflowCall, { job, settled }: Place): StatusFunctions {
  const ancestors = new Set<string>();
  const visit = (id: string) => {
    if (ancestors.has(id)) return;
    ancestors.add(id);
    for (const need of call.plan.jobs.get(id)?.needs ?? []) visit(need);
  };
  for (const need of job.needs) visit(need);
  const results = (names: string[]) =>
    (names.length > 0 ? names : [...ancestors]).map((id) => settled.get(id)?.result);
  return {
    success: (names) => !call.cancelled.aborted && results(names).every((result) => result === "success"),
    failure: (names) => !call.cancelled.aborted && results(names).includes("failure"),
    cancelled: () => call.cancelled.aborted,
  };
}

function readStrategy(job: PlannedJob, scope: Scope): Strategy {
  const strategy = (resolveValue(job.document.strategy ?? {}, scope) ?? {}) as Record<string, unknown>;
  const legs = strategy["matrix"] === undefined ? [undefined] : expandMatrix(strategy["matrix"]);
  return {
    legs,
    failFast: strategy["fail-fast"] !== false && strategy["fail-fast"] !== "false",
    maxParallel: Number(strategy["max-parallel"] ?? 0) || legs.length,
  };
}

interface LegPlace extends Place {
  leg: MatrixLeg | undefined;
  index: number;
  strategy: Strategy;
}

async function runLeg(run: Run, call: WorkflowCall, place: LegPlace): Promise<JobOutcome> {
  const { job, leg, index, strategy } = place;
  const base = jobScope(run, call, place);
  const contexts = {
    ...base.contexts,
    matrix: leg ?? null,
    strategy: {
      "fail-fast": strategy.failFast,
      "job-index": index,
      "job-total": strategy.legs.length,
      "max-parallel": strategy.maxParallel,
    },
  };
  const scope: Scope = { contexts, status: base.status };
  const name = nameOf(call, job, { leg, scope });
  const request = createConcurrencyRequest(run.repo, job.document.concurrency, scope);
  const entered = await enterGroup(run.machine.groups, request, call);
  if (entered.type === "cancelled") {
    recordJob(run, name, "cancelled", entered.reason);
    return { result: "cancelled", outputs: {} };
  }
  const inside = { ...call, cancelled: entered.cancelled, held: entered.held };
  try {
    if (job.calls) return await runCalled(run, inside, { job, scope, name });
    const stillWanted = () => evaluateCondition(job.document.if, jobScope(run, inside, place));
    return await runJob({ run, call: inside, job, name, scope, stillWanted });
  } finally {
    entered.leave();
  }
}

async function runCalled(
  run: Run,
  call: WorkflowCall,
  { job, scope, name }: { job: PlannedJob; scope: Scope; name: string },
): Promise<JobOutcome> {
  const plan = job.calls!;
  const given = resolveValue(job.document.with ?? {}, scope) as Record<string, unknown>;
  const secretScope = { ...scope, contexts: { ...scope.contexts, secrets: callerSecrets(run, call) } };
  const called: WorkflowCall = {
    ...call,
    plan,
    inputs: readCallInputs(resolveDefaults(plan.call.inputs, scope), given),
    secrets:
      job.document.secrets === "inherit" ? call.secrets : resolveTexts(job.document.secrets, secretScope),
    prefix: `${name} / `,
  };
  const request = createConcurrencyRequest(run.repo, plan.document.concurrency, {
    contexts: { github: run.github, inputs: called.inputs, vars: run.vars },
  });
  const entered = await enterGroup(run.machine.groups, request, called);
  if (entered.type === "cancelled") {
    recordJob(run, name, "cancelled", entered.reason);
    return { result: "cancelled", outputs: {} };
  }
  try {
    return await runWorkflow(run, { ...called, cancelled: entered.cancelled, held: entered.held });
  } finally {
    entered.leave();
  }
}

function resolveDefaults(inputs: WorkflowCall["plan"]["call"]["inputs"], scope: Scope) {
  const entries = Object.entries(inputs ?? {}).map(([name, definition]) => {
    const value = resolveValue(definition?.default, scope);
    return [name, { ...definition, default: value }];
  });
  return Object.fromEntries(entries);
}

function callerSecrets(run: Run, call: WorkflowCall) {
  return { ...call.secrets, GITHUB_TOKEN: run.machine.tokenPlaceholder };
}

function nameOf(
  call: WorkflowCall,
  job: PlannedJob,
  at: { leg?: MatrixLeg | undefined; scope: Scope },
): string {
  return formatJobName({
    prefix: call.prefix,
    id: job.id,
    document: job.document,
    leg: at.leg,
    scope: at.scope,
  });
}

/** A job that never gets a machine still shows up, with the reason in its log. */
function recordJob(run: Run, name: string, conclusion: Conclusion, reason?: string) {
  const { host } = run.machine;
  const job = host.createJob(run.id, name);
  const now = new Date().toISOString();
  if (reason) host.appendLog(job.id, `##[error]${reason}\n`);
  host.updateJob(job.id, { status: "completed", conclusion, startedAt: now, completedAt: now });
  run.machine.report({ type: "completed", repo: run.repo, runId: run.id, jobId: job.id, name, conclusion });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
