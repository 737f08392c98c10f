import { isExpired } from "../artifacts.ts";
import type { Repo } from "../state/repository.ts";
import type { Artifact, Job, Run } from "../state/run.ts";
import { mustRepo, type World } from "../state/world.ts";
import { simpleCommit } from "./commit.ts";
import { pullsAtHead } from "./pull.ts";
import { minimalRepository } from "./repository.ts";
import { simpleUser } from "./user.ts";

/** GitHub's `workflow-run`. A run that waits for approval shows as completed with `action_required`. */
export function runShape(world: World, run: Run) {
  const repo = mustRepo(world, run.repo);
  const api = `${world.urls.api}/repos/${repo.fullName}/actions`;
  const url = `${api}/runs/${run.id}`;
  const actor = simpleUser(world, run.actor);
  return {
    id: run.id,
    name: run.workflowName,
    node_id: `WFR_${run.id}`,
    head_branch: run.headBranch,
    head_sha: run.headSha,
    path: run.workflowPath,
    display_title: run.displayTitle,
    run_number: run.runNumber,
    run_attempt: 1,
    event: run.event,
    status: run.conclusion === "action_required" ? "completed" : run.status,
    conclusion: run.conclusion,
    workflow_id: run.workflowId,
    check_suite_id: run.suiteId,
    check_suite_node_id: `CS_${run.suiteId}`,
    url,
    html_url: runAddress(world, run),
    pull_requests: run.event.startsWith("pull_request") ? pullsAtHead(world, repo, run.headSha) : [],
    created_at: run.createdAt,
    updated_at: run.updatedAt,
    run_started_at: run.createdAt,
    actor,
    triggering_actor: actor,
    jobs_url: `${url}/jobs`,
    logs_url: `${url}/logs`,
    check_suite_url: `${world.urls.api}/repos/${repo.fullName}/check-suites/${run.suiteId}`,
    artifacts_url: `${url}/artifacts`,
    cancel_url: `${url}/cancel`,
    rerun_url: `${url}/rerun`,
    previous_attempt_url: null,
    workflow_url: `${api}/workflows/${run.workflowId}`,
    head_commit: simpleCommit(repo, run.headSha),
    repository: minimalRepository(world, repo),
    head_repository: minimalRepository(
      world,
      run.headRepo === undefined ? repo : mustRepo(world, run.headRepo),
    ),
  };
}

export function runAddress(world: World, run: Run): string {
  return `${world.urls.server}/${run.repo}/actions/runs/${run.id}`;
}

/** GitHub's `job`. */
export function jobShape(world: World, job: Job) {
  const run = world.runs.get(job.runId)!;
  const api = `${world.urls.api}/repos/${run.repo}`;
  return {
    id: job.id,
    run_id: run.id,
    run_url: `${api}/actions/runs/${run.id}`,
    run_attempt: 1,
    node_id: `CR_${job.id}`,
    head_sha: run.headSha,
    head_branch: run.headBranch,
    workflow_name: run.workflowName,
    url: `${api}/actions/jobs/${job.id}`,
    html_url: `${runAddress(world, run)}/job/${job.id}`,
    status: job.status,
    conclusion: job.conclusion,
    created_at: job.createdAt,
    started_at: job.startedAt ?? job.createdAt,
    completed_at: job.completedAt ?? null,
    name: job.name,
    steps: job.steps.map((step) => ({
      name: step.name,
      number: step.number,
      status: step.status === "waiting" ? "queued" : step.status,
      conclusion: step.conclusion,
      started_at: step.startedAt ?? null,
      completed_at: step.completedAt ?? null,
    })),
    check_run_url: `${api}/check-runs/${job.id}`,
    labels: ["ubuntu-latest"],
    runner_id: job.startedAt ? 1 : null,
    runner_name: job.startedAt ? "local" : null,
    runner_group_id: job.startedAt ? 1 : null,
    runner_group_name: job.startedAt ? "local" : null,
  };
}

/** GitHub's `workflow`. */
export function workflowShape(
  world: World,
  repo: Repo,
  workflow: { id: number; path: string; name: string },
) {
  const file = workflow.path.split("/").pop();
  return {
    id: workflow.id,
    node_id: `W_${workflow.id}`,
    name: workflow.name,
    path: workflow.path,
    state: repo.settings.disabledWorkflows.includes(workflow.path) ? "disabled_inactivity" : "active",
    created_at: repo.createdAt,
    updated_at: repo.createdAt,
    url: `${world.urls.api}/repos/${repo.fullName}/actions/workflows/${workflow.id}`,
    html_url: `${world.urls.server}/${repo.fullName}/blob/${repo.defaultBranch}/${workflow.path}`,
    badge_url: `${world.urls.server}/${repo.fullName}/workflows/${file}/badge.svg`,
  };
}

/** GitHub's `artifact`. */
export function artifactShape(world: World, artifact: Artifact) {
  const repo = mustRepo(world, artifact.repo);
  const run = world.runs.get(artifact.runId)!;
  const url = `${world.urls.api}/repos/${artifact.repo}/actions/artifacts/${artifact.id}`;
  return {
    id: artifact.id,
    node_id: `AR_${artifact.id}`,
    name: artifact.name,
    size_in_bytes: artifact.size,
    url,
    archive_download_url: `${url}/zip`,
    expired: isExpired(world, artifact),
    created_at: artifact.createdAt,
    updated_at: artifact.createdAt,
    expires_at: artifact.expiresAt,
    workflow_run: {
      id: run.id,
      repository_id: repo.id,
      head_repository_id: repo.id,
      head_branch: run.headBranch,
      head_sha: run.headSha,
    },
  };
}
