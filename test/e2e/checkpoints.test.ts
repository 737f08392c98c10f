import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { aScriptedWorld, type Plot, type ScriptedWorld } from "./a-scripted-world.ts";
import { ask, plan, pullFrom, readThread, where } from "./a-visit.ts";
import { readTrack } from "./a-world.ts";

const one: Plot["tasks"] = [{ id: "T01" }];
const half = { files: { "src/T01.txt": "first half\n" } };
const rest = { files: {}, append: { "src/T01.txt": "second half\n" } };

/** The text of the task's file on its branch. */
async function readWork(world: ScriptedWorld, issue: number): Promise<string | undefined> {
  return world.forge.actions.readFile(world.repo, `gsd-task/${issue}/T01`, "src/T01.txt");
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

describe("work that was cut short", () => {
  it("by a crash is kept, and the next attempt goes on from it", async () => {
    await using world = await aScriptedWorld({
      plot: { tasks: one, steps: { "task T01": [{ ...half, exit: 3 }, rest] } },
    });
    const { issue, pull } = await plan(world);
    await ask(world, world.maintainer, pull, "/approve");
    await pullFrom(world, `gsd-task/${issue}/T01`);
    expect(await readWork(world, issue)).toBe("first half\nsecond half\n");
    const { data } = await world.maintainer.octokit.rest.repos.compareCommitsWithBasehead({
      ...where,
      basehead: `gsd/${issue}-write-files...gsd-task/${issue}/T01`,
    });
    expect(data.commits.map(({ commit }) => commit.message.split("\n")[0])).toEqual(["T01: Write T01"]);
  });

  it("by a person who stops the run waits for them, and `/retry` goes on from it", async () => {
    const nap = aNap();
    await using world = await aScriptedWorld({
      mode: "action",
      plot: { tasks: one, steps: { "task T01": [{ ...half, nap }, rest] } },
    });
    const { issue, pull } = await plan(world);
    await world.maintainer.comment(pull, "/approve");
    await untilAsleep(nap);
    const [job] = (await readTrack(world, issue)).jobs;
    await world.maintainer.octokit.rest.actions.cancelWorkflowRun({ ...where, run_id: job.run.id });
    await world.idle();
    expect(await readWork(world, issue)).toBe("first half\n");
    expect(await readThread(world, issue)).toMatch(
      /T01 failed after 1 attempt: `cancelled`.*is kept on `gsd-task/,
    );
    await ask(world, world.maintainer, issue, "/retry T01");
    await pullFrom(world, `gsd-task/${issue}/T01`);
    expect(await readWork(world, issue)).toBe("first half\nsecond half\n");
  });

  it("by `/cancel` is kept on its branch", async () => {
    const nap = aNap();
    await using world = await aScriptedWorld({
      plot: { tasks: one, steps: { "task T01": [{ ...half, nap }] } },
    });
    const { issue, pull } = await plan(world);
    await world.maintainer.comment(pull, "/approve");
    await untilAsleep(nap);
    await ask(world, world.maintainer, issue, "/cancel");
    expect(await readWork(world, issue)).toBe("first half\n");
    expect(await readTrack(world, issue)).toMatchObject({
      phase: "cancelled",
      tasks: { T01: { checkpoint: expect.stringMatching(/^[0-9a-f]{40}$/) } },
    });
  });

  it("by the end of gsd's own process is rescued by the next step", async () => {
    const nap = aNap();
    await using world = await aScriptedWorld({
      plot: { tasks: one, steps: { "task T01": [{ ...half, nap }, rest] } },
    });
    const { issue, pull } = await plan(world);
    await world.maintainer.comment(pull, "/approve");
    process.kill(stepOf(await untilAsleep(nap)), "SIGKILL");
    await world.idle();
    await pullFrom(world, `gsd-task/${issue}/T01`);
    expect(await readWork(world, issue)).toBe("first half\nsecond half\n");
    expect(await readTrack(world, issue)).toMatchObject({ tasks: { T01: { runs: 2 } } });
  });

  it("does not fit any more when the track branch changed the same lines: then it starts afresh and says so", async () => {
    await using world = await aScriptedWorld({
      config: "limits: { attempts: 1 }\n",
      plot: { tasks: one, steps: { "task T01": [{ files: { "src/T01.txt": "mine\n" }, exit: 3 }, {}] } },
    });
    const { issue, pull } = await plan(world);
    await ask(world, world.maintainer, pull, "/approve");
    await world.maintainer.octokit.rest.repos.createOrUpdateFileContents({
      ...{ ...where, path: "src/T01.txt", branch: `gsd/${issue}-write-files`, message: "by hand" },
      content: Buffer.from("theirs\n").toString("base64"),
    });
    await ask(world, world.maintainer, issue, "/retry T01");
    const task = await pullFrom(world, `gsd-task/${issue}/T01`);
    expect(await readWork(world, issue)).toBe("T01\n");
    const { data } = await world.maintainer.octokit.rest.pulls.get({ ...where, pull_number: task });
    expect(data.body).toContain("conflicts with what was merged since, so this attempt started afresh");
  });
});
