import { Octokit } from "@octokit/rest";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { product } from "../../core/product.ts";
import { sampleFiles } from "../../local/demo/run-demo.ts";
import { where } from "./a-visit.ts";
import { aWorld, readTrack } from "./a-world.ts";

type People = Awaited<ReturnType<typeof aWorld>>;

/** What the thread says, newest state of each comment. */
async function thread({ maintainer }: People, issue: number): Promise<string[]> {
  const { data } = await maintainer.octokit.rest.issues.listComments({ ...where, issue_number: issue });
  return data.map(({ body = "" }) => body);
}

async function labels({ maintainer }: People): Promise<string[]> {
  const { data } = await maintainer.octokit.rest.issues.listLabelsForRepo(where);
  return data.map(({ name }) => name);
}

/** Somebody releases a newer gsd. */
async function release({ forge }: People): Promise<void> {
  const head = (await forge.actions.resolveCommit(product.repository, "main")) ?? "";
  const [owner = "", repo = ""] = product.repository.split("/");
  const { git } = new Octokit({ auth: forge.createUserToken(owner), baseUrl: forge.urls.api }).rest;
  const { data: commit } = await git.getCommit({ owner, repo, commit_sha: head });
  const next = { owner, repo, message: "next", tree: commit.tree.sha, parents: [head] };
  const { data } = await git.createCommit(next);
  await git.createRef({ owner, repo, ref: "refs/tags/v9.0.0", sha: data.sha });
}

describe.each(["action", "app"] as const)("what is missing in a repository, with the %s", (mode) => {
  let world: People;
  let issue: number;
  beforeAll(async () => {
    world = await aWorld({ mode, repository: { owner: "acme", name: "tally", files: sampleFiles() } });
    const rulesets = [{ name: "tasks", include: ["gsd-task/**"], rules: ["deletion" as const] }];
    const disabledWorkflows = [".github/workflows/gsd-tick.yml"];
    world.forge.settings(world.repo, { allowedMergeMethods: ["merge"], rulesets, disabledWorkflows });
    await release(world);
    issue = await world.maintainer.openIssue({ title: "Write files", body: "Please." });
    await world.maintainer.comment(issue, "/plan");
    await world.idle();
  }, 60_000);
  afterAll(async () => world.close());

  it("is told where a track begins, in its progress comment alone, and stops nothing", async () => {
    const said = await thread(world, issue);
    const [sticky = ""] = said.filter((body) => body.includes("Squash merging is not allowed here."));
    expect(sticky).toContain("> Rules cover `gsd-task/**`: `deletion`.");
    expect(sticky).toContain("[settings/rules](../settings/rules)");
    expect(said.filter((body) => body.includes("Squash merging"))).toHaveLength(1);
    // Of the stub and its clock, once; with the App there is no clock that could be asleep.
    expect(sticky.match(/the newest release is v9\.0\.0/g)).toHaveLength(1);
    expect(sticky.includes("GitHub has disabled `.github/workflows/gsd-tick.yml`")).toBe(mode === "action");
    expect(await readTrack(world, issue)).toMatchObject({ phase: "proposed", paused: false });
  });

  it("had the label made with the first track, since there was none", async () => {
    expect(await labels(world)).toContain("gsd:plan");
  });

  it("goes from the progress comment once a tick sees that it is settled; what is new comes", async () => {
    await world.maintainer.octokit.rest.git.createRef({
      ...where,
      ref: "refs/heads/gsd-rollback",
      sha: world.forge.world.repos.get(world.repo)?.git.refs.get("refs/heads/main") ?? "",
    });
    const settled = { allowedMergeMethods: ["squash" as const], rulesets: [], disabledWorkflows: [] };
    world.forge.settings(world.repo, settled);
    world.forge.world.repos.get(product.repository)?.git.refs.delete("refs/tags/v9.0.0");
    await world.tick();
    await world.idle();
    const said = await thread(world, issue);
    expect(
      said.filter((body) => /Squash merging|Rules cover|newest release|has disabled/.test(body)),
    ).toEqual([]);
    expect(said.filter((body) => body.includes("There is a branch named `gsd-rollback`."))).toHaveLength(1);
    expect((await readTrack(world, issue)).gaps).toEqual([{ type: "branch-name", branch: "gsd-rollback" }]);
  });

  it("leaves a label deleted that people delete after it was there", async () => {
    await world.maintainer.octokit.rest.issues.deleteLabel({ ...where, name: "gsd:plan" });
    await world.tick();
    await world.idle();
    expect(await labels(world)).not.toContain("gsd:plan");
  });
});

describe("a repository where nothing was planned yet", () => {
  it("gets its label by the first tick", async () => {
    const world = await aWorld();
    try {
      world.forge.world.repos.get(world.repo)?.labels.delete("gsd:plan");
      await world.tick();
      await world.idle();
      expect(await labels(world)).toContain("gsd:plan");
    } finally {
      await world.close();
    }
  });
});

describe("a secret that is not set", () => {
  it("is seen by its name when a track begins", async () => {
    const files = { ...sampleFiles(), ".github/gsd.yml": "version: 1\nengine: claude-code\n" };
    const world = await aWorld({ repository: { owner: "acme", name: "tally", files } });
    try {
      const issue = await world.maintainer.openIssue({ title: "Write files", body: "Please." });
      await world.maintainer.label(issue, "gsd:plan");
      await world.idle();
      // By the time of this look the job has failed for want of it, and the thread says that instead.
      const gaps = [{ type: "secret-missing", secret: "ANTHROPIC_API_KEY" }];
      expect(await readTrack(world, issue)).toMatchObject({ phase: "failed", gaps });
    } finally {
      await world.close();
    }
  });
});
