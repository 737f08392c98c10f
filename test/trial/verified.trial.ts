import { describe, expect, it } from "vitest";
import { aScriptedWorld, type Plot, type ScriptedWorld } from "../e2e/a-scripted-world.ts";
import { ask, edit, plan, pullFrom, readThread, where } from "../e2e/a-visit.ts";
import { readTrack } from "../e2e/a-world.ts";

const fine = {};
const plot: Plot = {
  tasks: [{ id: "T01" }, { id: "T02", after: ["T01"] }],
  steps: {
    verify: [
      { answer: { summary: "All there.", criteria: [] } },
      {
        answer: {
          summary: "All there.",
          criteria: [
            { criterion: "T01.1", met: false, evidence: "looked at it" },
            { criterion: "T02.1", met: true, evidence: "src/T02.txt:1" },
          ],
        },
      },
      fine,
    ],
  },
};
const config = 'reviewers: []\ncommands: { test: "true" }\n';

interface Visit {
  world: ScriptedWorld;
  issue: number;
  pull: number;
  branch: string;
}

describe.each(["app", "action"] as const)("what gsd calls verified, by the %s", (mode) => {
  it("is checked against the backlog, and belongs to a head", async () => {
    await using world = await aScriptedWorld({ mode, plot, config });
    const visit = await mergeAll(world);
    await namesWhatTheVerifierLeftOut(visit);
    await isReadyAtOneHead(visit);
    await verifiesAPush(visit);
    await verifiesWhatOnlyATickSees(visit);
    await verifiesARollback(visit);
    await takesUpWhatWasPushedOver(visit);
    expect(world.forge.stats()).toMatchObject({ crashes: [], unknown: {} });
  });
});

async function mergeAll(world: ScriptedWorld): Promise<Visit> {
  const { issue, pull } = await plan(world);
  await ask(world, world.maintainer, pull, "/approve");
  for (const id of ["T01", "T02"]) await merge(world, issue, id);
  return { world, issue, pull, branch: `gsd/${issue}-write-files` };
}

async function merge(world: ScriptedWorld, issue: number, id: string): Promise<void> {
  await ask(world, world.maintainer, await pullFrom(world, `gsd-task/${issue}/${id}`), "/approve");
}

/** What the gate says at the head of the track branch, and what the pull request says. */
async function seen({ world, pull }: Visit) {
  const { maintainer } = world;
  const { head, body, draft } = await maintainer.pull(pull);
  const { data } = await maintainer.octokit.rest.repos.getCombinedStatusForRef({ ...where, ref: head.sha });
  const gate = data.statuses.find(({ context }) => context === "gsd/track")?.state;
  return { head: head.sha, gate, body, draft };
}

async function namesWhatTheVerifierLeftOut(visit: Visit): Promise<void> {
  const { world, issue, pull } = visit;
  expect(await readTrack(world, issue)).toMatchObject({ phase: "executing" });
  expect(await readThread(world, pull)).toContain(
    'T01.1 is missing ("src/T01.txt is there"); T02.1 is missing ("src/T02.txt is there")',
  );
  expect(await seen(visit)).toMatchObject({ gate: "failure", draft: true });
  const { text } = await ask(world, world.maintainer, pull, "/resume");
  expect(text).toContain(
    'not every acceptance criterion is met (`not-met`). Not met: T01.1 ("src/T01.txt is there").',
  );
  expect(text).toContain("T01.1: looked at it");
  expect(await seen(visit)).toMatchObject({ gate: "failure", draft: true });
}

async function isReadyAtOneHead(visit: Visit): Promise<void> {
  const { world, issue, pull } = visit;
  await ask(world, world.maintainer, pull, "/resume");
  await expectReady(visit);
  const { archived } = await readTrack(world, issue);
  const summary = await read(visit, `specs/archive/${archived}-${issue}-write-files/summary.md`);
  expect(summary).toContain("- [x] T02.1: src/T02.txt is there — its file is there");
}

async function expectReady(visit: Visit): Promise<void> {
  const { world, issue } = visit;
  const now = await seen(visit);
  expect(now).toMatchObject({ gate: "success", draft: false });
  expect(now.body).toContain("merged into this branch and verified");
  expect(await readTrack(world, issue)).toMatchObject({
    phase: "ready",
    head: now.head,
    verification: { outcome: "done", head: now.head },
  });
}

async function read({ world, branch }: Visit, path: string): Promise<string | undefined> {
  return world.forge.actions.readFile(world.repo, branch, path);
}

async function verifiesAPush(visit: Visit): Promise<void> {
  const { world, issue, pull, branch } = visit;
  const { verification } = await readTrack(world, issue);
  const pushed = await edit(world.writer, branch, "src/by-hand.txt", "by hand\n");
  await world.idle();
  await expectReady(visit);
  expect((await readTrack(world, issue)).verification.runs).toBe(verification.runs + 1);
  const thread = await readThread(world, pull);
  expect(thread).toContain(`changed after it was verified; its head is now \`${pushed.slice(0, 7)}\``);
  expect(await folders(visit, "specs/archive")).toHaveLength(1);
  expect(await folders(visit, "specs/changes")).toEqual([]);
  // Our own last commits are no news.
  await world.tick();
  await world.idle();
  expect((await readTrack(world, issue)).verification.runs).toBe(verification.runs + 1);
}

async function folders({ world, branch }: Visit, path: string): Promise<string[]> {
  const { repos } = world.maintainer.octokit.rest;
  const answer = await repos.getContent({ ...where, path, ref: branch }).catch(() => undefined);
  return Array.isArray(answer?.data) ? answer.data.map(({ name }) => name) : [];
}

/** A push whose event was lost, and one that a failing verifier does not let pass. */
async function verifiesWhatOnlyATickSees(visit: Visit): Promise<void> {
  const { world, issue, pull, branch } = visit;
  const { runs } = (await readTrack(world, issue)).verification;
  const unmet = { criterion: "T01.1", met: false, evidence: "it is empty" };
  const met = { criterion: "T02.1", met: true, evidence: "src/T02.txt:1" };
  const spoilt = { answer: { summary: "Not there.", criteria: [unmet, met] } };
  world.tell({ ...plot, steps: { verify: [...Array(runs).fill(fine), spoilt, fine] } });
  await unheard(visit, () => edit(world.writer, branch, "src/T01.txt", "spoilt\n"));
  await world.tick();
  await world.idle();
  expect(await readTrack(world, issue)).toMatchObject({
    phase: "executing",
    verification: { outcome: "not-met" },
  });
  const now = await seen(visit);
  expect(now.gate).toBe("failure");
  expect(now.body).not.toContain("merged into this branch and verified");
  expect(now.body).toContain(`Its head \`${now.head.slice(0, 7)}\` is not verified.`);
  await ask(world, world.maintainer, pull, "/resume");
  await expectReady(visit);
}

/** Does something whose events are all lost. */
async function unheard({ world, issue }: Visit, act: () => Promise<unknown>): Promise<void> {
  const { runs } = (await readTrack(world, issue)).verification;
  const streams = [world.forge.deliveries, world.forge.workflowEvents];
  for (const stream of streams) stream.hold();
  await act();
  for (const stream of streams) stream.release({ drop: Array.from({ length: 50 }, (_, at) => at) });
  await world.idle();
  expect((await readTrack(world, issue)).verification.runs).toBe(runs);
}

async function verifiesARollback(visit: Visit): Promise<void> {
  const { world, issue } = visit;
  await ask(world, world.maintainer, issue, "/rollback T02");
  await ask(world, world.maintainer, await pullFrom(world, `gsd-rollback/${issue}/T02`), "/approve");
  await expectReady(visit);
  expect(await read(visit, "src/T02.txt")).toBeUndefined();
  expect((await seen(visit)).body).toContain("T02 is left out");
  const retried = await ask(world, world.maintainer, issue, "/retry T02");
  expect(retried.reactions).toEqual(["eyes"]);
  await merge(world, issue, "T02");
  await expectReady(visit);
  expect(await read(visit, "src/T02.txt")).toBe("T02\n");
}

async function takesUpWhatWasPushedOver(visit: Visit): Promise<void> {
  const { world, issue, pull, branch } = visit;
  const { git, repos } = world.maintainer.octokit.rest;
  const { merge: lost } = (await readTrack(world, issue)).tasks.T02;
  const { data } = await repos.getCommit({ ...where, ref: lost });
  const sha = data.parents[0]?.sha ?? "";
  await git.updateRef({ ...where, ref: `heads/${branch}`, sha, force: true });
  await world.idle();
  expect(await readThread(world, pull)).toContain(
    `T02 was merged into \`${branch}\`, but that work is not in its head \`${sha.slice(0, 7)}\` any more: somebody pushed over it. gsd runs T02 again.`,
  );
  expect(await readTrack(world, issue)).toMatchObject({
    phase: "executing",
    tasks: { T01: { status: "completed" } },
  });
  expect((await seen(visit)).body).not.toContain("merged into this branch and verified");
  await merge(world, issue, "T02");
  await expectReady(visit);
  expect(await read(visit, "src/T02.txt")).toBe("T02\n");
}
