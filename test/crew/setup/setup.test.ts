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
import type { CrewInput } from "../../../crew/crew-input.ts";
import { runCrew } from "../../../crew/run-crew.ts";
import { clearHome } from "../../../crew/setup/clear-home.ts";
import { aWorkTree, type WorkTree } from "../../adapters/git/work-tree.ts";
import { ownTemporaryFolder } from "../../engines/own-temporary-folder.ts";
import { aCrew, answering, aRecipe, stepOf, summary, told } from "../a-crew.ts";
import { detection, openly, sealed } from "../sandbox/sandboxes.ts";

const task = aRecipe("task");
const scope = { limits: { fixes: 0 }, reviewers: [], text: "" };

function aTask(tree: WorkTree, line: string, more: Partial<CrewInput> = {}): CrewInput {
  return aCrew(tree, task, { task: line }, { sandbox: sealed, scope, ...more });
}

function aHealthCheck(tree: WorkTree, more: Partial<CrewInput> = {}): CrewInput {
  return aCrew(tree, aRecipe("health"), {}, { sandbox: sealed, ...more });
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
    const manifest = await runCrew(
      aTask(tree, line, {
        setup: { command: install, hosts },
        network: host.network,
        commands: { test: 'cmp vendor/pad "$HOME/.cache/pad"' },
      }),
    );
    expect(manifest.outcome).toBe("done");
    expect(stepOf(manifest, "check.1")).toMatchObject({ checks: [{ name: "test", ok: true }] });
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
    const manifest = await runCrew(aTask(tree, summary, { setup, network: host.network }));
    expect(manifest.outcome).toBe("setup");
    expect(manifest.reason).toContain(
      'ended with exit code 7. It tried to reach `http://other.example.org`, which is not allowed. If you trust it, write `setup: { hosts: ["http://packages.example.org", "http://other.example.org"] }` into `.github/gsd.yml`.',
    );
    expect(manifest.reason).toMatch(/\ninstalling\n/);
    expect(manifest.changes).toEqual([]);
  });

  it("without a host reaches nothing, and what it tried is known", async () => {
    using tree = aWorkTree();
    const setup = { command: "curl -sSf -m 5 https://packages.example.org/", hosts: [] };
    const manifest = await runCrew(aHealthCheck(tree, { setup }));
    expect(stepOf(manifest, "health.1")).toMatchObject({
      ok: false,
      checks: [{ name: "setup", tail: expect.stringContaining("It tried to reach `packages.example.org`") }],
    });
  });
});

describe.each([
  ["in a sandbox", sealed],
  ["without one", openly],
])("a setup %s", (_, sandbox) => {
  const setup = { command: 'echo tool >"$HOME/tool"; echo made >made', hosts: [] };

  it("comes first, and what it left at home is there for the whole job and gone afterwards", async () => {
    // Others may have homes there at the same moment.
    using _own = ownTemporaryFolder();
    using tree = aWorkTree();
    const before = homes();
    const line = `test -f made && cat "$HOME/tool" >seen; ${summary}`;
    const commands = { test: 'grep -q tool "$HOME/tool" && grep -q tool seen' };
    const manifest = await runCrew(aTask(tree, line, { setup, sandbox, commands }));
    expect(manifest).toMatchObject({ outcome: "done", changes: [{ path: "seen" }] });
    expect(told(manifest)).toContain("check.1 done");
    expect(homes()).toEqual(before);
  });

  it("runs for what runs something of the repository, and for nothing else", async () => {
    const ran = async (recipe: string, play: Record<string, string>) => {
      using tree = aWorkTree();
      await runCrew(aCrew(tree, aRecipe(recipe), play, { setup, sandbox }));
      return existsSync(join(tree.folder, "made"));
    };
    const criteria = answering({ summary: "s", criteria: [] });
    expect(await ran("verify", { verify: criteria })).toBe(true);
    expect(await ran("analyze", { analyze: answering({ title: "T", report: "R" }) })).toBe(false);
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
    const manifest = await runCrew(aTask(tree, line, { setup: evil, sandbox }));
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
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 300);
    const more = { setup: slow, sandbox, signal: stop.signal };
    expect(await runCrew(aHealthCheck(tree, more))).toMatchObject({ outcome: "cancelled" });
    using other = aWorkTree();
    expect(await runCrew(aTask(other, summary, more))).toMatchObject({ outcome: "cancelled" });
  });
});

describe("what an agent leaves at home", () => {
  it("does not speak to the checks after it", async () => {
    using tree = aWorkTree();
    const setup = { command: "true", hosts: [] };
    const commands = { test: 'test ! -e "$HOME/.npmrc" && test ! -e "$HOME/other"' };
    const line = `echo script-shell=true >"$HOME/.npmrc"; echo x >"$HOME/other"; echo x >new; ${summary}`;
    const manifest = await runCrew(aTask(tree, line, { setup, commands }));
    expect(told(manifest)).toContain("check.1 done");
  });
});

describe("a health check", () => {
  it("without commands is done as well", async () => {
    using tree = aWorkTree();
    const manifest = await runCrew(aHealthCheck(tree));
    expect(manifest.outcome).toBe("done");
    expect(stepOf(manifest, "health.1")).toMatchObject({ ok: true, checks: [] });
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

  it("are none where a link, a submodule or a folder stands in their place", async () => {
    using tree = aWorkTree({ "go.mod/a": "module x" });
    tree.write("elsewhere.json", '{"scripts":{"test":"evil"}}');
    symlinkSync("elsewhere.json", join(tree.folder, "package.json"));
    symlinkSync("/proc/self/environ", join(tree.folder, "package-lock.json"));
    tree.git("update-index", "--add", "--cacheinfo", `160000,${tree.base},Makefile`);
    tree.git("add", "package.json", "package-lock.json", "elsewhere.json");
    tree.git("commit", "--quiet", "--message", "odd");
    const base = tree.git("rev-parse", "HEAD");
    const names = ["package.json", "package-lock.json", "Makefile", "go.mod", "--help"];
    expect(await readRootFiles(tree.folder, base, names)).toEqual({});
  });
});

function homes(): string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith("gsd-home-"));
}
