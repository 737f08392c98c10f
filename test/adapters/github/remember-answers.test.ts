import { describe, expect, it } from "vitest";
import { createClient } from "../../../adapters/github/create-client.ts";
import { createGitHub } from "../../../adapters/github/create-github.ts";
import { type AnswerLimits, rememberAnswers } from "../../../adapters/github/remember-answers.ts";
import { aForge, commitFile, SHOP, workflowToken } from "../../forge/a-forge.ts";

const pace = { betweenWritesMs: 0, backoffMs: 1, limitMs: 1 };
const plenty = { maxAnswers: 100, maxBytes: 1_000_000 };

/** A forge, a memory, and what the forge answered on the wire since somebody last looked. */
async function aMemory(limits: AnswerLimits = plenty) {
  const forge = await aForge();
  const wire: number[] = [];
  const fetchAnswer = rememberAnswers(limits, async (...request) => {
    const response = await fetch(...request);
    wire.push(response.status);
    return response;
  });
  return {
    forge,
    fetchAnswer,
    wire: () => wire.splice(0),
    /** The port of somebody with a new token; all of them share the memory. */
    gitHub() {
      const token = workflowToken(forge, { contents: "write", issues: "write" });
      const client = createClient({ token, baseUrl: forge.urls.api, fetch: fetchAnswer });
      return createGitHub({ client, ...SHOP, pace });
    },
    [Symbol.asyncDispose]: () => forge[Symbol.asyncDispose](),
  };
}

describe("remembered answers", () => {
  it("are given again when GitHub says that nothing changed", async () => {
    await using memory = await aMemory();
    const github = memory.gitHub();
    const first = await github.listFolder("src", "main");
    expect(await github.listFolder("src", "main")).toEqual(first);
    expect(await github.listFolder("src", "main")).toEqual(first);
    expect(first?.map(({ name }) => name)).toEqual(["cart.ts"]);
    expect(memory.wire()).toEqual([200, 304, 304]);
  });

  it("are read anew when the thing changed, and remembered as it is now", async () => {
    await using memory = await aMemory();
    const github = memory.gitHub();
    const old = await github.commit("main");
    memory.wire();
    const sha = await commitFile(memory.forge.as("ada"), "main", "new.txt", "new\n");
    expect(old?.sha).not.toBe(sha);
    expect((await github.commit("main"))?.sha).toBe(sha);
    expect((await github.commit("main"))?.sha).toBe(sha);
    expect(memory.wire()).toEqual([200, 304]);
  });

  it("are not for another token", async () => {
    await using memory = await aMemory();
    const first = await memory.gitHub().commit("main");
    expect(await memory.gitHub().commit("main")).toEqual(first);
    expect(memory.wire()).toEqual([200, 200]);
  });

  it("are told apart by the format that was asked for", async () => {
    await using memory = await aMemory();
    const headers = { authorization: `Bearer ${workflowToken(memory.forge, { contents: "read" })}` };
    const readAs = async (accept: string) => {
      const address = `${memory.forge.urls.api}/repos/octo/shop/contents/README.md`;
      const answer = await memory.fetchAnswer(address, { method: "GET", headers: { ...headers, accept } });
      return answer.text();
    };
    for (const _ of ["first", "second"]) {
      expect(await readAs("application/vnd.github.raw+json")).toBe("# Shop\n");
      expect(JSON.parse(await readAs("application/vnd.github+json"))).toMatchObject({ name: "README.md" });
    }
    expect(memory.wire()).toEqual([200, 200, 304, 304]);
  });

  it("do not stand in for a refusal: what is gone is gone", async () => {
    await using memory = await aMemory();
    const github = memory.gitHub();
    await commitFile(memory.forge.as("ada"), "topic", "a.txt", "a\n");
    expect(await github.ref("heads/topic")).toBeDefined();
    await memory.forge.as("ada").rest.git.deleteRef({ ...SHOP, ref: "heads/topic" });
    expect(await github.ref("heads/topic")).toBeUndefined();
    expect(memory.wire()).toEqual([200, 404]);
  });

  it("make room by number: the one that was not used for longest goes", async () => {
    await using memory = await aMemory({ maxAnswers: 2, maxBytes: 1_000_000 });
    const github = memory.gitHub();
    for (const branch of ["one", "two"]) await commitFile(memory.forge.as("ada"), branch, "a.txt", branch);
    for (const branch of ["main", "one", "main", "two", "main", "one"]) await github.commit(branch);
    expect(memory.wire()).toEqual([200, 200, 304, 200, 304, 200]);
  });

  it("make room by size: what is too large for the memory is not kept, and pushes nothing out", async () => {
    await using memory = await aMemory({ maxAnswers: 100, maxBytes: 20_000 });
    const github = memory.gitHub();
    await commitFile(memory.forge.as("ada"), "main", "large.txt", "x".repeat(30_000));
    const read = async (path: string) => (await github.readFile(path, "main"))?.text.length;
    expect([await read("README.md"), await read("README.md")]).toEqual([7, 7]);
    expect([await read("large.txt"), await read("large.txt")]).toEqual([30_000, 30_000]);
    expect(await read("README.md")).toBe(7);
    expect(memory.wire()).toEqual([200, 304, 200, 200, 304]);
  });
});
