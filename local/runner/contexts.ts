import type { ActionsHost, WorkflowEvent } from "../actions-port.ts";
import type { PlannedWorkflow } from "./plan-run.ts";
import type { Source } from "./resolve-uses.ts";

type Json = Record<string, unknown>;

/** `github.*` as far as it is the same for all jobs of a run. */
export function githubContext(options: {
  host: ActionsHost;
  event: WorkflowEvent;
  inputs: Json;
  run: { id: number; number: number };
  workflow: { name: string; path: string; source: Source };
}): Json {
  const { host, event, inputs, run, workflow } = options;
  return {
    ...eventFields(event, inputs),
    ...repositoryFields(host, event),
    run_id: String(run.id),
    run_number: String(run.number),
    run_attempt: "1",
    retention_days: "90",
    workflow: workflow.name,
    workflow_ref: `${workflow.source.repo}/${workflow.path}@${workflow.source.ref}`,
    workflow_sha: workflow.source.sha,
    actor: event.actor,
    actor_id: actorId(event),
    triggering_actor: event.actor,
    api_url: host.urls.api,
    server_url: host.urls.server,
    graphql_url: host.urls.graphql,
    secret_source: "Actions",
  };
}

function eventFields(event: WorkflowEvent, inputs: Json): Json {
  const pull = event.payload["pull_request"] as Record<string, { ref?: string }> | undefined;
  const isPull = event.name === "pull_request" || event.name === "pull_request_target";
  return {
    event: event.name === "workflow_dispatch" ? withInputs(event.payload, inputs) : event.payload,
    event_name: event.name,
    sha: event.sha,
    ref: event.ref,
    ref_name: event.ref.replace(/^refs\/(heads|tags|pull)\//, ""),
    ref_type: event.ref.startsWith("refs/tags/") ? "tag" : "branch",
    ref_protected: false,
    head_ref: (isPull && pull?.["head"]?.ref) || "",
    base_ref: (isPull && pull?.["base"]?.ref) || "",
  };
}

/** `github.event.inputs` holds strings, defaults included. */
function withInputs(payload: Json, inputs: Json): Json {
  const texts = Object.entries(inputs).map(([name, value]) => [name, String(value)]);
  return { ...payload, inputs: texts.length > 0 ? Object.fromEntries(texts) : null };
}

/** Ids that only the payload knows. */
function actorId(event: WorkflowEvent): string {
  const sender = event.payload["sender"] as { login?: string; id?: number } | undefined;
  return sender?.login === event.actor ? String(sender.id ?? "") : "";
}

function repositoryFields(host: ActionsHost, { repo, payload }: WorkflowEvent): Json {
  const repository = payload["repository"] as { owner?: { id?: number } } | undefined;
  return {
    repository: repo,
    repository_owner: repo.split("/")[0],
    repository_owner_id: String(repository?.owner?.id ?? ""),
    repository_id: String(host.repositoryId(repo)),
    repositoryUrl: `${host.urls.server.replace(/^http/, "git")}/${repo}.git`,
  };
}

/** `job.*`: the file that the job is written in, which in a called workflow is not the one that was triggered. */
export function jobContext(plan: PlannedWorkflow, id: number): Json {
  return {
    status: "success",
    check_run_id: id,
    workflow_repository: plan.source.repo,
    workflow_sha: plan.source.sha,
    workflow_ref: `${plan.source.repo}/${plan.path}@${plan.source.ref}`,
    workflow_file_path: plan.path,
  };
}

const claimed = (
  "actor actor_id base_ref event_name head_ref ref ref_type repository repository_id repository_owner repository_owner_id " +
  "run_attempt run_id run_number sha workflow workflow_ref workflow_sha"
).split(" ");

/** What a job's OIDC token says of it: https://docs.github.com/en/actions/reference/security/oidc */
export function identityClaims(github: Json, plan: PlannedWorkflow): Record<string, string> {
  const shared = claimed.map((name) => [name, String(github[name] ?? "")]);
  return {
    ...Object.fromEntries(shared),
    job_workflow_ref: `${plan.source.repo}/${plan.path}@${plan.source.ref}`,
    job_workflow_sha: plan.source.sha,
    runner_environment: "self-hosted",
    sub: `repo:${github["repository"]}:ref:${github["ref"]}`,
  };
}

export interface JobFolders {
  root: string;
  workspace: string;
  temp: string;
  home: string;
  scratch: string;
  tools: string;
}

const systems: Partial<Record<NodeJS.Platform, string>> = {
  linux: "Linux",
  darwin: "macOS",
  win32: "Windows",
};
const machines: Partial<Record<NodeJS.Architecture, string>> = {
  x64: "X64",
  arm64: "ARM64",
  arm: "ARM",
  ia32: "X86",
};

/** `runner.*`. */
export function runnerContext(folders: JobFolders): Json {
  return {
    name: "gsd-local",
    os: systems[process.platform] ?? process.platform,
    arch: machines[process.arch] ?? process.arch,
    temp: folders.temp,
    tool_cache: folders.tools,
    environment: "self-hosted",
    debug: "",
  };
}

/** Upper-case environment variables of a context: `GITHUB_REF_NAME`, `RUNNER_TEMP`; nothing that is not plain text. */
export function contextVariables(prefix: string, context: Json): Record<string, string> {
  const entries = Object.entries(context).filter(
    ([name, value]) =>
      !["event", "token", "repositoryUrl", "debug"].includes(name) && typeof value !== "object",
  );
  return Object.fromEntries(
    entries.map(([name, value]) => [`${prefix}${name.toUpperCase()}`, String(value)]),
  );
}

/** The title of a run that has no `run-name`. */
export function defaultTitle(event: WorkflowEvent, workflowName: string): string {
  const payload = event.payload as Record<string, Record<string, string> | null | undefined>;
  const title =
    payload["pull_request"]?.["title"] ??
    payload["issue"]?.["title"] ??
    payload["workflow_run"]?.["display_title"] ??
    payload["head_commit"]?.["message"]?.split("\n")[0];
  return title || workflowName;
}
