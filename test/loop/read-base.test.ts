import { describe, expect, it } from "vitest";
import { readBase } from "../../loop/publish/read-base.ts";
import { aGitHub } from "../adapters/github/a-github.ts";
import { aForge, commitFile } from "../forge/a-forge.ts";

async function aBase(files: string[]) {
  const forge = await aForge();
  let commit = "";
  for (const path of files) commit = await commitFile(forge.as("ada"), "topic", path, "text\n");
  const github = aGitHub(forge);
  return {
    commit,
    async read(...paths: string[]) {
      const { requests } = forge.stats();
      const files = await readBase(github, { commit, paths });
      return { files: [...files].sort(), requests: forge.stats().requests - requests };
    },
    github,
    [Symbol.asyncDispose]: () => forge[Symbol.asyncDispose](),
  };
}

describe("what a change is held against", () => {
  it("is all in the folders that it is in, in one request, and other folders by their name", async () => {
    await using base = await aBase(["src/deep/a.ts", "src/deep/er/b.ts", "docs/x/y.md"]);
    expect(await base.read("src/deep/new.ts", "src/none/new.ts")).toEqual({
      files: [".github/", "README.md", "docs/", "src/cart.ts", "src/deep/a.ts", "src/deep/er/"],
      requests: 1,
    });
  });

  it("is nothing, for no request, where nothing changes", async () => {
    await using base = await aBase(["a.ts"]);
    expect(await base.read()).toEqual({ files: [], requests: 0 });
  });

  it("is read from the root down where there are many folders, and only as far as there are some", async () => {
    await using base = await aBase(["src/deep/er/b.ts"]);
    const madeUp = Array.from({ length: 300 }, (_, at) => `src/${at}/${"d/".repeat(300)}x.ts`);
    const { files, requests } = await base.read(...madeUp, "src/deep/er/new.ts");
    expect(files).toEqual([".github/", "README.md", "src/cart.ts", "src/deep/er/b.ts"]);
    expect(requests).toBe(4);
  });

  it("has to be there", async () => {
    await using base = await aBase(["a.ts"]);
    const reading = readBase(base.github, { commit: "0123456789".repeat(4), paths: ["a.ts"] });
    await expect(reading).rejects.toMatchObject({ code: "unavailable" });
  });
});
