import { describe, expect, it } from "vitest";
import { aForge, refusal, SHOP } from "./a-forge.ts";

async function head(forge: Awaited<ReturnType<typeof aForge>>, branch = "main") {
  const { data } = await forge.as("ada").rest.git.getRef({ ...SHOP, ref: `heads/${branch}` });
  const commit = await forge.as("ada").rest.git.getCommit({ ...SHOP, commit_sha: data.object.sha });
  return commit.data;
}

describe("git data", () => {
  it("builds a commit from inline text, blobs, modes and deletions", async () => {
    await using forge = await aForge();
    const { git } = forge.asWorkflow({ contents: "write" }).rest;
    const main = await head(forge);
    const blob = await git.createBlob({
      ...SHOP,
      content: Buffer.from([0, 255]).toString("base64"),
      encoding: "base64",
    });
    const tree = await git.createTree({
      ...SHOP,
      base_tree: main.tree.sha,
      tree: [
        { path: "run.sh", mode: "100755", type: "blob", content: "#!/bin/sh\n" },
        { path: "img/x.bin", mode: "100644", type: "blob", sha: blob.data.sha },
        { path: "src/cart.ts", mode: "100644", type: "blob", sha: null },
      ],
    });
    const commit = await git.createCommit({
      ...SHOP,
      message: "T01",
      tree: tree.data.sha,
      parents: [main.sha],
    });
    expect(commit.data.verification.verified).toBe(true);
    await git.createRef({ ...SHOP, ref: "refs/heads/gsd-task/1/T01", sha: commit.data.sha });
    const { data } = await git.getTree({ ...SHOP, tree_sha: commit.data.sha, recursive: "1" });
    const files = data.tree.filter((entry) => entry.type === "blob").map((entry) => [entry.path, entry.mode]);
    expect(files).toEqual([
      [".github/workflows/ci.yml", "100644"],
      ["README.md", "100644"],
      ["img/x.bin", "100644"],
      ["run.sh", "100755"],
    ]);
  });

  it("refuses to delete a path that is not there", async () => {
    await using forge = await aForge();
    const main = await head(forge);
    const tree = [{ path: "nowhere", mode: "100644" as const, type: "blob" as const, sha: null }];
    const refused = await refusal(
      forge.as("ada").rest.git.createTree({ ...SHOP, base_tree: main.tree.sha, tree }),
    );
    expect(refused.status).toBe(422);
  });

  it("refuses paths that git would not check out", async () => {
    await using forge = await aForge();
    for (const path of [".git/config", "a/../b", "a//b"]) {
      const tree = [{ path, mode: "100644" as const, type: "blob" as const, content: "x" }];
      const refused = await refusal(forge.as("ada").rest.git.createTree({ ...SHOP, tree }));
      expect(refused.message).toContain("malformed path component");
    }
  });

  it("makes a branch without history, for the ledger", async () => {
    await using forge = await aForge();
    const { git } = forge.as("ada").rest;
    const tree = await git.createTree({
      ...SHOP,
      tree: [{ path: "README.md", mode: "100644", type: "blob", content: "ledger\n" }],
    });
    const commit = await git.createCommit({ ...SHOP, message: "start [skip ci]", tree: tree.data.sha });
    expect(commit.data.parents).toEqual([]);
    const make = () => git.createRef({ ...SHOP, ref: "refs/heads/gsd/ledger", sha: commit.data.sha });
    await make();
    expect(await refusal(make())).toMatchObject({ status: 422, message: "Reference already exists" });
  });
});

describe("refs", () => {
  it("move forward only, unless forced", async () => {
    await using forge = await aForge();
    const { git } = forge.as("ada").rest;
    const main = await head(forge);
    const commit = async (message: string, parents: string[]) =>
      (await git.createCommit({ ...SHOP, message, tree: main.tree.sha, parents })).data.sha;
    const [a, b] = [await commit("a", [main.sha]), await commit("b", [main.sha])];
    await git.createRef({ ...SHOP, ref: "refs/heads/x", sha: a });
    expect(await refusal(git.updateRef({ ...SHOP, ref: "heads/x", sha: b }))).toMatchObject({
      status: 422,
      message: "Update is not a fast forward",
    });
    await git.updateRef({ ...SHOP, ref: "heads/x", sha: b, force: true });
    expect((await git.getRef({ ...SHOP, ref: "heads/x" })).data.object.sha).toBe(b);
  });

  it("are refused where a branch's name is the folder of another", async () => {
    await using forge = await aForge();
    const { git } = forge.as("ada").rest;
    const { sha } = await head(forge);
    await git.createRef({ ...SHOP, ref: "refs/heads/gsd", sha });
    expect((await refusal(git.createRef({ ...SHOP, ref: "refs/heads/gsd/1-x", sha }))).status).toBe(422);
    await git.deleteRef({ ...SHOP, ref: "heads/gsd" });
    expect((await git.createRef({ ...SHOP, ref: "refs/heads/gsd/1-x", sha })).status).toBe(201);
  });

  it("of tags are found by prefix, deleted once, and never move by mistake", async () => {
    await using forge = await aForge();
    const { git } = forge.as("ada").rest;
    const { sha } = await head(forge);
    const tag = await git.createTag({ ...SHOP, tag: "v1", message: "one", object: sha, type: "commit" });
    await git.createRef({ ...SHOP, ref: "refs/tags/v1", sha: tag.data.sha });
    await git.createRef({ ...SHOP, ref: "refs/tags/gsd/checkpoint/1/T01", sha });
    const { data } = await git.listMatchingRefs({ ...SHOP, ref: "tags/gsd/checkpoint/1/" });
    expect(data.map((ref) => ref.ref)).toEqual(["refs/tags/gsd/checkpoint/1/T01"]);
    await git.deleteRef({ ...SHOP, ref: "tags/v1" });
    expect(await refusal(git.deleteRef({ ...SHOP, ref: "tags/v1" }))).toMatchObject({
      status: 422,
      message: "Reference does not exist",
    });
  });
});
