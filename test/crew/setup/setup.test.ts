import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { readRootFiles } from "../../../adapters/git/read-root-files.ts";
import type { JobKind } from "../../../core/model/job.ts";
import { clearHome } from "../../../crew/engines/clear-home.ts";
import { createScriptEngine } from "../../../crew/engines/create-script-engine.ts";
import { type AgentJob, runAgentJob } from "../../../crew/engines/run-agent-job.ts";
import { aWorkTree, type WorkTree } from "../../adapters/git/work-tree.ts";
import { detection, openly, sealed } from "../sandbox/sandboxes.ts";

const limits = { parallel: 1, attempts: 3, minutes: 1, file_bytes: 1_000_000, files: 50, turns: 100 };
const answer = (text: string) => `echo '{"answer":${text}}'`;
const summary = answer('{"summary":"s"}');

function aJob(tree: WorkTree, kind: JobKind, line: string, more: Partial<AgentJob> = {}): AgentJob {
  return {
    ...{ job: { issue: 42, kind, attempt: 1 }, track: "42-x", prompt: "Do it.", configuration: tree.base },
    ...{ folder: tree.folder, out: tree.out, base: tree.base, sandbox: sealed },
    ...{ engine: createScriptEngine({ command: line }), config: { commands: {}, limits } },
    ...more,
  };
}

/** A package host on loopback that goes by a public name. */
async function aPackageHost() {
  const server = createServer((_, answer) => answer.end("left-pad 1.0\n")).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  return {
    network: {
      resolve: async () => ["93.184.216.34"],
      open: () => connect((server.address() as AddressInfo).port, "127.0.0.1"),
    },
    [Symbol.dispose]: () => void server.close(),
  };
}

const fetchPad = "curl -sSf -m 5 http://packages.example.org/left-pad";
const install = `mkdir -p vendor "$HOME/.cache" && ${fetchPad} >vendor/pad && cp vendor/pad "$HOME/.cache/pad"`;

describe.skipIf(!detection.available)("a setup with a package host", () => {
  it("installs for the agent and the checks, who have no network themselves", async () => {
    using host = await aPackageHost();
    using tree = aWorkTree();
    const hosts = ["http://packages.example.org"];
    const line = `cat vendor/pad ~/.cache/pad >found; ${fetchPad} 2>&1 >/dev/null | head -1 >>found; env | grep -ic proxy >>found; ${summary}`;
    const manifest = await runAgentJob(
      aJob(tree, "task", line, {
        ...{ setup: { command: install, hosts }, network: host.network },
        config: { commands: { test: 'cmp vendor/pad "$HOME/.cache/pad"' }, limits },
      }),
    );
    expect(manifest).toMatchObject({ outcome: "done", checks: [{ name: "test", ok: true }] });
    // What the setup left in the tree is not the task's work.
    expect(manifest.changes.map(({ path }) => path)).toEqual(["found"]);
    const found = readFileSync(join(tree.folder, "found"), "utf8");
    expect(found).toMatch(/^left-pad 1.0\nleft-pad 1.0\ncurl: .*Could not resolve host.*\n0\n$/);
  });

  it("that wants another host fails, and names it", async () => {
    using host = await aPackageHost();
    using tree = aWorkTree();
    const command = "echo installing; curl -sSf -m 5 http://other.example.org/x; exit 7";
    const setup = { command, hosts: ["http://packages.example.org"] };
    const manifest = await runAgentJob(aJob(tree, "task", summary, { setup, network: host.network }));
    expect(manifest.outcome).toBe("setup");
    expect(manifest.reason).toContain(
      "ended with exit code 7. It was refused `other.example.org`: add it to `setup.hosts`",
    );
    expect(manifest.reason).toMatch(/\ninstalling\n/);
    expect(manifest.changes).toEqual([]);
  });

  it("without a host reaches nothing, and what it tried is known", async () => {
    using tree = aWorkTree();
    const setup = { command: "curl -sSf -m 5 https://packages.example.org/", hosts: [] };
    const manifest = await runAgentJob(aJob(tree, "health", "", { setup }));
    expect(manifest).toMatchObject({
      outcome: "setup",
      reason: expect.stringContaining("It was refused `packages.example.org`"),
    });
  });
});

describe.each([
  ["in a sandbox", sealed],
  ["without one", openly],
])("a setup %s", (_, sandbox) => {
  const setup = { command: 'echo tool >"$HOME/tool"; echo made >made', hosts: [] };

  it("comes first, and what it left at home is there for the whole job and gone afterwards", async () => {
    using tree = aWorkTree();
    const before = homes();
    const line = `test -f made && cat "$HOME/tool" >seen; ${summary}`;
    const config = { commands: { test: 'grep -q tool "$HOME/tool" && grep -q tool seen' }, limits };
    const manifest = await runAgentJob(aJob(tree, "task", line, { setup, sandbox, config }));
    expect(manifest).toMatchObject({ outcome: "done", checks: [{ ok: true }], changes: [{ path: "seen" }] });
    expect(homes()).toEqual(before);
  });

  it("runs for what checks something, and for nothing else", async () => {
    const ran = async (kind: JobKind, more: Partial<AgentJob> = {}) => {
      using tree = aWorkTree();
      const words = kind === "verify" ? '{"summary":"s","criteria":[]}' : '{"summary":"s","findings":[]}';
      await runAgentJob(aJob(tree, kind, answer(words), { setup, sandbox, ...more }));
      return existsSync(join(tree.folder, "made"));
    };
    expect(await ran("verify")).toBe(true);
    expect(await ran("review", { check: true })).toBe(true);
    expect(await ran("review")).toBe(false);
    expect(await ran("plan-spec")).toBe(false);
  });

  it("cannot instruct the agent: neither from its home folder nor from the tree, ignored or not", async () => {
    using tree = aWorkTree({
      ".gitignore": "CLAUDE.local.md\n.claude/\nnode_modules/\n",
      "CLAUDE.md": "base\n",
    });
    const paths = [
      "CLAUDE.local.md",
      ".claude/settings.json",
      "AGENTS.md",
      "CLAUDE.md",
      "node_modules/a/index.js",
    ];
    const hidden = [
      ".claude/settings.json",
      ".gemini/settings.json",
      ".config/opencode/a.json",
      ".gitconfig",
      ".npmrc",
    ];
    const write = (path: string) => `mkdir -p "$(dirname "${path}")" && echo evil >"${path}"`;
    const command = [
      ...paths.map(write),
      ...hidden.map((path) => write(`$HOME/${path}`)),
      write("$HOME/.npm/cache"),
    ];
    const line = `(find "$HOME" -type f; find . -path ./.git -prune -o -type f -print; cat CLAUDE.md) >seen; ${summary}`;
    const evil = { command: command.join("\n"), hosts: [] };
    const manifest = await runAgentJob(aJob(tree, "task", line, { setup: evil, sandbox }));
    expect(manifest).toMatchObject({ outcome: "done", changes: [{ path: "seen" }] });
    const seen = readFileSync(join(tree.folder, "seen"), "utf8");
    expect(seen).not.toMatch(/settings\.json|CLAUDE\.local|AGENTS|opencode|gitconfig|npmrc|evil/);
    expect(seen).toMatch(/\.npm\/cache/);
    expect(seen).toMatch(/node_modules\/a\/index\.js/);
    expect(seen).toMatch(/base\n$/);
  });

  it("that is cancelled is cancelled, not broken", async () => {
    using tree = aWorkTree();
    const slow = { command: "sleep 30", hosts: [] };
    const signal = AbortSignal.timeout(300);
    expect(await runAgentJob(aJob(tree, "health", "", { setup: slow, sandbox, signal }))).toMatchObject({
      outcome: "cancelled",
    });
  });
});

describe("what an agent leaves at home", () => {
  it("does not speak to the checks after it", async () => {
    using tree = aWorkTree();
    const setup = { command: "true", hosts: [] };
    const config = { commands: { test: 'test ! -e "$HOME/.npmrc"' }, limits };
    const line = `echo script-shell=true >"$HOME/.npmrc"; echo x >new; ${summary}`;
    expect(await runAgentJob(aJob(tree, "task", line, { setup, config }))).toMatchObject({
      outcome: "done",
      checks: [{ ok: true }],
    });
  });
});

describe("a health job", () => {
  it("runs the setup and every command on the base, without an agent", async () => {
    using tree = aWorkTree();
    const config = { commands: { lint: "echo untidy; exit 1", test: "test -f made" }, limits };
    const setup = { command: "echo made >made", hosts: [] };
    const notes = ["Something to know."];
    const { engine: _, ...job } = aJob(tree, "health", "", { setup, config, notes });
    const manifest = await runAgentJob(job);
    expect(manifest).toMatchObject({ outcome: "done", answer: {}, engine: "none", changes: [], notes });
    expect(manifest.checks.map(({ name, ok }) => `${name} ${ok}`)).toEqual([
      ...["setup true", "lint false", "test true"],
    ]);
  });

  it("without commands is done as well", async () => {
    using tree = aWorkTree();
    expect(await runAgentJob(aJob(tree, "health", ""))).toMatchObject({ outcome: "done", checks: [] });
  });
});

describe("a check that fails on the base too", () => {
  it("does not fail the task", async () => {
    using tree = aWorkTree();
    const config = { commands: { lint: "exit 1", test: "true" }, limits };
    const line = `echo x >new; ${summary}`;
    expect(await runAgentJob(aJob(tree, "task", line, { config, broken: ["lint"] }))).toMatchObject({
      outcome: "done",
      checks: [{ ok: false }, { ok: true }],
    });
    using other = aWorkTree();
    expect(await runAgentJob(aJob(other, "task", line, { config }))).toMatchObject({
      outcome: "checks-failed",
    });
  });
});

describe("a rollback", () => {
  it("is made also where its dependencies cannot be had", async () => {
    using tree = aWorkTree();
    tree.write("new.txt", "1\n");
    const sha = tree.commit("T01");
    const setup = { command: "exit 3", hosts: [] };
    const rollback = { commits: [{ task: "T01" as const, sha }] };
    const config = { commands: { test: "true" }, limits };
    expect(
      await runAgentJob(aJob(tree, "rollback", "", { base: sha, setup, rollback, config })),
    ).toMatchObject({ outcome: "done", checks: [{ name: "setup", ok: false }] });
  });
});

describe("clearing a home folder", () => {
  it("leads through no link out of it", async () => {
    const root = mkdtempSync(join(tmpdir(), "gsd-test-"));
    const [home, outside] = [join(root, "home"), join(root, "outside")];
    for (const path of [join(outside, "share/opencode/keep"), join(home, "x")]) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, "keep");
    }
    symlinkSync(outside, join(home, ".local"));
    symlinkSync(outside, join(home, ".claude"));
    await clearHome(home);
    expect(existsSync(join(outside, "share/opencode/keep"))).toBe(true);
    expect(readdirSync(home).sort()).toEqual([".local", "x"]);
    rmSync(root, { recursive: true });
  });
});

describe("the files that detection reads", () => {
  it("are plain ones of the commit, whatever the work tree holds", async () => {
    using tree = aWorkTree({ "package.json": '{"name":"base"}', "a/Makefile": "test:\n" });
    symlinkSync("/etc/passwd", join(tree.folder, "Makefile"));
    const base = tree.commit("with a link");
    tree.write("package.json", '{"name":"agent"}');
    expect(await readRootFiles(tree.folder, base, ["package.json", "Makefile", "go.mod"])).toEqual({
      "package.json": '{"name":"base"}',
    });
  });
});

function homes(): string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith("gsd-home-"));
}
