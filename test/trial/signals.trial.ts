import { describe, expect, it } from "vitest";
import { aScriptedWorld, type Plot, type ScriptedWorld, startsOf } from "../e2e/a-scripted-world.ts";
import { ask, edit, plan, pullFrom, readThread, where } from "../e2e/a-visit.ts";
import { readTrack } from "../e2e/a-world.ts";

const sum = `const { test } = require("node:test");
const assert = require("node:assert");
test("adds", () => { assert.equal(1 + 2, 3); });
test("subtracts", () => { assert.equal(2 - 1, 1); });
`;
const other = `const { test } = require("node:test");
test("is there", () => { require("node:assert").ok(process.pid > 0); });
`;
const files = { "test/sum.test.js": sum, "test/other.test.js": other };

interface Visit {
  world: ScriptedWorld;
  issue: number;
  pull: number;
}

async function start(world: ScriptedWorld): Promise<Visit> {
  const { issue, pull } = await plan(world);
  await ask(world, world.maintainer, pull, "/approve");
  return { world, issue, pull };
}

async function lastReview({ world }: Visit, pull: number): Promise<string> {
  return (await world.maintainer.reviews(pull)).at(-1)?.body ?? "";
}

describe("what merges by itself", () => {
  const config = `auto_merge: true
limits: { parallel: 8 }
commands: { test: "node --test" }
`;
  const foreign = { path: "src/old.txt", line: 1, severity: "blocker", message: "This file is bad." };
  const plot: Plot = {
    tasks: [
      { id: "T01" },
      { id: "T02" },
      { id: "T03" },
      { id: "T04", after: ["T01"], files: ["src/T04.txt", "test/other.test.js"] },
    ],
    steps: {
      // Tests and files next to its own belong to a task; so does the reviewer's remark on another file to nobody.
      "task T01": [{ files: { "src/T01.txt": "1\n", "src/beside.txt": "x\n", "test/T01.test.js": other } }],
      "review T01": [{ answer: { summary: "Hm.", findings: [foreign] } }],
      "task T02": [{ files: { "src/T02.txt": "2\n" }, removes: ["test/sum.test.js"] }],
      "task T03": [{ files: { "src/T03.txt": "3\n", "README.md": "# Mine now\n" } }],
      "task T04": [
        {
          files: { "src/T04.txt": "4\n", "test/renamed.test.js": other },
          removes: ["test/other.test.js"],
        },
      ],
    },
  };

  it("is only what leaves tests and checks as they were, and stays with its task", async () => {
    await using world = await aScriptedWorld({ mode: "action", config, plot, files });
    const visit = await start(world);
    await mergesWhatIsHonest(visit);
    await holdsDeletedTests(visit);
    await holdsWhatNobodyPlanned(visit);
    expect(world.forge.stats()).toMatchObject({ crashes: [], unknown: {} });
  }, 600_000);
});

/** A remark on what the change does not touch is a note; a moved test is no test less. */
async function mergesWhatIsHonest(visit: Visit): Promise<void> {
  const { tasks } = await readTrack(visit.world, visit.issue);
  expect(tasks.T01).toMatchObject({
    status: "completed",
    proposal: { approval: { by: "auto_merge" }, signals: [] },
  });
  expect(tasks.T04).toMatchObject({
    status: "completed",
    proposal: { approval: { by: "auto_merge" }, signals: [] },
  });
  expect(await lastReview(visit, tasks.T01.proposal.pull)).toMatch(
    /\*\*NOTE\*\* `src\/old.txt:1` \(`correctness` and `security` agree\) \(not in this change, so it does not block\) This file is bad\./,
  );
}

async function holdsDeletedTests(visit: Visit): Promise<void> {
  const { world, issue } = visit;
  const pull = await pullFrom(world, `gsd-task/${issue}/T02`);
  const { tasks, health } = await readTrack(world, issue);
  expect(health.result.checks).toMatchObject([{ name: "test", tests: { ran: 3, skipped: 0 } }]);
  expect(tasks.T02).toMatchObject({
    status: "needs_input",
    trouble: { type: "blocked", findings: [] },
    proposal: { checks: "passed", tests: [{ name: "test", ran: 1, skipped: 0 }] },
  });
  const review = await lastReview(visit, pull);
  expect(review).toMatch(/^⛔ \*\*This does not merge by itself: a person has to look at it\.\*\*/);
  expect(review).toContain("- `node --test` ran 1 test; on the base it ran 3.");
  expect(review).toContain("- `test/sum.test.js` is deleted, with 2 tests.");
  expect(review).toMatch(/\*\*Not ready yet\.\*\* .*comment `\/approve --over`/);
  expect(await readThread(world, issue)).toMatch(/\| T02 .* ❌ ⚠️ 2 to look at \|/);
  const refused = await ask(world, world.maintainer, pull, "/approve");
  expect(refused.reactions).toEqual(["confused"]);
  expect(refused.text).toContain("- `test/sum.test.js` is deleted, with 2 tests.");
  const done = await ask(world, world.maintainer, pull, "/approve --over");
  expect(done.text).toMatch(
    /maintainer approved T02 at `[0-9a-f]{7}` over these objections:[\s\S]*sum.test.js/,
  );
  expect((await world.maintainer.pull(pull)).merged).toBe(true);
}

async function holdsWhatNobodyPlanned(visit: Visit): Promise<void> {
  const { world, issue } = visit;
  const pull = await pullFrom(world, `gsd-task/${issue}/T03`);
  expect(await lastReview(visit, pull)).toContain(
    "- `README.md` is neither in the task's `files_hint` nor next to it.",
  );
  const { tasks } = await readTrack(world, issue);
  expect(tasks.T03).toMatchObject({
    status: "needs_input",
    proposal: { signals: [{ code: "outside-hints" }] },
  });
}

describe("what people merge", () => {
  const config = `reviewers: []
limits: { parallel: 8, attempts: 3 }
commands: { lint: false, typecheck: false, test: false, build: false }
`;
  const plot: Plot = {
    tasks: [{ id: "T01" }, { id: "T02" }, { id: "T03" }, { id: "T04" }],
    steps: {
      "task T02": [{ files: { "src/T02.txt": "2\n" }, removes: ["test/sum.test.js"] }],
      "task T04": [{ files: { "src/T04.txt": "4\n", ".github/workflows/x.yml": "on: push\n" } }],
    },
  };

  it("is never called checked, reviewed or worth a third try when it is not", async () => {
    await using world = await aScriptedWorld({ mode: "app", config, plot, files });
    const visit = await start(world);
    await saysThatNothingWasChecked(visit);
    await warnsOfDeletedTests(visit);
    await warnsOfWhatAPersonPushed(visit);
    await doesNotPayAThirdTime(visit);
    await saysSoToTheEnd(visit);
    expect(world.forge.stats()).toMatchObject({ crashes: [], unknown: {} });
  }, 600_000);
});

async function statusOf(
  { world }: Visit,
  sha: string,
): Promise<{ state: string; description: string | null }> {
  const { data } = await world.maintainer.octokit.rest.repos.getCombinedStatusForRef({ ...where, ref: sha });
  const found = data.statuses.find(({ context }) => context === "gsd/check");
  return { state: found?.state ?? "", description: found?.description ?? null };
}

async function saysThatNothingWasChecked(visit: Visit): Promise<void> {
  const { world, issue } = visit;
  const number = await pullFrom(world, `gsd-task/${issue}/T01`);
  const { head, body } = await world.maintainer.pull(number);
  expect(await statusOf(visit, head.sha)).toEqual({
    state: "pending",
    description: "Not checked: no commands",
  });
  expect(body).toContain("➖ **Not checked:** there are no commands");
  expect(body).toContain("➖ **Not reviewed:** no reviewer is configured");
  expect(await lastReview(visit, number)).toContain("➖ **Not reviewed:** no reviewer is configured");
  expect(await lastReview(visit, number)).toContain("No command has checked it");
  expect(await readThread(world, issue)).toMatch(/\| T01 .* \| not checked \| not reviewed \|/);
  await ask(world, world.maintainer, number, "/approve");
  expect((await world.maintainer.pull(number)).merged).toBe(true);
}

async function warnsOfDeletedTests(visit: Visit): Promise<void> {
  const { world, issue } = visit;
  const pull = await pullFrom(world, `gsd-task/${issue}/T02`);
  const review = await lastReview(visit, pull);
  expect(review).toMatch(
    /^⚠️ \*\*Look at this first\.\*\* .*\n\n- `test\/sum.test.js` is deleted, with 2 tests\.\n/,
  );
  expect(review).toContain("**Ready at");
  expect(await readThread(world, issue)).toMatch(/\| T02 .* \| not reviewed ⚠️ 1 to look at \|/);
  await ask(world, world.maintainer, issue, "/skip T02");
}

async function warnsOfWhatAPersonPushed(visit: Visit): Promise<void> {
  const { world, issue } = visit;
  const branch = `gsd-task/${issue}/T03`;
  const pull = await pullFrom(world, branch);
  await edit(world.writer, branch, "test/sum.test.js", (text) =>
    text.replace('test("adds"', 'test.skip("adds"'),
  );
  await world.idle();
  await world.tick();
  await world.idle();
  expect(await lastReview(visit, pull)).toMatch(
    /^⚠️ .*\n\n- `test\/sum.test.js:3` skips a test \(`test.skip`\)\.\n/,
  );
  const { head } = await world.maintainer.pull(pull);
  expect(await statusOf(visit, head.sha)).toMatchObject({ state: "pending" });
  await ask(world, world.maintainer, pull, `/approve ${head.sha.slice(0, 7)}`);
  expect((await world.maintainer.pull(pull)).merged).toBe(true);
}

async function doesNotPayAThirdTime(visit: Visit): Promise<void> {
  const { world, issue } = visit;
  expect(startsOf(world, "T04")).toEqual(["fix", "task"]);
  expect(await readThread(world, issue)).toMatch(
    /T04 failed after 1 attempt: .*x.yml` is protected; .* It failed like this twice in a row, so gsd did not pay for another try\./,
  );
  await ask(world, world.maintainer, issue, "/skip T04");
}

async function saysSoToTheEnd({ world, issue, pull }: Visit): Promise<void> {
  expect(await readTrack(world, issue)).toMatchObject({ phase: "ready", verification: { checks: "none" } });
  const { body } = await world.maintainer.pull(pull);
  expect(body).toContain("➖ **Not checked:** there are no commands");
  expect(body).toContain("➖ **Not reviewed:** no reviewer is configured");
  expect(await readThread(world, issue)).toMatch(/No command has checked it/);
  const log = [...world.forge.world.jobs.values()].flatMap((job) => job.log).join("\n");
  expect(log).not.toMatch(/✅ `done`[^\n]*\| commands/);
}
