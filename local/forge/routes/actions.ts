import { randomBytes } from "node:crypto";
import { artifactsOf, isExpired, zipOf } from "../artifacts.ts";
import { optionalText, text } from "../body.ts";
import { emit } from "../emit.ts";
import { resolveCommit } from "../git/git-repo.ts";
import { found, noContent, ok, pages, Refusal } from "../reply.ts";
import type { Call, Routes } from "../router.ts";
import { createRun, updateRun } from "../run-actions.ts";
import { artifactShape, jobShape, runAddress, runShape, workflowShape } from "../shapes/actions.ts";
import type { Artifact, Job, Run } from "../state/run.ts";
import { userOf } from "../state/world.ts";
import { notifyRun } from "../workflow-events.ts";
import { dispatchInputs, findWorkflow, listWorkflows, type Workflow } from "../workflow-file.ts";

const actions = "/repos/{owner}/{repo}/actions";

export const actionRoutes: Routes = {
  [`GET ${actions}/workflows`]: (call) =>
    pages(
      listWorkflows(call.world, call.repo).map((one) => workflowShape(call.world, call.repo, one)),
      (workflows, total_count) => ({ total_count, workflows }),
    ),
  [`GET ${actions}/workflows/{workflow_id}`]: (call) =>
    ok(workflowShape(call.world, call.repo, workflowOf(call))),
  [`GET ${actions}/workflows/{workflow_id}/runs`]: (call) => {
    const { id } = workflowOf(call);
    return listRuns(call, (run) => run.workflowId === id);
  },
  [`POST ${actions}/workflows/{workflow_id}/dispatches`]: dispatch,
  [`GET ${actions}/runs`]: (call) => listRuns(call, () => true),
  [`GET ${actions}/runs/{run_id}`]: (call) => ok(runShape(call.world, runOf(call))),
  [`GET ${actions}/runs/{run_id}/jobs`]: listJobs,
  [`GET ${actions}/runs/{run_id}/artifacts`]: (call) => {
    const run = runOf(call);
    return listArtifacts(call, artifactsOf(call.world, run.id));
  },
  [`POST ${actions}/runs/{run_id}/cancel`]: cancel,
  [`POST ${actions}/runs/{run_id}/approve`]: approve,
  [`GET ${actions}/jobs/{job_id}`]: (call) => ok(jobShape(call.world, jobOf(call))),
  [`GET ${actions}/jobs/{job_id}/logs`]: (call) => {
    const job = jobOf(call);
    return redirect(call, () => ({
      body: Buffer.from(job.log.join("")),
      contentType: "text/plain; charset=utf-8",
    }));
  },
  [`GET ${actions}/artifacts`]: (call) =>
    listArtifacts(
      call,
      [...call.world.artifacts.values()].filter((artifact) => artifact.repo === call.repo.fullName),
    ),
  [`GET ${actions}/artifacts/{artifact_id}`]: (call) => ok(artifactShape(call.world, artifactOf(call))),
  [`GET ${actions}/artifacts/{artifact_id}/{archive_format}`]: (call) => {
    const artifact = artifactOf(call);
    if (isExpired(call.world, artifact)) throw new Refusal(410, "Artifact has expired");
    found(call.params["archive_format"] === "zip" ? true : undefined);
    return redirect(call, () => ({ body: zipOf(artifact), contentType: "application/zip" }));
  },
  [`GET ${actions}/permissions/workflow`]: (call) =>
    ok({
      default_workflow_permissions: "read",
      can_approve_pull_request_reviews: call.repo.settings.actionsCanCreatePulls,
    }),
  [`PUT ${actions}/permissions/workflow`]: (call) => {
    const value = call.body["can_approve_pull_request_reviews"];
    if (typeof value === "boolean") call.repo.settings.actionsCanCreatePulls = value;
    return noContent();
  },
};

/** Files come from another address, as on GitHub: one that needs no token. */
function redirect(call: Call, file: () => { body: Buffer; contentType: string }) {
  const key = randomBytes(16).toString("hex");
  call.world.downloads.set(key, file);
  return { status: 302, headers: { location: `${call.world.urls.server}/_downloads/${key}` } };
}

function workflowOf(call: Call): Workflow {
  return found(findWorkflow(call.world, call.repo, call.params["workflow_id"]!));
}

function runOf(call: Call): Run {
  const run = call.world.runs.get(Number(call.params["run_id"]));
  return found(run?.repo === call.repo.fullName ? run : undefined);
}

function jobOf(call: Call): Job {
  const job = found(call.world.jobs.get(Number(call.params["job_id"])));
  return found(call.world.runs.get(job.runId)?.repo === call.repo.fullName ? job : undefined);
}

function artifactOf(call: Call): Artifact {
  const artifact = call.world.artifacts.get(Number(call.params["artifact_id"]));
  return found(artifact?.repo === call.repo.fullName ? artifact : undefined);
}

function dispatch(call: Call) {
  const { world, repo, actor, body } = call;
  const workflow = workflowOf(call);
  const name = text(body, "ref", "WorkflowDispatch");
  const sha = resolveCommit(repo.git, name.replace(/^refs\/(heads|tags)\//, ""));
  if (!sha) throw new Refusal(422, `No ref found for: ${name}`);
  const given = (body["inputs"] ?? {}) as Record<string, unknown>;
  const inputs = dispatchInputs(repo, sha, { path: workflow.path, given });
  const branch = name.replace(/^refs\/(heads|tags)\//, "");
  const ref = repo.git.refs.has(`refs/heads/${branch}`) ? `refs/heads/${branch}` : `refs/tags/${branch}`;
  const run = createRun(world, {
    repo: repo.fullName,
    workflowPath: workflow.path,
    workflowName: workflow.name,
    displayTitle: workflow.name,
    event: "workflow_dispatch",
    headBranch: branch,
    headSha: sha,
    actor: userOf(actor, world).login,
  });
  const payload = { inputs, ref, workflow: workflow.path };
  emit(world, repo, {
    event: "workflow_dispatch",
    actor,
    payload,
    ref,
    sha,
    workflow: workflow.path,
    runId: run.id,
  });
  if (body["return_run_details"] !== true) return noContent();
  const url = `${world.urls.api}/repos/${repo.fullName}/actions/runs/${run.id}`;
  return ok({ workflow_run_id: run.id, run_url: url, html_url: runAddress(world, run) });
}

function listRuns(call: Call, wanted: (run: Run) => boolean) {
  const { query, world, repo } = call;
  const is = (name: string, ...values: (string | null)[]) =>
    !query.get(name) || values.includes(query.get(name));
  const hits = [...world.runs.values()].filter(
    (run) =>
      run.repo === repo.fullName &&
      wanted(run) &&
      is("event", run.event) &&
      is("branch", run.headBranch) &&
      is("actor", run.actor.login) &&
      is("head_sha", run.headSha) &&
      is("status", runShape(world, run).status, run.conclusion) &&
      createdIn(run, query.get("created")),
  );
  return pages(
    hits.toReversed().map((run) => runShape(world, run)),
    (workflow_runs, total_count) => ({ total_count, workflow_runs }),
  );
}

/** GitHub's search syntax for dates: `>=X`, `<X`, `X..Y`, or a day. */
function createdIn(run: Run, range: string | null): boolean {
  if (!range) return true;
  const at = Date.parse(run.createdAt);
  const between = /^(.+?)\.\.(.+)$/.exec(range);
  if (between) return at >= Date.parse(between[1]!) && at <= endOf(between[2]!);
  const [, sign = "", date = ""] = /^(>=|<=|>|<)?(.+)$/.exec(range) ?? [];
  const bounds: Record<string, boolean> = {
    ">=": at >= Date.parse(date),
    ">": at > endOf(date),
    "<=": at <= endOf(date),
    "<": at < Date.parse(date),
  };
  return bounds[sign] ?? (at >= Date.parse(date) && at <= endOf(date));
}

const endOf = (date: string) => Date.parse(date) + (date.length === 10 ? 86_399_999 : 0);

function listJobs(call: Call) {
  const run = runOf(call);
  const jobs = [...call.world.jobs.values()].filter((job) => job.runId === run.id);
  return pages(
    jobs.map((job) => jobShape(call.world, job)),
    (page, total_count) => ({ total_count, jobs: page }),
  );
}

function listArtifacts(call: Call, artifacts: Artifact[]) {
  const name = optionalText(Object.fromEntries(call.query), "name");
  const hits = artifacts.filter((artifact) => name === undefined || artifact.name === name).toReversed();
  return pages(
    hits.map((artifact) => artifactShape(call.world, artifact)),
    (page, total_count) => ({ total_count, artifacts: page }),
  );
}

function cancel(call: Call) {
  const { world, repo } = call;
  const run = runOf(call);
  if (run.status === "completed") throw new Refusal(409, "Cannot cancel a workflow run that is completed.");
  // Without a runner nobody else would end it.
  if (world.workflowEvents.cancelled.size === 0)
    updateRun(world, run.id, { status: "completed", conclusion: "cancelled" });
  notifyRun(world.workflowEvents.cancelled, { repo: repo.fullName, runId: run.id });
  return { status: 202, body: {} };
}

function approve(call: Call) {
  const { world, repo } = call;
  const run = runOf(call);
  if (run.conclusion !== "action_required")
    throw new Refusal(403, "This workflow run does not need approval.");
  updateRun(world, run.id, { status: "queued", conclusion: null });
  notifyRun(world.workflowEvents.approved, { repo: repo.fullName, runId: run.id });
  return { status: 201, body: {} };
}
