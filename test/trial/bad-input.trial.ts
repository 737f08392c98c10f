import { expect, it } from "vitest";
import { aScriptedWorld, type ScriptedWorld } from "../e2e/a-scripted-world.ts";
import { ask, pullFrom, readThread, where } from "../e2e/a-visit.ts";
import { readTrack } from "../e2e/a-world.ts";

it("issues without a word, with far too many, blocked by others, or in a backlog that nobody works off get a clear answer", async () => {
  await using world = await aScriptedWorld({ plot: { tasks: [{ id: "T01" }] } });
  await plansAnEmptyIssue(world);
  await plansALongIssue(world);
  await waitsForBlockers(world);
  await answersAnIdleLabel(world);
  expect(world.forge.stats()).toMatchObject({ crashes: [], unknown: {} });
}, 300_000);

async function plansAnEmptyIssue(world: ScriptedWorld): Promise<void> {
  const issue = await start(world, { title: "Write files", body: "" });
  expect(await readThread(world, issue)).toContain(
    "The issue's text is empty, so agents have only its title",
  );
  expect(await readTrack(world, issue)).toMatchObject({ phase: "proposed" });
}

async function plansALongIssue(world: ScriptedWorld): Promise<void> {
  // GitHub takes 65,536 characters, which may be three bytes each.
  const issue = await start(world, { title: "Write much", body: "書いて下さい。".repeat(9_300) });
  const pull = await pullFrom(world, `gsd/${issue}-`);
  const { body } = await world.maintainer.pull(pull);
  expect(body).toMatch(/The issue's text is 19\d{4} bytes long; agents got the first 20000/);
}

/** Its plan is written at once; its tasks wait for the issue that blocks it, or for a word. */
async function waitsForBlockers(world: ScriptedWorld): Promise<void> {
  const { maintainer } = world;
  const { issues } = maintainer.octokit.rest;
  const first = await maintainer.openIssue({ title: "First this", body: "Please." });
  const id = (await maintainer.issue(first)).id;
  const blocked = await maintainer.openIssue({ title: "Then that", body: "Please." });
  await issues.addBlockedByDependency({ ...where, issue_number: blocked, issue_id: id });
  await label(world, blocked);
  const pull = await pullFrom(world, `gsd/${blocked}-`);
  await ask(world, maintainer, pull, "/approve");
  expect(await readTrack(world, blocked)).toMatchObject({
    phase: "executing",
    blockers: [{ issue: first }],
    tasks: { T01: { status: "pending" } },
  });
  const said = await readThread(world, blocked);
  expect(said).toContain(`**Next:** its tasks wait for #${first}, which blocks this issue.`);
  expect(said).toContain("Comment `/resume` to start without waiting.");
  await world.tick();
  await world.idle();
  expect((await readTrack(world, blocked)).tasks.T01.status).toBe("pending");
  await issues.update({ ...where, issue_number: first, state: "closed" });
  await world.tick();
  await world.idle();
  expect((await readTrack(world, blocked)).tasks.T01.status).toBe("review");
}

async function answersAnIdleLabel(world: ScriptedWorld): Promise<void> {
  const issue = await world.maintainer.openIssue({ title: "Some day", body: "Please." });
  await world.maintainer.label(issue, "gsd:backlog");
  await world.idle();
  expect(await readThread(world, issue)).toContain("Add `nightly: {}` to `.github/gsd.yml` to have one");
}

async function start(world: ScriptedWorld, text: { title: string; body: string }): Promise<number> {
  const issue = await world.maintainer.openIssue(text);
  await label(world, issue);
  return issue;
}

async function label(world: ScriptedWorld, issue: number): Promise<void> {
  await world.maintainer.label(issue, "gsd:plan");
  await world.idle();
}
