import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseConfig } from "../../../core/model/parse-config.ts";
import { runCrew } from "../../../crew/run-crew.ts";
import { prepareSandbox } from "../../../crew/sandbox/prepare-sandbox.ts";
import { findTools } from "../../../crew/setup/find-tools.ts";
import { prepareCommands } from "../../../crew/setup/prepare-commands.ts";
import { aWorkTree, type WorkTree } from "../../adapters/git/work-tree.ts";
import { aCrew, aRecipe, stepOf, summary } from "../a-crew.ts";
import { detection } from "../sandbox/sandboxes.ts";

const { arch } = process;

/** A runner's tool cache, as the setup actions leave it; a version with `!` is not whole. */
function aToolCache(tools: Record<string, string[]>) {
  const path = mkdtempSync(join(tmpdir(), "gsd-tools-"));
  chmodSync(path, 0o755);
  for (const [tool, versions] of Object.entries(tools))
    for (const version of versions) {
      const folder = join(path, tool, version.replace("!", ""), arch);
      const program = join(folder, "bin", tool.toLowerCase());
      mkdirSync(dirname(program), { recursive: true });
      writeFileSync(program, `#!/bin/sh\necho "${tool} ${version} from $0; $LD_LIBRARY_PATH"\n`, {
        mode: 0o755,
      });
      if (!version.includes("!")) writeFileSync(`${folder}.complete`, "");
    }
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

/** A job on such a runner, as the agent zone makes it. */
async function aJob(tree: WorkTree, cache: string, { text = "", recipe = "health" } = {}) {
  const reading = parseConfig(text);
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems));
  const { config } = reading;
  const base = tree.git("rev-parse", "HEAD");
  const prepared = await prepareCommands({
    ...{ folder: tree.folder, commit: base, base, config, leftOut: undefined },
  });
  const host = { RUNNER_TOOL_CACHE: cache, HOME: "/nonexistent" };
  const tools = findTools(prepared.pins, host);
  const sandbox = await prepareSandbox({ hosted: false, allowMissing: false, host }, config, tools);
  const scope = { limits: { fixes: 0 }, reviewers: [], text: "" };
  const more = { ...prepared, config, sandbox, scope, notes: tools.notes };
  const line = `node >seen; ${summary}`;
  return await runCrew({ ...aCrew({ ...tree, base }, aRecipe(recipe), { task: line }, more), base });
}

describe.skipIf(!detection.available)("the languages that a repository pins", () => {
  it("come first for setup, checks and agents, before the Node that runs gsd", async () => {
    using cache = aToolCache({ node: ["18.1.0", "20.1.0", "20.9.0!"], Python: ["3.12.4"] });
    using tree = aWorkTree({ ".nvmrc": "20\n", ".python-version": "3.12\n", ".gitignore": "setup.txt\n" });
    const text = `setup: { command: node >setup.txt }\ncommands: { test: "cat setup.txt; node; python" }\nreviewers: []\n`;
    const health = await aJob(tree, cache.path, {
      text: text.replace("node; python", "node; python; exit 1"),
    });
    const at = (name: string) => join(cache.path, name, arch);
    const node = `node 20.1.0 from ${at("node/20.1.0")}/bin/node; ${at("Python/3.12.4")}/lib\n`;
    expect(stepOf(health, "health.1")).toMatchObject({
      checks: [
        { name: "setup", ok: true },
        {
          name: "test",
          tail: expect.stringContaining(`${node}${node}Python 3.12.4 from ${at("Python/3.12.4")}`),
        },
      ],
    });
    expect(health.notes).toEqual([]);
    const task = await aJob(tree, cache.path, { text, recipe: "task" });
    expect(task).toMatchObject({ outcome: "done", changes: [{ path: "seen" }] });
    expect(readFileSync(join(tree.folder, "seen"), "utf8")).toBe(node);
  });

  it("are taken from the commit, never through a link, and what is missing is a note of the result", async () => {
    using cache = aToolCache({ node: ["22.1.0"] });
    using tree = aWorkTree({ ".node-version": "16.0.0\n", secret: "22\n" });
    symlinkSync("secret", join(tree.folder, ".nvmrc"));
    tree.commit("a link");
    const health = await aJob(tree, cache.path, { text: "commands: { test: node --version }" });
    expect(stepOf(health, "health.1")).toMatchObject({ checks: [{ name: "test", ok: true }] });
    expect(health.notes).toEqual([
      {
        ...{ type: "tool-version", tool: "node", file: ".node-version", wanted: "16.0.0" },
        ...{ trouble: "missing", has: ["22.1.0"] },
      },
    ]);
  });

  it("are no path, whatever a file says, and no matter what lies in the cache", async () => {
    using cache = aToolCache({ node: ["22.1.0", "evil"] });
    using tree = aWorkTree({ ".nvmrc": "../../node/evil\n" });
    const health = await aJob(tree, cache.path, { text: "commands: { test: node --version }" });
    expect(stepOf(health, "health.1")).toMatchObject({ checks: [{ name: "test", ok: true }] });
    expect(health.notes).toMatchObject([{ trouble: "unreadable", wanted: "../../node/evil" }]);
  });
});

describe.skipIf(!detection.available)("a setup of several commands", () => {
  const text = (last: string) =>
    `setup: { command: [mkdir made && cd made && echo one, echo two >made/two, "${last}", echo never >made/never] }\ncommands: { test: cat made/two }\n`;

  it("runs one after the other, each at the root, and stops at the first that fails, which it names", async () => {
    using cache = aToolCache({});
    using tree = aWorkTree();
    const fine = await aJob(tree, cache.path, { text: text("true") });
    const shown = "mkdir made && cd made && echo one && echo two >made/two && true && echo never >made/never";
    expect(stepOf(fine, "health.1")).toMatchObject({
      checks: [
        { name: "setup", ok: true, command: shown, tail: "one" },
        { name: "test", ok: true, tail: "two" },
      ],
    });
    using other = aWorkTree();
    const failed = await aJob(other, cache.path, { text: text("echo oh; exit 3") });
    expect(stepOf(failed, "health.1")).toMatchObject({
      ok: false,
      checks: [
        {
          name: "setup",
          ok: false,
          tail: expect.stringMatching(/^The setup `echo oh; exit 3` ended with exit code 3\.\none\noh$/),
        },
      ],
    });
  });

  it.each([
    ["uses: an action", "setup: { command: [{ uses: actions/setup-node@v6 }] }"],
    ["nothing", "setup: { command: [] }"],
    ["an empty line", 'setup: { command: [npm ci, ""] }'],
    ["more than twenty", `setup: { command: [${Array(21).fill("make").join(", ")}] }`],
  ])("is refused where it has %s", (_, line) => {
    expect(parseConfig(line)).toMatchObject({ ok: false, problems: [{ line: 1 }] });
  });
});
