import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { aScriptedWorld, type ScriptedWorld, startsOf, twoTasks } from "./a-scripted-world.ts";
import { ask, plan, pullFrom, where } from "./a-visit.ts";
import { readTrack } from "./a-world.ts";

const createPull = "POST /repos/{owner}/{repo}/pulls";
const createReview = "POST /repos/{owner}/{repo}/pulls/{pull_number}/reviews";
const createStatus = "POST /repos/{owner}/{repo}/statuses/{sha}";
const dispatch = "POST /repos/{owner}/{repo}/actions/workflows/{workflow_id}/dispatches";

interface Visit {
  world: ScriptedWorld;
  issue: number;
}

it("a result whose publish died is published from its artifact: no agent works twice, and nothing is there twice", async () => {
  await using world = await aScriptedWorld({ mode: "action", plot: twoTasks });
  const { issue, pull } = await plan(world);
  const visit = { world, issue };
  const first = await diesAfterItsPullRequest(visit, pull);
  await losesADispatchedRun(visit);
  await publishesWhatIsThere(visit, first);
  await runsAgainQuietly(visit, first);
  await survivesAForgeThatFailsItsWrites(visit);
  await survivesALimitThatLastsForHours(visit);
  expect(world.forge.stats()).toMatchObject({ crashes: [], unknown: {} });
}, 240_000);

/** All pull requests of a task's branch, whatever became of them. */
async function pullsOf({ world, issue }: Visit, id: string): Promise<number[]> {
  const { data } = await world.maintainer.octokit.rest.pulls.list({ ...where, state: "all" });
  return data.filter(({ head }) => head.ref === `gsd-task/${issue}/${id}`).map(({ number }) => number);
}

/** The machine is gone the moment GitHub has opened the pull request; the run that it belonged to. */
async function diesAfterItsPullRequest(visit: Visit, pull: number): Promise<number> {
  const { world, issue } = visit;
  const fault = world.forge.faults.killAt({
    k: 1,
    route: createPull,
    when: "after",
    kill: ({ token = "" }) => world.runner.killHolder(token),
  });
  await ask(world, world.maintainer, pull, "/approve");
  expect(fault.fired()).toBe(1);
  const [job] = (await readTrack(world, issue)).jobs;
  expect(job).toMatchObject({ kind: "task", task: "T01", state: "claimed" });
  expect(await pullsOf(visit, "T01")).toHaveLength(1);
  return job.run.id;
}

/** A tick sends it out again and dies before it has written down which run that is. */
async function losesADispatchedRun({ world, issue }: Visit): Promise<void> {
  world.env["GSD_PATIENCE_MS"] = "500";
  const fault = world.forge.faults.killAt({
    k: 1,
    route: dispatch,
    when: "after",
    kill: ({ token = "" }) => world.runner.killHolder(token),
  });
  const known = new Set(world.forge.world.runs.keys());
  world.tick();
  await world.idle();
  expect(fault.fired()).toBe(1);
  const [job] = (await readTrack(world, issue)).jobs;
  expect(job).toMatchObject({ task: "T01", state: "dispatched", lost: 1 });
  const runs = [...world.forge.world.runs.values()].filter(({ id }) => !known.has(id));
  const sent = runs.find(
    ({ displayTitle }) => displayTitle.startsWith(`gsd #${issue}: `) && displayTitle.endsWith(" · run 1"),
  );
  expect(sent).toMatchObject({ status: "completed", conclusion: "success" });
  const legs = [...world.forge.world.jobs.values()].filter(({ runId }) => runId === sent?.id);
  expect(legs.map(({ name, conclusion }) => `${name.split(" / ").at(-1)} ${conclusion}`).sort()).toEqual([
    "agent success",
    "control skipped",
    "publish skipped",
  ]);
}

/** When the dead tick's lease is over, the next one finds a run that has ended without a word. */
async function publishesWhatIsThere(visit: Visit, first: number): Promise<void> {
  const { world, issue } = visit;
  world.env["GSD_CLOCK_OFFSET_MS"] = String(10 * 60_000);
  world.tick();
  await world.idle();
  const { tasks, jobs, outbox, history } = await readTrack(world, issue);
  expect({ jobs, outbox }).toEqual({ jobs: [], outbox: [] });
  const [pull] = await pullsOf(visit, "T01");
  expect(tasks.T01).toMatchObject({
    status: "review",
    attempts: 0,
    runs: 1,
    proposal: { pull, readyAt: expect.any(String) },
  });
  expect(await pullsOf(visit, "T01")).toHaveLength(1);
  const reviews = await world.maintainer.reviews(pull ?? 0);
  expect(reviews.map(({ body }) => /Ready at/.test(body ?? ""))).toEqual([true]);
  expect(startsOf(world, "T01")).toEqual(["review", "review", "task"]);
  const rows = history.filter(({ job }: { job: string }) => job === `${issue}/task/T01/1`);
  expect(rows).toMatchObject([{ outcome: "done" }]);
  expect(rows[0].run).not.toBe(first);
}

/** A person presses "Re-run failed jobs" on the run that had died. */
async function runsAgainQuietly({ world, issue }: Visit, run: number): Promise<void> {
  const before = world.forge.stats().writes;
  for (const zone of ["begin", "publish"]) {
    const { status, stdout, output } = await secondAttempt(world, { zone, run, key: `${issue}/task/T01/1` });
    expect(status, stdout).toBe(0);
    expect(stdout).toMatch(/nothing to (do|publish)/);
    if (zone === "begin") expect(output).toMatch(/^go<<\S+\nno\n\S+\n$/);
  }
  expect(world.forge.stats().writes).toBe(before);
}

/** A step of the second attempt of a run, as a process of its own. */
async function secondAttempt(
  world: ScriptedWorld,
  { zone, run, key }: { zone: string; run: number; key: string },
) {
  const folder = mkdtempSync(join(tmpdir(), "gsd-again-"));
  try {
    const outputs = join(folder, "outputs");
    const { status, stdout } = await spawn({
      PATH: process.env["PATH"],
      INPUT_ZONE: zone,
      INPUT_KEY: key,
      INPUT_OUT: join(folder, "out"),
      INPUT_TOKEN: world.tokens.maintainer,
      RUNNER_TEMP: folder,
      GITHUB_OUTPUT: outputs,
      GITHUB_REPOSITORY: world.repo,
      GITHUB_API_URL: world.forge.urls.api,
      GITHUB_RUN_ID: String(run),
      GITHUB_RUN_ATTEMPT: "2",
    });
    return { status, stdout, output: zone === "begin" ? readFileSync(outputs, "utf8") : "" };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function spawn(env: NodeJS.ProcessEnv): Promise<{ status: number; stdout: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, ["dist/action/main.mjs"], { env }, (error, stdout) =>
      resolve({ status: error ? 1 : 0, stdout }),
    );
  });
}

/** GitHub does not take the status of T02's commit, over and over; then it does. */
async function survivesAForgeThatFailsItsWrites(visit: Visit): Promise<void> {
  const { world, issue } = visit;
  const fault = world.forge.faults.failCreates({ route: createStatus, applied: false, times: 1_000 });
  const pull = await pullFrom(world, `gsd-task/${issue}/T01`);
  const { head } = await world.maintainer.pull(pull);
  // By its name: the tick's clock was ahead of the forge's when it said that it is ready.
  await ask(world, world.maintainer, pull, `/approve ${head.sha}`);
  expect(fault.fired()).toBeGreaterThan(1);
  expect((await readTrack(world, issue)).jobs).toMatchObject([{ task: "T02", state: "claimed" }]);
  fault.remove();
  world.tick();
  await world.idle();
  const { tasks, jobs } = await readTrack(world, issue);
  expect(jobs).toEqual([]);
  expect(tasks.T02).toMatchObject({ status: "review", attempts: 0, runs: 1 });
  expect(await pullsOf(visit, "T02")).toHaveLength(1);
  expect(startsOf(world, "T02")).toEqual(["review", "review", "task"]);
}

/** GitHub's primary limit is reached when a paid review is to be published, again and again: longer than any job may wait. */
async function survivesALimitThatLastsForHours({ world, issue }: Visit): Promise<void> {
  const fault = world.forge.faults.rateLimit({
    after: 0,
    resetIn: 3_600,
    times: 1_000,
    route: createReview,
    tokenKind: "workflow",
  });
  const pull = await pullFrom(world, `gsd-task/${issue}/T02`);
  const before = (await world.maintainer.reviews(pull)).length;
  await ask(world, world.maintainer, pull, "/review T02");
  for (let hour = 0; hour < 4; hour += 1) {
    world.tick();
    await world.idle();
  }
  expect(fault.fired()).toBeGreaterThan(3);
  expect((await readTrack(world, issue)).jobs).toMatchObject([
    { kind: "review", task: "T02", republish: expect.anything() },
  ]);
  fault.remove();
  world.tick();
  await world.idle();
  expect((await readTrack(world, issue)).jobs).toEqual([]);
  expect(await world.maintainer.reviews(pull)).toHaveLength(before + 1);
  expect(startsOf(world, "T02")).toEqual(["review", "review", "review", "review", "task"]);
}
