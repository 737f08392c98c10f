import type { CheckRun, CheckSuite, Status } from "../state/check.ts";
import type { Repo } from "../state/repository.ts";
import type { World } from "../state/world.ts";
import { integration } from "./app.ts";
import { simpleCommit } from "./commit.ts";
import { pullsAtHead } from "./pull.ts";
import { minimalRepository } from "./repository.ts";
import { simpleUser } from "./user.ts";

/** GitHub's `check-run`. */
export function checkRunShape(world: World, repo: Repo, run: CheckRun) {
  const url = `${world.urls.api}/repos/${repo.fullName}/check-runs/${run.id}`;
  const page = `${world.urls.server}/${repo.fullName}/runs/${run.id}`;
  return {
    id: run.id,
    node_id: `CR_${run.id}`,
    name: run.name,
    head_sha: run.headSha,
    external_id: run.externalId,
    url,
    html_url: page,
    details_url: run.detailsUrl ?? page,
    status: run.status,
    conclusion: run.conclusion,
    started_at: run.startedAt,
    completed_at: run.completedAt,
    output: {
      ...run.output,
      annotations_count: run.annotations.length,
      annotations_url: `${url}/annotations`,
    },
    check_suite: { id: run.suite },
    app: integration(world, run.app),
    pull_requests: pullsAtHead(world, repo, run.headSha),
  };
}

/** What the checks of a suite amount to; the suite of a workflow run follows the run. */
export function suiteState(world: World, repo: Repo, suite: CheckSuite) {
  const run = suite.runId === undefined ? undefined : world.runs.get(suite.runId);
  if (run) {
    const waiting = run.conclusion === "action_required";
    return { status: waiting ? "completed" : run.status, conclusion: run.conclusion as string | null };
  }
  const runs = [...repo.checkRuns.values()].filter((check) => check.suite === suite.id);
  if (runs.length === 0) return { status: "queued", conclusion: null };
  if (runs.some((check) => check.status !== "completed")) return { status: "in_progress", conclusion: null };
  const good = ["success", "neutral", "skipped"];
  const bad = runs.find((check) => !good.includes(check.conclusion ?? ""));
  return { status: "completed", conclusion: bad?.conclusion ?? "success" };
}

/** GitHub's `check-suite`. */
export function checkSuiteShape(world: World, repo: Repo, suite: CheckSuite) {
  const url = `${world.urls.api}/repos/${repo.fullName}/check-suites/${suite.id}`;
  const runs = [...repo.checkRuns.values()].filter((check) => check.suite === suite.id);
  return {
    id: suite.id,
    node_id: `CS_${suite.id}`,
    head_branch: suite.headBranch,
    head_sha: suite.headSha,
    ...suiteState(world, repo, suite),
    url,
    before: null,
    after: suite.headSha,
    pull_requests: pullsAtHead(world, repo, suite.headSha),
    app: integration(world, suite.app),
    repository: minimalRepository(world, repo),
    created_at: suite.createdAt,
    updated_at: suite.createdAt,
    head_commit: simpleCommit(repo, suite.headSha),
    latest_check_runs_count: runs.length,
    check_runs_url: `${url}/check-runs`,
  };
}

/** GitHub's `status`. */
export function statusShape(world: World, repo: Repo, status: Status) {
  return {
    ...simpleStatusShape(world, repo, status),
    creator: simpleUser(world, status.creator),
  };
}

/** GitHub's `simple-commit-status`, as in the combined status. */
export function simpleStatusShape(world: World, repo: Repo, status: Status) {
  return {
    id: status.id,
    node_id: `SC_${status.id}`,
    url: `${world.urls.api}/repos/${repo.fullName}/statuses/${status.sha}`,
    avatar_url: `${world.urls.server}/_avatars/${status.creator.id}`,
    state: status.state,
    context: status.context,
    description: status.description,
    target_url: status.targetUrl,
    created_at: status.createdAt,
    updated_at: status.createdAt,
  };
}
