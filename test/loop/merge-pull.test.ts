import { describe, expect, it } from "vitest";
import type { Effect } from "../../core/model/effect.ts";
import { performEffect } from "../../loop/perform.ts";
import { aGitHub } from "../adapters/github/a-github.ts";
import { aConfig } from "../builders/a-track.ts";
import { aForge, aPull, commitFile, shop } from "../forge/a-forge.ts";
import { aScene } from "./a-scene.ts";

const merge = "PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge";

/** Two tasks whose pull requests go into one branch, and a merge of each. */
async function twoTasks() {
  const forge = await aForge();
  const ada = forge.as("ada");
  await commitFile(ada, "gsd/1-csv", "plan.md", "plan\n");
  const github = aGitHub(forge);
  const open = async (task: "T01" | "T02") => {
    const head = `gsd-task/1/${task}`;
    const { number, head: at } = await aPull(ada, { head, base: "gsd/1-csv", path: `src/${task}.ts` });
    const effect: Effect = { type: "merge-task", task, pull: number, sha: at.sha };
    const tasks = { [task]: { title: task } };
    const work = aScene(github, { track: { tasks, config: aConfig() } as never, effect });
    const ports = { ...work.ports, log: { info() {}, warn() {}, error() {} } };
    return { number, head, perform: () => performEffect({ ...work, ports }) };
  };
  return {
    forge,
    ada,
    github,
    first: await open("T01"),
    second: await open("T02"),
    [Symbol.asyncDispose]: () => forge[Symbol.asyncDispose](),
  };
}

describe("merges of tasks into one branch", () => {
  it("wait where GitHub is not done with the one before (405, base branch was modified)", async () => {
    await using scene = await twoTasks();
    const { forge, first, second, github } = scene;
    forge.settings(shop, { settling: { merges: 2, reads: 20 } });
    expect(await first.perform()).toMatchObject({ type: "done" });
    const refused = forge.faults.meanwhileAt({ k: 1_000, route: merge, act() {} });
    expect(await second.perform()).toMatchObject({ type: "done", result: { type: "merged" } });
    expect(refused.count()).toBe(3);
    expect(await github.pull(second.number)).toMatchObject({ merged: true });
  });

  it("go into the merge queue where the branch has one, once, and say where they come from else", async () => {
    await using scene = await twoTasks();
    const { forge, first, second, github } = scene;
    forge.settings(shop, { mergeQueues: ["gsd/1-csv"] });
    expect(await first.perform()).toMatchObject({ type: "done", result: { type: "queued" } });
    expect(await github.isQueued(first.number)).toBe(true);
    expect(await first.perform()).toMatchObject({ type: "done", result: { type: "queued" } });
    expect(await github.pull(first.number)).toMatchObject({ merged: false, state: "open" });
    forge.settings(shop, { mergeQueues: [] });
    const merged = await second.perform();
    if (merged.type !== "done" || merged.result.type !== "merged") throw new Error("it is not merged");
    const commit = await github.commit(merged.result.sha);
    expect(commit?.message).toMatch(/^T02: T02 \(#\d+\)\n\nTrack: .+ \(#\d+\)\nTask: T02\nCost: \$0\.00$/);
  });

  it("are left to a later loop where that takes too long, and to no person", async () => {
    await using scene = await twoTasks();
    const { forge, first, second } = scene;
    forge.settings(shop, { settling: { merges: 100, reads: 0 } });
    await first.perform();
    expect(await second.perform()).toMatchObject({ type: "later" });
  });

  it("wait where GitHub does not know yet whether it conflicts (405, mergeable: null)", async () => {
    await using scene = await twoTasks();
    const { forge, first, second } = scene;
    forge.settings(shop, { settling: { merges: 0, reads: 20 } });
    await first.perform();
    forge.faults.failAt({
      k: 1,
      route: merge,
      status: 405,
      applied: false,
      message: "Pull Request is not mergeable",
    });
    expect(await second.perform()).toMatchObject({ type: "done" });
  });

  it("do not wait for a head that has moved meanwhile", async () => {
    await using scene = await twoTasks();
    const { forge, ada, first, second } = scene;
    forge.settings(shop, { settling: { merges: 1, reads: 20 } });
    await first.perform();
    await commitFile(ada, second.head, "src/more.ts", "more\n");
    expect(await second.perform()).toMatchObject({ type: "failed", code: "head-moved" });
  });

  it("say at once what will not pass: a method that is not allowed, a conflict", async () => {
    await using scene = await twoTasks();
    const { forge, ada, first, second } = scene;
    forge.settings(shop, { allowedMergeMethods: ["rebase"] });
    expect(await first.perform()).toMatchObject({ type: "failed", code: "not-mergeable" });
    await commitFile(ada, "gsd/1-csv", "src/T02.ts", "another\n");
    forge.settings(shop, { allowedMergeMethods: ["merge", "squash"] });
    expect(await second.perform()).toMatchObject({ type: "failed", code: "conflict" });
  });
});
