import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { diffAgainst } from "../../../adapters/git/diff-against.ts";
import { readChanges } from "../../../adapters/git/read-changes.ts";
import { revertCommits } from "../../../adapters/git/revert-commits.ts";
import { aWorkTree, type WorkTree } from "./work-tree.ts";

function commitFile(tree: WorkTree, path: string, text: string): string {
  tree.write(path, text);
  return tree.commit(path);
}

describe("reverting", () => {
  it("undoes commits in the tree without committing", async () => {
    using tree = aWorkTree();
    const first = commitFile(tree, "first.txt", "1\n");
    commitFile(tree, "between.txt", "b\n");
    const second = commitFile(tree, "second.txt", "2\n");
    expect(await revertCommits(tree.folder, [first, second])).toEqual({
      reverted: [second, first],
      left: [],
    });
    expect(await readChanges(tree.folder, second)).toEqual([
      { kind: "deleted", path: "first.txt" },
      { kind: "deleted", path: "second.txt" },
    ]);
    expect(tree.git("rev-parse", "HEAD")).toBe(second);
    expect(tree.git("status")).not.toContain("reverting");
  });

  it("undoes a merge commit against its first parent", async () => {
    using tree = aWorkTree();
    tree.git("switch", "--quiet", "--create", "side");
    commitFile(tree, "side.txt", "s\n");
    tree.git("switch", "--quiet", "main");
    commitFile(tree, "main.txt", "m\n");
    tree.git("merge", "--quiet", "--no-ff", "--no-edit", "side");
    const merge = tree.git("rev-parse", "HEAD");
    expect(await revertCommits(tree.folder, [merge])).toEqual({ reverted: [merge], left: [] });
    expect(await readChanges(tree.folder, merge)).toEqual([{ kind: "deleted", path: "side.txt" }]);
  });

  it("leaves what conflicts as it is, with its files, and undoes the rest", async () => {
    using tree = aWorkTree({ "a.txt": "one\n" });
    const first = commitFile(tree, "a.txt", "two\n");
    const other = commitFile(tree, "b.txt", "b\n");
    const head = commitFile(tree, "a.txt", "three\n");
    expect(await revertCommits(tree.folder, [other, first])).toEqual({
      reverted: [other],
      left: [{ sha: first, files: ["a.txt"] }],
    });
    expect(await readChanges(tree.folder, head)).toEqual([{ kind: "deleted", path: "b.txt" }]);
    expect(tree.git("status", "--porcelain")).toBe("D  b.txt");
    expect(readFileSync(join(tree.folder, "a.txt"), "utf8")).toBe("three\n");
  });

  it("says that a commit is not there", async () => {
    using tree = aWorkTree();
    await expect(revertCommits(tree.folder, ["1".repeat(40)])).rejects.toMatchObject({ code: "git" });
    await expect(revertCommits(tree.folder, ["HEAD"])).rejects.toMatchObject({ code: "git" });
  });
});

describe("the diff for reviewers", () => {
  it("shows what the head adds since it left the base", async () => {
    using tree = aWorkTree({ "a.txt": "one\n" });
    tree.git("switch", "--quiet", "--create", "task");
    commitFile(tree, "a.txt", "two\n");
    tree.git("switch", "--quiet", "main");
    const base = commitFile(tree, "unrelated.txt", "u\n");
    tree.git("switch", "--quiet", "task");
    const diff = await diffAgainst(tree.folder, base);
    expect(diff).toContain("-one\n+two\n");
    expect(diff).not.toContain("unrelated");
  });

  it("is cut at a line, with the names of all files", async () => {
    using tree = aWorkTree();
    commitFile(tree, "big.txt", "a line of text\n".repeat(1_000));
    commitFile(tree, "z-last.txt", "z\n");
    const diff = await diffAgainst(tree.folder, tree.base, 2_000);
    expect(diff.length).toBeLessThan(3_000);
    expect(diff).toMatch(/\+a line of text\n\n\[cut: \d+ of \d+ bytes shown/);
    expect(diff).toContain("z-last.txt");
  });
});
