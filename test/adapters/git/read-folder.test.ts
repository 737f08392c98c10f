import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { describeChanges } from "../../../adapters/git/describe-changes.ts";
import { diffChanges } from "../../../adapters/git/diff-changes.ts";
import { readCommitFile, readFolder } from "../../../adapters/git/read-folder.ts";
import { aWorkTree } from "./work-tree.ts";

const agents = { path: ".gsd/agents", endings: [".md"] };

describe("reading a folder of a commit", () => {
  it("reads the regular files of the commit, whatever the work tree holds", async () => {
    using tree = aWorkTree({ ".gsd/agents/a.md": "as committed\n", ".gsd/agents/notes.txt": "other\n" });
    tree.write(".gsd/agents/a.md", "changed\n");
    tree.write(".gsd/agents/b.md", "left there\n");
    const { files, skipped } = await readFolder(tree.folder, { commit: tree.base, ...agents });
    expect(files).toEqual([{ path: ".gsd/agents/a.md", text: "as committed\n" }]);
    expect(skipped).toEqual([]);
  });

  it("names what it does not read: links, and files that are too large", async () => {
    using tree = aWorkTree({ ".gsd/agents/big.md": "x".repeat(100_001) });
    symlinkSync("/etc/passwd", join(tree.folder, ".gsd/agents/link.md"));
    const commit = tree.commit("a link");
    const { files, skipped } = await readFolder(tree.folder, { commit, ...agents });
    expect(files).toEqual([]);
    expect(skipped.map(({ path, message }) => `${path} ${message}`)).toEqual([
      ".gsd/agents/big.md has 100001 bytes; at most 100000 are read",
      ".gsd/agents/link.md is a symbolic link, which is not followed",
    ]);
    expect(await readCommitFile(tree.folder, commit, ".gsd/agents/link.md")).toBeUndefined();
  });

  it("reads no submodule, no folder that is called like a file, and not more than a hundred files", async () => {
    const many = Array.from({ length: 101 }, (_, at) => [`.gsd/agents/r${at}.md`, "x"]);
    using tree = aWorkTree({ ...Object.fromEntries(many), ".gsd/agents/folder.md/a.md": "x" });
    tree.git("update-index", "--add", "--cacheinfo", `160000,${tree.base},.gsd/agents/module.md`);
    tree.git("commit", "--quiet", "--message", "a submodule");
    const commit = tree.git("rev-parse", "HEAD");
    const { files, skipped } = await readFolder(tree.folder, { commit, ...agents });
    expect(files).toHaveLength(100);
    expect(skipped.map(({ path, message }) => `${path} ${message}`)).toEqual([
      ".gsd/agents/module.md is not a regular file",
      ".gsd/agents/r99.md is one of more than 100 files in its folder",
    ]);
    expect(await readCommitFile(tree.folder, commit, ".gsd/agents/module.md")).toBeUndefined();
    expect(await readCommitFile(tree.folder, commit, ".gsd/agents/folder.md")).toBeUndefined();
  });

  it("finds nothing where there is no folder, or a link in its place", async () => {
    using tree = aWorkTree({ "elsewhere/a.md": "x" });
    symlinkSync("elsewhere", join(tree.folder, ".gsd"));
    const commit = tree.commit("a link");
    const path = ".gsd";
    expect((await readFolder(tree.folder, { commit, path, endings: [".md"] })).files).toEqual([]);
    expect(await readCommitFile(tree.folder, commit, ".gsd/a.md")).toBeUndefined();
    expect(await readCommitFile(tree.folder, commit, "elsewhere/a.md")).toBe("x");
  });
});

describe("a change set as a patch", () => {
  it("shows what was changed, added and deleted, and nothing that merely lies in the tree", async () => {
    using tree = aWorkTree({ "a.txt": "one\n", "b.txt": "gone\n", "c/d.txt": "folder\n" });
    tree.write("stray.txt", "not part of it\n");
    const changes = describeChanges([
      { kind: "file", path: "a.txt", mode: "100644", modeChanged: false, content: Buffer.from("two\n") },
      { kind: "deleted", path: "b.txt" },
      { kind: "deleted", path: "c/d.txt" },
      { kind: "file", path: "c", mode: "100755", modeChanged: false, content: Buffer.from("a file now\n") },
    ]);
    const patch = await diffChanges(tree.folder, tree.base, changes);
    expect(patch).toContain("-one\n+two\n");
    expect(patch).toContain("deleted file mode 100644\nindex");
    expect(patch).toContain("+a file now");
    expect(patch).not.toContain("stray");
    expect(tree.git("status", "--porcelain")).toBe("?? stray.txt");
  });
});
