import { expect, it } from "vitest";
import { aScriptedWorld, type Plot, type ScriptedWorld } from "../e2e/a-scripted-world.ts";
import { ask, plan, pullFrom, readThread, where } from "../e2e/a-visit.ts";

const config = `reviewers: [reviewer]
limits: { fixes: 1, attempts: 1, parallel: 8, rebases: 0 }
commands: { test: "true" }
`;

const plot: Plot = {
  tasks: [{ id: "T01" }, { id: "T02" }, { id: "T03", after: ["T02"] }],
  steps: { "task T02": [{ answer: { sumary: "A typo." } }] },
};

it.each(["action", "app"] as const)(
  "says in every text what is so, in %s mode",
  async (mode) => {
    await using world = await aScriptedWorld({ mode, config, plot });
    const { issue, pull } = await plan(world);
    await addToBody(world, pull, "A remark of mine.");
    expect(await bodyOf(world, pull)).toContain("Nothing runs before you approve it.");
    await ask(world, world.maintainer, pull, "/approve");

    const task = await pullFrom(world, `gsd-task/${issue}/T01`);
    expect(await bodyOf(world, task)).toContain("read the newest review below");
    await addToBody(world, task, "Looks odd to me.");
    await tellsTheFailureOnce(world, issue);
    await isRedWithItsReason(world);

    await ask(world, world.maintainer, task, "/approve");
    expect(await bodyOf(world, task)).toMatch(
      /\*\*Merged\*\* into `gsd\/.*` as `[0-9a-f]{7}`\.[\s\S]*Looks odd to me\.$/,
    );
    const running = await bodyOf(world, pull);
    expect(running).toContain("1 of 3 tasks is merged into this branch.");
    expect(running).toContain("**Next:** T02 needs your help");
    expect(running).not.toContain("Nothing runs before");

    await ask(world, world.maintainer, issue, "/cancel");
    const over = await bodyOf(world, pull);
    expect(over).toContain(
      "**Cancelled.** 1 of 3 tasks is merged into this branch, and nothing more happens here.",
    );
    expect(over).toMatch(/A remark of mine\.$/);
    const sticky =
      (await readThread(world, issue)).split("--- ").find((one) => one.includes("gsd:sticky")) ?? "";
    expect(sticky).not.toMatch(/running|in review/);
    expect(await bodyOf(world, task)).toContain("**Merged** into");
    expect(world.forge.stats()).toMatchObject({ crashes: [], unknown: {} });
  },
  600_000,
);

async function bodyOf(world: ScriptedWorld, pull: number): Promise<string> {
  return (await world.maintainer.pull(pull)).body ?? "";
}

async function addToBody(world: ScriptedWorld, pull: number, words: string): Promise<void> {
  const body = `${await bodyOf(world, pull)}\n\n${words}`;
  await world.maintainer.octokit.rest.pulls.update({ ...where, pull_number: pull, body });
  await world.idle();
}

/** In full in its comment, which names who waits; the progress comment only refers to it. */
async function tellsTheFailureOnce(world: ScriptedWorld, issue: number): Promise<void> {
  const said = await readThread(world, issue);
  expect(said.match(/summary is missing/g)).toHaveLength(1);
  expect(said).toMatch(/T02 failed after 1 attempt: .* T03 waits for T02\./);
  expect(said).toContain("> T02 failed: the agent's answer was not usable (`invalid-answer`) ([its run](");
}

/** Publish ran all the same: it has told the failure. */
async function isRedWithItsReason({ forge, repo }: ScriptedWorld): Promise<void> {
  const jobs = [...forge.world.jobs.values()];
  const leg = jobs.filter(({ name }) => name.includes(" T02 "));
  expect(leg.map(({ name, conclusion }) => `${name.split(" / ").at(-1)} ${conclusion}`).sort()).toEqual([
    "agent failure",
    "publish success",
  ]);
  const run = forge.world.runs.get(leg[0]?.runId ?? 0);
  expect(run).toMatchObject({ repo, conclusion: "failure" });
  expect(run?.displayTitle).toMatch(/^gsd #\d+: /);
  const other = jobs.filter(({ name }) => name.includes(" T01 "));
  expect(other.map(({ conclusion }) => conclusion)).toEqual(["success", "success"]);
}
