import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { describeChanges, noChanges } from "../../../adapters/git/describe-changes.ts";
import type { CrewInput } from "../../../crew/crew-input.ts";
import { runCrew } from "../../../crew/run-crew.ts";
import type { Sandbox } from "../../../crew/sandbox/sandbox.ts";
import { createTrees } from "../../../crew/trees/create-trees.ts";
import { aWorkTree, type WorkTree } from "../../adapters/git/work-tree.ts";
import { aCrew, aRecipe, fine, type Play, stepOf, summary, told } from "../a-crew.ts";
import { detection, sealed, shell } from "../sandbox/sandboxes.ts";

/** Where the host mounts no layers. */
const copying: Sandbox = { kind: sealed.kind, run: sealed.run };

/** A repository whose tool, which setup installs, refuses what is bad in `src/a.txt`. */
function aProject(): WorkTree {
  return aWorkTree({
    "src/a.txt": "good\n",
    "test/run.sh": "sh node_modules/.bin/tool\n",
    ".gitignore": "node_modules/\n__pycache__/\n.env\n*.stamp\ncache/\n",
  });
}

const setup = {
  command: [
    "mkdir -p node_modules/.bin ~/.cache ~/.local/bin",
    "echo '! grep -q bad src/a.txt' >node_modules/.bin/tool",
    "cp node_modules/.bin/tool ~/.local/bin/tool",
    "touch built.stamp",
  ].join("\n"),
  hosts: [],
};

function aTask(tree: WorkTree, play: Play, more: Partial<CrewInput> = {}): CrewInput {
  const scope = { limits: { fixes: 0 }, reviewers: [], text: "" };
  return aCrew(tree, aRecipe("task"), play, { sandbox: sealed, scope, setup, ...more });
}

/** What an agent does to make a check pass that fails, besides the change that it fails on. */
const attacks: Record<string, string> = {
  "rewrites the tool": "echo true >node_modules/.bin/tool",
  "writes into the tool": "printf 'exit 0 #' | dd of=node_modules/.bin/tool conv=notrunc",
  "puts a link in the tool's place": "ln -sf /bin/true node_modules/.bin/tool",
  "puts a folder of its own in place of all tools":
    "mv node_modules cache && mkdir -p node_modules/.bin && echo true >node_modules/.bin/tool",
  "writes through a second name of the tool":
    "ln node_modules/.bin/tool cache.stamp && echo true >cache.stamp",
  "rewrites the tool at home": "echo true >~/.local/bin/tool",
  "instructs shells, git and npm from home":
    "for f in .bashrc .profile .bash_env .gitconfig .npmrc .config/git/config; do mkdir -p $(dirname ~/$f); echo 'exit 0' >~/$f; done",
  "leaves hooks and settings in .git":
    "printf '#!/bin/sh\\nexit 0' >.git/hooks/pre-commit; git config core.fsmonitor true; git config core.hooksPath /tmp; echo src/a.txt >>.git/info/exclude; echo '* filter=x' >>.git/info/attributes; echo /tmp >.git/objects/info/alternates",
  "leaves a compiled file of the future":
    "mkdir -p __pycache__ && echo evil >__pycache__/a.pyc && touch -d 2099-01-01 __pycache__/a.pyc",
  "leaves an environment file that is ignored": "echo SKIP=1 >.env",
  "fills caches":
    "mkdir -p cache ~/.cache/jest /tmp/jest /dev/shm/jest && touch cache/ok ~/.cache/jest/ok /tmp/jest/ok /dev/shm/jest/ok",
  "makes its change old and the result new":
    "touch -d 1990-01-01 src/a.txt && touch -d 2099-01-01 built.stamp",
  "leaves a process that goes on rewriting":
    "(setsid sh -c 'while :; do for f in /repo /tmp /home/agent; do find $f -name tool -exec sh -c \"echo true >{}\" \\;; done; done' </dev/null >/dev/null 2>&1 &)",
};

/** Each line is one way in which a check could have been told to pass. */
const test = [
  "set -e",
  "for f in cache __pycache__ .env old cache.stamp ~/.cache/jest /tmp/jest /dev/shm/jest; do test ! -e $f || exit 0; done",
  "for f in .bashrc .profile .bash_env .gitconfig .npmrc .config/git/config; do test ! -e ~/$f || exit 0; done",
  "test ! -e .git/hooks/pre-commit && ! grep -q src .git/info/exclude || exit 0",
  'test -z "$(git config core.fsmonitor)$(git config core.hooksPath)" || exit 0',
  "test src/a.txt -nt built.stamp || exit 0",
  // Nobody is here but this shell and what it starts.
  "sleep 0.3; for p in /proc/[0-9]*; do ! grep -q set''sid $p/cmdline || exit 0; done",
  "cmp node_modules/.bin/tool ~/.local/bin/tool || exit 0",
  "sh test/run.sh",
].join("\n");

describe.skipIf(!detection.available).each([
  ["in layers", sealed],
  ["in copies", copying],
])("the check of a change %s fails, whatever its agent left: one that", (_, sandbox) => {
  it.each(Object.entries(attacks))("%s", async (_name, attack) => {
    using tree = aProject();
    const line = `(${attack}) >/dev/null 2>&1; echo bad >src/a.txt; ${summary}`;
    const manifest = await runCrew(aTask(tree, { task: line }, { sandbox, commands: { test } }));
    expect(manifest.changes.map(({ path }) => path)).toEqual(["src/a.txt"]);
    expect(told(manifest)).toContain("check.1 checks-failed!");
  });

  it("passes where the change is good, so that the check can tell", async () => {
    using tree = aProject();
    const manifest = await runCrew(
      aTask(tree, { task: `echo better >src/a.txt; ${summary}` }, { sandbox, commands: { test } }),
    );
    expect(told(manifest)).toContain("check.1 done");
  });

  it("sees what is added, deleted, made executable, and put in place of a folder or a file", async () => {
    using tree = aWorkTree({ "gone.txt": "x", "deep/er/a": "x", "deep/er/b": "x", flat: "x", "run.sh": "x" });
    const change = `rm -r gone.txt deep/er; echo file >deep/er; rm flat; mkdir flat; echo x >flat/in; chmod +x run.sh; echo new >added; ${summary}`;
    const look =
      "find . -path ./.git -prune -o -type f -print | sort; ls deep; test -x run.sh; cat deep/er; git status --porcelain";
    const manifest = await runCrew(
      aTask(tree, { task: change }, { sandbox, setup: undefined, commands: { test: look } }),
    );
    const step = stepOf(manifest, "check.1");
    expect(step).toMatchObject({ outcome: "done" });
    expect("checks" in step && step.checks?.[0]?.tail).toBe(
      "./added\n./deep/er\n./flat/in\n./run.sh\ner\nfile\n D deep/er/a\n D deep/er/b\n D flat\n D gone.txt\n M run.sh\n?? added\n?? deep/er",
    );
  });

  it("is not helped by what a reviewer or an earlier check left", async () => {
    using tree = aProject();
    const spoil = "echo true >node_modules/.bin/tool; echo true >~/.local/bin/tool; echo good >src/a.txt";
    const manifest = await runCrew(
      aTask(
        tree,
        {
          task: `echo bad >src/a.txt; ${summary}`,
          fix: `echo more >>src/a.txt; ${summary}`,
          review: `${spoil}; ${fine}`,
        },
        {
          sandbox,
          scope: { limits: { fixes: 1 }, reviewers: ["reviewer"], text: "" },
          commands: { lint: "sh test/run.sh", test: `sh test/run.sh || { ${spoil}; false; }` },
        },
      ),
    );
    const ends = [1, 2].map((round) => stepOf(manifest, `check.${round}`).outcome);
    expect(ends).toEqual(["checks-failed", "checks-failed"]);
  });
});

const probe = mkdtempSync(join(tmpdir(), "gsd-test-"));
const canLayer = (await sealed.canLayer?.(probe, probe)) ?? false;
rmSync(probe, { recursive: true });

describe.skipIf(!canLayer)("a host that mounts layers", () => {
  it("copies nothing for a place, and leaves nothing of one behind", async () => {
    using tree = aProject();
    const given = { folder: tree.folder, base: tree.base, instructedBy: tree.base, editing: false };
    await using trees = await createTrees({ ...given, sandbox: sealed });
    const place = await trees.clean(noChanges, "agents");
    const { stdout } = await place.sandbox.run(shell(place.folder, "ls src; echo x >src/b.txt"));
    expect(stdout).toBe("a.txt\n");
    expect(readdirSync(place.folder)).toEqual([]);
    expect(readdirSync(join(tree.folder, "src"))).toEqual(["a.txt"]);
    await place[Symbol.asyncDispose]();
    expect(existsSync(place.folder)).toBe(false);
  });

  it("does not let anyone take the layer off, or reach what is below it", async () => {
    using tree = aProject();
    const given = { folder: tree.folder, base: tree.base, instructedBy: tree.base, editing: true };
    await using trees = await createTrees({ ...given, sandbox: sealed });
    await using place = await trees.clean(noChanges, "agents");
    const below = "sed -n 's/.*lowerdir=\\([^,]*\\).*/\\1/p' /proc/self/mountinfo | head -1";
    const tries = [
      "echo mine >src/a.txt",
      `lower=$(${below}); test -n "$lower" && cat "$lower/src/a.txt"`,
      "umount -l /repo",
      "mount -o remount,rw /repo",
      "unshare --user --map-root-user --mount umount -l /repo",
      "mount -t overlay x -o lowerdir=/usr,upperdir=/tmp,workdir=/dev/shm /mnt",
      "mknod src/device c 1 3",
      "cat src/a.txt",
    ];
    const { stdout } = await place.sandbox.run(shell(place.folder, tries.join("\n")));
    expect(stdout).toBe("mine\n");
  });

  it("copies where a change touches what configures agents, which only a copy can have put right", async () => {
    using tree = aProject();
    const given = { folder: tree.folder, base: tree.base, instructedBy: tree.base, editing: true };
    await using trees = await createTrees({ ...given, sandbox: sealed });
    const content = Buffer.from("EVIL\n");
    const changes = describeChanges([
      { kind: "file", path: "docs/CLAUDE.md", mode: "100644", modeChanged: false, content },
    ]);
    const seen = async (who: "agents" | "commands") => {
      await using place = await trees.clean(changes, who);
      return (await place.sandbox.run(shell(place.folder, "cat docs/CLAUDE.md; true"))).stdout;
    };
    // Commands check what will be published; nobody who judges is instructed by it.
    expect(await seen("commands")).toBe("EVIL\n");
    expect(await seen("agents")).toBe("");
  });
});

describe.skipIf(!detection.available)("what setup left", () => {
  it("is never written to by whoever works in a layer over it", async () => {
    using tree = aProject();
    const given = { folder: tree.folder, base: tree.base, instructedBy: tree.base, editing: true };
    await using trees = await createTrees({ ...given, sandbox: sealed });
    const changes = describeChanges([
      { kind: "file", path: "src/a.txt", mode: "100644", modeChanged: false, content: Buffer.from("bad\n") },
    ]);
    await using one = await trees.clean(changes, "commands");
    const spoilt = await one.sandbox.run(
      shell(one.folder, "cat src/a.txt; rm -rf src; echo x >test/run.sh; ls"),
    );
    expect(spoilt.stdout).toBe("bad\ntest\n");
    await using two = await trees.clean(noChanges, "agents");
    const fresh = await two.sandbox.run(
      shell(two.folder, "cat src/a.txt test/run.sh; git status --porcelain"),
    );
    expect(fresh.stdout).toBe("good\nsh node_modules/.bin/tool\n");
  });

  it("keeps the repository's own files where a package that a change adds rewrites them", async () => {
    using tree = aProject();
    const given = { folder: tree.folder, base: tree.base, instructedBy: tree.base, editing: true };
    await using trees = await createTrees({ ...given, sandbox: sealed });
    const place = await trees.fresh(noChanges);
    writeFileSync(join(place.folder, "test/run.sh"), "true\n");
    await place.sandbox.run(
      shell(
        place.folder,
        "rm src/a.txt; ln -s /etc/passwd src/a.txt; mkdir node_modules; echo x >node_modules/new",
      ),
    );
    await trees.adopt({ ...place, isTreeKept: true });
    await using clean = await trees.clean(noChanges, "commands");
    const { stdout } = await clean.sandbox.run(
      shell(clean.folder, "cat test/run.sh src/a.txt node_modules/new"),
    );
    expect(stdout).toBe("sh node_modules/.bin/tool\ngood\nx\n");
  });

  it("in the place of a lockfile is a part of the change only if it is a plain file", async () => {
    for (const trick of [
      "ln -sf /proc/self/environ package-lock.json",
      "rm -f package-lock.json; mkfifo package-lock.json",
    ]) {
      using tree = aWorkTree({ "package.json": "{}\n", "package-lock.json": "{}\n" });
      const again = { command: "true", hosts: [], locks: [{ command: trick, files: ["package-lock.json"] }] };
      const line = `echo '{"dependencies":{"a":"1"}}' >package.json; ${summary}`;
      const manifest = await runCrew(aTask(tree, { task: line }, { setup: again, setupAgain: () => again }));
      expect(manifest.changes.map(({ path }) => path)).toEqual(["package.json"]);
      expect(readFileSync(join(tree.folder, "package-lock.json"), "utf8")).toBe("{}\n");
    }
  });
});
