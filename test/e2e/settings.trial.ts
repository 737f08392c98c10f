import { describe, expect, it } from "vitest";
import { aScriptedWorld, type ScriptedWorld } from "./a-scripted-world.ts";
import { ask, pullFrom, readThread, where } from "./a-visit.ts";
import { readTrack } from "./a-world.ts";

const setting =
  /tick \*\*Allow GitHub Actions to create and approve pull requests\*\* under Settings → Actions → General → Workflow permissions/;

describe("a repository that allows little", () => {
  it("names the setting that is in the way, loses no work, and goes on when it is changed", async () => {
    await using world = await aScriptedWorld({});
    world.forge.settings(world.repo, {
      actionsCanCreatePulls: false,
      draftsAllowed: false,
      protectDefaultBranch: true,
      requiredApprovals: 1,
    });
    const issue = await world.maintainer.openIssue({ title: "Write files", body: "Please." });
    await world.maintainer.label(issue, "gsd:plan");
    await world.idle();
    const pull = await waitsWithThePlan(world, issue);
    await waitsWithATask(world, { issue, pull });
    await endsBehindAProtectedBranch(world, { issue, pull });
    expect(world.forge.stats()).toMatchObject({ crashes: [], unknown: {} });
  }, 240_000);
});

async function waitsWithThePlan(world: ScriptedWorld, issue: number): Promise<number> {
  const { maintainer } = world;
  const said = await readThread(world, issue);
  expect(said).toMatch(setting);
  expect(said).toContain(
    `[open the pull request yourself](../compare/main...gsd/${issue}-write-files?expand=1)`,
  );
  expect(said).toMatch(/then comment `\/resume`. Nothing is lost: the work is kept on `gsd\/1-write-files`/);
  expect(await maintainer.openPulls()).toEqual([]);
  expect((await ask(world, maintainer, issue, "/approve")).text).toMatch(
    /The plan's pull request is not open yet/,
  );
  expect((await ask(world, maintainer, issue, "/status")).text).toMatch(setting);
  // Too early: it is said once more.
  expect((await ask(world, maintainer, issue, "/resume")).text).toMatch(setting);
  world.forge.settings(world.repo, { actionsCanCreatePulls: true });
  expect((await ask(world, maintainer, issue, "/resume")).text).toMatch(/the plan is ready: #2/);
  // No agent ran again.
  expect((await readTrack(world, issue)).plan).toMatchObject({ runs: 1, attempts: 0 });
  const pull = await maintainer.pull(await pullFrom(world, `gsd/${issue}-`));
  expect(pull).toMatchObject({ draft: false, user: { login: "github-actions[bot]" } });
  expect(pull.body).toContain("| T02 | Write T02 | T01 |");
  return pull.number;
}

interface Planned {
  issue: number;
  pull: number;
}

async function waitsWithATask(world: ScriptedWorld, { issue, pull }: Planned): Promise<void> {
  const { maintainer, writer } = world;
  world.forge.settings(world.repo, { actionsCanCreatePulls: false });
  await ask(world, maintainer, pull, "/approve");
  const thread = await readThread(world, issue);
  expect(thread).toMatch(/GitHub does not let gsd open a pull request[\s\S]*kept on `gsd-task\/\d+\/T01`/);
  expect(await readTrack(world, issue)).toMatchObject({
    paused: true,
    tasks: { T01: { runs: 1, attempts: 0 } },
  });
  // Somebody opens it by hand, as the link offers; gsd makes it its own.
  const { data } = await writer.octokit.rest.pulls.create({
    ...where,
    title: "by hand",
    head: `gsd-task/${issue}/T01`,
    base: `gsd/${issue}-write-files`,
  });
  await ask(world, maintainer, issue, "/resume");
  expect(await maintainer.pull(data.number)).toMatchObject({ title: "T01: Write T01" });
  expect((await maintainer.reviews(data.number)).at(-1)?.body).toMatch(/Ready at/);
  await ask(world, maintainer, data.number, "/approve");
  expect(await maintainer.pull(data.number)).toMatchObject({ merged: true });
  expect((await readTrack(world, issue)).tasks.T01).toMatchObject({ runs: 1 });
  // The next task waits again, until the setting is changed for good.
  expect(await readThread(world, issue)).toMatch(
    /GitHub does not let gsd open a pull request[\s\S]*kept on `gsd-task\/\d+\/T02`/,
  );
  world.forge.settings(world.repo, { actionsCanCreatePulls: true });
  await ask(world, maintainer, issue, "/resume");
  await ask(world, maintainer, await pullFrom(world, `gsd-task/${issue}/T02`), "/approve");
}

async function endsBehindAProtectedBranch(world: ScriptedWorld, { issue, pull }: Planned): Promise<void> {
  const { maintainer, writer } = world;
  expect(await readTrack(world, issue)).toMatchObject({ phase: "ready" });
  expect((await ask(world, maintainer, pull, "/approve")).text).toMatch(
    /Merge that pull request with GitHub's button: gsd never merges into `main` itself/,
  );
  await expect(maintainer.merge(pull)).rejects.toThrow(/approving review is required/);
  await writer.approve(pull);
  await maintainer.merge(pull);
  await world.idle();
  expect(await readTrack(world, issue)).toMatchObject({ phase: "merged", outbox: [], jobs: [] });
  expect((await maintainer.issue(issue)).state).toBe("closed");
  // A rollback of a track that is over waits as everything else does.
  world.forge.settings(world.repo, { actionsCanCreatePulls: false });
  const { text } = await ask(world, maintainer, issue, "/rollback T02");
  expect(text).toMatch(setting);
  expect(text).toMatch(
    /then comment `\/resume`. Nothing is lost: the work is kept on `gsd-rollback\/1\/T02-1`\./,
  );
  world.forge.settings(world.repo, { actionsCanCreatePulls: true });
  expect((await ask(world, maintainer, issue, "/resume")).text).toMatch(/The rollback of T02 is in #\d+/);
}
