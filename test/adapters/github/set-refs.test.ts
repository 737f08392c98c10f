import { describe, expect, it } from "vitest";
import { mustRepo } from "../../../local/forge/state/world.ts";
import { aForge, commitFile, shop } from "../../forge/a-forge.ts";
import { aGitHub } from "./a-github.ts";

describe("setRefs", () => {
  it("makes, moves and removes refs with one read and one write", async () => {
    await using forge = await aForge();
    const ada = forge.as("ada");
    const old = await commitFile(ada, "topic", "a.txt", "a\n");
    const sha = await commitFile(ada, "topic", "a.txt", "b\n");
    const github = aGitHub(forge);
    await github.createRef("tags/moved", sha);
    const { requests, writes } = forge.stats();
    const places = [
      { name: "tags/new", sha },
      { name: "tags/moved", sha: old },
      { name: "heads/topic", sha: undefined },
      { name: "heads/gone-already", sha: undefined },
    ];
    expect(await github.setRefs(places)).toBe("set");
    expect([forge.stats().requests - requests, forge.stats().writes - writes]).toEqual([2, 1]);
    expect(await Promise.all(places.map(({ name }) => github.ref(name)))).toEqual([
      sha,
      old,
      undefined,
      undefined,
    ]);
  });

  it("writes nothing where all is as it should be", async () => {
    await using forge = await aForge();
    const sha = await commitFile(forge.as("ada"), "topic", "a.txt", "a\n");
    const github = aGitHub(forge);
    const before = forge.stats().writes;
    const places = [
      { name: "heads/topic", sha },
      { name: "heads/none", sha: undefined },
    ];
    expect(await github.setRefs(places)).toBe("set");
    expect(await github.setRefs([])).toBe("set");
    expect(forge.stats().writes).toBe(before);
  });

  it("says refused when GitHub keeps one of them, and then nothing has changed", async () => {
    await using forge = await aForge();
    const sha = await commitFile(forge.as("ada"), "topic", "a.txt", "a\n");
    mustRepo(forge.world, shop).settings.protectDefaultBranch = true;
    const github = aGitHub(forge);
    const places = [
      { name: "tags/new", sha },
      { name: "heads/main", sha: undefined },
    ];
    expect(await github.setRefs(places)).toBe("refused");
    expect(await github.ref("tags/new")).toBeUndefined();
  });

  it("finds after a lost answer that all was done", async () => {
    await using forge = await aForge();
    const sha = await commitFile(forge.as("ada"), "topic", "a.txt", "a\n");
    const github = aGitHub(forge);
    forge.faults.failCreates({ applied: true, times: 1, tokenKind: "workflow" });
    const places = [{ name: "tags/new", sha }];
    await expect(github.setRefs(places)).rejects.toMatchObject({ code: "unavailable" });
    const before = forge.stats().writes;
    expect(await github.setRefs(places)).toBe("set");
    expect(forge.stats().writes).toBe(before);
  });
});
