import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readChanges, type TreeChange } from "../../../adapters/git/read-changes.ts";
import { aWorkTree } from "./work-tree.ts";

function summary(changes: TreeChange[]): string[] {
  return changes.map((change) =>
    change.kind === "file"
      ? `${change.path} ${change.mode} ${change.content}`
      : `${change.path} ${change.kind}`,
  );
}

it("sees nothing in an untouched tree", async () => {
  using tree = aWorkTree();
  expect(await readChanges(tree.folder, tree.base)).toEqual([]);
});

it("sees new, edited, deleted and executable files, and leaves out ignored ones", async () => {
  using tree = aWorkTree({
    "a.txt": "one\n",
    "b.txt": "b\n",
    "run.sh": "#!/bin/sh\n",
    ".gitignore": "ignored/\n*.log\n",
  });
  tree.write("a.txt", "two\n");
  rmSync(join(tree.folder, "b.txt"));
  chmodSync(join(tree.folder, "run.sh"), 0o755);
  tree.write("deep/er/näme with space.txt", "new\n");
  tree.write("ignored/x", "x");
  tree.write("deep/y.log", "x");
  expect(summary(await readChanges(tree.folder, tree.base))).toEqual([
    "a.txt 100644 two\n",
    "b.txt deleted",
    "deep/er/näme with space.txt 100644 new\n",
    "run.sh 100755 #!/bin/sh\n",
  ]);
});

it("sees edits to a file that is tracked although ignored", async () => {
  using tree = aWorkTree({ "kept.log": "one\n" });
  tree.write(".gitignore", "*.log\n");
  tree.write("kept.log", "two\n");
  expect(summary(await readChanges(tree.folder, tree.base))).toEqual([
    ".gitignore 100644 *.log\n",
    "kept.log 100644 two\n",
  ]);
});

it("keeps every byte of a binary file", async () => {
  using tree = aWorkTree();
  const bytes = Buffer.from(Array.from({ length: 512 }, (_, index) => index % 256));
  tree.write("image.bin", bytes);
  expect(await readChanges(tree.folder, tree.base)).toEqual([
    { kind: "file", path: "image.bin", mode: "100644", modeChanged: false, content: bytes },
  ]);
});

it("is not misled by what is staged, committed or marked in the index", async () => {
  using tree = aWorkTree({ "a.txt": "one\n", "b.txt": "b\n" });
  tree.write("a.txt", "two\n");
  tree.git("update-index", "--assume-unchanged", "a.txt");
  tree.write("b.txt", "staged\n");
  tree.git("add", "b.txt");
  tree.write("b.txt", "in the tree\n");
  tree.write("c.txt", "c\n");
  tree.commit("an agent's own commit");
  expect(summary(await readChanges(tree.folder, tree.base))).toEqual([
    "a.txt 100644 two\n",
    "b.txt 100644 in the tree\n",
    "c.txt 100644 c\n",
  ]);
});

it("runs no filter, hook or monitor that the repository's configuration names", async () => {
  using tree = aWorkTree({ "a.txt": "one\n" });
  const mark = join(tree.root, "ran");
  const run = `touch ${mark}; cat`;
  tree.git("config", "filter.evil.clean", run);
  tree.git("config", "filter.evil.smudge", run);
  tree.git("config", "core.fsmonitor", `touch ${mark};:`);
  tree.git("config", "core.hooksPath", join(tree.folder, "hooks"));
  tree.write("hooks/post-index-change", `#!/bin/sh\ntouch ${mark}\n`);
  chmodSync(join(tree.folder, "hooks/post-index-change"), 0o755);
  tree.write(".gitattributes", "* filter=evil diff=evil\n");
  tree.write("a.txt", "two\n");
  expect((await readChanges(tree.folder, tree.base)).map((change) => change.path)).toEqual([
    ".gitattributes",
    "a.txt",
    "hooks/post-index-change",
  ]);
  expect(existsSync(mark)).toBe(false);
});

it("names symbolic links, also those that take the place of a file or a folder, and follows none", async () => {
  using tree = aWorkTree({ "a.txt": "one\n", "src/b.txt": "b\n", "src/c.txt": "c\n" });
  const outside = join(tree.root, "outside");
  mkdirSync(outside);
  tree.write("../outside/b.txt", "secret\n");
  rmSync(join(tree.folder, "a.txt"));
  symlinkSync("/etc/passwd", join(tree.folder, "a.txt"));
  rmSync(join(tree.folder, "src"), { recursive: true });
  symlinkSync(outside, join(tree.folder, "src"));
  expect(summary(await readChanges(tree.folder, tree.base))).toEqual([
    "a.txt symlink",
    "src symlink",
    "src/b.txt deleted",
    "src/c.txt deleted",
  ]);
});

it("leaves a link of the base commit alone until it changes", async () => {
  using tree = aWorkTree();
  symlinkSync("src/a.txt", join(tree.folder, "link"));
  const base = tree.commit("with a link");
  expect(await readChanges(tree.folder, base)).toEqual([]);
  rmSync(join(tree.folder, "link"));
  symlinkSync("/etc/passwd", join(tree.folder, "link"));
  expect(summary(await readChanges(tree.folder, base))).toEqual(["link symlink"]);
});

it("names repositories inside the tree and files put where a submodule belongs", async () => {
  using tree = aWorkTree();
  tree.git("update-index", "--add", "--cacheinfo", `160000,${tree.base},module`);
  tree.git("commit", "--quiet", "--message", "with a submodule");
  const base = tree.git("rev-parse", "HEAD");
  expect(await readChanges(tree.folder, base)).toEqual([]);
  tree.write("module/evil.txt", "x\n");
  tree.write("nested/x.txt", "x\n");
  execFileSync("git", ["init", "--quiet", join(tree.folder, "nested")]);
  expect(summary(await readChanges(tree.folder, base))).toEqual([
    "module/evil.txt submodule",
    "nested submodule",
  ]);
});

it("names what is no regular file instead of waiting for it, and files too large to publish", async () => {
  using tree = aWorkTree({ "a.txt": "one\n", folder: "a file\n" });
  rmSync(join(tree.folder, "a.txt"));
  execFileSync("sh", ["-c", "mkfifo a.txt"], { cwd: tree.folder });
  rmSync(join(tree.folder, "folder"));
  tree.write("folder/inner.txt", "x\n");
  tree.write("huge.bin", Buffer.alloc(10_000_001));
  expect(summary(await readChanges(tree.folder, tree.base))).toEqual([
    "a.txt special",
    "folder deleted",
    "folder/inner.txt 100644 x\n",
    "huge.bin oversize",
  ]);
});

it("names a new file whose name is not UTF-8", async () => {
  using tree = aWorkTree();
  execFileSync("sh", ["-c", "printf x >\"$(printf 'caf\\351')\""], { cwd: tree.folder });
  expect((await readChanges(tree.folder, tree.base)).map((change) => change.kind)).toEqual(["badname"]);
});

it("refuses a base that is not a commit id, and says where it looked", async () => {
  using tree = aWorkTree();
  await expect(readChanges(tree.folder, "--output=x")).rejects.toMatchObject({ code: "git" });
  await expect(readChanges(tree.folder, "0".repeat(40))).rejects.toMatchObject({
    code: "git",
    message: expect.stringContaining(tree.folder),
  });
  renameSync(join(tree.folder, ".git"), join(tree.root, "moved"));
  await expect(readChanges(tree.folder, tree.base)).rejects.toMatchObject({ code: "git" });
});
