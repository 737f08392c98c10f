import { existsSync, lstatSync, readFileSync, readlinkSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { restoreConfiguration } from "../../../crew/trees/restore-configuration.ts";
import { aPipe, aWorkTree } from "../../adapters/git/work-tree.ts";

describe("configuration of agents", () => {
  it("is that of the base: changed back, brought back, and removed where the base has none", async () => {
    using tree = aWorkTree({ "CLAUDE.md": "base\n", ".claude/settings.json": "{}\n", "src/a.txt": "one\n" });
    tree.write("CLAUDE.md", "branch\n");
    tree.write("deep/down/AGENTS.md", "branch\n");
    tree.write("deep/.claude/settings.json", "{}\n");
    tree.write(".mcp.json", "{}\n");
    tree.write("bunfig.toml", 'preload = ["./evil.ts"]\n');
    tree.write("src/a.txt", "two\n");
    tree.git("rm", "--quiet", ".claude/settings.json");
    tree.commit("branch");

    const touched = await restoreConfiguration(tree.folder, tree.base);
    const read = (path: string) => readFileSync(join(tree.folder, path), "utf8");
    expect(read("CLAUDE.md")).toBe("base\n");
    expect(read(".claude/settings.json")).toBe("{}\n");
    for (const path of ["deep/down/AGENTS.md", "deep/.claude/settings.json", ".mcp.json", "bunfig.toml"])
      expect(existsSync(join(tree.folder, path)), path).toBe(false);
    expect(read("src/a.txt")).toBe("two\n");
    expect(touched).toContain(".mcp.json");
    // Nobody's index or branch was touched.
    expect(tree.git("diff", "--cached", "--name-only")).toBe("");
  });

  it("is not fooled by a branch that ignores what it holds", async () => {
    using tree = aWorkTree();
    tree.write(".gitignore", "CLAUDE.md\n");
    tree.write("CLAUDE.md", "branch\n");
    tree.git("add", "--force", "CLAUDE.md");
    tree.commit("branch");
    await restoreConfiguration(tree.folder, tree.base);
    expect(existsSync(join(tree.folder, "CLAUDE.md"))).toBe(false);
  });

  it("finds files that no commit has", async () => {
    using tree = aWorkTree();
    tree.write("opencode.json", "{}\n");
    await restoreConfiguration(tree.folder, tree.base);
    expect(existsSync(join(tree.folder, "opencode.json"))).toBe(false);
  });

  it("writes through no link: neither a file nor a folder that the branch made one", async () => {
    using tree = aWorkTree({
      "CLAUDE.md": "base\n",
      ".claude/settings.json": "base\n",
      "src/keep.txt": "keep\n",
    });
    tree.git("rm", "--quiet", "-r", "CLAUDE.md", ".claude");
    symlinkSync("src/keep.txt", join(tree.folder, "CLAUDE.md"));
    symlinkSync("src", join(tree.folder, ".claude"));
    tree.commit("branch");
    await restoreConfiguration(tree.folder, tree.base);
    expect(readFileSync(join(tree.folder, "src/keep.txt"), "utf8")).toBe("keep\n");
    expect(existsSync(join(tree.folder, "src/settings.json"))).toBe(false);
    expect(lstatSync(join(tree.folder, "CLAUDE.md")).isFile()).toBe(true);
    expect(readFileSync(join(tree.folder, ".claude/settings.json"), "utf8")).toBe("base\n");
  });

  it("keeps a link that the base has, as many repositories have one from CLAUDE.md to AGENTS.md", async () => {
    using tree = aWorkTree({ "AGENTS.md": "base\n" });
    symlinkSync("AGENTS.md", join(tree.folder, "CLAUDE.md"));
    const base = tree.commit("with a link");
    tree.git("rm", "--quiet", "CLAUDE.md");
    tree.write("CLAUDE.md", "branch\n");
    tree.commit("branch");
    await restoreConfiguration(tree.folder, base);
    expect(readlinkSync(join(tree.folder, "CLAUDE.md"))).toBe("AGENTS.md");
  });
});

describe("a tree that somebody made a trap of", () => {
  const slow = `${"**/".repeat(24)}b\n`;

  it.each([".gitignore", ".gitattributes", "src/.gitignore", "src/.gitattributes", "deep/.gitattributes"])(
    "is restored though %s is a named pipe",
    async (path) => {
      using tree = aWorkTree({ "CLAUDE.md": "base\n", "deep/CLAUDE.md": "base\n", "src/a.txt": "one\n" });
      tree.write("CLAUDE.md", "changed\n");
      tree.write("deep/CLAUDE.md", "changed\n");
      aPipe(join(tree.folder, path));
      await restoreConfiguration(tree.folder, tree.base);
      expect(readFileSync(join(tree.folder, "CLAUDE.md"), "utf8")).toBe("base\n");
      expect(readFileSync(join(tree.folder, "deep/CLAUDE.md"), "utf8")).toBe("base\n");
    },
    20_000,
  );

  it("is restored at once though its patterns take git for ever", async () => {
    using tree = aWorkTree({ "CLAUDE.md": "base\n" });
    const deep = `new/${"a/".repeat(40)}`;
    tree.write(`${deep}AGENTS.md`, "changed\n");
    tree.write(".gitignore", slow);
    tree.write(".gitattributes", slow);
    await restoreConfiguration(tree.folder, tree.base);
    expect(existsSync(join(tree.folder, deep, "AGENTS.md"))).toBe(false);
  }, 20_000);

  it.each([
    ["an ignore file", ".gitignore", "sub/\n"],
    ["an ignore file beside it", "sub/.gitignore", "*\n"],
    ["the mark of a cache", "sub/CACHEDIR.TAG", "Signature: 8a477f597d28d172789f06886806bc55\n"],
  ])("keeps no instructions that %s hides", async (_, path, text) => {
    using tree = aWorkTree({ "src/a.txt": "one\n" });
    tree.write("sub/CLAUDE.md", "obey\n");
    tree.write(path, text);
    await restoreConfiguration(tree.folder, tree.base);
    expect(existsSync(join(tree.folder, "sub/CLAUDE.md"))).toBe(false);
    expect(existsSync(join(tree.folder, path))).toBe(true);
  });

  it("keeps no pipe or folder where instructions would be", async () => {
    using tree = aWorkTree({ "CLAUDE.md": "base\n" });
    rmSync(join(tree.folder, "CLAUDE.md"));
    tree.write("CLAUDE.md/inner", "x\n");
    aPipe(join(tree.folder, "AGENTS.md"));
    await restoreConfiguration(tree.folder, tree.base);
    expect(readFileSync(join(tree.folder, "CLAUDE.md"), "utf8")).toBe("base\n");
    expect(existsSync(join(tree.folder, "AGENTS.md"))).toBe(false);
  });
});
