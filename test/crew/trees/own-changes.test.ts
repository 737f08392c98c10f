import { execFileSync } from "node:child_process";
import { existsSync, lstatSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readLimits } from "../../../adapters/git/read-changes.ts";
import type { Sha } from "../../../core/model/ids.ts";
import { knownChanges, ownChanges } from "../../../crew/trees/own-changes.ts";
import { replaceInstalled } from "../../../crew/trees/replace-installed.ts";
import { putFile } from "../../../crew/trees/write-changes.ts";
import { aPipe, aWorkTree, type WorkTree } from "../../adapters/git/work-tree.ts";

function pipe(tree: WorkTree, path: string): void {
  rmSync(join(tree.folder, path), { force: true });
  aPipe(join(tree.folder, path));
}

const limits = { ...readLimits, inFolder: 50 };

async function own(tree: WorkTree, before: Awaited<ReturnType<typeof knownChanges>>): Promise<string[]> {
  const found = await ownChanges({ folder: tree.folder, base: tree.base as Sha, before, limits });
  return found.map(({ path, kind }) => `${path} ${kind}`);
}

describe("what a setup left", () => {
  it("is nobody's work: files, ignore files, and what those ignore, whatever an agent does to them", async () => {
    using tree = aWorkTree();
    tree.write(".venv/.gitignore", "*\n");
    tree.write(".venv/lib/one.py", "one\n");
    tree.write("generated/.gitignore", "*.tmp\n");
    tree.write("generated/api.ts", "api\n");
    const before = await knownChanges(tree.folder, tree.base as Sha);
    expect(before.map(({ path }) => path)).toEqual([
      ".venv/.gitignore",
      "generated/.gitignore",
      "generated/api.ts",
    ]);
    rmSync(join(tree.folder, ".venv/.gitignore"));
    tree.write(".venv/lib/two.py", "two\n");
    tree.write("generated/.gitignore", "*\n");
    tree.write("generated/new.ts", "new\n");
    tree.write("generated/x.tmp", "x\n");
    tree.write("generated/api.ts", "changed\n");
    expect(await own(tree, before)).toEqual([
      "generated/.gitignore file",
      "generated/api.ts file",
      "generated/new.ts file",
    ]);
    // As rescue finds it: out of a file.
    expect(await own(tree, JSON.parse(JSON.stringify(before)))).toHaveLength(3);
  });

  it("may be many files that nobody ignores; an agent's flood among them is still one", async () => {
    using tree = aWorkTree();
    mkdirSync(join(tree.folder, "node_modules/big"), { recursive: true });
    const fill = (from: number, to: number) =>
      execFileSync("sh", ["-c", `seq ${from} ${to} | xargs touch`], {
        cwd: join(tree.folder, "node_modules/big"),
      });
    fill(1, 60);
    const before = await knownChanges(tree.folder, tree.base as Sha);
    expect(before).toHaveLength(60);
    tree.write("src/a.txt", "two\n");
    tree.write("node_modules/big/own", "x\n");
    expect(await own(tree, before)).toEqual(["node_modules/big/own file", "src/a.txt file"]);
    fill(61, 120);
    expect(await own(tree, before)).toEqual(["node_modules/big crowded", "src/a.txt file"]);
  });

  it("holds nobody up as a named pipe, and is not followed as a link", async () => {
    using tree = aWorkTree();
    pipe(tree, ".gitignore");
    tree.write("sub/x", "x\n");
    symlinkSync("/dev/zero", join(tree.folder, "sub/.gitignore"));
    const before = await knownChanges(tree.folder, tree.base as Sha);
    expect(before.map(({ path, what }) => `${path} ${what.slice(0, 7)}`)).toEqual([
      ".gitignore special",
      "sub/.gitignore symlink",
      "sub/x 100644 ",
    ]);
    expect(await own(tree, before)).toEqual([]);
  }, 20_000);

  it("takes the place of what an earlier one left, and an agent's traps there hold nobody up", async () => {
    using tree = aWorkTree();
    tree.write("ignored/tool", "old\n");
    const fresh = join(tree.root, "fresh");
    execFileSync("cp", ["-a", tree.folder, fresh]);
    writeFileSync(join(fresh, "ignored/tool"), "new\n");
    writeFileSync(join(fresh, "left.txt"), "left\n");
    const before = await knownChanges(tree.folder, tree.base as Sha);
    rmSync(join(tree.folder, "ignored/tool"));
    symlinkSync(join(tree.root, "outside"), join(tree.folder, "ignored/tool"));
    pipe(tree, "src/pipe");
    pipe(tree, "left.txt");
    writeFileSync(join(tree.root, "outside"), "outside\n");
    await replaceInstalled(fresh, { folder: tree.folder, base: tree.base as Sha, before });
    expect(lstatSync(join(tree.folder, "ignored/tool")).isSymbolicLink()).toBe(false);
    expect(readFileSync(join(tree.folder, "ignored/tool"), "utf8")).toBe("new\n");
    // What an agent left in its place is its change, and stays one.
    expect(lstatSync(join(tree.folder, "left.txt")).isFIFO()).toBe(true);
    expect(readFileSync(join(tree.root, "outside"), "utf8")).toBe("outside\n");
  }, 20_000);
});

describe("a file that is put into an agent's tree", () => {
  it("waits for no pipe and writes through no link", async () => {
    using tree = aWorkTree();
    const outside = join(tree.root, "outside");
    writeFileSync(outside, "outside\n");
    pipe(tree, "package-lock.json");
    await putFile(tree.folder, "package-lock.json", Buffer.from("{}\n"));
    symlinkSync(outside, join(tree.folder, "yarn.lock"));
    await putFile(tree.folder, "yarn.lock", Buffer.from("new\n"));
    for (const [path, text] of [
      ["package-lock.json", "{}\n"],
      ["yarn.lock", "new\n"],
    ] as const) {
      expect(lstatSync(join(tree.folder, path)).isFile()).toBe(true);
      expect(readFileSync(join(tree.folder, path), "utf8")).toBe(text);
    }
    expect(readFileSync(outside, "utf8")).toBe("outside\n");
    expect(existsSync(outside)).toBe(true);
  }, 20_000);
});
