import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { aWorld, withJobs } from "./a-world.ts";

const sha = "df4cb1c069e1874edd31b4311f1884172cec0e10";
const aJob = (steps: string, rest = "") =>
  withJobs(`  a:\n    runs-on: ubuntu-latest\n    steps:\n${steps}${rest}`);

describe("actions/checkout", () => {
  it("fetches the commit of the event with the job's token", async () => {
    await using world = await aWorld({
      ...aJob(`
      - uses: actions/checkout@${sha}
        id: co
      - run: |
          cat hello.txt
          git log --oneline | wc -l
          git branch --show-current
          [ "\${{ steps.co.outputs.commit }}" = "$GITHUB_SHA" ]
          git fetch --quiet origin main && echo "may fetch again"
          git config --local --list | grep -c extraheader
`),
      "hello.txt": "hello from git\n",
    });
    expect((await world.dispatch()).conclusion).toBe("success");
    const { log } = world.job("a");
    expect(log).toContain("hello from git");
    expect(log).toMatch(/^1\nmain$/m);
    expect(log).toContain("may fetch again");
    expect(log).not.toMatch(/ghs_|basic [A-Za-z0-9]/);
  });

  it("leaves no credential behind when told so, and honours ref, path, repository and depth", async () => {
    await using world = await aWorld(
      aJob(`
      - uses: actions/checkout@v6
        with: { persist-credentials: false, path: here, fetch-depth: 0 }
      - uses: actions/checkout@${sha}
        with: { repository: other/lib, ref: side, path: lib }
      - run: |
          ! grep -r -i extraheader here/.git
          ! GIT_TERMINAL_PROMPT=0 git -C here fetch --quiet
          git -C here branch --remotes
          cat lib/side.txt
      - uses: actions/checkout@${sha}
        with: { repository: other/lib, ref: nowhere }
`),
      { others: { "other/lib": { "a.txt": "a" } } },
    );
    world.host.commit("other/lib", { "side.txt": "the side branch\n" }, "side");
    world.host.commit("me/app", { "x.txt": "x" }, "feature/x");
    await world.dispatch();
    const { log, steps } = world.job("a");
    expect(log).toContain("origin/feature/x");
    expect(log).toContain("the side branch");
    expect(steps[3]?.conclusion).toBe("success");
    expect(steps[4]?.conclusion).toBe("failure");
    expect(log).toContain("Could not fetch a branch or tag 'nowhere' of other/lib");
  });

  it("takes only some folders, or a commit or tag by name", async () => {
    await using world = await aWorld(
      aJob(`
      - uses: actions/checkout@${sha}
        with: { sparse-checkout: docs, path: some }
      - run: ls some some/docs; test ! -e some/src
      - uses: actions/checkout@${sha}
        with: { ref: "\${{ github.sha }}", path: exact }
      - uses: actions/checkout@${sha}
        with: { ref: v1, path: tagged }
      - run: '[ "$(git -C tagged rev-parse HEAD)" = "$(git -C exact rev-parse HEAD)" ]'
`),
    );
    const head = world.host.commit("me/app", { "docs/a.md": "a", "src/b.ts": "b" });
    spawnSync("git", ["--git-dir", world.host.gitDir("me/app"), "tag", "v1", head]);
    const run = await world.send({
      name: "workflow_dispatch",
      workflow: ".github/workflows/w.yml",
      sha: head,
    });
    expect(run.conclusion).toBe("success");
  });

  it("is refused without permission to read contents", async () => {
    await using world = await aWorld(
      withJobs(`
  a:
    permissions: {}
    runs-on: ubuntu-latest
    steps: [{ uses: actions/checkout@${sha} }]
`),
    );
    expect((await world.dispatch()).conclusion).toBe("failure");
  });

  it("refuses inputs it does not know", async () => {
    await using world = await aWorld(
      aJob(`      - uses: actions/checkout@${sha}\n        with: { ssh-key: x }\n`),
    );
    expect((await world.dispatch()).conclusion).toBe("failure");
    expect(world.job("a").log).toContain(
      "not supported by the local runner: input 'ssh-key' of actions/checkout",
    );
  });
});

describe("artifacts", () => {
  it("go from one job to another", async () => {
    await using world = await aWorld(
      withJobs(`
  make:
    strategy: { matrix: { n: [1, 2] } }
    runs-on: ubuntu-latest
    steps:
      - run: mkdir -p out/deep && echo "file \${{ matrix.n }}" > out/deep/f\${{ matrix.n }}.txt && echo skip > out/skip.log && echo hidden > out/.hidden
      - uses: actions/upload-artifact@${sha}
        with:
          name: part-\${{ matrix.n }}
          path: |
            out/**
            !out/*.log
          retention-days: 1
          if-no-files-found: error
  single:
    runs-on: ubuntu-latest
    steps:
      - run: mkdir -p a/b && echo one > a/b/only.txt
      - uses: actions/upload-artifact@${sha}
        with: { name: single, path: a/b/only.txt }
      - uses: actions/upload-artifact@${sha}
        with: { name: folder, path: a }
  take:
    needs: [make, single]
    runs-on: ubuntu-latest
    steps:
      - uses: actions/download-artifact@${sha}
        with: { name: part-1, path: one }
      - uses: actions/download-artifact@${sha}
        with: { pattern: part-*, path: each }
      - uses: actions/download-artifact@${sha}
        with: { pattern: part-*, path: merged, merge-multiple: true }
      - uses: actions/download-artifact@${sha}
        with: { path: all }
      - run: find . -type f | sort
      - uses: actions/download-artifact@${sha}
        with: { name: missing }
`),
    );
    await world.dispatch();
    const { log, steps } = world.job("take");
    const files = log.split("\n").filter((line) => line.startsWith("./"));
    expect(files).toEqual([
      "./all/folder/b/only.txt",
      "./all/part-1/deep/f1.txt",
      "./all/part-2/deep/f2.txt",
      "./all/single/only.txt",
      "./each/part-1/deep/f1.txt",
      "./each/part-2/deep/f2.txt",
      "./merged/deep/f1.txt",
      "./merged/deep/f2.txt",
      "./one/deep/f1.txt",
    ]);
    expect(steps.at(-2)?.conclusion).toBe("failure");
    expect(log).toContain("Artifact not found for name: missing");
  });

  it("need files, a free name and inputs that are known", async () => {
    await using world = await aWorld(
      aJob(`
      - uses: actions/upload-artifact@${sha}
        with: { name: a, path: none }
      - run: echo x > x
      - uses: actions/upload-artifact@${sha}
        with: { name: a, path: x }
      - uses: actions/upload-artifact@${sha}
        continue-on-error: true
        with: { name: a, path: x }
      - uses: actions/upload-artifact@${sha}
        continue-on-error: true
        with: { name: b, path: none, if-no-files-found: error }
      - uses: actions/download-artifact@${sha}
        with: { artifact-ids: "1" }
`),
    );
    await world.dispatch();
    const { log } = world.job("a");
    expect(log).toContain("##[warning]No files were found with the provided path: none");
    expect(log).toContain("artifact a exists already");
    expect(log).toContain("##[error]No files were found");
    expect(log).toContain("input 'artifact-ids' of actions/download-artifact");
  });
});

describe("actions/setup-node", () => {
  it("offers the Node that is here, and no other", async () => {
    const major = process.version.slice(1).split(".")[0];
    await using world = await aWorld(
      aJob(`
      - uses: actions/setup-node@${sha}
        with: { node-version: ${major} }
      - run: node --version
      - uses: actions/setup-node@${sha}
        with: { node-version: 12.x }
`),
    );
    expect((await world.dispatch()).conclusion).toBe("failure");
    expect(world.job("a").log).toMatch(new RegExp(`^${process.version}$`, "m"));
    expect(world.job("a").log).toContain("node-version '12.x'");
  });
});
