import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { aScriptedWorld, type ScriptedWorld, twoTasks } from "../e2e/a-scripted-world.ts";
import { edit, pullFrom, where } from "../e2e/a-visit.ts";
import { readTrack } from "../e2e/a-world.ts";

const branch = "gsd/1-write-files";

describe("a person who pushes to the track's branch while planners are at work", () => {
  it("keeps their commit, and gets the plan on top of it without paying twice", async () => {
    await using world = await aScriptedWorld({ plot: { ...twoTasks, steps: { spec: [{ seconds: 6 }] } } });
    const { maintainer, writer } = world;
    const issue = await maintainer.openIssue({ title: "Write files", body: "Please." });
    await maintainer.label(issue, "gsd:plan");
    await whenPlanning(world, issue);
    await edit(writer, branch, "NOTES.md", "Mind the gap.\n");
    await world.idle();
    const pull = await pullFrom(world, branch);
    const { data: files } = await maintainer.octokit.rest.pulls.listFiles({ ...where, pull_number: pull });
    expect(files.map(({ filename }) => filename)).toEqual(
      expect.arrayContaining(["NOTES.md", "specs/changes/1-write-files/BACKLOG.yaml"]),
    );
    const { plan, phase } = await readTrack(world, issue);
    expect({ runs: plan.runs, phase }).toEqual({ runs: 1, phase: "proposed" });
  });
});

async function whenPlanning(world: ScriptedWorld, issue: number): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const log = [...world.forge.world.jobs.values()].flatMap((job) => job.log).join("\n");
    if (log.includes("agent: spec")) return;
    await sleep(100);
  }
  throw new Error(`The planners of #${issue} did not start.`);
}
