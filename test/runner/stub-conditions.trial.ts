import { Octokit } from "@octokit/rest";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anInstallation } from "./an-installation.ts";

const place = { owner: "acme", repo: "tally" };
const ci = "name: CI\non: pull_request\njobs: { t: { runs-on: ubuntu-latest, steps: [{ run: 'true' }] } }\n";

/**
 * What starts a billed runner without the App: the real stub, its events as the forge sends them, its `if` as the runner reads it.
 * The repository is a fork itself, so that `head.repo.fork` is true of every branch in it.
 */
describe("the stub's conditions", () => {
  let world: Awaited<ReturnType<typeof anInstallation>>;
  let ada: Octokit;
  let mallory: Octokit;
  let bot: Octokit;
  const as = (token: string) => new Octokit({ auth: token, baseUrl: world.forge.urls.api });

  beforeAll(async () => {
    world = await anInstallation("action", { isFork: true, files: { ".github/workflows/ci.yml": ci } });
    const { forge, repo } = world;
    for (const login of ["ada", "mallory"]) forge.createUser({ login });
    forge.addCollaborator(repo, "ada", "admin");
    forge.createRepository({ owner: "mallory", name: "tally", forkOf: repo });
    [ada, mallory] = [as(forge.createUserToken("ada")), as(forge.createUserToken("mallory"))];
    bot = as(workflowToken());
    await ada.rest.issues.create({ ...place, title: "Export" });
    await started();
  }, 60_000);
  afterAll(() => world[Symbol.asyncDispose]());

  function workflowToken(): string {
    const { forge, repo } = world;
    const headSha = headOf(repo, "main");
    const run = { workflowPath: ".github/workflows/gsd.yml", workflowName: "gsd", displayTitle: "gsd" };
    const runId = forge.actions.createRun({
      repo,
      ...run,
      event: "push",
      headBranch: "main",
      actor: "ada",
      headSha,
    });
    const { id: jobId } = forge.actions.createJob(runId, "publish");
    const permissions = { contents: "write", "pull-requests": "write" } as const;
    return forge.actions.mintToken({ repo, runId, jobId, permissions });
  }

  const headOf = (repo: string, branch: string) =>
    world.forge.world.repos.get(repo)?.git.refs.get(`refs/heads/${branch}`) ?? "";

  /** The events for which control has run since this was asked last. */
  let seen = 0;
  async function started(): Promise<string[]> {
    const all = (await world.log()).match(/control of \w+/g) ?? [];
    const news = all.slice(seen).map((words) => words.replace("control of ", ""));
    seen = all.length;
    return news;
  }

  async function branch(client: Octokit, owner: string, name: string): Promise<string> {
    const where = { owner, repo: "tally" };
    const sha = headOf(`${owner}/tally`, "main");
    await client.rest.git.createRef({ ...where, ref: `refs/heads/${name}`, sha });
    const content = Buffer.from(name).toString("base64");
    const file = { path: `${name.replaceAll("/", "-")}.txt`, message: "work", content, branch: name };
    const { data } = await client.rest.repos.createOrUpdateFileContents({ ...where, ...file });
    return data.commit.sha ?? "";
  }

  const comment = (body: string) => ada.rest.issues.createComment({ ...place, issue_number: 1, body });

  it.each([
    ["/status", 1],
    ["Thanks, that looks right.\n/approve", 1],
    ["See https://example.org/a/b, and either/or.", 0],
    ["A path of ours: src/export.ts\nand `/tmp`", 0],
  ])("start a runner for a slash at a line's start alone: %j", async (body, runs) => {
    await comment(body);
    expect(await started()).toHaveLength(runs);
  });

  it("hear a box that is ticked in gsd's questions, and no other edit", async () => {
    const form = (await comment("<!-- gsd:form 1/form/1 -->\n- [ ] yes")).data;
    const edit = (body: string) => ada.rest.issues.updateComment({ ...place, comment_id: form.id, body });
    await edit("<!-- gsd:form 1/form/1 -->\n- [ ] no");
    expect(await started()).toEqual([]);
    await edit("<!-- gsd:form 1/form/1 -->\n- [x] no");
    expect(await started()).toEqual(["issue_comment"]);
  });

  it("hear a box that is ticked in gsd's dashboard, and no other edit of an issue", async () => {
    const { data } = await ada.rest.issues.create({ ...place, title: "gsd: dashboard" });
    const edit = (client: Octokit, body: string) =>
      client.rest.issues.update({ ...place, issue_number: data.number, body });
    await comment("So that the issue has a comment.");
    await started();
    const marker = "\n\n<!-- gsd:dashboard 1 -->";
    await edit(ada, `- [ ] <!-- gsd:box pause/1 -->Pause${marker}`);
    await edit(ada, `- [ ] <!-- gsd:box pause/1 -->Pause, please${marker}`);
    await edit(ada, "- [x] <!-- gsd:box pause/1 -->Pause");
    expect(await started()).toEqual([]);
    await edit(ada, `  - [x] <!-- gsd:box pause/1 -->Pause${marker}`);
    expect(await started()).toEqual(["issues"]);
  });

  it("hear labels of gsd's alone", async () => {
    for (const label of ["bug", "gsd:quick"])
      await ada.rest.issues.addLabels({ ...place, issue_number: 1, labels: [label] });
    expect(await started()).toEqual(["issues"]);
  });

  it("hear pull requests of this repository, which is a fork, and of no fork of it", async () => {
    for (const [client, owner] of [
      [ada, "acme"],
      [mallory, "mallory"],
    ] as const) {
      await branch(client, owner, "gsd-task/1/T01");
      await started();
      const pull = { title: "Work", head: `${owner}:gsd-task/1/T01`, base: "main" };
      const { data } = await client.rest.pulls.create({ ...place, ...pull });
      expect(data.head.repo?.fork).toBe(true);
      // CI has run on both, and ended; then people review them, and close them.
      const ofCi = await started();
      const one = { ...place, pull_number: data.number };
      await world.forge.addCollaborator(world.repo, "grace", "write");
      await as(world.forge.createUserToken("grace")).rest.pulls.createReview({ ...one, event: "APPROVE" });
      await ada.rest.pulls.update({ ...one, state: "closed" });
      const heard = [...ofCi, ...(await started())];
      expect(heard).toEqual(owner === "acme" ? ["workflow_run", "pull_request_review", "pull_request"] : []);
    }
  });

  it("do not hear of CI that waits for a person's click, and hear when it ends", async () => {
    await branch(bot, "acme", "gsd-task/1/T02");
    await started();
    const pull = { title: "Work", head: "gsd-task/1/T02", base: "main" };
    await bot.rest.pulls.create({ ...place, ...pull });
    expect(await started()).toEqual([]);
    const { data } = await ada.rest.actions.listWorkflowRunsForRepo({ ...place, status: "action_required" });
    const [waiting] = data.workflow_runs;
    await ada.rest.actions.approveWorkflowRun({ ...place, run_id: waiting?.id ?? 0 });
    expect(await started()).toEqual(["workflow_run"]);
  });

  it("hear of a status on a head of ours, and of none on the commit that it is based on", async () => {
    const head = headOf(world.repo, "gsd-task/1/T02");
    const status = { state: "success", context: "ci/other" } as const;
    await ada.rest.repos.createCommitStatus({ ...place, ...status, sha: headOf(world.repo, "main") });
    expect(await started()).toEqual([]);
    await ada.rest.repos.createCommitStatus({ ...place, ...status, sha: head });
    expect(await started()).toEqual(["status"]);
  });

  it("hear pushes of people to a track's branch, not that it is deleted", async () => {
    await branch(ada, "acme", "gsd/1-export");
    expect((await started()).length).toBeGreaterThan(0);
    await ada.rest.git.deleteRef({ ...place, ref: "heads/gsd/1-export" });
    expect(await started()).toEqual([]);
  });

  // Its run is on the default branch, of which the clock hears.
  it("do not hear that another branch of theirs is deleted", async () => {
    await branch(ada, "acme", "feature");
    await started();
    await ada.rest.git.deleteRef({ ...place, ref: "heads/feature" });
    expect(await started()).toEqual([]);
  });
});
