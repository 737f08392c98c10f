import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** Commands that look at commits, objects and an index of our own: never at a file of a work tree. */
const harmless = [
  ...["cat-file", "diff-tree", "hash-object", "log", "ls-tree", "merge-base", "merge-tree", "read-tree"],
  ...["rev-list", "rev-parse", "show", "update-index", "write-tree"],
];

/** They work in a tree that no agent has had: a copy of the checkout, and that of a job without agents. */
const beforeAgents = ["adapters/git/apply-commit.ts", "adapters/git/revert-commits.ts"];

/** `diff` reads attributes: here it is given an empty tree and no index. */
const plain = ["adapters/git/diff-against.ts", "adapters/git/diff-changes.ts", "adapters/git/whole-patch.ts"];

const files = globSync("{action,adapters,core,crew,loop}/**/*.ts");

it("no git command of ours reads a work tree that an agent had", () => {
  const found = files.flatMap((file) => {
    const text = readFileSync(file, "utf8");
    const calls = text.matchAll(/(?:\bgit|createGit\([^)]*\)|createPlainGit\([^)]*\))\(\s*"([^"]+)"/g);
    const fed = text.matchAll(/git\.feed\([^"]*?,\s*"([^"]+)"/g);
    return [...calls, ...fed].map((match) => ({ file, command: match[1] ?? "" }));
  });
  expect(found.length).toBeGreaterThan(20);
  const wrong = found
    .filter(({ file }) => !beforeAgents.includes(file))
    .filter(
      ({ file, command }) => !harmless.includes(command) && !(command === "diff" && plain.includes(file)),
    );
  expect(wrong).toEqual([]);
  for (const file of plain) expect(readFileSync(file, "utf8"), file).toContain("createPlainGit(");
});

it("git is started in one place, but for a look at settings that no agent can write", () => {
  const starters = files.filter((file) =>
    /(execFile|execFileSync|spawn|spawnSync)\(\s*"git"/.test(readFileSync(file, "utf8")),
  );
  expect(starters).toEqual(["crew/sandbox/git-view.ts"]);
});
