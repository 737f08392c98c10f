import { describe, expect, it } from "vitest";
import { aForge, commitFile, refusal, SHOP } from "./a-forge.ts";

const base64 = (text: string) => Buffer.from(text).toString("base64");

describe("writing a file", () => {
  it("needs the sha of what it replaces, and that sha must still be there", async () => {
    await using forge = await aForge();
    const { repos } = forge.as("ada").rest;
    const put = (text: string, sha?: string) =>
      repos.createOrUpdateFileContents({
        ...SHOP,
        path: "tracks/1.json",
        message: "save",
        content: base64(text),
        sha,
      });
    const first = await put("one");
    expect(first.status).toBe(201);
    expect(await refusal(put("two"))).toMatchObject({
      status: 422,
      message: `Invalid request.\n\n"sha" wasn't supplied.`,
    });
    const second = await put("two", first.data.content?.sha);
    expect(second.status).toBe(200);
    expect(await refusal(put("lost", first.data.content?.sha))).toMatchObject({
      status: 409,
      message: `tracks/1.json does not match ${first.data.content?.sha}`,
    });
  });

  it("signs a bot's commit when author and committer are left out", async () => {
    await using forge = await aForge();
    const bot = forge.asWorkflow({ contents: "write" });
    const put = (path: string, author?: { name: string; email: string }) =>
      bot.rest.repos.createOrUpdateFileContents({
        ...SHOP,
        path,
        message: "save",
        content: base64("x"),
        author,
      });
    const own = await put("a.txt");
    expect(own.data.commit.verification?.verified).toBe(true);
    expect(own.data.commit.author?.name).toBe("github-actions[bot]");
    const other = await put("b.txt", { name: "Ada", email: "ada@example.com" });
    expect(other.data.commit.verification?.verified).toBe(false);
  });

  it("is refused on a protected default branch", async () => {
    await using forge = await aForge();
    forge.settings("octo/shop", { protectDefaultBranch: true });
    const ada = forge.as("ada");
    const refused = await refusal(commitFile(ada, "main", "x.txt", "x"));
    expect(refused).toMatchObject({ status: 409 });
    expect(refused.message).toContain("Changes must be made through a pull request.");
    expect(await commitFile(ada, "topic", "x.txt", "x")).toMatch(/^[0-9a-f]{40}$/);
  });

  it("removes files, and folders that become empty", async () => {
    await using forge = await aForge();
    const { repos } = forge.as("ada").rest;
    const { data } = await repos.getContent({ ...SHOP, path: "src/cart.ts" });
    await repos.deleteFile({
      ...SHOP,
      path: "src/cart.ts",
      message: "gone",
      sha: (data as { sha: string }).sha,
    });
    expect((await refusal(repos.getContent({ ...SHOP, path: "src" }))).status).toBe(404);
  });
});

describe("reading a file", () => {
  it("works at any ref, as JSON, as a folder and raw", async () => {
    await using forge = await aForge();
    const ada = forge.as("ada");
    const sha = await commitFile(ada, "gsd/1-x", "specs/a.md", "größer\n");
    const get = (path: string, ref: string) => ada.rest.repos.getContent({ ...SHOP, path, ref });
    const { data } = await get("specs/a.md", sha);
    expect(Buffer.from((data as { content: string }).content, "base64").toString()).toBe("größer\n");
    const folder = (await get("specs", "gsd/1-x")).data as { name: string; type: string }[];
    expect(folder.map(({ name, type }) => [name, type])).toEqual([["a.md", "file"]]);
    const raw = await ada.rest.repos.getContent({
      ...SHOP,
      path: "specs/a.md",
      ref: "gsd/1-x",
      mediaType: { format: "raw" },
    });
    expect(raw.data as unknown).toBe("größer\n");
    expect((await refusal(get("specs/a.md", "main"))).status).toBe(404);
  });
});
