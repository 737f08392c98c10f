import { describe, expect, it } from "vitest";
import { aForge, commitFile } from "../../forge/a-forge.ts";
import { aGitHub } from "./a-github.ts";

const change = {
  branch: "topic",
  message: "saves two\n\nWith a reason.",
  additions: [{ path: "a.json", text: "{}\n" }],
  deletions: ["b.json"],
};

describe("commitFiles", () => {
  it("writes and deletes files in one commit, with one request", async () => {
    await using forge = await aForge();
    const expectedHead = await commitFile(forge.as("ada"), "topic", "b.json", "old");
    const github = aGitHub(forge);
    const before = forge.stats().requests;
    const sha = await github.commitFiles({ ...change, expectedHead });
    expect(forge.stats().requests - before).toBe(1);
    expect(await github.commit("topic")).toMatchObject({
      sha,
      message: "saves two\n\nWith a reason.",
      parents: [expectedHead],
    });
    expect((await github.readFile("a.json", "topic"))?.text).toBe("{}\n");
    expect(await github.readFile("b.json", "topic")).toBeUndefined();
  });

  it("says conflict when the branch has moved, and changes nothing", async () => {
    await using forge = await aForge();
    const expectedHead = await commitFile(forge.as("ada"), "topic", "b.json", "old");
    const head = await commitFile(forge.as("ada"), "topic", "c.json", "newer");
    const github = aGitHub(forge);
    expect(await github.commitFiles({ ...change, expectedHead })).toBe("conflict");
    expect(await github.ref("heads/topic")).toBe(head);
  });

  it("makes a new branch in the same request", async () => {
    await using forge = await aForge();
    const expectedHead = await commitFile(forge.as("ada"), "topic", "b.json", "old");
    const github = aGitHub(forge);
    await github.look({ commits: ["topic"] });
    const before = forge.stats().requests;
    const sha = await github.commitFiles({ ...change, branch: "new", newBranch: true, expectedHead });
    expect(forge.stats().requests - before).toBe(1);
    expect(await github.commit("new")).toMatchObject({ sha, parents: [expectedHead] });
    expect(await github.ref("heads/topic")).toBe(expectedHead);
  });

  it("takes a branch that is there already where the new one should be, and no other", async () => {
    await using forge = await aForge();
    const expectedHead = await commitFile(forge.as("ada"), "topic", "b.json", "old");
    const github = aGitHub(forge);
    const commit = { ...change, newBranch: true, expectedHead };
    const sha = await github.commitFiles(commit);
    expect(await github.ref("heads/topic")).toBe(sha);
    expect(await github.commitFiles(commit)).toBe("conflict");
    expect(await github.ref("heads/topic")).toBe(sha);
  });

  it("names what is missing, forbidden or wrong by its code", async () => {
    await using forge = await aForge();
    const expectedHead = await commitFile(forge.as("ada"), "topic", "a.json", "old");
    const codes = await Promise.all(
      [
        aGitHub(forge).commitFiles({ ...change, branch: "none", expectedHead }),
        aGitHub(forge, { contents: "read" }).commitFiles({ ...change, expectedHead }),
        aGitHub(forge).commitFiles({ ...change, expectedHead }),
      ].map((request) => request.catch((error: { code: string }) => error.code)),
    );
    expect(codes).toEqual(["not-found", "forbidden", "invalid"]);
  });

  it("does not try again by itself when the answer was lost", async () => {
    await using forge = await aForge();
    const expectedHead = await commitFile(forge.as("ada"), "topic", "b.json", "old");
    forge.faults.failCreates({ applied: true, times: 1, tokenKind: "workflow" });
    const github = aGitHub(forge);
    await expect(github.commitFiles({ ...change, expectedHead })).rejects.toMatchObject({
      code: "unavailable",
    });
    expect((await github.commit("topic"))?.parents).toEqual([expectedHead]);
  });
});
