import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aScriptedWorld, type Plot, type ScriptedWorld, startsOf } from "../e2e/a-scripted-world.ts";
import { ask, plan, pullFrom, readThread, where } from "../e2e/a-visit.ts";
import { readTrack } from "../e2e/a-world.ts";

const config = `reviewers: [reviewer]
commands: { test: "true" }
limits: { fixes: 1 }
`;
const listed = (id: string, ...lines: string[]) => ({
  files: { [`src/${id}.txt`]: `${id}\n`, "src/list.txt": ["start", ...lines, "end", ""].join("\n") },
});
/** T01, T02 and T04 all add a line at the same place; T03 keeps to itself. */
const plot: Plot = {
  tasks: [{ id: "T01" }, { id: "T02" }, { id: "T03" }, { id: "T04" }],
  steps: {
    "task T01": [listed("T01", "T01")],
    "task T02": [listed("T02", "T02")],
    "task T04": [listed("T04", "T04")],
    "resolve T02": [listed("T02", "T01", "T02")],
    // It leaves the markers where they are.
    "resolve T04": [{}],
  },
};

describe("three siblings, two of which conflict with the one that is merged first", () => {
  let world: ScriptedWorld;
  let issue: number;
  const pulls: Record<string, number> = {};
  beforeAll(async () => {
    world = await aScriptedWorld({ mode: "action", config, plot, files: { "src/list.txt": "start\nend\n" } });
    const planned = await plan(world, "A train");
    issue = planned.issue;
    await ask(world, world.maintainer, planned.pull, "/approve");
    for (const id of ["T01", "T02", "T03", "T04"])
      pulls[id] = await pullFrom(world, `gsd-task/${issue}/${id}`);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const pullOf = (id: string) => pulls[id] ?? 0;
  const headOf = async (id: string) => (await world.maintainer.pull(pullOf(id))).head.sha;
  const taskOf = async (id: string) => (await readTrack(world, issue)).tasks[id];
  const onTrack = async (path: string) => {
    const { head } = await world.maintainer.pull((await readTrack(world, issue)).pull);
    return world.forge.actions.readFile(world.repo, head.ref, path);
  };

  it("what does not conflict is left alone; the executor resolves the one, and people get the other with both sides named", async () => {
    const before = await headOf("T03");
    await ask(world, world.maintainer, pullOf("T01"), "/approve");
    expect(await world.maintainer.pull(pullOf("T01"))).toMatchObject({ merged: true });
    expect(await headOf("T03")).toBe(before);
    expect(await world.maintainer.pull(pullOf("T02"))).toMatchObject({ mergeable: true });
    expect(await taskOf("T02")).toMatchObject({ status: "review", proposal: { handsOff: false } });
    expect(await readThread(world, pullOf("T02"))).toMatch(
      /T02 conflicted with T01, which was merged before it, in `src\/list.txt`\. gsd's executor resolved that in the merge commit `[0-9a-f]{7}`/,
    );
    expect(await taskOf("T04")).toMatchObject({ status: "needs_input", trouble: { type: "task-conflict" } });
    const told = await readThread(world, pullOf("T04"));
    expect(told).toMatch(/T04 \(#\d+\) conflicts with T01, which was merged before it, in `src\/list.txt`/);
    expect(told).toContain("gsd's executor could not resolve it");
    expect(told).toContain(`git switch gsd-task/${issue}/T04`);
    expect(startsOf(world, "T03")).toEqual(["review", "task"]);
  });

  it("what was resolved is merged as a merge of both, and what never conflicted needs no update", async () => {
    const head = await headOf("T02");
    const { data } = await world.maintainer.octokit.rest.repos.getCommit({ ...where, ref: head });
    expect(data.parents).toHaveLength(2);
    expect(data.commit.message).toContain(`into gsd-task/${issue}/T02`);
    await ask(world, world.maintainer, pullOf("T02"), "/approve");
    await ask(world, world.maintainer, pullOf("T03"), "/approve");
    expect(await onTrack("src/list.txt")).toBe("start\nT01\nT02\nend\n");
    expect(await onTrack("src/T03.txt")).toBe("T03\n");
    // It waits for a person, and nobody is paid for it once more.
    expect(startsOf(world, "T04").filter((prompt) => prompt === "resolve")).toHaveLength(2);
    await ask(world, world.maintainer, issue, "/skip T04");
  });

  it("`/status` lists the checkpoints", async () => {
    const { text } = await ask(world, world.maintainer, issue, "/status");
    expect(text).toMatch(/Checkpoints: T01 `[0-9a-f]{7}`, T02 `[0-9a-f]{7}` and T03 `[0-9a-f]{7}`/);
  });

  it("a rollback that conflicts leaves its branch, the files and the commands to a person", async () => {
    const { text } = await ask(world, world.maintainer, issue, "/rollback T01");
    expect(text).toMatch(
      /git cannot revert T01 alone: later work changed the same places of `src\/list.txt`/,
    );
    const pull = await pullFrom(world, `gsd-rollback/${issue}/T01-1`);
    const { body } = await world.maintainer.pull(pull);
    expect(body).toContain(`git switch gsd-rollback/${issue}/T01-1`);
    expect(body).toMatch(/git revert --no-commit --mainline 1 [0-9a-f]{7}/);
    const early = await ask(world, world.maintainer, pull, "/approve");
    expect(early.text).toContain("T01 is not reverted here yet");
    await world.maintainer.octokit.rest.pulls.update({ ...where, pull_number: pull, state: "closed" });
    await world.idle();
    expect(await taskOf("T01")).toMatchObject({ status: "completed" });
  });

  it("`/rollback --undo` brings back what a rollback took, and the track is verified anew", async () => {
    await ask(world, world.maintainer, issue, "/rollback T02");
    await ask(world, world.maintainer, await pullFrom(world, `gsd-rollback/${issue}/T02-1`), "/approve");
    expect(await onTrack("src/list.txt")).toBe("start\nT01\nend\n");
    expect(await onTrack("src/T02.txt")).toBeUndefined();
    const { text } = await ask(world, world.maintainer, issue, "/rollback --undo");
    expect(text).toMatch(/The return of T02 is in #\d+/);
    const back = await pullFrom(world, `gsd-rollback/${issue}/T02-2`);
    expect((await world.maintainer.pull(back)).title).toBe("reapply: T02");
    await ask(world, world.maintainer, back, "/approve");
    expect(await onTrack("src/list.txt")).toBe("start\nT01\nT02\nend\n");
    expect(await onTrack("src/T02.txt")).toBe("T02\n");
    expect(await taskOf("T02")).toMatchObject({ status: "completed" });
    expect(await readTrack(world, issue)).toMatchObject({ phase: "ready" });
    expect((await ask(world, world.maintainer, issue, "/rollback --undo")).text).toContain(
      "This track has no merged rollback",
    );
  });
});
