import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createGit } from "../../adapters/git/create-git.ts";
import { outcomeOfError } from "../../crew/crew.ts";
import { rescueCrew } from "../../crew/rescue.ts";
import { runCrew } from "../../crew/run-crew.ts";
import { removeTree } from "../../crew/setup/remove-tree.ts";
import { within } from "../../crew/within.ts";
import { aWorkTree } from "../adapters/git/work-tree.ts";
import { aCrew, aRecipe, fine, stepOf, summary, told } from "./a-crew.ts";
import { sealed } from "./sandbox/sandboxes.ts";

afterEach(() => vi.useRealTimers());

describe("a step of the host after an agent", () => {
  it("ends when its time is up, with a failure that says what it was", async () => {
    vi.useFakeTimers();
    const end = within("read", () => new Promise(() => {})).catch((error: unknown) => outcomeOfError(error));
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(await end).toEqual({
      outcome: "timeout",
      reason: expect.stringMatching(/^Reading what was changed .* more than 240 seconds\. Look for /),
    });
  });

  it("is git's for so long only, with all that git started", async () => {
    using tree = aWorkTree();
    const bin = join(tree.root, "bin");
    const mark = join(tree.root, "alive");
    mkdirSync(bin);
    writeFileSync(join(bin, "git"), `#!/bin/sh\n(sleep 3; echo >${mark}) &\nsleep 600\n`);
    chmodSync(join(bin, "git"), 0o755);
    const git = createGit({ folder: tree.folder, path: `${bin}:/usr/bin:/bin`, seconds: 1 });
    await expect(git("status")).rejects.toMatchObject({
      code: "timeout",
      message: `git status took more than 1 seconds in ${tree.folder}.`,
    });
    await new Promise((resolve) => setTimeout(resolve, 4_000));
    expect(existsSync(mark)).toBe(false);
  }, 60_000);

  it("removes what is nested deeper than a path can say, and what nobody may enter", async () => {
    using tree = aWorkTree();
    const dig = 'for (let i = 0; i < 3000; i++) { fs.mkdirSync("d"); process.chdir("d"); }';
    execFileSync(process.execPath, ["-e", dig], { cwd: tree.folder });
    tree.write("shut/x", "x");
    chmodSync(join(tree.folder, "shut"), 0o000);
    for (const name of ["d", "shut", "missing"]) await removeTree(join(tree.folder, name));
    expect(existsSync(join(tree.folder, "d"))).toBe(false);
    expect(existsSync(join(tree.folder, "shut"))).toBe(false);
  }, 60_000);
});

describe("an agent that sets traps for the host", () => {
  const traps = [
    "rm .gitignore; mkfifo .gitignore .gitattributes src/.gitignore src/.gitattributes CLAUDE.md",
    "mkdir junk; (cd junk; seq 5100 | xargs touch)",
    "mkdir -p nested/.git; ln -s / root; ln -s loop loop",
  ].join("; ");

  it("holds nobody up: its work is kept, and what cannot be published is said", async () => {
    using tree = aWorkTree();
    const play = { task: `echo two >src/a.txt; ${traps}; ${summary}`, fix: summary, review: fine };
    const crew = aCrew(tree, aRecipe("task"), play, { sandbox: sealed });
    const manifest = await runCrew(crew);
    expect(manifest.changes.map(({ path }) => path)).toContain("src/a.txt");
    expect(stepOf(manifest, "gate.1")).toMatchObject({ outcome: "refused-change", ok: false });
    const said = JSON.stringify(manifest.steps);
    for (const path of [".gitignore", "src/.gitattributes", "junk", "nested", "root", "loop"])
      expect(said).toContain(`\`${path}\` `);
  }, 120_000);

  it("is cleaned up after by itself: without its traps the change goes on", async () => {
    using tree = aWorkTree();
    const tidy =
      "rm -rf .gitignore .gitattributes src/.git* CLAUDE.md junk nested root loop; echo 'ignored/' >.gitignore";
    const play = {
      task: `echo two >src/a.txt; ${traps}; ${summary}`,
      fix: `${tidy}; ${summary}`,
      review: fine,
    };
    const manifest = await runCrew(aCrew(tree, aRecipe("task"), play, { sandbox: sealed }));
    expect(told(manifest).at(-1)).toContain("review");
    expect(manifest.changes.map(({ path }) => path)).toEqual(["src/a.txt"]);
  }, 120_000);
});

describe("rescue of a tree that cannot be read", () => {
  it("keeps what the journal has, and says why", async () => {
    using tree = aWorkTree();
    const logs = join(tree.root, "logs");
    mkdirSync(logs);
    const underWay = [{ id: "implement", round: 1, member: "", role: "implementer", engine: "script" }];
    writeFileSync(join(logs, "crew.json"), JSON.stringify({ before: [], underWay }));
    renameSync(join(tree.folder, ".git"), join(tree.root, "gone"));
    const { folder, out, base } = tree;
    const job = { issue: 42, kind: "task", task: "T01", attempt: 1 } as const;
    const manifest = await rescueCrew({ job, base, recipe: "task", sandbox: "off", folder, out, logs });
    expect(manifest).toMatchObject({ outcome: "lost", steps: [{ id: "implement", outcome: "lost" }] });
    expect(manifest.reason).toContain("git ls-tree failed");
  });
});
