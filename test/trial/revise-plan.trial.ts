import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { aScriptedWorld, type Plot, type ScriptedWorld } from "../e2e/a-scripted-world.ts";
import { ask, edit, plan, readThread, where } from "../e2e/a-visit.ts";
import { readTrack } from "../e2e/a-world.ts";

const before: Plot = { tasks: [{ id: "T01" }, { id: "T02", after: ["T01"] }] };
const smaller: Plot = {
  tasks: [
    { id: "T01" },
    { id: "T02", after: ["T01"], files: ["src/small.txt"] },
    { id: "T03", after: ["T02"] },
  ],
};

it.each(["action", "app"] as const)(
  "a plan is written again with what people said, answers them, and keeps the rest (%s)",
  async (mode) => {
    await using world = await aScriptedWorld({ mode, plot: before });
    const { issue, pull } = await plan(world);
    const file = `specs/changes/${issue}-write-files/BACKLOG.yaml`;
    const old = await textOf(world, issue, file);
    const line = old.split("\n").findIndex((one) => one.includes("id: T02")) + 1;
    const theirs = await remark(world, world.writer, {
      pull,
      path: file,
      line,
      body: "Too much for one task.",
    });
    const strangers = await remark(world, world.visitor, { pull, path: file, line: 1, body: "Add a miner." });
    world.tell(smaller);

    const asked = await ask(world, world.maintainer, pull, "/revise make T02 smaller");
    expect(asked.reactions).toEqual(["eyes"]);
    expect(asked.text).toMatch(/gsd is writing the plan again, with 2 remarks by people with write access/);
    expect(asked.text).toMatch(/T03 is new: Write T03/);
    expect(asked.text).toMatch(/T02 changes: description, files and acceptance criteria/);
    expect(asked.text).not.toMatch(/T01/);
    expect(asked.text).toMatch(/Comment `\/approve` to take it/);

    const now = await textOf(world, issue, file);
    expect(entryOf(now, "T01")).toBe(entryOf(old, "T01"));
    expect(await readTrack(world, issue)).toMatchObject({ phase: "proposed", pull });

    const threads = await threadsOf(world, pull);
    expect(threads.get(theirs)).toMatchObject({
      isResolved: true,
      last: expect.stringMatching(/Heard ".*Too much/),
    });
    expect(threads.get(strangers)).toMatchObject({ isResolved: false, last: "Add a miner." });

    // An approval in the very second of the news would not tell which plan it means.
    await sleep(1_100);
    const approved = await ask(world, world.maintainer, pull, "/approve");
    expect(approved).toEqual({ reactions: ["eyes"], text: "" });
    expect((await readTrack(world, issue)).phase).toBe("executing");
    await revisesApproved(world, { issue, pull, file });
    await survivesABrokenEdit(world, { issue, pull, file });
    expect(world.forge.stats()).toMatchObject({ crashes: [], unknown: {} });
  },
  300_000,
);

interface Place {
  issue: number;
  pull: number;
  file: string;
}

const larger: Plot = {
  tasks: [
    // Started: its author may write what it likes.
    { id: "T01", files: ["src/other.txt"] },
    { id: "T02", after: ["T01"], files: ["src/small.txt", "src/more.txt"] },
    { id: "T04", after: ["T01"] },
  ],
};

/** T01 is in review; two people want another plan in the same moment. */
async function revisesApproved(world: ScriptedWorld, { issue, pull, file }: Place): Promise<void> {
  const { maintainer, writer } = world;
  const old = await textOf(world, issue, file);
  const before = await readTrack(world, issue);
  expect(before.tasks.T01.status).toBe("review");
  world.tell(larger);
  const [first, second] = [
    await maintainer.comment(pull, "/revise drop T03, something else is needed"),
    await writer.comment(issue, "/revise keep T03"),
  ];
  expect(second).not.toBe(first);
  await world.idle();
  const told = [await readThread(world, pull), await readThread(world, issue)].join("\n");
  expect(told.match(/The plan is being written again for (maintainer|writer)/g)).toHaveLength(1);
  expect(told).toMatch(/What runs goes on as it was approved; no other task starts meanwhile/);
  expect(told).toMatch(/The plan was written again for (maintainer|writer), as a change of the approved one/);
  expect(told).toMatch(/T04 is new: Write T04/);
  expect(told).toMatch(/T03 goes away/);

  const now = await textOf(world, issue, file);
  expect(entryOf(now, "T01")).toBe(entryOf(old, "T01"));
  expect(entryOf(now, "T02")).not.toBe(entryOf(old, "T02"));
  const waiting = await readTrack(world, issue);
  expect(waiting).toMatchObject({ phase: "executing", plan: { approved: before.plan.approved } });
  expect(Object.keys(waiting.tasks)).toEqual(["T01", "T02", "T03"]);
  expect(await readThread(world, issue)).toContain(`**Next:** review #`);

  await sleep(1_100);
  const accepted = await ask(world, maintainer, pull, "/approve");
  expect(accepted.text).toContain("The edit of the plan is accepted.");
  const after = await readTrack(world, issue);
  expect(Object.keys(after.tasks)).toEqual(["T01", "T02", "T04"]);
  expect(after.tasks.T01).toEqual(before.tasks.T01);
}

/** Somebody breaks the approved backlog: what has started goes on, the rest waits until it is fixed. */
async function survivesABrokenEdit(world: ScriptedWorld, { issue, pull, file }: Place): Promise<void> {
  const { maintainer, writer } = world;
  const branch = `gsd/${issue}-write-files`;
  const good = await textOf(world, issue, file);
  const line = good.split("\n").findIndex((one) => one.includes("id: T04")) + 1;
  await edit(writer, branch, file, (text) => text.replace("id: T04", "id: 4"));
  await world.idle();
  const thread = await readThread(world, pull);
  expect(thread).toMatch(new RegExp(`line ${line}\\b`));
  expect(thread).toContain("no other task starts before this is fixed");
  const first = (await readTrack(world, issue)).tasks.T01.proposal.pull;
  await ask(world, maintainer, first, "/approve");
  const held = await readTrack(world, issue);
  expect([held.tasks.T01.status, held.tasks.T02.status, held.tasks.T04.status]).toEqual([
    "completed",
    "pending",
    "pending",
  ]);
  expect(await readThread(world, issue)).toContain("**Next:** fix the problem of the edited plan in #");
  await edit(writer, branch, file, good);
  await world.idle();
  const free = await readTrack(world, issue);
  expect(free.plan.edited).toBeUndefined();
  expect([free.tasks.T02.status, free.tasks.T04.status]).toEqual(["review", "review"]);
}

it("a plan that cannot be written again stays as it was", async () => {
  const broken: Plot = { ...smaller, steps: { backlog: [{ exit: 3 }] } };
  await using world = await aScriptedWorld({ plot: before, config: "limits: { attempts: 1 }\n" });
  const { issue, pull } = await plan(world);
  const file = `specs/changes/${issue}-write-files/BACKLOG.yaml`;
  const old = await textOf(world, issue, file);
  world.tell(broken);
  const asked = await ask(world, world.maintainer, pull, "/revise make T02 smaller");
  expect(asked.text).toMatch(/The plan could not be written again: .*It stays as it was/);
  expect(await textOf(world, issue, file)).toBe(old);
  expect(await ask(world, world.maintainer, pull, "/approve")).toMatchObject({ reactions: ["eyes"] });
}, 300_000);

async function textOf(world: ScriptedWorld, issue: number, path: string): Promise<string> {
  return (await world.forge.actions.readFile(world.repo, `gsd/${issue}-write-files`, path)) ?? "";
}

/** The lines of a task in BACKLOG.yaml. */
function entryOf(text: string, id: string): string {
  return text.split(/^(?= {2}- id: )/m).find((part) => part.startsWith(`  - id: ${id}`)) ?? "";
}

interface Remark {
  pull: number;
  path: string;
  line: number;
  body: string;
}

async function remark(world: ScriptedWorld, who: ScriptedWorld["writer"], { pull, ...said }: Remark) {
  const head = (await world.maintainer.pull(pull)).head.sha;
  const { data } = await who.octokit.rest.pulls.createReviewComment({
    ...where,
    pull_number: pull,
    commit_id: head,
    side: "RIGHT",
    ...said,
  });
  return data.id;
}

/** The discussions of a pull request by their first comment. */
async function threadsOf(world: ScriptedWorld, pull: number) {
  interface Thread {
    isResolved: boolean;
    comments: { nodes: { databaseId: number; body: string }[] };
  }
  const query = `query ($owner: String!, $repo: String!, $pull: Int!) { repository(owner: $owner, name: $repo) {
    pullRequest(number: $pull) { reviewThreads(first: 50) { nodes { isResolved comments(first: 50) { nodes { databaseId body } } } } } } }`;
  const answer = await world.maintainer.octokit.graphql<{
    repository: { pullRequest: { reviewThreads: { nodes: Thread[] } } };
  }>(query, { ...where, pull });
  return new Map(
    answer.repository.pullRequest.reviewThreads.nodes.map(({ isResolved, comments: { nodes } }) => [
      nodes[0]?.databaseId,
      { isResolved, last: nodes.at(-1)?.body ?? "" },
    ]),
  );
}
