import { randomUUID } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Identity, StepRecord } from "../actions-port.ts";
import { identityClaims, type JobFolders, jobContext, runnerContext } from "./contexts.ts";
import { resolveTexts, type Scope } from "./evaluate.ts";
import { killOrphans } from "./kill-orphans.ts";
import { createMasker, type Masker } from "./mask.ts";
import type { PlannedJob } from "./plan-run.ts";
import type { PreparedAction } from "./prepare-action.ts";
import { createProcessGroup, type ProcessGroup } from "./process-group.ts";
import type { Run, WorkflowCall } from "./run-state.ts";
import type { PreparedStep } from "./run-step.ts";
import type { Frame } from "./step-scope.ts";

export interface JobRequest {
  run: Run;
  call: WorkflowCall;
  job: PlannedJob;
  name: string;
  /** Contexts known before the job has a machine: github, inputs, vars, needs, matrix, strategy. */
  scope: Scope;
  /** Asked when the run is cancelled: does the job's `if` still hold (`always()`)? */
  stillWanted: () => boolean;
}

/** A job on its machine. */
export interface Job {
  request: JobRequest;
  run: Run;
  id: number;
  folders: JobFolders;
  token: string;
  /** Only with `id-token: write`. */
  identity?: Identity;
  /** Marks the job's processes in their environment. */
  trackingId: string;
  masker: Masker;
  processes: ProcessGroup;
  contexts: Record<string, unknown>;
  /** Grows by `GITHUB_ENV` and `GITHUB_PATH`. */
  env: Record<string, string>;
  paths: string[];
  status: "success" | "failure";
  /** The job's own steps, as they see each other. */
  frame: Frame;
  records: StepRecord[];
  posts: PreparedStep[];
  /** Actions that are not in the workspace, found once. */
  actions: Map<string, Promise<PreparedAction>>;
  /** The job is to end, but `always()` steps still run. */
  cancelled: AbortController;
  /** The machine is gone: nothing runs any more. */
  dead: AbortController;
  log: (text: string) => void;
}

/** A clean folder, a token with exactly the job's permissions, and an environment without the host's. */
export async function createJob(request: JobRequest, id: number): Promise<Job> {
  const { run, call, job: planned } = request;
  const { machine } = run;
  const folders = await createFolders(machine.folder, id, run.repo);
  const token = machine.host.mintToken({
    repo: run.repo,
    runId: run.id,
    jobId: id,
    permissions: planned.permissions,
  });
  const secrets = { ...withToken(call.secrets, machine.tokenPlaceholder, token), GITHUB_TOKEN: token };
  const masker = createMasker();
  for (const secret of Object.values(secrets)) masker.add(secret);
  const contexts = {
    ...request.scope.contexts,
    inputs: withToken(call.inputs, machine.tokenPlaceholder, token),
    secrets,
    github: { ...run.github, ...jobFields(planned.id, folders), token },
    // Whoever starts a runner may say where its tools are.
    runner: runnerContext({ ...folders, tools: machine.env["RUNNER_TOOL_CACHE"] ?? folders.tools }),
    job: jobContext(call.plan, id),
  };
  await writeFile(join(folders.temp, "event.json"), JSON.stringify(run.github["event"]));
  const identity = grantIdentity(request);
  if (identity) masker.add(identity.token);
  return {
    ...(identity ? { identity } : {}),
    request,
    run,
    id,
    folders,
    token,
    trackingId: `gsd_${randomUUID()}`,
    masker,
    processes: createProcessGroup(machine.delays),
    contexts,
    env: {},
    paths: [],
    status: "success",
    frame: createFrame(request, contexts.inputs),
    records: [],
    posts: [],
    actions: new Map(),
    cancelled: new AbortController(),
    dead: new AbortController(),
    log: (text) => machine.host.appendLog(id, `${masker.apply(text)}\n`),
  };
}

/** A job without `id-token: write` is not told where to ask who it is. */
function grantIdentity({ run, call, job }: JobRequest): Identity | undefined {
  if (job.permissions["id-token"] !== "write") return undefined;
  return run.machine.host.grantIdentity(identityClaims(run.github, call.plan));
}

/** Takes the machine down: no process, token or file of the job is left. */
export async function disposeJob(job: Job): Promise<void> {
  const { host } = job.run.machine;
  job.processes.killAll();
  killOrphans(job.trackingId);
  host.revokeToken(job.token);
  if (job.identity) host.revokeIdentity(job.identity);
  await rm(job.folders.root, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 });
}

async function createFolders(base: string, id: number, repo: string): Promise<JobFolders> {
  const root = join(base, `job-${id}`);
  const name = repo.split("/")[1] ?? repo;
  const folders = {
    root,
    workspace: join(root, "work", name),
    temp: join(root, "temp"),
    home: join(root, "home"),
    scratch: join(root, "tmp"),
    tools: join(root, "tools"),
  };
  await rm(root, { recursive: true, force: true });
  await Promise.all(Object.values(folders).map((folder) => mkdir(folder, { recursive: true })));
  return folders;
}

function jobFields(id: string, folders: JobFolders) {
  return {
    job: id,
    workspace: folders.workspace,
    event_path: join(folders.temp, "event.json"),
    action: "",
    action_path: "",
    action_ref: "",
    action_repository: "",
  };
}

function createFrame({ call, job }: JobRequest, inputs: Record<string, unknown>): Frame {
  const defaults = { ...call.plan.document.defaults?.run, ...job.document.defaults?.run };
  return { source: call.plan.source, steps: {}, status: "success", inputs, env: {}, defaults };
}

/** `env` of the workflow and, over it, of the job. */
export function jobEnvironment({ request, contexts }: Job): Record<string, string> {
  const workflow = resolveTexts(request.call.plan.document.env, { contexts });
  return { ...workflow, ...resolveTexts(request.job.document.env, { contexts }) };
}

/** A caller that hands on its token hands on that of the job which uses it. */
function withToken<Value>(values: Record<string, Value>, placeholder: string, token: string) {
  const replace = (value: Value) =>
    typeof value === "string" ? value.replaceAll(placeholder, () => token) : value;
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, replace(value)])) as Record<
    string,
    Value
  >;
}
