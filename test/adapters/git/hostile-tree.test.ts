import { execFileSync } from "node:child_process";
import {
  chmodSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { describeChanges } from "../../../adapters/git/describe-changes.ts";
import { diffAgainst } from "../../../adapters/git/diff-against.ts";
import { diffChanges } from "../../../adapters/git/diff-changes.ts";
import { readChanges, readLimits, type TreeChange } from "../../../adapters/git/read-changes.ts";
import { wholePatch } from "../../../adapters/git/whole-patch.ts";
import { aPipe, aWorkTree, type WorkTree } from "./work-tree.ts";

/** Long enough for any machine, and short against the minutes that these took. */
const patience = 60_000;

/** What an agent really did, in every tree here: it must be found whatever else lies there. */
const work = ["new/b.txt file", "src/a.txt file"];

function aTree(files: Record<string, string> = {}): WorkTree {
  const tree = aWorkTree({ "src/a.txt": "one\n", ".gitignore": "ignored/\n", ...files });
  tree.write("src/a.txt", "two\n");
  tree.write("new/b.txt", "b\n");
  return tree;
}

function kinds(changes: TreeChange[]): string[] {
  return changes.map(({ path, kind }) => `${path} ${kind}`);
}

async function read(tree: WorkTree): Promise<string[]> {
  return kinds(await readChanges(tree.folder, tree.base));
}

/** For git on this path: 16 seconds with twelve times two stars, and more than twice that with each further one. */
const slow = `${"**/".repeat(24)}b`;
const deep = `new/${"a/".repeat(40)}x`;

describe("ignore files that an agent left", () => {
  it.each(["", "src/", "new/", "new/deep/"])(
    "are not waited for as a named pipe in %j",
    async (place) => {
      using tree = aTree();
      mkdirSync(join(tree.folder, place), { recursive: true });
      rmSync(join(tree.folder, `${place}.gitignore`), { force: true });
      aPipe(join(tree.folder, `${place}.gitignore`));
      expect(await read(tree)).toEqual([...work, `${place}.gitignore special`].sort());
    },
    patience,
  );

  it.each(["/dev/zero", "/dev/tty", "/proc/self/environ", ".gitignore"])(
    "are not followed to %s",
    async (to) => {
      using tree = aTree();
      rmSync(join(tree.folder, ".gitignore"));
      symlinkSync(to, join(tree.folder, ".gitignore"));
      expect(await read(tree)).toEqual([".gitignore symlink", ...work]);
    },
    patience,
  );

  it(
    "are not matched, however long git would take",
    async () => {
      using tree = aTree();
      tree.write(".gitignore", `${slow}\n`);
      tree.write("new/.gitignore", `${slow}\n`);
      tree.write(deep, "x\n");
      const files = [".gitignore", "new/.gitignore", deep].map((path) => `${path} file`);
      expect(await read(tree)).toEqual([...files, ...work].sort());
    },
    patience,
  );

  it("hide nothing: what is ignored the base says", async () => {
    using tree = aTree();
    tree.write(".gitignore", "*\n");
    tree.write("new/.gitignore", "b.txt\n");
    tree.write("ignored/x", "x\n");
    expect(await read(tree)).toEqual([".gitignore file", "new/.gitignore file", ...work]);
  });

  it(
    "cannot be made slow through the base",
    async () => {
      using tree = aTree({ ".gitignore": `ignored/\n${slow}\n${"*a".repeat(60)}b\n`.repeat(20) });
      tree.write(deep, "x\n");
      expect(await read(tree)).toEqual([`${deep} file`, ...work]);
    },
    patience,
  );
});

describe("attributes that an agent left", () => {
  it.each(["", "src/"])(
    "are not waited for as a named pipe in %j",
    async (place) => {
      using tree = aTree();
      aPipe(join(tree.folder, `${place}.gitattributes`));
      const set = describeChanges(await readChanges(tree.folder, tree.base));
      expect(await diffChanges(tree.folder, tree.base, set)).toContain("+two");
      expect(await wholePatch(tree.folder, { base: tree.base, against: undefined }, set)).toContain("+two");
    },
    patience,
  );

  it.each(["* -diff\n", "* binary\n", "*.txt -text -diff\n"])(
    "cannot hide the change from reviewers by %j",
    async (text) => {
      using tree = aTree();
      tree.write(".gitattributes", text);
      const set = describeChanges(await readChanges(tree.folder, tree.base));
      expect(await diffChanges(tree.folder, tree.base, set)).toContain("+two");
      expect(await wholePatch(tree.folder, { base: tree.base, against: undefined }, set)).toContain("+two");
      tree.commit("published");
      expect(await diffAgainst(tree.folder, tree.base)).toContain("+two");
    },
  );

  it.each(["an agent", "the base"])(
    "are not matched, however long git would take for those of %s",
    async (of) => {
      using tree = aTree(of === "the base" ? { ".gitattributes": `${slow} -diff\n` } : {});
      tree.write(deep, "x\n");
      tree.write("new/.gitattributes", `${slow} -diff\n`);
      const set = describeChanges(await readChanges(tree.folder, tree.base));
      expect(await diffChanges(tree.folder, tree.base, set)).toContain(deep);
    },
    patience,
  );
});

describe("floods", () => {
  const few = { ...readLimits, inFolder: 50, changes: 50 };

  it(
    "of files in one folder are counted, named and left out, and the work beside them is kept",
    async () => {
      using tree = aTree();
      fill(join(tree.folder, "junk"), 51);
      const changes = await readChanges(tree.folder, tree.base, { limits: few });
      expect(kinds(changes)).toEqual(["junk crowded", ...work]);
      expect(describeChanges(changes).refusals).toEqual([
        "`junk` contains more than 5000 new files and folders, which is never published. Leave it out.",
      ]);
    },
    patience,
  );

  it(
    "in a folder of the base keep what was changed there",
    async () => {
      using tree = aTree({ "src/deep/c.txt": "c\n" });
      fill(join(tree.folder, "src"), 51);
      tree.write("src/deep/d.txt", "d\n");
      expect(kinds(await readChanges(tree.folder, tree.base, { limits: few }))).toEqual([
        "new/b.txt file",
        "src crowded",
        "src/a.txt file",
        "src/deep/d.txt file",
      ]);
    },
    patience,
  );

  it("of folders end the walk, after all folders that the base has", async () => {
    using tree = aTree();
    tree.write("src/new.txt", "new\n");
    for (let one = 0; one < 30; one += 1)
      for (let two = 0; two < 20; two += 1)
        mkdirSync(join(tree.folder, `junk/${one}/${two}`), { recursive: true });
    const limits = { ...readLimits, inAll: 100 };
    const changes = await readChanges(tree.folder, tree.base, { limits });
    expect(kinds(changes)).toEqual(
      expect.arrayContaining(["junk flood", "src/a.txt file", "src/new.txt file"]),
    );
    expect(describeChanges(changes).refusals.join()).toContain("`junk` holds most of the new files");
  });

  it("of ignored names end the walk too", async () => {
    using tree = aTree();
    for (let index = 0; index < 200; index += 1) tree.write(`logs/${index}/ignored/x`, "");
    const limits = { ...readLimits, names: 100 };
    const found = kinds(await readChanges(tree.folder, tree.base, { limits }));
    expect(found.filter((line) => line.endsWith(" flood"))).toHaveLength(1);
    expect(found).toContain("src/a.txt file");
  });

  it("of time end the reading, and say so", async () => {
    using tree = aTree();
    const changes = await readChanges(tree.folder, tree.base, { limits: { ...readLimits, seconds: -1 } });
    expect(kinds(changes)).toEqual([". late"]);
    expect(describeChanges(changes).refusals.join()).toContain("was not read to its end");
  });

  it(
    "of changes are kept up to the limit, and the rest is not read",
    async () => {
      using tree = aTree();
      for (const place of ["one", "two", "three"]) fill(join(tree.folder, place), 40);
      const changes = await readChanges(tree.folder, tree.base, { limits: few });
      const set = describeChanges(changes);
      expect(changes).toHaveLength(122);
      expect(changes.filter(({ kind }) => kind === "surplus")).toHaveLength(72);
      expect(set.changes).toHaveLength(50);
      expect(set.changes.map(({ path }) => path)).toContain("src/a.txt");
      expect(set.refusals.join()).toContain("122 paths were changed");
    },
    patience,
  );
});

describe("odd things in a tree", () => {
  it("are named by what they are: sockets, pipes, loops, links", async () => {
    using tree = aTree();
    aPipe(join(tree.folder, "pipe"));
    symlinkSync(".", join(tree.folder, "new/loop"));
    symlinkSync("loop2", join(tree.folder, "loop2"));
    const server = createServer().listen(join(tree.folder, "socket"));
    await new Promise((resolve) => server.on("listening", resolve));
    expect(await read(tree)).toEqual(
      [...work, "loop2 symlink", "new/loop symlink", "pipe special", "socket special"].sort(),
    );
    server.close();
  });

  it(
    "are not gone down for ever: 5,000 folders deep",
    async () => {
      using tree = aTree();
      digDown(tree.folder, "d", 5_000);
      const changes = await readChanges(tree.folder, tree.base);
      expect(changes.map(({ kind }) => kind)).toEqual(["deep", "file", "file"]);
      expect(describeChanges(changes).refusals.join()).toContain("lies more than 100 folders deep");
      execFileSync("rm", ["-rf", join(tree.folder, "d")]);
    },
    patience,
  );

  it("are named where a path is longer than the host can open", async () => {
    using tree = aTree();
    digDown(tree.folder, "n".repeat(255), 30);
    const changes = await readChanges(tree.folder, tree.base);
    expect(changes.map(({ kind }) => kind).sort()).toEqual(["file", "file", "unreadable"]);
    expect(describeChanges(changes).refusals.join().length).toBeLessThan(500);
    execFileSync("rm", ["-rf", join(tree.folder, "n".repeat(255))]);
  });

  it("keep their names, whatever bytes these hold", async () => {
    using tree = aTree();
    tree.write("new/line\nbreak", "x\n");
    tree.write(`new/${"n".repeat(255)}`, "x\n");
    tree.write("new/Ä.txt", "x\n");
    tree.write("new/A\u0308.txt", "x\n");
    tree.write("new/B.txt", "x\n");
    mkdirSync(Buffer.concat([Buffer.from(join(tree.folder, "caf")), Buffer.from([0xe9])]));
    const changes = await readChanges(tree.folder, tree.base);
    const paths = changes.map(({ path }) => path);
    for (const name of ["line\nbreak", "n".repeat(255), "Ä.txt", "A\u0308.txt", "B.txt", "b.txt"])
      expect(paths).toContain(`new/${name}`);
    expect(changes.filter(({ kind }) => kind === "badname").map(({ path }) => path)).toEqual(["caf\uFFFD"]);
  });

  it(
    "are not read when they are huge: 10 GB that take no room, new and in the place of a small file",
    async () => {
      using tree = aTree();
      for (const path of ["new/huge", "src/a.txt"]) {
        writeFileSync(join(tree.folder, path), "");
        truncateSync(join(tree.folder, path), 10_000_000_000);
      }
      expect(await read(tree)).toEqual(["new/b.txt file", "new/huge oversize", "src/a.txt oversize"]);
    },
    patience,
  );

  it("that are repositories are named and not entered, whatever lies in their .git", async () => {
    using tree = aTree({ "src/in/c.txt": "c\n" });
    tree.write("clone/.git/objects/pack/huge", "x");
    tree.write("clone/readme", "x");
    tree.write("file/.git", "gitdir: /etc\n");
    mkdirSync(join(tree.folder, "pipe"));
    aPipe(join(tree.folder, "pipe/.git"));
    tree.write("src/.git/config", "[core]\n\tfsmonitor = touch /tmp/evil\n");
    tree.write("src/new.txt", "new\n");
    expect(await read(tree)).toEqual(
      [
        ...work,
        "clone submodule",
        "file submodule",
        "pipe submodule",
        "src/.git submodule",
        "src/new.txt file",
      ].sort(),
    );
  });

  it("that tools mark as their caches are nobody's work", async () => {
    using tree = aTree();
    tree.write(".pytest_cache/CACHEDIR.TAG", "Signature: 8a477f597d28d172789f06886806bc55\n");
    tree.write(".pytest_cache/v/cache/lastfailed", "{}\n");
    tree.write("src/CACHEDIR.TAG", "no cache: the base has files here\n");
    expect(await read(tree)).toEqual([...work, "src/CACHEDIR.TAG file"].sort());
  });

  it("with a second name elsewhere are read as they are", async () => {
    using tree = aTree();
    const outside = join(tree.root, "outside");
    writeFileSync(outside, "outside\n");
    linkSync(outside, join(tree.folder, "new/second"));
    expect(await read(tree)).toEqual(["new/b.txt file", "new/second file", "src/a.txt file"]);
  });

  it("that may not be read are named, and never taken for deleted", async () => {
    using tree = aTree({ "locked/c.txt": "c\n", "shut.txt": "s\n" });
    tree.write("new/shut/x", "x\n");
    for (const path of ["locked", "shut.txt", "new/shut"]) chmodSync(join(tree.folder, path), 0o000);
    const found = await asNobody(tree, () => read(tree));
    for (const path of ["locked", "new/shut"]) chmodSync(join(tree.folder, path), 0o755);
    expect(found).toEqual(
      [
        ...work,
        "locked unreadable",
        "locked/c.txt unreadable",
        "new/shut unreadable",
        "shut.txt unreadable",
      ].sort(),
    );
  });

  it("that become a link while they are read lead nowhere", async () => {
    using tree = aTree();
    const outside = mkdtempSync(join(tmpdir(), "gsd-outside-"));
    writeFileSync(join(outside, "b.txt"), "secret\n");
    for (let round = 0; round < 30; round += 1) {
      const reading = readChanges(tree.folder, tree.base);
      await new Promise((resolve) => setTimeout(resolve, round));
      renameSync(join(tree.folder, "new"), join(tree.folder, "old"));
      symlinkSync(outside, join(tree.folder, "new"));
      const contents = (await reading).map((change) =>
        "content" in change ? change.content.toString() : "",
      );
      expect(contents).not.toContain("secret\n");
      rmSync(join(tree.folder, "new"));
      renameSync(join(tree.folder, "old"), join(tree.folder, "new"));
    }
    rmSync(outside, { recursive: true });
  });
});

/** Many empty files. */
function fill(folder: string, count: number): void {
  mkdirSync(folder, { recursive: true });
  execFileSync("sh", ["-c", `seq ${count} | xargs touch`], { cwd: folder });
}

/** Folders inside each other, deeper than a path can say. */
function digDown(folder: string, name: string, depth: number): void {
  const dig = `for (let i = 0; i < ${depth}; i++) { fs.mkdirSync("${name}"); process.chdir("${name}"); }`;
  execFileSync(process.execPath, ["-e", dig], { cwd: folder });
}

/** Root may read everything: for a moment we are somebody else. */
async function asNobody<T>(tree: WorkTree, use: () => Promise<T>): Promise<T> {
  if (process.getuid?.() !== 0) return await use();
  execFileSync("chown", ["-R", "65534:65534", tree.root]);
  process.seteuid?.(65_534);
  try {
    return await use();
  } finally {
    process.seteuid?.(0);
  }
}
