import { type Drivers, placeOf } from "./visitor.ts";

/** Statuses, checks, workflow runs, jobs, logs and artifacts. */
export async function driveChecks(drivers: Drivers): Promise<void> {
  const { repos, checks } = drivers.installation.rest;
  const place = placeOf(drivers);
  const { data: branch } = await repos.getBranch({ ...place, branch: "main" });
  const sha = branch.commit.sha;
  await repos.createCommitStatus({
    ...place,
    sha,
    state: "pending",
    context: "gsd/task",
    description: "waits",
  });
  await repos.createCommitStatus({
    ...place,
    sha,
    state: "success",
    context: "gsd/task",
    target_url: "https://x.y",
  });
  await repos.getCombinedStatusForRef({ ...place, ref: sha });
  await repos.listCommitStatusesForRef({ ...place, ref: "main" });
  const { data: check } = await checks.create({
    ...place,
    name: "gsd/review",
    head_sha: sha,
    status: "in_progress",
    external_id: "1/review/T01/1",
    output: { title: "Reviewing", summary: "…" },
  });
  await checks.update({
    ...place,
    check_run_id: check.id,
    status: "completed",
    conclusion: "neutral",
    output: {
      title: "Two remarks",
      summary: "See below",
      annotations: [
        {
          path: "README.md",
          start_line: 1,
          end_line: 1,
          annotation_level: "warning",
          message: "look",
          title: "t",
        },
      ],
    },
  });
  await checks.get({ ...place, check_run_id: check.id });
  await checks.listAnnotations({ ...place, check_run_id: check.id });
  await checks.getSuite({ ...place, check_suite_id: check.check_suite?.id as number });
  await checks.listForSuite({ ...place, check_suite_id: check.check_suite?.id as number });
  await checks.listForRef({ ...place, ref: sha });
  await checks.listSuitesForRef({ ...place, ref: sha });
}

export async function driveActions(drivers: Drivers): Promise<void> {
  const { actions } = drivers.maintainer.rest;
  const place = placeOf(drivers);
  const { data } = await actions.listRepoWorkflows(place);
  const workflow_id = data.workflows[0]?.id as number;
  await actions.getWorkflow({ ...place, workflow_id });
  const dispatch = { ...place, workflow_id: "ci.yml", ref: "main" };
  await actions.createWorkflowDispatch(dispatch);
  const details = { ...dispatch, return_run_details: true } as typeof dispatch;
  const { data: run } = await actions.createWorkflowDispatch(details);
  const id = (run as unknown as { workflow_run_id: number }).workflow_run_id;
  await driveRun(drivers, id);
  const { data: runs } = await actions.listWorkflowRuns({ ...place, workflow_id });
  await driveApproval(drivers, runs.workflow_runs.find((one) => one.id !== id)?.id as number);
  await actions.listWorkflowRunsForRepo({ ...place, status: "completed" });
  await actions.getGithubActionsDefaultWorkflowPermissionsRepository(place);
  await actions.setGithubActionsDefaultWorkflowPermissionsRepository({
    ...place,
    default_workflow_permissions: "read",
    can_approve_pull_request_reviews: true,
  });
}

/** A run that waits for a person, as those of a bot's pull request do. */
async function driveApproval(drivers: Drivers, id: number): Promise<void> {
  drivers.host.updateRun(id, { status: "completed", conclusion: "action_required" });
  await drivers.maintainer.rest.actions.approveWorkflowRun({ ...placeOf(drivers), run_id: id });
}

async function driveRun(drivers: Drivers, id: number): Promise<void> {
  const { actions } = drivers.maintainer.rest;
  const { host } = drivers;
  const one = { ...placeOf(drivers), run_id: id };
  await actions.getWorkflowRun(one);
  host.updateRun(id, { status: "in_progress" });
  const job = host.createJob(id, "build");
  const at = new Date().toISOString();
  const step = {
    number: 1,
    name: "Run",
    status: "completed",
    conclusion: "success",
    startedAt: at,
    completedAt: at,
  } as const;
  host.updateJob(job.id, { status: "in_progress", startedAt: at, steps: [step] });
  host.appendLog(job.id, "hello\n");
  await host.saveArtifact({ runId: id, name: "out", folder: import.meta.dirname });
  await actions.listJobsForWorkflowRun(one);
  await actions.getJobForWorkflowRun({ ...placeOf(drivers), job_id: job.id });
  await actions.downloadJobLogsForWorkflowRun({ ...placeOf(drivers), job_id: job.id });
  const { data } = await actions.listWorkflowRunArtifacts(one);
  const artifact_id = data.artifacts[0]?.id as number;
  await actions.getArtifact({ ...placeOf(drivers), artifact_id });
  await actions.listArtifactsForRepo(placeOf(drivers));
  await actions.downloadArtifact({ ...placeOf(drivers), artifact_id, archive_format: "zip" });
  await actions.cancelWorkflowRun(one);
  host.updateJob(job.id, { status: "completed", conclusion: "cancelled", completedAt: at });
  host.updateRun(id, { status: "completed", conclusion: "cancelled" });
  await actions.getWorkflowRun(one);
}
