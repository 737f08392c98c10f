import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { afterEach, describe, expect, it } from "vitest";
import { loadManifest } from "../../../adapters/git/load-manifest.ts";
import { GsdError } from "../../../core/gsd-error.ts";
import type { Commands } from "../../../core/model/config.ts";
import type { JobKind } from "../../../core/model/job.ts";
import { manifestSchema } from "../../../core/model/manifest.ts";
import { createScriptEngine } from "../../../crew/engines/create-script-engine.ts";
import { type AgentJob, runAgentJob } from "../../../crew/engines/run-agent-job.ts";
import { aWorkTree, type WorkTree } from "../../adapters/git/work-tree.ts";
import { sealed } from "../sandbox/sandboxes.ts";

const limits = { parallel: 1, attempts: 3, minutes: 1, file_bytes: 1_000_000, files: 50, turns: 100 };
const done = (answer: string) => `echo '{"answer":${answer},"usage":{"input":1,"output":2}}'`;
const summary = done('{"summary":"s"}');

function aJob(
  tree: WorkTree,
  kind: JobKind,
  line: string,
  more: Partial<AgentJob> & { commands?: Commands } = {},
): AgentJob {
  const { commands = {}, ...rest } = more;
  return {
    ...{ job: { issue: 42, kind, task: "T01", attempt: 1 }, track: "42-x", prompt: "Do it." },
    ...{ folder: tree.folder, out: tree.out, base: tree.base, sandbox: sealed },
    ...{ engine: createScriptEngine({ command: line }), config: { commands, limits } },
    ...rest,
  };
}

let last: WorkTree | undefined;
const isManifest = new Ajv().compile(manifestSchema);

/** Whatever happened, there is a manifest on disk that publish can read. */
afterEach(async () => {
  if (!last) return;
  const { manifest } = await loadManifest(last.out);
  expect(isManifest(manifest), JSON.stringify(isManifest.errors)).toBe(true);
  last[Symbol.dispose]();
  last = undefined;
});

function tracked(files?: Record<string, string>): WorkTree {
  last = aWorkTree(files);
  return last;
}

describe("a task", () => {
  it("ends with its answer, its changes and the repository's checks in their order", async () => {
    const tree = tracked();
    const commands = { test: "cat src/a.txt", lint: "echo linted" };
    const manifest = await runAgentJob(aJob(tree, "task", `echo two >>src/a.txt; ${summary}`, { commands }));
    expect(manifest).toMatchObject({
      outcome: "done",
      answer: { summary: "s" },
      usage: { input: 1, output: 2 },
      engine: "script",
    });
    expect(manifest.sandbox).toBe(sealed.kind);
    expect(manifest.checks.map(({ name, ok, tail }) => ({ name, ok, tail }))).toEqual([
      { name: "lint", ok: true, tail: "linted" },
      { name: "test", ok: true, tail: "one\ntwo" },
    ]);
    const loaded = await loadManifest(tree.out);
    const [change] = manifest.changes as { path: string; sha256: string }[];
    expect(change!.path).toBe("src/a.txt");
    expect(loaded.file(change!.sha256)?.toString()).toBe("one\ntwo\n");
  });

  it("that changed nothing says so, and runs no checks", async () => {
    const manifest = await runAgentJob(aJob(tracked(), "task", summary, { commands: { test: "exit 1" } }));
    expect(manifest).toMatchObject({ outcome: "no-change", changes: [], checks: [] });
  });

  it("keeps its changes when a check fails, and shows the failing output", async () => {
    const commands = {
      lint: "echo fine",
      test: "echo 'expected 2, got 3' >&2; exit 1",
      build: "touch built",
    };
    const manifest = await runAgentJob(aJob(tracked(), "task", `echo x >new; ${summary}`, { commands }));
    expect(manifest).toMatchObject({
      outcome: "checks-failed",
      reason: expect.stringMatching(/: test\.\nexpected 2, got 3/),
    });
    expect(manifest.checks.map((check) => check.ok)).toEqual([true, false, true]);
    expect(manifest.changes.map((change) => change.path)).toEqual(["new"]);
  });

  it("keeps its changes on a timeout, a crash and a wrong answer", async () => {
    const short = { commands: {}, limits: { ...limits, minutes: 0.01 } };
    const cases = [
      ["timeout", "sleep 30", short],
      ["crashed", "exit 3", { commands: {}, limits }],
      ["invalid-answer", done('{"document":"d"}'), { commands: {}, limits }],
      ["invalid-answer", "echo hello", { commands: {}, limits }],
    ] as const;
    for (const [outcome, line, config] of cases) {
      using tree = aWorkTree();
      const manifest = await runAgentJob({ ...aJob(tree, "task", `echo x >new; ${line}`), config });
      expect(manifest).toMatchObject({ outcome, reason: expect.any(String) });
      expect(manifest.answer).toBeUndefined();
      expect(
        manifest.changes.map((change) => change.path),
        outcome,
      ).toEqual(["new"]);
    }
  });

  it("says how the answer misses its schema", async () => {
    const manifest = await runAgentJob(aJob(tracked(), "task", `echo x >new; ${done('{"summary":7}')}`));
    expect(manifest.reason).toBe(
      "The answer does not fit the schema for task: answer/summary must be string.",
    );
  });

  it("that leaves a symbolic link is refused by name", async () => {
    const manifest = await runAgentJob(
      aJob(tracked(), "task", `ln -s /etc/passwd link; echo x >new; ${summary}`),
    );
    expect(manifest).toMatchObject({ outcome: "refused-change", reason: expect.stringContaining("`link`") });
  });

  it("does not publish what stood in the tree before it, nor what checks leave behind", async () => {
    const tree = tracked();
    writeFileSync(join(tree.folder, "from-setup"), "x");
    const commands = { build: "echo built >artifact" };
    const manifest = await runAgentJob(aJob(tree, "task", `echo x >new; ${summary}`, { commands }));
    expect(manifest.changes.map((change) => change.path)).toEqual(["new"]);
  });

  it("is cancelled while the engine or a check runs", async () => {
    using first = aWorkTree();
    const early = aJob(first, "task", `echo x >new; sleep 30`, { signal: AbortSignal.timeout(500) });
    expect(await runAgentJob(early)).toMatchObject({ outcome: "cancelled", changes: [{ path: "new" }] });
    const late = aJob(tracked(), "task", `echo x >new; ${summary}`, {
      signal: AbortSignal.timeout(1_500),
      commands: { lint: "sleep 30", test: "true" },
    });
    expect(await runAgentJob(late)).toMatchObject({
      outcome: "cancelled",
      checks: [{ name: "lint", ok: false }],
    });
  });

  it("without a sandbox to be had ends with the fix", async () => {
    const sandbox = {
      kind: "bubblewrap" as const,
      run: () => Promise.reject(new GsdError("sandbox", "Install it: apt-get …")),
    };
    const manifest = await runAgentJob(aJob(tracked(), "task", summary, { sandbox }));
    expect(manifest).toMatchObject({ outcome: "sandbox", reason: "Install it: apt-get …" });
  });

  it("on a base that is not there ends as crashed, with a manifest", async () => {
    const manifest = await runAgentJob(aJob(tracked(), "task", summary, { base: "0".repeat(40) }));
    expect(manifest).toMatchObject({ outcome: "crashed", reason: expect.stringContaining("git ls-tree") });
  });
});

describe("other jobs", () => {
  it.each(["plan-spec", "plan-arch", "plan-qa"] as const)(
    "%s answers, and what it did to the tree is dropped",
    async (kind) => {
      const manifest = await runAgentJob(aJob(tracked(), kind, `echo x >new; ${done('{"document":"# D"}')}`));
      expect(manifest).toMatchObject({
        outcome: "done",
        answer: { document: "# D" },
        changes: [],
        checks: [],
      });
    },
  );

  it("verify runs the checks on the tree as it is, before the agent can touch it", async () => {
    const commands = { test: "grep -q two src/a.txt" };
    const line = `echo two >src/a.txt; ${done('{"summary":"s","criteria":[]}')}`;
    const manifest = await runAgentJob(aJob(tracked(), "verify", line, { commands }));
    expect(manifest).toMatchObject({ outcome: "done", changes: [], checks: [{ name: "test", ok: false }] });
  });
});

describe("a rollback", () => {
  it("reverts without an engine, then runs the checks", async () => {
    const tree = tracked();
    tree.write("first.txt", "1\n");
    const first = tree.commit("T01");
    tree.write("second.txt", "2\n");
    const second = tree.commit("T02");
    const rollback = {
      commits: [
        { task: "T02" as const, sha: second },
        { task: "T01" as const, sha: first },
      ],
    };
    const commands = { test: "test ! -e first.txt" };
    const manifest = await runAgentJob(
      aJob(tree, "rollback", "exit 9", { rollback, base: second, commands }),
    );
    expect(manifest).toMatchObject({
      ...{ outcome: "done", engine: "git", answer: { reverted: ["T02", "T01"] }, checks: [{ ok: true }] },
      changes: [
        { path: "first.txt", deleted: true },
        { path: "second.txt", deleted: true },
      ],
    });
  });

  it("names the task and the files in conflict", async () => {
    const tree = tracked({ "a.txt": "one\n" });
    tree.write("a.txt", "two\n");
    const sha = tree.commit("T01");
    tree.write("a.txt", "three\n");
    const base = tree.commit("T02");
    const manifest = await runAgentJob(
      aJob(tree, "rollback", "", { base, rollback: { commits: [{ task: "T01", sha }] } }),
    );
    expect(manifest).toMatchObject({
      outcome: "conflict",
      changes: [],
      reason: expect.stringMatching(/^T01 .*`a\.txt`/),
    });
  });
});
