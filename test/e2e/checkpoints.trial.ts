import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { aScriptedWorld, type ScriptedWorld } from "./a-scripted-world.ts";
import { ask, plan, pullFrom, readThread, where } from "./a-visit.ts";
import { readTrack } from "./a-world.ts";

/** A first attempt that writes half of a file, a second one that writes the rest. */
const half = (id: string) => ({ files: { [`src/${id}.txt`]: "first half\n" } });
const rest = (id: string) => ({ files: {}, append: { [`src/${id}.txt`]: "second half\n" } });
const whole = "first half\nsecond half\n";

/** The text of a task's file on its branch. */
async function readWork(world: ScriptedWorld, issue: number, id: string): Promise<string | undefined> {
  return world.forge.actions.readFile(world.repo, `gsd-task/${issue}/${id}`, `src/${id}.txt`);
}

/** So many seconds that no other process on this machine sleeps as long. */
function aNap(): number {
  return 1_000_000 + Math.floor(Math.random() * 8_000_000);
}

/** Waits until the script sleeps; the process. */
async function untilAsleep(nap: number): Promise<number> {
  for (let tries = 0; tries < 300; tries += 1) {
    const pid = readdirSync("/proc").find((name) => commandOf(name) === `sleep\0${nap}\0`);
    if (pid) return Number(pid);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("The script did not come to its nap.");
}

function commandOf(pid: string | number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}

/** The action's own process among those that started this one. */
function stepOf(pid: number): number {
  if (commandOf(pid).includes("main.mjs")) return pid;
  const parent = /^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return stepOf(Number(parent));
}

it("work that a crash or the end of gsd's own process cut short is kept, and the next attempt goes on from it", async () => {
  const nap = aNap();
  const steps = {
    "task T01": [{ ...half("T01"), exit: 3 }, rest("T01")],
    "task T02": [{ ...half("T02"), nap }, rest("T02")],
    "task T03": [{ ...half("T03"), exit: 3 }, { files: {}, exit: 3 }, {}],
  };
  await using world = await aScriptedWorld({
    config: "limits: { attempts: 2 }\nreviewers: [reviewer, architect]\n",
    plot: { tasks: [{ id: "T01" }, { id: "T02" }, { id: "T03" }], steps },
  });
  const { issue, pull } = await plan(world);
  await world.maintainer.comment(pull, "/approve");
  process.kill(stepOf(await untilAsleep(nap)), "SIGKILL");
  await world.idle();
  await isOneWholeCommit(world, issue, "T01");
  await isOneWholeCommit(world, issue, "T02");
  const [review] = await world.maintainer.reviews(await pullFrom(world, `gsd-task/${issue}/T01`));
  expect(review?.body).toContain(
    "**`reviewer`:** nothing found\n\nReads well.\n\n**`architect`:** nothing found\n\nReads well.",
  );
  expect(await readWork(world, issue, "T03")).toBe("first half\n");
  const { data } = await world.maintainer.octokit.rest.actions.listArtifactsForRepo({
    ...where,
    per_page: 100,
  });
  const names = data.artifacts.map(({ name }) => name);
  // What the script said, both times.
  expect(names.filter((name) => /task-T01-.*-log$/.test(name)).sort()).toEqual([
    `gsd-${issue}-task-T01-1-1-log`,
    `gsd-${issue}-task-T01-2-1-log`,
  ]);
  await startsAfreshWhereItDoesNotFit(world, issue);
});

async function isOneWholeCommit(world: ScriptedWorld, issue: number, id: string): Promise<void> {
  await pullFrom(world, `gsd-task/${issue}/${id}`);
  expect(await readWork(world, issue, id)).toBe(whole);
  const { data } = await world.maintainer.octokit.rest.repos.compareCommitsWithBasehead({
    ...where,
    basehead: `gsd/${issue}-write-files...gsd-task/${issue}/${id}`,
  });
  expect(data.commits.map(({ commit }) => commit.message.split("\n")[0])).toEqual([`${id}: Write ${id}`]);
}

/** T03 failed for good; meanwhile somebody writes the same file. */
async function startsAfreshWhereItDoesNotFit(world: ScriptedWorld, issue: number): Promise<void> {
  await world.maintainer.octokit.rest.repos.createOrUpdateFileContents({
    ...{ ...where, path: "src/T03.txt", branch: `gsd/${issue}-write-files`, message: "by hand" },
    content: Buffer.from("theirs\n").toString("base64"),
  });
  await ask(world, world.maintainer, issue, "/retry T03");
  const pull = await pullFrom(world, `gsd-task/${issue}/T03`);
  expect(await readWork(world, issue, "T03")).toBe("T03\n");
  const { data } = await world.maintainer.octokit.rest.pulls.get({ ...where, pull_number: pull });
  expect(data.body).toContain("conflicts with what was merged since, so this attempt started from scratch");
}

it("work that a person stops is kept: `/retry` goes on from it, `/cancel` leaves it on its branch", async () => {
  const [first, second] = [aNap(), aNap()];
  const steps = {
    "task T01": [
      { ...half("T01"), nap: first },
      { ...rest("T01"), nap: second },
    ],
  };
  await using world = await aScriptedWorld({ mode: "action", plot: { tasks: [{ id: "T01" }], steps } });
  const { issue, pull } = await plan(world);
  await world.maintainer.comment(pull, "/approve");
  await untilAsleep(first);
  const [job] = (await readTrack(world, issue)).jobs;
  await world.maintainer.octokit.rest.actions.cancelWorkflowRun({ ...where, run_id: job.run.id });
  await world.idle();
  expect(await readWork(world, issue, "T01")).toBe("first half\n");
  expect(await readThread(world, issue)).toMatch(
    /T01 failed after 1 attempt: it was cancelled \(`cancelled`\).*is kept on `gsd-task/,
  );
  await world.maintainer.comment(issue, "/retry T01");
  await untilAsleep(second);
  await ask(world, world.maintainer, issue, "/cancel");
  expect(await readWork(world, issue, "T01")).toBe(whole);
  expect(await readTrack(world, issue)).toMatchObject({
    phase: "cancelled",
    tasks: { T01: { resume: { commit: expect.stringMatching(/^[0-9a-f]{40}$/) } } },
  });
});
