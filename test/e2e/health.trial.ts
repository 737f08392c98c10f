import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { aScriptedWorld, type ScriptedWorld } from "./a-scripted-world.ts";
import { ask, edit, plan, pullFrom, readThread, where } from "./a-visit.ts";
import { readTrack } from "./a-world.ts";

const oneTask = { tasks: [{ id: "T01" }] };

/** What the bot wrote in the issue besides the comment that it keeps rewriting. */
async function said(world: ScriptedWorld, issue: number): Promise<string[]> {
  const comments = await world.maintainer.comments(issue);
  const own = comments.filter((one) => one.user?.type === "Bot" && !one.body?.includes("gsd:sticky"));
  return own.map((one) => one.body ?? "");
}

async function sticky(world: ScriptedWorld, issue: number): Promise<string> {
  const comments = await world.maintainer.comments(issue);
  return comments.find((one) => one.body?.includes("gsd:sticky"))?.body ?? "";
}

const checkFails = 'console.log("expected 2, got 3"); process.exit(1);\n';

/** Nothing is configured: the test command is found here, and a linter that nobody has. */
const detected = {
  "package.json": JSON.stringify({ scripts: { test: "node check.mjs" } }),
  Makefile: "lint:\n\tno-such-linter .\n",
};

describe("a base whose tests fail, as they are found in the repository", () => {
  it("stops the track with the output before any task; fixed, updated and resumed it goes on", async () => {
    const files = { ...detected, "check.mjs": checkFails };
    await using world = await aScriptedWorld({ plot: oneTask, files });
    const { maintainer } = world;
    const { issue, pull } = await plan(world);
    const words = (await said(world, issue)).filter((text) => text.includes("on the base"));
    expect(words).toHaveLength(1);
    expect(words[0]).toContain("`npm test` fails on the base");
    expect(words[0]).toMatch(/```text\n[^`]*expected 2, got 3\n```/);
    const { body } = await maintainer.pull(pull);
    expect(body).toContain("❌ `npm test` fails on the base");
    expect(words[0]).toContain("gsd guessed `npm test` from the repository's files.");
    expect(body).toMatch(
      /> gsd guessed `make lint` and left it out: `no-such-linter` is not installed here.*`commands: \{ lint: false \}`/,
    );

    const approved = await ask(world, maintainer, pull, "/approve");
    expect(approved.text).toMatch(/^Approved. Tasks start once the base is fixed/);
    expect(await readTrack(world, issue)).toMatchObject({
      ...{ phase: "executing", jobs: [], tasks: { T01: { status: "pending", runs: 0 } } },
    });
    expect(await sticky(world, issue)).toMatch(/\*\*Next:\*\* fix what fails on the base/);

    // Too early: it is run again, and still fails.
    await ask(world, maintainer, issue, "/resume");
    expect((await said(world, issue)).filter((text) => text.includes("on the base"))).toHaveLength(2);

    await edit(maintainer, "main", "check.mjs", 'console.log("fine");\n');
    await maintainer.octokit.rest.pulls.updateBranch({ ...where, pull_number: pull });
    const resumed = await ask(world, maintainer, issue, "/resume");
    expect(resumed).toMatchObject({ reactions: ["eyes"], text: "" });
    const track = await readTrack(world, issue);
    expect(track).toMatchObject({ tasks: { T01: { status: "review", proposal: { checks: "passed" } } } });
    expect(track.health.trouble).toBeUndefined();
    expect(await sticky(world, issue)).not.toContain("on the base");
    expect((await maintainer.pull(pull)).body).toContain("✅ `npm test` passes on the base");
    const task = await pullFrom(world, `gsd-task/${issue}/T01`);
    expect((await maintainer.pull(task)).body).toContain("✅ `npm test`");
    await ask(world, maintainer, task, "/approve");
    expect(await readTrack(world, issue)).toMatchObject({ phase: "ready", jobs: [], outbox: [] });
    expect(world.forge.stats()).toMatchObject({ crashes: [], unknown: {} });
  }, 240_000);
});

const setupScript = `import { writeFileSync } from "node:fs";
writeFileSync("tool.txt", "a tool\\n");
writeFileSync(process.env.HOME + "/tool.txt", "a tool\\n");
`;
const checkScript = `import { readFileSync } from "node:fs";
for (const path of ["tool.txt", process.env.HOME + "/tool.txt"]) readFileSync(path);
if (readFileSync("python.txt", "utf8") !== "the pinned one\\n") throw new Error("another Python");
`;
const config = `commands: { test: node check.mjs, lint: "echo untidy; exit 1" }
setup: { command: [node setup.mjs, python >python.txt] }
limits: { attempts: 1 }
`;

describe("a setup, and a linter that is broken already", () => {
  it("its product is there for checks and agents, the linter only warns, and the next track knows the base", async () => {
    const files = { "setup.mjs": setupScript, "check.mjs": checkScript, ".python-version": "3.12.1\n" };
    const steps = { "task T01": [{ needs: ["tool.txt", "~/tool.txt"] }] };
    await using world = await aScriptedWorld({ config, plot: { ...oneTask, steps }, files });
    using cache = aToolCache("Python/3.12.8", "python", "echo the pinned one");
    world.env["RUNNER_TOOL_CACHE"] = cache.path;
    const { maintainer } = world;
    const { issue, pull } = await plan(world);
    const { body } = await maintainer.pull(pull);
    expect(body).toContain(
      "> `.python-version` asks for Python `3.12.1`; the runner's tool cache has `3.12.8`, so the commands run with that.",
    );
    expect(body).toMatch(
      /✅ `node setup.mjs && python >python.txt` passes on the base \([^)]+\) · ⚠️ `echo untidy; exit 1` fails on the base \([^)]+\) · ✅ `node check.mjs` passes on the base/,
    );
    expect(await sticky(world, issue)).toContain("`echo untidy; exit 1` already fails on the base");
    await ask(world, maintainer, pull, "/approve");
    const task = await pullFrom(world, `gsd-task/${issue}/T01`);
    expect((await maintainer.pull(task)).body).toMatch(
      /⚠️ `echo untidy; exit 1` \(.* s\): fails on the base too/,
    );
    const { data } = await maintainer.octokit.rest.pulls.listFiles({ ...where, pull_number: task });
    expect(data.map((file) => file.filename)).toEqual(["src/T01.txt"]);
    const { data: status } = await maintainer.octokit.rest.repos.getCombinedStatusForRef({
      ...where,
      ref: (await maintainer.pull(task)).head.sha,
    });
    const checked = status.statuses.filter(({ context }) => context === "gsd/check");
    expect(checked.map((one) => `${one.state} ${one.description}`)).toEqual([
      "success 1 of 2 commands passed in the sandbox; the other fails on the base too",
    ]);
    await ask(world, maintainer, task, "/approve");
    expect(await readTrack(world, issue)).toMatchObject({ phase: "ready", jobs: [] });
    expect(await readThread(world, issue)).not.toContain("no task starts");

    // The default branch has not moved: nothing is run again for it.
    const known = await world.forge.actions.readFile(world.repo, "gsd/ledger", "repository.json");
    const next = await plan(world, "Write more");
    const { health } = await readTrack(world, next.issue);
    expect(health).toMatchObject({ outcome: "done", runs: 0, shown: 0 });
    expect(JSON.parse(known ?? "null").health).toEqual([expect.objectContaining({ result: health.result })]);
    expect(summariesOf(world, `### plan of #${next.issue}`)).toMatch(/\| `health` \|[^\n]*\| 0\.0 s \|/);
    expect((await maintainer.pull(next.pull)).body).toContain("✅ `node check.mjs` passes on the base");
    expect(world.forge.stats()).toMatchObject({ crashes: [], unknown: {} });
  }, 240_000);
});

/** A runner's tool cache with one program in it. */
function aToolCache(place: string, name: string, line: string) {
  const path = mkdtempSync(join(tmpdir(), "gsd-tools-"));
  chmodSync(path, 0o755);
  const folder = join(path, place, process.arch);
  mkdirSync(join(folder, "bin"), { recursive: true });
  writeFileSync(join(folder, "bin", name), `#!/bin/sh\n${line}\n`, { mode: 0o755 });
  writeFileSync(`${folder}.complete`, "");
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

/** The summaries of jobs that begin so. */
function summariesOf({ forge }: ScriptedWorld, start: string): string {
  const texts = [...forge.world.jobs.values()].map((job) => job.summary ?? "");
  return texts.filter((text) => text.startsWith(start)).join("\n");
}
