import { GsdError } from "../../core/gsd-error.ts";
import type { ActionsHost, TokenPermissions } from "../actions-port.ts";
import type { CallDocument, JobDocument, WorkflowDocument } from "./documents.ts";
import type { WorkflowFile, WorkflowLoader } from "./load-workflows.ts";
import { triggersOf } from "./match-trigger.ts";
import { defaultPermissions, exceedingPermissions, readPermissions } from "./permissions.ts";
import { parseUses, type Source } from "./resolve-uses.ts";

/** A workflow with everything it calls, each job with the permissions its token will carry. */
export interface PlannedWorkflow {
  source: Source;
  path: string;
  document: WorkflowDocument;
  call: CallDocument;
  jobs: Map<string, PlannedJob>;
}

export interface PlannedJob {
  id: string;
  document: JobDocument;
  needs: string[];
  permissions: TokenPermissions;
  calls?: PlannedWorkflow;
}

const deepest = 10;

/** Reads all called workflows and checks what GitHub checks before a run starts. Throws `startup` with all messages. */
export async function planRun(
  file: WorkflowFile,
  tools: { host: ActionsHost; workflows: WorkflowLoader },
): Promise<PlannedWorkflow> {
  const errors: string[] = [];
  const plan = await planWorkflow(file, { ...tools, errors, depth: 1 });
  if (plan && errors.length === 0) return plan;
  throw new GsdError("startup", errors.join("\n"));
}

interface Planning {
  host: ActionsHost;
  workflows: WorkflowLoader;
  errors: string[];
  depth: number;
  /** What the calling job may give; undefined at the top. */
  ceiling?: TokenPermissions;
}

async function planWorkflow(file: WorkflowFile, planning: Planning): Promise<PlannedWorkflow | undefined> {
  const { document, errors } = file.parsed;
  planning.errors.push(...errors);
  if (!document) return undefined;
  const call = (triggersOf(document.on)["workflow_call"] ?? {}) as CallDocument;
  const jobs = new Map<string, PlannedJob>();
  for (const [id, job] of Object.entries(document.jobs)) {
    jobs.set(id, await planJob(id, job, { file, document, planning }));
  }
  return { source: file.source, path: file.path, document, call, jobs };
}

interface Place {
  file: WorkflowFile;
  document: WorkflowDocument;
  planning: Planning;
}

async function planJob(id: string, job: JobDocument, place: Place): Promise<PlannedJob> {
  const { planning, file } = place;
  for (const key of ["container", "services", "environment", "snapshot"] as const) {
    if (job[key] === undefined || isPlainEnvironment(key, job[key])) continue;
    planning.errors.push(`${file.path}: job '${id}': not supported by the local runner: ${key}`);
  }
  const permissions = jobPermissions(id, job, place);
  const needs = job.needs === undefined ? [] : [job.needs].flat();
  const planned: PlannedJob = { id, document: job, needs, permissions };
  if (job.uses !== undefined) planned.calls = await planCall(planned, job.uses, place);
  return planned;
}

/** An environment that nobody set up has neither rules nor secrets: GitHub makes it, and goes on. */
function isPlainEnvironment(key: string, value: unknown): boolean {
  return key === "environment" && typeof value === "string" && !value.includes("${{");
}

function jobPermissions(id: string, job: JobDocument, { file, document, planning }: Place): TokenPermissions {
  const asked = readPermissions(job.permissions) ?? readPermissions(document.permissions);
  if (!planning.ceiling) return asked ?? defaultPermissions;
  for (const excess of exceedingPermissions(asked ?? {}, planning.ceiling)) {
    planning.errors.push(
      `Error calling workflow '${file.source.repo}/${file.path}@${file.source.ref}'. The nested job '${id}' is requesting ${excess}.`,
    );
  }
  return asked ?? planning.ceiling;
}

async function planCall(
  caller: PlannedJob,
  uses: string,
  place: Place,
): Promise<PlannedWorkflow | undefined> {
  const { planning } = place;
  const fail = (reason: string) => {
    planning.errors.push(`${place.file.path}: job '${caller.id}': ${reason}`);
    return undefined;
  };
  if (planning.depth >= deepest)
    return fail(`reusable workflows may be nested at most ${deepest} levels deep`);
  const file = await findCalled(uses, place).catch((error: GsdError) => fail(error.message));
  if (!file) return undefined;
  const called = await planWorkflow(file, {
    ...planning,
    depth: planning.depth + 1,
    ceiling: caller.permissions,
  });
  if (!called) return undefined;
  if (!("workflow_call" in triggersOf(called.document.on))) {
    return fail(`'${uses}' is not reusable: it has no 'on: workflow_call'`);
  }
  for (const reason of wrongArguments(caller.document, called.call)) fail(reason);
  return called;
}

async function findCalled(uses: string, { file, planning }: Place): Promise<WorkflowFile> {
  const target = parseUses(uses);
  if (target.type === "docker") throw new GsdError("uses-invalid", `'${uses}' is not a workflow`);
  let source = file.source;
  if (target.type === "repository") {
    const sha = await planning.host.resolveCommit(target.repo, target.ref).catch(() => undefined);
    if (!sha) throw new GsdError("workflow-unknown", `workflow was not found: '${uses}'`);
    source = { repo: target.repo, ref: target.ref, sha };
  }
  const found = await planning.workflows.one(source, target.path);
  if (!found) throw new GsdError("workflow-unknown", `workflow was not found: '${uses}'`);
  return found;
}

function wrongArguments(caller: JobDocument, call: CallDocument): string[] {
  const given = caller.with ?? {};
  const inputs = call.inputs ?? {};
  const wrong = [
    ...unknownNames(given, inputs).map(
      (name) => `Invalid input, ${name} is not defined in the referenced workflow.`,
    ),
    ...missingNames(given, inputs).map(
      (name) => `Input ${name} is required, but not provided while calling.`,
    ),
  ];
  if (caller.secrets === "inherit") return wrong;
  const secrets = caller.secrets ?? {};
  const declared = call.secrets ?? {};
  return [
    ...wrong,
    ...unknownNames(secrets, declared).map(
      (name) => `Invalid secret, ${name} is not defined in the referenced workflow.`,
    ),
    ...missingNames(secrets, declared).map(
      (name) => `Secret ${name} is required, but not provided while calling.`,
    ),
  ];
}

function unknownNames(given: object, declared: object): string[] {
  const known = new Set(Object.keys(declared).map((name) => name.toLowerCase()));
  return Object.keys(given).filter((name) => !known.has(name.toLowerCase()));
}

function missingNames(given: object, declared: Record<string, { required?: boolean } | null>): string[] {
  const names = new Set(Object.keys(given).map((name) => name.toLowerCase()));
  return Object.entries(declared)
    .filter(([name, definition]) => definition?.required === true && !names.has(name.toLowerCase()))
    .map(([name]) => name);
}
