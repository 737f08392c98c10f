import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { aForge, aPull, aRun, later, refusal, SHOP, shop } from "./a-forge.ts";

describe("runs and jobs", () => {
  it("are listed with their state, newest first", async () => {
    await using forge = await aForge();
    const { actions } = forge.as("bob").rest;
    const [first, second] = [aRun(forge), aRun(forge)];
    forge.actions.updateRun(first, {
      status: "completed",
      conclusion: "failure",
      displayTitle: "gsd 1/plan",
    });
    const { data } = await actions.listWorkflowRunsForRepo(SHOP);
    expect(data.workflow_runs.map((run) => [run.id, run.status, run.conclusion, run.display_title])).toEqual([
      [second, "queued", null, "CI"],
      [first, "completed", "failure", "gsd 1/plan"],
    ]);
    const failed = await actions.listWorkflowRunsForRepo({ ...SHOP, status: "failure", event: "push" });
    expect(failed.data.total_count).toBe(1);
  });

  it("show their steps, log and check run", async () => {
    await using forge = await aForge();
    const { actions, checks } = forge.as("bob").rest;
    const runId = aRun(forge);
    const job = forge.actions.createJob(runId, "agent");
    forge.actions.appendLog(job.id, "hello\n");
    forge.actions.updateJob(job.id, {
      status: "completed",
      conclusion: "success",
      steps: [{ number: 1, name: "Run", status: "completed", conclusion: "success" }],
    });
    const { data } = await actions.listJobsForWorkflowRun({ ...SHOP, run_id: runId });
    expect(data.jobs[0]).toMatchObject({ name: "agent", conclusion: "success", steps: [{ name: "Run" }] });
    const log = await actions.downloadJobLogsForWorkflowRun({ ...SHOP, job_id: job.id });
    expect(log.data).toBe("hello\n");
    const { data: check } = await checks.get({ ...SHOP, check_run_id: job.id });
    expect([check.name, check.conclusion]).toEqual(["agent", "success"]);
  });

  it("that wait for approval show in the check suites of the head, and start when a person approves", async () => {
    await using forge = await aForge();
    const pull = await aPull(forge.asWorkflow({ contents: "write", "pull-requests": "write" }));
    const merge = forge.world.repos.get(shop)!.git.refs.get(`refs/pull/${pull.number}/merge`)!;
    const runId = aRun(forge, { event: "pull_request", headSha: merge });
    forge.actions.updateRun(runId, { status: "waiting", conclusion: "action_required" });
    const bob = forge.as("bob");
    const { data } = await bob.rest.checks.listSuitesForRef({ ...SHOP, ref: pull.head.sha });
    expect(data.check_suites.map((suite) => [suite.status, suite.conclusion])).toEqual([
      ["completed", "action_required"],
    ]);
    const approved: number[] = [];
    forge.actions.onApprove((run) => approved.push(run.runId));
    await bob.rest.actions.approveWorkflowRun({ ...SHOP, run_id: runId });
    await later();
    expect(approved).toEqual([runId]);
    expect((await bob.rest.actions.getWorkflowRun({ ...SHOP, run_id: runId })).data.status).toBe("queued");
  });

  it("are cancelled once", async () => {
    await using forge = await aForge();
    const { actions } = forge.as("bob").rest;
    const runId = aRun(forge);
    forge.actions.onCancel((run) =>
      forge.actions.updateRun(run.runId, { status: "completed", conclusion: "cancelled" }),
    );
    const cancel = () => actions.cancelWorkflowRun({ ...SHOP, run_id: runId });
    expect((await cancel()).status).toBe(202);
    await later();
    expect((await refusal(cancel())).status).toBe(409);
  });
});

describe("artifacts", () => {
  it("are kept once per name, and come back as files and as a zip", async () => {
    await using forge = await aForge();
    const folder = mkdtempSync(join(tmpdir(), "gsd-artifact-"));
    mkdirSync(join(folder, "in/files"), { recursive: true });
    writeFileSync(join(folder, "in/manifest.json"), "{}");
    writeFileSync(join(folder, "in/files/a"), "content of a");
    const runId = aRun(forge);
    const artifact = { runId, name: "gsd-1-task", folder: join(folder, "in") };
    await forge.actions.saveArtifact(artifact);
    await expect(forge.actions.saveArtifact(artifact)).rejects.toMatchObject({ code: "artifact-exists" });
    expect(await forge.actions.loadArtifact({ ...artifact, folder: join(folder, "out") })).toBe(true);
    expect(await forge.actions.loadArtifact({ ...artifact, name: "none", folder })).toBe(false);
    expect(readFileSync(join(folder, "out/files/a"), "utf8")).toBe("content of a");

    const { actions } = forge.as("bob").rest;
    const { data } = await actions.listWorkflowRunArtifacts({ ...SHOP, run_id: runId, name: "gsd-1-task" });
    const zip = await actions.downloadArtifact({
      ...SHOP,
      artifact_id: data.artifacts[0]!.id,
      archive_format: "zip",
    });
    const bytes = Buffer.from(zip.data as ArrayBuffer);
    expect(bytes.subarray(0, 4).toString("latin1")).toBe("PK\u0003\u0004");
    expect(bytes.includes("files/a")).toBe(true);
    expect(bytes.includes("content of a")).toBe(true);
    rmSync(folder, { recursive: true });
  });
});

describe("checks", () => {
  it("of workflow jobs and statuses together tell whether a head is green", async () => {
    await using forge = await aForge();
    const pull = await aPull(forge.as("ada"));
    const app = forge.asWorkflow({ checks: "write", statuses: "write", "pull-requests": "read" });
    const sha = pull.head.sha;
    const state = async () =>
      (await app.rest.pulls.get({ ...SHOP, pull_number: pull.number })).data.mergeable_state;
    expect(await state()).toBe("clean");
    const { data } = await app.rest.checks.create({
      ...SHOP,
      name: "gsd/check",
      head_sha: sha,
      status: "in_progress",
    });
    expect(await state()).toBe("unstable");
    await app.rest.checks.update({ ...SHOP, check_run_id: data.id, conclusion: "success" });
    expect(await state()).toBe("clean");
    await app.rest.repos.createCommitStatus({ ...SHOP, sha, state: "pending", context: "gsd/task" });
    await app.rest.repos.createCommitStatus({ ...SHOP, sha, state: "success", context: "gsd/task" });
    const combined = await app.rest.repos.getCombinedStatusForRef({ ...SHOP, ref: sha });
    expect([combined.data.state, combined.data.total_count]).toEqual(["success", 1]);
  });

  it("are made by Apps only", async () => {
    await using forge = await aForge();
    const { data } = await forge.as("ada").rest.git.getRef({ ...SHOP, ref: "heads/main" });
    const create = forge.as("ada").rest.checks.create({ ...SHOP, name: "mine", head_sha: data.object.sha });
    expect((await refusal(create)).message).toContain("You must authenticate via a GitHub App");
  });
});
