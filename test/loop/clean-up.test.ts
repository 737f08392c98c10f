import { describe, expect, it } from "vitest";
import { cleanUp } from "../../loop/effects/clean-up.ts";
import { aGitHub } from "../adapters/github/a-github.ts";
import { aForge, commitFile } from "../forge/a-forge.ts";
import { aScene } from "./a-scene.ts";

async function aMergedTrack() {
  const forge = await aForge();
  const ada = forge.as("ada");
  const merge = await commitFile(ada, "gsd/1-csv", "a.txt", "a\n");
  await commitFile(ada, "gsd-task/1/T01", "b.txt", "b\n");
  const github = aGitHub(forge);
  const names = ["gsd-task/1/T01", "gsd-task/1/T02", "gsd/1-csv"];
  const effect = { type: "clean-up" as const, names, tags: [{ task: "T01" as const, sha: merge }] };
  const refs = () =>
    Promise.all(["tags/gsd/checkpoint/1/T01", "heads/gsd-task/1/T01", "heads/gsd/1-csv"].map(github.ref));
  return { forge, github, merge, effect, refs, [Symbol.asyncDispose]: () => forge[Symbol.asyncDispose]() };
}

describe("cleaning up after a track", () => {
  it("tags the merges and deletes the branches with one write, and finds nothing to do a second time", async () => {
    await using stage = await aMergedTrack();
    const work = aScene(stage.github, { track: {}, effect: stage.effect });
    const { writes } = stage.forge.stats();
    await cleanUp.perform(work);
    expect(await stage.refs()).toEqual([stage.merge, undefined, undefined]);
    await cleanUp.perform(work);
    expect(stage.forge.stats().writes - writes).toBe(1);
  });

  it("moves the tag of a task that was rolled back and merged again", async () => {
    await using stage = await aMergedTrack();
    const old = await stage.github.ref("heads/main");
    await stage.github.createRef("tags/gsd/checkpoint/1/T01", old ?? "");
    await cleanUp.perform(aScene(stage.github, { track: {}, effect: stage.effect }));
    expect((await stage.refs())[0]).toBe(stage.merge);
  });

  it("does the rest one by one when GitHub keeps one branch", async () => {
    await using stage = await aMergedTrack();
    const effect = { ...stage.effect, names: ["main", ...stage.effect.names] };
    await cleanUp.perform(aScene(stage.github, { track: {}, effect }));
    expect(await stage.refs()).toEqual([stage.merge, undefined, undefined]);
    expect(await stage.github.ref("heads/main")).toBeDefined();
  });

  it("keeps the branches as long as a tag cannot be made: they hold the merges", async () => {
    await using stage = await aMergedTrack();
    const effect = { ...stage.effect, tags: [{ task: "T01" as const, sha: "1".repeat(40) }] };
    const cleaning = cleanUp.perform(aScene(stage.github, { track: {}, effect }));
    await expect(cleaning).rejects.toThrow(/`gsd\/checkpoint\/1\/T01`: .*not exist/);
    expect((await stage.refs()).slice(1)).not.toContain(undefined);
  });
});
