import { Octokit } from "@octokit/rest";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAppToken } from "../../local/register-app.ts";
import { aScriptedWorld, type Plot, type ScriptedWorld } from "./a-scripted-world.ts";
import { ask, plan, pullFrom, readThread, where } from "./a-visit.ts";
import { readTrack } from "./a-world.ts";

const config = `reviewers: []
dashboard: true
commands: { test: "true" }
`;
// Somebody's CI that runs for every push to any branch.
const files = {
  ".github/workflows/everything.yml":
    'name: Everything\non: push\njobs: { t: { runs-on: ubuntu-24.04, steps: [{ run: "true" }] } }\n',
};
const plot: Plot = { tasks: [{ id: "T01" }, { id: "T02" }] };
const put = "PUT /repos/{owner}/{repo}/contents/{path}";

/** One track with the App, on a GitHub that refuses what the real one refuses. docs/real-github.md says which test holds what. */
describe("on a GitHub that is busy and picky, with the App", () => {
  let world: ScriptedWorld;
  let planned: { issue: number; pull: number };

  beforeAll(async () => {
    world = await aScriptedWorld({ config, plot, files });
    const { forge, repo, maintainer } = world;
    // GitHub pins three issues, and these are they.
    const repository = forge.world.repos.get(repo);
    for (let at = 0; at < 3; at += 1)
      repository?.pinned.push(await maintainer.openIssue({ title: `Pinned ${at}`, body: "" }));
  }, 60_000);
  afterAll(() => world[Symbol.asyncDispose]());

  it("a ledger that others write to as well is written again: 409, and 422 for a head that moved", async () => {
    const { faults } = world.forge;
    // What the App writes is the ledger.
    const ours = { tokenKind: "installation" } as const;
    const refusals = [
      faults.conflictNextContentsPut(2, ours),
      faults.failAt({
        ...ours,
        k: 3,
        status: 422,
        applied: false,
        route: put,
        message: "Update is not a fast forward",
      }),
    ];
    planned = await plan(world);
    expect(refusals.map((one) => one.fired())).toEqual([2, 1]);
    expect(await readTrack(world, planned.issue)).toMatchObject({ phase: "proposed", paused: false });
    expect(await readThread(world, planned.issue)).not.toMatch(/could not|cannot be/);
  }, 120_000);

  it("a check of another App is waited for, and heard of by its suite: no tick is needed", async () => {
    const { forge, repo, maintainer } = world;
    await ask(world, maintainer, planned.pull, "/approve");
    const task = await pullFrom(world, `gsd-task/${planned.issue}/T01`);
    const app = forge.createApp({
      slug: "other-ci",
      permissions: { checks: "write" },
      events: [],
      webhookSecret: "",
    });
    const installation = forge.installApp(app.appId, repo);
    const token = await createAppToken(forge, { ...app, webhookSecret: "", installation });
    const { checks } = new Octokit({ auth: token, baseUrl: forge.urls.api }).rest;
    const { head } = await maintainer.pull(task);
    const { data } = await checks.create({
      ...where,
      name: "other",
      head_sha: head.sha,
      status: "in_progress",
    });
    await ask(world, maintainer, task, "/approve");
    expect(await maintainer.pull(task)).toMatchObject({ merged: false });
    await checks.update({ ...where, check_run_id: data.id, conclusion: "success" });
    await world.idle();
    expect(await maintainer.pull(task)).toMatchObject({ merged: true });
  }, 120_000);

  it("a fork's pull request from a branch that is called as ours is nobody's task", async () => {
    const { forge, repo, visitor, maintainer } = world;
    const before = await readTrack(world, planned.issue);
    forge.createRepository({ owner: "visitor", name: "tally", forkOf: repo });
    const theirs = { owner: "visitor", repo: "tally" };
    const branch = `gsd-task/${planned.issue}/T02`;
    const file = { path: "src/mine.txt", message: "mine", content: "eA==", branch };
    await visitor.octokit.rest.repos.createOrUpdateFileContents({ ...theirs, ...file });
    const pull = {
      title: "T02: Write T02",
      head: `visitor:${branch}`,
      base: `gsd/${planned.issue}-write-files`,
    };
    const { data } = await visitor.octokit.rest.pulls.create({ ...where, ...pull });
    await world.idle();
    expect((await ask(world, maintainer, data.number, "/approve")).text).not.toMatch(/merge/i);
    await maintainer.octokit.rest.pulls.update({ ...where, pull_number: data.number, state: "closed" });
    await world.tick();
    await world.idle();
    const { tasks } = await readTrack(world, planned.issue);
    expect(tasks.T02).toEqual(before.tasks.T02);
  }, 120_000);

  it("a ledger that Apps write to starts nobody's CI, and each of its commits is signed", async () => {
    const { forge, maintainer } = world;
    const { data } = await maintainer.octokit.rest.repos.listCommits({
      ...where,
      sha: "gsd/ledger",
      per_page: 100,
    });
    expect(data.length).toBeGreaterThan(5);
    expect(data.filter(({ commit }) => !commit.message.split("\n")[0]?.endsWith("[skip ci]"))).toEqual([]);
    expect(data.filter(({ commit }) => !commit.verification?.verified)).toEqual([]);
    const branches = [...forge.world.runs.values()]
      .filter(({ workflowPath }) => workflowPath.endsWith("everything.yml"))
      .map(({ headBranch }) => headBranch);
    expect(branches).toContain(`gsd/${planned.issue}-write-files`);
    expect(branches).not.toContain("gsd/ledger");
  });

  it("the dashboard is made where GitHub pins no more issues, and the tick goes on", async () => {
    const repository = world.forge.world.repos.get(world.repo);
    const [board, ...others] = [...(repository?.issues.values() ?? [])].filter(
      ({ title }) => title === "gsd: dashboard",
    );
    expect(others).toEqual([]);
    expect(board?.body).toContain(`#${planned.issue}`);
    expect(repository?.pinned).not.toContain(board?.number);
    expect(await readTrack(world, planned.issue)).toMatchObject({ phase: "executing", paused: false });
    expect(world.forge.stats()).toMatchObject({ crashes: [], unknown: {} });
  });
});
