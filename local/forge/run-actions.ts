import type { Conclusion, JobRecord, NewRun, RunStatus } from "../actions-port.ts";
import { timestamp } from "./clock.ts";
import { emit } from "./emit.ts";
import { mustCommit } from "./git/git-repo.ts";
import { jobShape, runShape, workflowShape } from "./shapes/actions.ts";
import { checkSuiteShape } from "./shapes/check.ts";
import { ACTIONS_BOT, type Actor, type App } from "./state/account.ts";
import type { CheckRun, CheckSuite } from "./state/check.ts";
import { pullsOf } from "./state/pull.ts";
import type { Repo } from "./state/repository.ts";
import type { Job, Run } from "./state/run.ts";
import { findUser, mustRepo, type World } from "./state/world.ts";
import { workflowId } from "./workflow-file.ts";

/** GitHub's own App behind workflow tokens, check suites of runs, and `github-actions[bot]`. */
export function actionsApp(world: World): App {
  return [...world.apps.values()].find((app) => app.bot.login === ACTIONS_BOT)!;
}

/** Stores a run with its check suite and announces it. */
export function createRun(world: World, wanted: NewRun): Run {
  const repo = mustRepo(world, wanted.repo);
  const now = timestamp(world);
  const head = headOf(repo, wanted);
  const id = world.nextId();
  const numbers = [...world.runs.values()].filter(
    (run) => run.repo === repo.fullName && run.workflowPath === wanted.workflowPath,
  );
  const suite: CheckSuite = {
    id: world.nextId(),
    repo: repo.fullName,
    headSha: head.headSha,
    // GitHub names no branch of another repository here.
    headBranch: head.headRepo === undefined ? head.headBranch : null,
    app: actionsApp(world),
    runId: id,
    createdAt: now,
  };
  const run: Run = {
    id,
    repo: repo.fullName,
    workflowId: workflowId(world, repo, wanted.workflowPath),
    workflowPath: wanted.workflowPath,
    workflowName: wanted.workflowName,
    displayTitle: wanted.displayTitle,
    event: wanted.event,
    ...head,
    actor: findUser(world, wanted.actor) ?? findUser(world, "ghost")!,
    runNumber: numbers.length + 1,
    status: "queued",
    conclusion: null,
    suiteId: suite.id,
    createdAt: now,
    updatedAt: now,
  };
  world.suites.set(suite.id, suite);
  world.runs.set(run.id, run);
  tellRun(world, run, "requested");
  return run;
}

/** Runs of a pull request happen on its test merge but belong to its head. */
function headOf(repo: Repo, wanted: NewRun): { headSha: string; headBranch: string; headRepo?: string } {
  const { headSha, headBranch } = wanted;
  if (!wanted.event.startsWith("pull_request") || wanted.event === "pull_request_target")
    return { headSha, headBranch };
  const { parents } = mustCommit(repo.git, headSha);
  const pulls = pullsOf(repo);
  const issue =
    pulls.findLast(({ pull }) => pull.head.sha === headSha) ??
    pulls.findLast(({ pull }) => pull.head.sha === parents[1]);
  if (!issue) return { headSha, headBranch };
  const { sha, ref, repo: fork } = issue.pull.head;
  const head = { headSha: sha, headBranch: ref };
  return fork === undefined ? head : { ...head, headRepo: fork };
}

export function updateRun(
  world: World,
  runId: number,
  change: { status: RunStatus; conclusion?: Conclusion | null; displayTitle?: string },
): void {
  const run = mustRun(world, runId);
  const before = { status: run.status, conclusion: run.conclusion };
  run.status = change.status;
  if (change.conclusion !== undefined) run.conclusion = change.conclusion;
  if (change.displayTitle !== undefined) run.displayTitle = change.displayTitle;
  run.updatedAt = timestamp(world);
  const finished = (state: { status: RunStatus; conclusion: Conclusion | null }) =>
    state.status === "completed" || state.conclusion === "action_required";
  if (finished(run) && !(finished(before) && before.conclusion === run.conclusion)) {
    tellRun(world, run, "completed");
    tellSuite(world, run);
  } else if (run.status === "in_progress" && before.status !== "in_progress")
    tellRun(world, run, "in_progress");
}

export function mustRun(world: World, runId: number): Run {
  const run = world.runs.get(runId);
  if (!run) throw new Error(`The forge has no workflow run ${runId}.`);
  return run;
}

export function mustJob(world: World, jobId: number): Job {
  const job = world.jobs.get(jobId);
  if (!job) throw new Error(`The forge has no job ${jobId}.`);
  return job;
}

/** Caused by the run's life, not by a token: it starts `workflow_run` workflows whoever started the run. */
function tellRun(world: World, run: Run, action: string): void {
  const repo = mustRepo(world, run.repo);
  const workflow = workflowShape(world, repo, {
    id: run.workflowId,
    path: run.workflowPath,
    name: run.workflowName,
  });
  const payload = { workflow_run: runShape(world, run), workflow };
  emit(world, repo, { event: "workflow_run", action, actor: actorOf(run), payload });
}

/** The suite of a run is complete with it; Apps hear of both. */
function tellSuite(world: World, run: Run): void {
  const repo = mustRepo(world, run.repo);
  const suite = world.suites.get(run.suiteId);
  if (!suite) return;
  const payload = { check_suite: checkSuiteShape(world, repo, suite) };
  emit(world, repo, {
    event: "check_suite",
    action: "completed",
    actor: actorOf(run),
    payload,
    only: "apps",
  });
}

function actorOf(run: Run): Actor {
  return { kind: "user", user: run.actor };
}

/** A job is a check run of the same id on the run's commit. */
export function createJob(world: World, runId: number, name: string): JobRecord {
  const run = mustRun(world, runId);
  const repo = mustRepo(world, run.repo);
  const id = world.nextId();
  const job: Job = {
    id,
    runId,
    name,
    status: "queued",
    conclusion: null,
    steps: [],
    createdAt: timestamp(world),
    log: [],
    summary: "",
  };
  world.jobs.set(id, job);
  repo.checkRuns.set(id, checkOf(world, run, job));
  tellJob(world, repo, run, { job, action: "queued" });
  return recordOf(job);
}

function checkOf(world: World, run: Run, job: Job): CheckRun {
  return {
    id: job.id,
    suite: run.suiteId,
    name: job.name,
    headSha: run.headSha,
    status: "queued",
    conclusion: null,
    externalId: "",
    detailsUrl: `${world.urls.server}/${run.repo}/actions/runs/${run.id}/job/${job.id}`,
    startedAt: job.createdAt,
    completedAt: null,
    output: { title: null, summary: null, text: null },
    annotations: [],
    app: actionsApp(world),
  };
}

function recordOf(job: Job): JobRecord {
  const { id, runId, name, status, conclusion, steps, startedAt, completedAt } = job;
  return { id, runId, name, status, conclusion, steps, startedAt, completedAt };
}

export function updateJob(
  world: World,
  jobId: number,
  change: Partial<Omit<JobRecord, "id" | "runId">>,
): void {
  const job = mustJob(world, jobId);
  const run = mustRun(world, job.runId);
  const repo = mustRepo(world, run.repo);
  const before = job.status;
  Object.assign(job, change);
  if (job.status !== "queued" && job.status !== "waiting") job.startedAt ??= timestamp(world);
  if (job.status === "completed") job.completedAt ??= timestamp(world);
  const check = repo.checkRuns.get(jobId)!;
  check.name = job.name;
  check.status = job.status;
  check.conclusion = job.conclusion;
  check.startedAt = job.startedAt ?? check.startedAt;
  check.completedAt = job.completedAt ?? null;
  if (job.status === before) return;
  const action = job.status === "completed" ? "completed" : job.status;
  tellJob(world, repo, run, { job, action });
}

function tellJob(world: World, repo: Repo, run: Run, { job, action }: { job: Job; action: string }): void {
  const payload = { workflow_job: jobShape(world, job) };
  emit(world, repo, { event: "workflow_job", action, actor: actorOf(run), payload, only: "apps" });
}
