import { describe, expect, it } from "vitest";
import type { Mode } from "../../local/render-stub.ts";
import { aScriptedWorld, type Plot, type ScriptedWorld, startsOf } from "../e2e/a-scripted-world.ts";
import { ask, edit, hear, plan, pullFrom, readThread, where } from "../e2e/a-visit.ts";
import { readTrack } from "../e2e/a-world.ts";

const config = `limits: { attempts: 2, parallel: 8 }
reviewers: []
commands: { test: "! grep -r BROKEN src" }
`;
const plot: Plot = {
  tasks: [{ id: "T01" }, { id: "T02" }, { id: "T03", after: ["T01"] }, { id: "T04", after: ["T03"] }],
};

interface Visit {
  world: ScriptedWorld;
  issue: number;
  pull: number;
  branch: string;
  backlog: string;
}

describe.each<Mode>(["action", "app"])("people steer a track (%s)", (mode) => {
  it("is paused by closing, amended by edits, and comes back after a cancel", async () => {
    await using world = await aScriptedWorld({ mode, config, plot });
    await planGoesWithItsLabel(world);
    const visit = await acceptsAnOwnEdit(world);
    await callsWhoeverApproved(visit);
    await pausesWhileTheIssueIsClosed(visit);
    await hearsOfACloseWithoutItsEvent(visit);
    await takesAnAmendment(visit);
    await comesBackAfterACancel(visit);
    await comesBackWhenItsPullRequestIsReopened(visit);
    await comesBackWhenATaskIsReopened(visit);
    await answersAVisitorOnce(visit);
    expect(world.forge.stats()).toMatchObject({ crashes: [], unknown: {} });
  }, 400_000);
});

const setIssue = (world: ScriptedWorld, issue: number, state: "open" | "closed", who = world.maintainer) =>
  who.octokit.rest.issues.update({
    ...where,
    issue_number: issue,
    state,
    ...(state === "closed" ? { state_reason: "not_planned" as const } : {}),
  });

const setPull = (world: ScriptedWorld, pull: number, state: "open" | "closed") =>
  world.maintainer.octokit.rest.pulls.update({ ...where, pull_number: pull, state });

async function planGoesWithItsLabel(world: ScriptedWorld): Promise<void> {
  const { maintainer } = world;
  const { issue, pull } = await plan(world, "Never mind");
  await maintainer.octokit.rest.issues.removeLabel({ ...where, issue_number: issue, name: "gsd:plan" });
  await world.idle();
  expect(await readThread(world, issue)).toMatch(
    /The label `gsd:plan` was removed before the plan was approved, so the track is cancelled/,
  );
  expect(await maintainer.pull(pull)).toMatchObject({ state: "closed" });
  const starts = startsOf(world, "").length;
  await maintainer.label(issue, "gsd:plan");
  await world.idle();
  expect(await maintainer.pull(pull)).toMatchObject({ state: "open" });
  expect(await readTrack(world, issue)).toMatchObject({ phase: "proposed", slug: "never-mind", outbox: [] });
  expect(startsOf(world, "").length).toBe(starts);
  await ask(world, maintainer, issue, "/cancel");
}

/** README: edit the plan, then `/approve`. */
async function acceptsAnOwnEdit(world: ScriptedWorld): Promise<Visit> {
  const { maintainer } = world;
  const { issue, pull } = await plan(world);
  const branch = `gsd/${issue}-write-files`;
  const backlog = `specs/changes/${issue}-write-files/BACKLOG.yaml`;
  await edit(maintainer, branch, backlog, (text) => text.replace("Write T02", "Write two"));
  const comment = await maintainer.comment(pull, "/approve");
  await world.idle();
  expect((await hear(world, pull, comment)).reactions).toEqual(["eyes"]);
  const track = await readTrack(world, issue);
  expect(track).toMatchObject({ phase: "executing", tasks: { T02: { title: "Write two" } } });
  return { world, issue, pull, branch, backlog };
}

async function callsWhoeverApproved({ world, issue }: Visit): Promise<void> {
  for (const id of ["T01", "T02"]) {
    const pull = await pullFrom(world, `gsd-task/${issue}/${id}`);
    // Its review calls them: a request on top of it would be a second call.
    expect((await world.maintainer.reviews(pull)).at(-1)?.body).toMatch(/^cc @maintainer$/m);
    expect((await world.maintainer.pull(pull)).requested_reviewers).toEqual([]);
  }
}

async function pausesWhileTheIssueIsClosed({ world, issue }: Visit): Promise<void> {
  const { maintainer } = world;
  const t01 = await pullFrom(world, `gsd-task/${issue}/T01`);
  // T03 starts with the merge of T01, and is stopped in the middle.
  world.tell({ ...plot, steps: { "task T03": [{ seconds: 60, files: { "src/T03.txt": "half\n" } }, {}] } });
  await maintainer.comment(t01, "/approve");
  await until(async () => startsOf(world, "T03").length > 0);
  await setIssue(world, issue, "closed");
  await world.idle();
  const closed = await readTrack(world, issue);
  expect(closed).toMatchObject({
    phase: "executing",
    paused: true,
    jobs: [],
    tasks: { T03: { status: "pending" } },
  });
  expect(await readThread(world, issue)).toMatch(
    /The issue was closed, so the track is paused and gsd is stopping 1 run; what they did is kept.*Reopen the issue to go on, or comment `\/cancel`/,
  );
  const t02 = await pullFrom(world, `gsd-task/${issue}/T02`);
  const waits = await ask(world, maintainer, t02, "/approve");
  expect(waits.text).toMatch(/The issue is closed, so nothing starts or is merged until you reopen it/);
  expect(await maintainer.pull(t02)).toMatchObject({ merged: false });
  expect((await ask(world, maintainer, issue, "/resume")).text).toMatch(
    /is closed, so `\/resume` does nothing yet/,
  );
  // Somebody without write access can open it, and starts nothing.
  await setIssue(world, issue, "open", world.triager);
  await world.idle();
  expect(await readTrack(world, issue)).toMatchObject({ paused: true });
  expect(await readThread(world, issue)).toMatch(
    /triager reopened this issue, but starting work takes write access/,
  );
  await setIssue(world, issue, "closed", world.triager);
  await world.idle();
  world.tell(plot);
  await setIssue(world, issue, "open");
  await world.idle();
  expect(await maintainer.pull(t02)).toMatchObject({ merged: true });
  expect(await readTrack(world, issue)).toMatchObject({
    paused: false,
    tasks: { T03: { status: "review" } },
  });
}

/** An event that never comes: here by an App's bot, for which the stub starts no run. */
async function hearsOfACloseWithoutItsEvent({ world, issue }: Visit): Promise<void> {
  const hushed = world.forge.world.repos.get(world.repo)?.issues.get(issue);
  if (!hushed) throw new Error("there is no issue");
  hushed.state = "closed";
  await world.tick();
  await world.idle();
  expect(await readTrack(world, issue)).toMatchObject({ paused: true, closed: { paused: false } });
  await setIssue(world, issue, "open");
  await world.idle();
  expect(await readTrack(world, issue)).toMatchObject({ paused: false });
}

async function takesAnAmendment({ world, issue, pull, branch, backlog }: Visit): Promise<void> {
  const { maintainer, writer } = world;
  const last = await maintainer.comment(pull, "Let us change it.");
  await edit(writer, branch, backlog, (text) =>
    text.replace("Write T04", "Write four").replace("Write T03", "Write three"),
  );
  await world.idle();
  const told = (await hear(world, pull, last)).text;
  expect(told).toMatch(/The plan's files changed after it was approved/);
  expect(told).toMatch(/- T04 changes: title/);
  expect(told).toMatch(/T03 is in review, so it stays as approved/);
  const broken = await maintainer.comment(pull, "And one more.");
  await edit(writer, branch, backlog, (text) =>
    text.replace(/(id: T04[\s\S]*?depends_on:\n\s+- )T03/, "$1T09"),
  );
  await world.idle();
  expect((await hear(world, pull, broken)).text).toMatch(
    /cannot be used like this. Tasks that have started go on as they were approved[\s\S]*line \d+.*T04 depends on T09, which is not in this backlog/,
  );
  await edit(writer, branch, backlog, (text) => text.replace("- T09", "- T03"));
  await world.idle();
  // GitHub tells time in whole seconds.
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  const accepted = await ask(world, maintainer, pull, "/approve");
  expect(accepted.reactions).toEqual(["eyes"]);
  expect(accepted.text).toMatch(/The edit of the plan is accepted/);
  const { tasks } = await readTrack(world, issue);
  expect(tasks).toMatchObject({
    T03: { title: "Write T03" },
    T04: { title: "Write four", status: "pending" },
  });
  expect((await ask(world, maintainer, pull, "/approve")).text).toMatch(/The plan is already approved/);
}

async function comesBackAfterACancel({ world, issue, pull }: Visit): Promise<void> {
  const { maintainer } = world;
  const t03 = await pullFrom(world, `gsd-task/${issue}/T03`);
  await ask(world, maintainer, issue, "/cancel");
  expect(await maintainer.pull(t03)).toMatchObject({ state: "closed" });
  await maintainer.octokit.rest.git.deleteRef({ ...where, ref: `heads/gsd-task/${issue}/T03` });
  await world.idle();
  const back = await ask(world, maintainer, issue, "/resume");
  expect(back.reactions).toEqual(["eyes"]);
  expect(back.text).toMatch(
    new RegExp(`back where it was. gsd is reopening #${pull} and #${t03}. 2 merged tasks`),
  );
  for (const number of [pull, t03]) expect(await maintainer.pull(number)).toMatchObject({ state: "open" });
  await ask(world, maintainer, t03, "/approve");
  expect(await maintainer.pull(t03)).toMatchObject({ merged: true });
  const { tasks } = await readTrack(world, issue);
  expect(tasks).toMatchObject({ T03: { status: "completed" }, T04: { status: "review" } });
}

async function comesBackWhenItsPullRequestIsReopened({ world, issue, pull }: Visit): Promise<void> {
  const { maintainer } = world;
  await setPull(world, pull, "closed");
  await world.idle();
  expect(await readThread(world, issue)).toMatch(
    /was closed without a merge, so the track is cancelled. gsd deletes none of its branches. Reopen #\d+ or comment `\/resume`/,
  );
  expect(await readTrack(world, issue)).toMatchObject({ phase: "cancelled" });
  await setPull(world, pull, "open");
  await world.idle();
  expect(await readTrack(world, issue)).toMatchObject({ phase: "executing", outbox: [] });
  const t04 = await pullFrom(world, `gsd-task/${issue}/T04`);
  expect(await maintainer.pull(t04)).toMatchObject({ state: "open" });
}

async function comesBackWhenATaskIsReopened({ world, issue }: Visit): Promise<void> {
  const { maintainer } = world;
  const t04 = await pullFrom(world, `gsd-task/${issue}/T04`);
  await setPull(world, t04, "closed");
  await world.idle();
  expect((await readTrack(world, issue)).tasks.T04).toMatchObject({ status: "needs_input" });
  await setPull(world, t04, "open");
  await world.idle();
  expect((await readTrack(world, issue)).tasks.T04).toMatchObject({ status: "review" });
  await ask(world, maintainer, t04, "/approve");
  expect(await maintainer.pull(t04)).toMatchObject({ merged: true });
}

async function answersAVisitorOnce({ world, issue }: Visit): Promise<void> {
  const { visitor, maintainer } = world;
  const other = await maintainer.openIssue({ title: "Another", body: "Please." });
  for (const thread of [other, issue]) {
    const ledger = () => world.forge.actions.resolveCommit(world.repo, "gsd/ledger");
    const comments: number[] = [];
    const ledgers: (string | undefined)[] = [];
    for (let times = 0; times < 3; times += 1) {
      comments.push(await visitor.comment(thread, "/plan"));
      await world.idle();
      ledgers.push(await ledger());
    }
    const said = (await maintainer.comments(thread)).filter(
      (one) => /needs? write access|write access/.test(one.body ?? "") && one.body?.includes("visitor"),
    );
    expect(said).toHaveLength(1);
    for (const comment of comments)
      expect((await hear(world, thread, comment)).reactions).toEqual(["confused"]);
    // That somebody was refused is remembered once, not for each comment.
    expect(new Set(ledgers).size).toBe(1);
  }
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await holds()); tries += 1) {
    if (tries > 600) throw new Error("it never came");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
