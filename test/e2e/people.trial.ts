import { describe, expect, it } from "vitest";
import { aScriptedWorld, type Plot, type ScriptedWorld } from "./a-scripted-world.ts";
import { ask, edit, hear, plan, pullFrom, readThread, signsOf, where } from "./a-visit.ts";
import { readTrack } from "./a-world.ts";

/** CI of the repository, for one task's file only, so that the others need not wait for it. */
const ci = `name: CI
on: { pull_request: { paths: ["src/T07.txt"] } }
jobs:
  test:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@df4cb1c069e1874edd31b4311f1884172cec0e10
      - run: grep -q good src/T07.txt
`;
const config = `limits: { attempts: 2, parallel: 8 }
reviewers: []
commands: { test: "! grep -r BROKEN src" }
`;
const plot: Plot = {
  tasks: [
    ...["T01", "T02", "T03", "T04", "T05", "T06", "T07"].map((id) => ({ id })),
    { id: "T08", after: ["T04"], files: ["src/T04.txt", "src/T08.txt"] },
  ],
  steps: { "task T08": [{ files: { "src/T04.txt": "T04, changed by T08\n", "src/T08.txt": "T08\n" } }] },
};

interface Visit {
  world: ScriptedWorld;
  issue: number;
  pull: number;
  branch: string;
  pulls: Record<string, number>;
}

describe("people at work on the same branches", () => {
  it("keeps their commits, notices what they did by hand, and waits for their CI", async () => {
    await using world = await aScriptedWorld({ config, plot, files: { ".github/workflows/ci.yml": ci } });
    const visit = await start(world);
    await leavesAPersonsCommitsAlone(visit);
    await noticesWhatWasDoneByHand(visit);
    await saysWhatConflicts(visit);
    await takesTasksBack(visit);
    await waitsForTheirCi(visit);
    await endsWhenThePlanIsClosed(visit);
    expect(world.forge.stats()).toMatchObject({ crashes: [], unknown: {} });
  }, 240_000);
});

async function start(world: ScriptedWorld): Promise<Visit> {
  const { issue, pull } = await plan(world);
  await ask(world, world.maintainer, pull, "/approve");
  const pulls: Record<string, number> = {};
  for (const { id } of plot.tasks.slice(0, 7)) pulls[id] = await pullFrom(world, `gsd-task/${issue}/${id}`);
  return { world, issue, pull, pulls, branch: `gsd/${issue}-write-files` };
}

async function leavesAPersonsCommitsAlone({ world, issue, pulls }: Visit): Promise<void> {
  const { maintainer, writer } = world;
  const pull = pulls.T01!;
  const headOf = async () => (await maintainer.pull(pull)).head.sha;
  const old = await headOf();
  await edit(writer, `gsd-task/${issue}/T01`, "src/T01.txt", "BROKEN by hand\n");
  const unclear = await ask(world, maintainer, pull, "/approve");
  expect(unclear.reactions).toEqual(["confused"]);
  expect(unclear.text).toMatch(/not clear which commit you meant: .* comment `\/approve [0-9a-f]{7}`/);
  expect(unclear.text).toMatch(
    /Somebody pushed to `gsd-task\/1\/T01`, so from now on gsd leaves that branch alone/,
  );
  expect((await maintainer.reviews(pull)).at(-1)?.body).toMatch(
    /own checks fail at `[0-9a-f]{7}`: `! grep -r BROKEN src`\.\n\n\*\*Not ready yet\.\*\* Push a fix to `gsd-task\/1\/T01`/,
  );
  expect((await ask(world, maintainer, pull, "/retry T01")).text).toMatch(
    /has commits by people, and gsd does not overwrite them. Continue there and comment `\/approve`, or delete the branch/,
  );
  const fixed = await edit(writer, `gsd-task/${issue}/T01`, "src/T01.txt", "fixed by hand\n");
  await world.tick();
  await world.idle();
  expect((await maintainer.reviews(pull)).at(-1)?.body).toContain(`Ready at \`${fixed.slice(0, 7)}\``);
  expect((await ask(world, maintainer, pull, `/approve ${old.slice(0, 7)}`)).text).toMatch(
    /is not the newest commit of this pull request.* comment `\/approve/,
  );
  await maintainer.approve(pull, old);
  await world.idle();
  expect(await maintainer.pull(pull)).toMatchObject({ merged: false });
  await ask(world, maintainer, pull, "/approve");
  expect(await maintainer.pull(pull)).toMatchObject({ merged: true, head: { sha: await headOf() } });
}

async function noticesWhatWasDoneByHand({ world, issue, branch, pulls }: Visit): Promise<void> {
  const { maintainer } = world;
  const { git, pulls: api } = maintainer.octokit.rest;
  const last = await maintainer.comment(issue, "Some of it by hand.");
  await git.deleteRef({ ...where, ref: `heads/gsd-task/${issue}/T02` });
  await api.update({ ...where, pull_number: pulls.T03!, state: "closed" });
  await maintainer.merge(pulls.T04!);
  const { data: track } = await git.getRef({ ...where, ref: `heads/${branch}` });
  const force = { ...where, ref: `heads/gsd-task/${issue}/T05`, sha: track.object.sha, force: true };
  await git.updateRef(force);
  await world.idle();
  const { text } = await hear(world, issue, last);
  for (const id of ["T02", "T03", "T05"]) {
    const words = `#${pulls[id]} (${id}) was closed without a merge. Comment \`/retry ${id}\` to run it again, or \`/skip ${id}\``;
    expect(text).toContain(words);
  }
  const { tasks } = await readTrack(world, issue);
  expect(tasks.T04).toMatchObject({ status: "completed", merge: expect.stringMatching(/^[0-9a-f]{40}$/) });
  const retry = await maintainer.comment(issue, "/retry T02\n/skip T03\n/skip T05");
  await world.idle();
  expect(await signsOf(world, retry)).toEqual(["eyes", "rocket", "hooray"]);
  const again = await pullFrom(world, `gsd-task/${issue}/T02`);
  expect(again).not.toBe(pulls.T02);
  await ask(world, maintainer, again, "/approve");
  expect(await maintainer.pull(again)).toMatchObject({ merged: true });
}

async function saysWhatConflicts({ world, branch, pulls }: Visit): Promise<void> {
  const { maintainer, writer } = world;
  const pull = pulls.T06!;
  const retarget = (base: string) =>
    maintainer.octokit.rest.pulls.update({ ...where, pull_number: pull, base });
  await retarget("main");
  const astray = await ask(world, maintainer, pull, "/approve");
  expect(astray.text).toMatch(
    /now points at `main`, but it belongs to `gsd\/1-write-files`. Set the base back/,
  );
  expect(await maintainer.pull(pull)).toMatchObject({ merged: false });
  await retarget(branch);
  await edit(writer, branch, "src/T06.txt", "by hand, on the track branch\n");
  const { text } = await ask(world, maintainer, pull, "/approve");
  expect(text).toMatch(
    /T06 \(#\d+\) conflicts with `gsd\/1-write-files` in `src\/T06.txt`, so it cannot be merged/,
  );
  await ask(world, maintainer, pull, "/retry T06 --fresh");
  await ask(world, maintainer, pull, "/approve");
  expect(await maintainer.pull(pull)).toMatchObject({ merged: true });
}

async function waitsForTheirCi({ world, issue, pulls }: Visit): Promise<void> {
  const { maintainer, writer } = world;
  const pull = pulls.T07!;
  const waits = await ask(world, maintainer, pull, "/approve");
  expect(waits.reactions).toEqual(["eyes"]);
  expect(waits.text).toMatch(
    /Approved. .* waits for a person .*: press \*\*Approve and run workflows\*\* below/,
  );
  expect((await ask(world, maintainer, pull, "/status")).text).toMatch(
    /press \*\*Approve and run workflows\*\*/,
  );
  const last = await maintainer.comment(pull, "Pressed.");
  const { actions } = maintainer.octokit.rest;
  const { data } = await actions.listWorkflowRunsForRepo({
    ...where,
    head_sha: (await maintainer.pull(pull)).head.sha,
  });
  await actions.approveWorkflowRun({ ...where, run_id: data.workflow_runs[0]!.id });
  await world.idle();
  expect((await hear(world, pull, last)).text).toMatch(
    /T07 is approved, but .* fails, so it is not merged. .* Push a fix to its branch, or comment `\/retry T07`/,
  );
  expect((await ask(world, maintainer, pull, "/approve")).text).toMatch(
    /fails on this commit, so T07 cannot be merged/,
  );
  // A person's push runs CI at once; gsd hears that it is green, reviews, and merges when they approve.
  await edit(writer, `gsd-task/${issue}/T07`, "src/T07.txt", "good\n");
  await world.idle();
  await ask(world, maintainer, pull, "/approve");
  expect(await maintainer.pull(pull)).toMatchObject({ merged: true });
}

async function takesTasksBack({ world, issue, branch }: Visit): Promise<void> {
  const { maintainer } = world;
  const old = (await readTrack(world, issue)).tasks.T04.merge;
  const t08 = await pullFrom(world, `gsd-task/${issue}/T08`);
  const notYet = await ask(world, maintainer, t08, "/rollback T08");
  expect(notYet.text).toMatch(
    /T08 is in review, not merged, so there is nothing to roll back. Comment `\/skip T08`/,
  );
  await maintainer.comment(issue, "/pause");
  await world.idle();
  await ask(world, maintainer, t08, "/approve");
  await ask(world, maintainer, issue, "/resume");
  expect(await maintainer.pull(t08)).toMatchObject({ merged: true });
  // By itself it conflicts, and the answer says what to do.
  const alone = await ask(world, maintainer, issue, "/rollback T04");
  expect(alone.text).toMatch(
    /git cannot revert T04 alone: later work changed the same places of `src\/T04.txt`\. The branch of #\d+ is left for you\. .*T08 builds on T04: .*comment `\/rollback T04 --with-dependents`/,
  );
  const both = await ask(world, maintainer, issue, "/rollback T04 --with-dependents");
  expect(both.text).toMatch(/The rollback of T08 and T04 is in #\d+: comment `\/approve` on it/);
  const back = await pullFrom(world, `gsd-rollback/${issue}/T04`);
  expect((await ask(world, maintainer, issue, "/rollback T08")).text).toContain(
    `already being rolled back in #${back}`,
  );
  expect((await ask(world, maintainer, issue, "/status")).text).toContain(
    `#${back} (rollback of T08 and T04)`,
  );
  await ask(world, maintainer, back, "/approve");
  expect(await maintainer.pull(back)).toMatchObject({ merged: true, base: { ref: branch } });
  expect(await world.forge.actions.readFile(world.repo, branch, "src/T04.txt")).toBeUndefined();
  const stuck = await readThread(world, issue);
  expect(stuck).toMatch(/T04 was rolled back. Comment `\/retry T04` to run it again, or `\/skip T04`/);
  await ask(world, maintainer, issue, "/retry T04\n/skip T08");
  await ask(world, maintainer, await pullFrom(world, `gsd-task/${issue}/T04`), "/approve");
  const { merge } = (await readTrack(world, issue)).tasks.T04;
  expect(merge).not.toBe(old);
}

async function endsWhenThePlanIsClosed({ world, issue, pull, branch }: Visit): Promise<void> {
  const { maintainer } = world;
  expect(await readTrack(world, issue)).toMatchObject({ phase: "ready" });
  await maintainer.octokit.rest.pulls.update({ ...where, pull_number: pull, state: "closed" });
  await world.idle();
  expect(await readThread(world, issue)).toMatch(
    /was closed without a merge, so the track is cancelled. gsd deletes none of its branches. Reopen #\d+ or comment `\/resume` to bring it back, or comment `\/plan` here to start over/,
  );
  expect(await world.forge.actions.resolveCommit(world.repo, branch)).toBeDefined();
  expect(await readTrack(world, issue)).toMatchObject({ phase: "cancelled", jobs: [], outbox: [] });
}
