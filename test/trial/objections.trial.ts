import { expect, it } from "vitest";
import type { Person } from "../../local/demo/person.ts";
import { aScriptedWorld, type Plot, type ScriptedWorld } from "../e2e/a-scripted-world.ts";
import { ask, hear, plan, pullFrom, readThread, where } from "../e2e/a-visit.ts";
import { readTrack } from "../e2e/a-world.ts";

const config = `reviewers: [reviewer]
limits: { fixes: 1, attempts: 2, parallel: 8 }
commands: { test: "! grep -rq BROKEN src" }
`;

const wrong = { path: "src/T01.txt", line: 1, severity: "blocker", message: "This is no text." };

const plot: Plot = {
  tasks: [{ id: "T01" }, { id: "T02" }, { id: "T03" }, { id: "T04" }],
  steps: { "review T01": [{ answer: { summary: "Not like this.", findings: [wrong] } }] },
};

interface Visit {
  world: ScriptedWorld;
  issue: number;
  pull: number;
  pulls: Record<string, number>;
}

it("holds what somebody objects to, until they lift it or a writer overrules it", async () => {
  await using world = await aScriptedWorld({ mode: "action", config, plot });
  const { issue, pull } = await plan(world);
  await holdsThePlan(world, issue, pull);
  const pulls: Record<string, number> = {};
  for (const { id } of plot.tasks) pulls[id] = await pullFrom(world, `gsd-task/${issue}/${id}`);
  const visit = { world, issue, pull, pulls };
  await overrulesAWrongBlocker(visit);
  await waitsUntilTheRequestIsLifted(visit);
  await mergesOverARequest(visit);
  await asksBeforeItCallsTheTrackReady(visit);
  expect(world.forge.stats()).toMatchObject({ crashes: [], unknown: {} });
}, 600_000);

async function requestChanges(who: Person, pull: number, body: string): Promise<number> {
  const { pulls } = who.octokit.rest;
  const { data } = await pulls.createReview({ ...where, pull_number: pull, event: "REQUEST_CHANGES", body });
  return data.id;
}

async function isMerged({ world }: Visit, pull: number): Promise<boolean> {
  return (await world.maintainer.pull(pull)).merged;
}

async function holdsThePlan(world: ScriptedWorld, issue: number, pull: number): Promise<void> {
  const { maintainer, writer } = world;
  await requestChanges(writer, pull, "The plan forgets Windows.");
  await world.idle();
  const held = await ask(world, maintainer, issue, "/approve");
  expect(held.reactions).toEqual(["confused"]);
  expect(held.text).toMatch(
    /It is not approved: .*\n\n- writer asked for changes in a review\n\n.*`\/approve --over`/,
  );
  expect(await readTrack(world, issue)).toMatchObject({ phase: "proposed" });
  // Who asked for changes and approves has lifted it.
  await writer.approve(pull);
  await world.idle();
  expect(await readTrack(world, issue)).toMatchObject({ phase: "executing" });
}

async function overrulesAWrongBlocker(visit: Visit): Promise<void> {
  const { world, issue, pulls } = visit;
  const { maintainer, visitor } = world;
  const pull = pulls.T01!;
  expect((await maintainer.reviews(pull)).at(-1)?.body).toMatch(/Not ready yet.*`\/approve --over`/);
  const refused = await ask(world, maintainer, pull, "/approve");
  expect(refused.reactions).toEqual(["confused"]);
  expect(refused.text).toContain("`src/T01.txt:1`: This is no text");
  expect(refused.text).toContain("If you disagree, comment `/approve --over`");
  expect((await ask(world, visitor, pull, "/approve --over")).reactions).toEqual(["confused"]);
  expect(await isMerged(visit, pull)).toBe(false);
  const done = await ask(world, maintainer, pull, "/approve --over");
  expect(done.reactions).toEqual(["eyes"]);
  expect(done.text).toMatch(
    /maintainer approved T01 at `[0-9a-f]{7}` over these objections:\n\n- `src\/T01.txt:1`/,
  );
  expect(await isMerged(visit, pull)).toBe(true);
  const { overruled } = await readTrack(world, issue);
  expect(overruled).toMatchObject([
    { pull, task: "T01", by: "maintainer", over: { blockers: [{ path: "src/T01.txt", line: 1 }] } },
  ]);
  expect(await readThread(world, issue)).toContain(`#${pull} approved by maintainer over 1 blocker`);
}

async function waitsUntilTheRequestIsLifted(visit: Visit): Promise<void> {
  const { world, pulls } = visit;
  const { maintainer, writer, visitor } = world;
  const pull = pulls.T02!;
  await requestChanges(visitor, pull, "I have no say here.");
  const review = await requestChanges(writer, pull, "Please wait.");
  await writer.octokit.rest.pulls.createReview({
    ...where,
    pull_number: pull,
    event: "COMMENT",
    body: "Hm.",
  });
  await world.idle();
  const held = await ask(world, maintainer, pull, "/approve");
  expect(held.reactions).toEqual(["eyes"]);
  expect(held.text).toMatch(/Approved. But writer asked for changes in a review, so T02 is not merged yet/);
  expect(held.text).not.toContain("visitor");
  await maintainer.approve(pull);
  await world.idle();
  await world.tick();
  await world.idle();
  expect(await isMerged(visit, pull)).toBe(false);
  expect((await ask(world, maintainer, pull, "/status")).text).toMatch(
    /writer asked for changes in a review of #/,
  );
  await maintainer.octokit.rest.pulls.dismissReview({
    ...where,
    pull_number: pull,
    review_id: review,
    message: "Settled.",
  });
  await world.idle();
  expect(await isMerged(visit, pull)).toBe(true);
}

async function mergesOverARequest(visit: Visit): Promise<void> {
  const { world, pulls } = visit;
  const { maintainer, writer } = world;
  const pull = pulls.T03!;
  await requestChanges(writer, pull, "Please wait.");
  await maintainer.approve(pull);
  await world.idle();
  expect(await isMerged(visit, pull)).toBe(false);
  expect(await readThread(world, pull)).toMatch(/Approved. But writer asked for changes/);
  const done = await ask(world, maintainer, pull, "/approve --over");
  expect(done.text).toMatch(/maintainer approved T03 .*over these objections:\n\n- writer asked for changes/);
  expect(await isMerged(visit, pull)).toBe(true);
}

async function asksBeforeItCallsTheTrackReady(visit: Visit): Promise<void> {
  const { world, issue, pull, pulls } = visit;
  const { maintainer, writer } = world;
  await requestChanges(writer, pull, "Not yet.");
  const last = await maintainer.comment(pull, "The last one.");
  await ask(world, maintainer, pulls.T04!, "/approve");
  expect(await readTrack(world, issue)).toMatchObject({ phase: "verifying" });
  expect((await hear(world, pull, last)).text).toMatch(
    /What is merged is verified, but writer asked for changes in a review of #\d+, so gsd does not call it ready yet/,
  );
  expect(await readThread(world, issue)).toMatch(/\*\*Next:\*\* writer asked for changes in #\d+/);
  const done = await ask(world, maintainer, pull, "/approve --over");
  expect(done.text).toMatch(/maintainer approved it at/);
  expect(await readTrack(world, issue)).toMatchObject({ phase: "ready" });
}
