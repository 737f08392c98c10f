import { GsdError } from "../../core/gsd-error.ts";
import type { Conclusion, WorkflowEvent } from "../actions-port.ts";
import { defaultTitle, githubContext } from "./contexts.ts";
import type { WorkflowDocument } from "./documents.ts";
import { createConcurrencyRequest, enterGroup } from "./enter-group.ts";
import { resolveText } from "./evaluate.ts";
import type { WorkflowFile } from "./load-workflows.ts";
import type { Machine } from "./machine.ts";
import { triggersOf } from "./match-trigger.ts";
import { readOnly } from "./permissions.ts";
import { type PlannedWorkflow, planRun } from "./plan-run.ts";
import { readDispatchInputs } from "./read-inputs.ts";
import type { Run } from "./run-state.ts";
import { runWorkflow } from "./run-workflow.ts";

/** A run that was created and planned; `execute` never throws. */
export interface StartedRun {
  id: number;
  cancel: (reason: string) => void;
  execute: () => Promise<void>;
}

/** Creates the run that an event asks for. What is wrong with the workflow ends it as `startup_failure`, with the words in its log. */
export async function startRun(
  machine: Machine,
  event: WorkflowEvent,
  options: { file: WorkflowFile; number: number },
): Promise<StartedRun | undefined> {
  const { file } = options;
  const document = file.parsed.document;
  const name = document?.name || file.path;
  const id = event.runId ?? createRun(machine, event, { path: file.path, name });
  try {
    const plan = await planRun(file, machine);
    const { run, inputs } = createRunState(machine, event, { ...options, id, name, document: plan.document });
    const title = resolveText(plan.document["run-name"] ?? "", { contexts: { ...scopeOf(run), inputs } });
    if (title !== "") machine.host.updateRun(id, { status: "queued", displayTitle: title });
    return { id, cancel: run.cancel, execute: () => executeRun(run, plan, inputs) };
  } catch (error) {
    failStartup(machine, id, { path: file.path, error });
    return undefined;
  }
}

/** A dispatch that names a file which is not there, or does not listen to it. */
export function refuseDispatch(machine: Machine, event: WorkflowEvent, reason: string) {
  const path = event.workflow ?? "";
  const id = event.runId ?? createRun(machine, event, { path, name: path });
  failStartup(machine, id, { path, error: new GsdError("startup", reason) });
}

function createRun(machine: Machine, event: WorkflowEvent, workflow: { path: string; name: string }): number {
  const pull = event.payload["pull_request"] as Record<string, Record<string, string>> | undefined;
  const isPull = event.name.startsWith("pull_request") && pull !== undefined;
  return machine.host.createRun({
    repo: event.repo,
    workflowPath: workflow.path,
    workflowName: workflow.name,
    displayTitle: defaultTitle(event, workflow.name),
    event: event.name,
    headBranch: (isPull && pull["head"]?.["ref"]) || event.ref.replace(/^refs\/(heads|tags)\//, ""),
    headSha: (isPull && pull["head"]?.["sha"]) || event.sha,
    actor: event.actor,
  });
}

function createRunState(
  machine: Machine,
  event: WorkflowEvent,
  options: { id: number; number: number; name: string; file: WorkflowFile; document: WorkflowDocument },
) {
  const { host } = machine;
  const { id, number, name, file } = options;
  const cancelled = new AbortController();
  const inputs = dispatchInputs(options.document, event);
  const workflow = { name, path: file.path, source: file.source };
  const run: Run = {
    machine,
    id,
    number,
    repo: event.repo,
    event,
    github: githubContext({ host, event, inputs, run: { id, number }, workflow }),
    vars: host.variables(event.repo),
    cancelled: cancelled.signal,
    cancel: (reason) => cancelled.abort(reason),
  };
  return { run, inputs };
}

function dispatchInputs(document: WorkflowDocument, event: WorkflowEvent): Record<string, unknown> {
  if (event.name !== "workflow_dispatch") return {};
  const trigger = triggersOf(document.on)["workflow_dispatch"] as Parameters<typeof readDispatchInputs>[0];
  const declared = (trigger as { inputs?: Parameters<typeof readDispatchInputs>[0] } | null)?.inputs;
  return readDispatchInputs(declared, (event.payload["inputs"] ?? {}) as Record<string, unknown>);
}

async function executeRun(run: Run, plan: PlannedWorkflow, inputs: Record<string, unknown>): Promise<void> {
  const { host, groups } = run.machine;
  const finish = (conclusion: Conclusion) => host.updateRun(run.id, { status: "completed", conclusion });
  try {
    const scope = { contexts: { ...scopeOf(run), inputs } };
    const request = createConcurrencyRequest(run.repo, plan.document.concurrency, scope);
    const entered = await enterGroup(groups, request, { cancelled: run.cancelled, held: [] });
    if (entered.type === "cancelled") return finish("cancelled");
    try {
      host.updateRun(run.id, { status: "in_progress" });
      const fork = isFromFork(run.event);
      const call = {
        plan: fork ? withReadOnly(plan) : plan,
        inputs,
        secrets: fork ? {} : host.secrets(run.repo),
        prefix: "",
        cancelled: entered.cancelled,
        held: entered.held,
      };
      const { result } = await runWorkflow(run, call);
      finish(entered.cancelled.aborted && result !== "failure" ? "cancelled" : result);
    } finally {
      entered.leave();
    }
  } catch (error) {
    failStartup(run.machine, run.id, { path: plan.path, error });
  }
}

function scopeOf(run: Run) {
  return { github: run.github, vars: run.vars };
}

/** A pull request from a fork gets a token that only reads, and no secrets. */
function isFromFork(event: WorkflowEvent): boolean {
  if (event.name !== "pull_request") return false;
  const pull = event.payload["pull_request"] as
    | { head?: { repo?: { full_name?: string } | null } }
    | undefined;
  const head = pull?.head?.repo?.full_name;
  return head !== undefined && head !== event.repo;
}

function withReadOnly(plan: PlannedWorkflow): PlannedWorkflow {
  const jobs = [...plan.jobs].map(([id, job]) => {
    const calls = job.calls && withReadOnly(job.calls);
    return [id, { ...job, permissions: readOnly(job.permissions), calls }] as const;
  });
  return { ...plan, jobs: new Map(jobs) };
}

/** The run's one job holds the messages, so that they can be read where one looks for them. */
function failStartup(machine: Machine, id: number, { path, error }: { path: string; error: unknown }) {
  const { host } = machine;
  const words = error instanceof Error ? error.message : String(error);
  const job = host.createJob(id, path);
  for (const line of words.split("\n")) host.appendLog(job.id, `##[error]${line}\n`);
  const now = new Date().toISOString();
  host.updateJob(job.id, { status: "completed", conclusion: "failure", startedAt: now, completedAt: now });
  host.updateRun(id, { status: "completed", conclusion: "startup_failure" });
}
