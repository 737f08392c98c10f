import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { applyCommit } from "../../../adapters/git/apply-commit.ts";
import { readChanges } from "../../../adapters/git/read-changes.ts";
import { aWorkTree, type WorkTree } from "./work-tree.ts";

/** A commit beside the tree's own branch, as a checkpoint is. */
function aCheckpoint(tree: WorkTree, files: Record<string, string>): string {
  tree.git("switch", "--quiet", "--create", "task");
  for (const [path, text] of Object.entries(files)) tree.write(path, text);
  const sha = tree.commit("checkpoint");
  tree.git("switch", "--quiet", "main");
  return sha;
}

const read = (tree: WorkTree, path: string) => readFileSync(join(tree.folder, path), "utf8");

it("puts a checkpoint on top of what was merged since, uncommitted and unstaged", async () => {
  using tree = aWorkTree();
  tree.write("list.txt", "a\nb\nc\nd\ne\nf\n");
  tree.commit("list");
  const checkpoint = aCheckpoint(tree, { "list.txt": "a\nb\nc\nd\ne\nMINE\n", "new.txt": "new\n" });
  tree.write("list.txt", "THEIRS\nb\nc\nd\ne\nf\n");
  const base = tree.commit("sibling");
  expect(await applyCommit(tree.folder, checkpoint)).toBe("applied");
  expect(read(tree, "list.txt")).toBe("THEIRS\nb\nc\nd\ne\nMINE\n");
  expect((await readChanges(tree.folder, base)).map(({ path }) => path)).toEqual(["list.txt", "new.txt"]);
  expect(tree.git("rev-parse", "HEAD")).toBe(base);
  expect(tree.git("diff", "--cached", "--name-only")).toBe("");
});

it("puts all commits of a branch there, whoever made them", async () => {
  using tree = aWorkTree();
  aCheckpoint(tree, { "first.txt": "ours\n" });
  tree.git("switch", "--quiet", "task");
  tree.write("first.txt", "ours\nby a person\n");
  tree.write("second.txt", "second\n");
  const head = tree.commit("by a person");
  tree.git("switch", "--quiet", "main");
  tree.write("other.txt", "other\n");
  const base = tree.commit("sibling");
  expect(await applyCommit(tree.folder, head)).toBe("applied");
  expect((await readChanges(tree.folder, base)).map(({ path }) => path)).toEqual(["first.txt", "second.txt"]);
  expect(read(tree, "first.txt")).toBe("ours\nby a person\n");
});

it("leaves the tree as it was when it does not fit", async () => {
  using tree = aWorkTree();
  const checkpoint = aCheckpoint(tree, { "same.txt": "mine\n", "other.txt": "other\n" });
  tree.write("same.txt", "theirs\n");
  const base = tree.commit("sibling");
  writeFileSync(join(tree.folder, "untracked.txt"), "stays\n");
  expect(await applyCommit(tree.folder, checkpoint)).toBe("conflict");
  expect((await readChanges(tree.folder, base)).map(({ path }) => path)).toEqual(["untracked.txt"]);
  expect(read(tree, "same.txt")).toBe("theirs\n");
});

it("knows a checkpoint that is gone", async () => {
  using tree = aWorkTree();
  tree.write("a.txt", "a\n");
  tree.commit("a");
  expect(await applyCommit(tree.folder, "c".repeat(40))).toBe("missing");
  await expect(applyCommit(tree.folder, "--help")).rejects.toThrow("not a full commit id");
});
