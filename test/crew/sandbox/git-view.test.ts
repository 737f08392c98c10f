import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { gitView, harmlessSettings } from "../../../crew/sandbox/git-view.ts";
import { aWorkTree } from "../../adapters/git/work-tree.ts";
import { detection, sealed, shell } from "./sandboxes.ts";

it("keeps a repository's plain settings and nothing that holds a secret or runs something", () => {
  using tree = aWorkTree();
  const kept = { "remote.origin.fetch": "+refs/heads/*:refs/remotes/origin/*", "core.autocrlf": "input" };
  const dropped = {
    "http.https://github.com/.extraheader": "AUTHORIZATION: basic x",
    "credential.helper": "store",
    "include.path": "/nowhere",
    "url.https://token@github.com/.insteadOf": "https://github.com/",
    "core.fsmonitor": "evil",
    "core.sshCommand": "evil",
    "filter.x.smudge": "evil",
    "alias.x": "!evil",
  };
  for (const [key, value] of Object.entries({ ...kept, ...dropped })) tree.git("config", key, value);
  tree.git("config", "remote.origin.url", "https://name:token@example.com/a/b");
  tree.git("config", "user.name", 'A "quoted" \\ name\twith; odd # signs');
  const file = join(tree.root, "settings");
  writeFileSync(file, harmlessSettings(join(tree.folder, ".git/config")));
  const read = (key: string) => tree.git("config", "--file", file, "--default", "", "--get", key);
  for (const [key, value] of Object.entries(kept)) expect(read(key)).toBe(value);
  for (const key of Object.keys(dropped)) expect(read(key), key).toBe("");
  expect(read("remote.origin.url")).toBe("https://example.com/a/b");
  expect(read("user.name")).toBe('A "quoted" \\ name\twith; odd # signs');
  writeFileSync(file, "[broken");
  expect(harmlessSettings(file)).toContain("repositoryformatversion");
});

describe.skipIf(!detection.available)("git inside the sandbox", () => {
  it("works in a repository, a linked work tree and a submodule", async () => {
    using tree = aWorkTree();
    using other = aWorkTree({ "b.txt": "two\n" });
    tree.git("worktree", "add", "--quiet", "../linked");
    tree.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", other.folder, "module");
    const ask = "git rev-parse --abbrev-ref HEAD && git status --short && git log --format=%s";
    const at = async (folder: string) => {
      const { stdout, stderr } = await sealed.run(shell(folder, ask));
      return stdout + stderr;
    };
    expect(await at(tree.folder)).toBe("main\nA  .gitmodules\nA  module\nstart\n");
    expect(await at(join(tree.root, "linked"))).toBe("linked\nstart\n");
    expect(await at(join(tree.folder, "module"))).toBe("main\nstart\n");
  });

  it("has its settings in one place: what stands in the tree's own .git", () => {
    using tree = aWorkTree();
    expect(gitView(tree.folder, "/repo").files.map((file) => file.path)).toEqual(["/repo/.git/config"]);
    mkdirSync(join(tree.root, "none"));
    expect(gitView(join(tree.root, "none"), "/repo")).toEqual({ folders: [], files: [] });
  });
});
