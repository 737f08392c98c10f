import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { ledgerBranch } from "../../core/codec/branches.ts";
import type { Track } from "../../core/model/track.ts";
import type { Mode } from "../../local/render-stub.ts";
import { createStage, type Stage } from "./in-process.ts";
import { sampleOf } from "./sample.ts";

/** Two issues with a plan each: #1 with pull request #2, #3 with #4. */
async function twoPlans(mode: Mode): Promise<Stage> {
  const stage = await createStage(mode);
  for (const [at, title] of ["Export reports as CSV", "Import reports"].entries()) {
    await stage.people.maintainer.openIssue({ title, body: "Please." });
    await stage.people.maintainer.label(at * 2 + 1, "gsd:plan");
    await stage.idle();
  }
  return stage;
}

interface Entry {
  path: string;
  mode?: "100644" | "120000" | "160000";
  content?: string;
  sha?: string | null;
}

/** Puts something on the ledger's branch as somebody with write access can. */
async function push({ people, repo }: Stage, entries: Entry[]): Promise<void> {
  const { git } = people.writer.octokit.rest;
  const [owner = "", name = ""] = repo.split("/");
  const where = { owner, repo: name };
  const ref = `heads/${ledgerBranch}`;
  const head = (await git.getRef({ ...where, ref })).data.object.sha;
  const base_tree = (await git.getCommit({ ...where, commit_sha: head })).data.tree.sha;
  const tree = entries.map((entry) => ({ mode: "100644" as const, type: "blob" as const, ...entry }));
  const made = (await git.createTree({ ...where, base_tree, tree })).data.sha;
  const commit = await git.createCommit({ ...where, message: "by hand", tree: made, parents: [head] });
  await git.updateRef({ ...where, ref, sha: commit.data.sha });
}

async function configure({ people, repo }: Stage, text: string): Promise<void> {
  const { repos } = people.maintainer.octokit.rest;
  const [owner = "", name = ""] = repo.split("/");
  const file = { owner, repo: name, path: ".github/gsd.yml" };
  const { data } = await repos.getContent(file);
  const content = Buffer.from(text).toString("base64");
  const { sha } = data as { sha: string };
  await repos.createOrUpdateFileContents({ ...file, message: "another engine", content, sha });
}

async function fileOf({ forge, repo }: Stage, path: string): Promise<string> {
  return (await forge.actions.readFile(repo, ledgerBranch, path)) ?? "";
}

/** What the bot said in a thread about a broken ledger. */
function toldIn({ forge, repo }: Stage, thread: number): string[] {
  const comments = [...forge.world.repos.get(repo)!.comments.values()];
  return comments
    .filter((one) => one.issue === thread && one.user.type === "Bot")
    .map(({ body }) => body)
    .filter((body) => body.includes("cannot read its state"));
}

/** Does in a clone what the bot says, with real git. */
async function obey(stage: Stage, words: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "gsd-clone-"));
  const url = new URL(`${stage.forge.urls.server}/${stage.repo}.git`);
  url.username = "x-access-token";
  url.password = stage.forge.createUserToken("maintainer");
  const env = { ...process.env, GIT_TERMINAL_PROMPT: "0", HOME: folder, GIT_CONFIG_GLOBAL: "/dev/null" };
  const run = (line: string) =>
    promisify(execFile)("bash", ["-euc", line], { cwd: folder, env, timeout: 60_000 });
  try {
    await run(`git clone --quiet ${url.href} clone`);
    const commands = /```\n(.*?)\n```/s.exec(words)?.[1];
    await run(`cd clone; git config user.email a@b.c; git config user.name a\n${commands}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const shapes: [string, RegExp, (track: Track) => Entry[]][] = [
  [
    "no JSON",
    /not JSON \(line 3\)/,
    () => [{ path: "tracks/1.json", content: '{\n  "version": 2,\n  oops\n}\n' }],
  ],
  [
    "cut short",
    /not JSON \(line 2\)/,
    (track) => [{ path: "tracks/1.json", content: JSON.stringify(track, null, 1).slice(0, 9) }],
  ],
  ["emptied", /empty or not a file/, () => [{ path: "tracks/1.json", content: "" }]],
  ["null", /is not valid/, () => [{ path: "tracks/1.json", content: "null" }]],
  [
    "another shape",
    /is not valid \(.*phase/,
    (track) => [
      { path: "tracks/1.json", content: JSON.stringify({ ...track, phase: "<img src=x> @maintainer" }) },
    ],
  ],
  [
    "a task called by a live name",
    /is not valid/,
    (track) => [
      {
        path: "tracks/1.json",
        content: JSON.stringify({ ...track, tasks: { "@maintainer `x` fixes #3": 1 } }),
      },
    ],
  ],
  [
    "a newer version",
    /newer gsd \(version 99/,
    (track) => [{ path: "tracks/1.json", content: JSON.stringify({ ...track, version: 99 }) }],
  ],
  [
    "a version that nobody wrote",
    /is not valid/,
    (track) => [{ path: "tracks/1.json", content: JSON.stringify({ ...track, version: "2" }) }],
  ],
  [
    "a folder",
    /empty or not a file/,
    () => [
      { path: "tracks/1.json", sha: null },
      { path: "tracks/1.json/x.json", content: "{}" },
    ],
  ],
  ["a link", /is empty or not a file/, () => [{ path: "tracks/1.json", mode: "120000", content: "3.json" }]],
  [
    "a link to elsewhere",
    /is empty or not a file/,
    () => [{ path: "tracks/1.json", mode: "120000", content: "/proc/self/environ" }],
  ],
];

const modes: Mode[] = ["action", "app"];

describe.each(sampleOf(modes, 1))("a track's file that a writer broke (%s)", (mode) => {
  it.each(sampleOf(shapes, 4))(
    "%s: is told once, with the place and the way back, and other tracks go on",
    async (_, words, make) => {
      await using stage = await twoPlans(mode);
      const good = await fileOf(stage, "tracks/1.json");
      await push(stage, make(JSON.parse(good) as Track));
      const { maintainer } = stage.people;
      await maintainer.comment(1, "/status");
      await stage.idle();
      await maintainer.comment(1, "/approve");
      await maintainer.label(1, "bug");
      await stage.tick();
      await stage.tick();
      const told = toldIn(stage, 1);
      expect(told).toHaveLength(1);
      expect(told[0]).toMatch(words);
      expect(told[0]).toContain("`tracks/1.json`");
      expect(told[0]).not.toMatch(/(?<![`\\])(<img|@maintainer)/);
      expect(toldIn(stage, 3)).toEqual([]);

      await maintainer.comment(3, "/approve");
      await stage.idle();
      expect(JSON.parse(await fileOf(stage, "tracks/3.json"))).toMatchObject({ phase: "executing" });

      await obey(stage, told[0]!);
      expect(await fileOf(stage, "tracks/1.json")).toBe(good);
      await maintainer.comment(1, "/approve");
      await stage.idle();
      expect(JSON.parse(await fileOf(stage, "tracks/1.json"))).toMatchObject({ phase: "executing" });
      expect(toldIn(stage, 1)).toHaveLength(1);
    },
  );
});

describe("a ledger that a writer broke", () => {
  it("is told by a tick alone, and by an event alone, in the thread where somebody waits", async () => {
    await using stage = await twoPlans("action");
    await push(stage, [{ path: "tracks/1.json", content: "x" }]);
    await stage.tick();
    expect(toldIn(stage, 1)).toHaveLength(1);
    await push(stage, [{ path: "tracks/3.json", content: "[]" }]);
    await stage.people.maintainer.comment(4, "/approve");
    await stage.idle();
    expect(toldIn(stage, 4)).toHaveLength(1);
    expect(toldIn(stage, 3)).toEqual([]);
  });

  it("is told again when it is broken in another way", async () => {
    await using stage = await twoPlans("action");
    for (const content of ["x", "[]", "x"]) {
      await push(stage, [{ path: "tracks/1.json", content }]);
      await stage.people.maintainer.comment(1, "/status");
      await stage.idle();
    }
    expect(toldIn(stage, 1)).toHaveLength(2);
  });

  it.each([
    ["days/2026-03-02.json", "x"],
    ["days/2026-03-02.json", '{"version":99}'],
    ["repository.json", '{"version":99}'],
  ])("needs no %s (%s) for what costs nothing, and says once that it is broken", async (path, content) => {
    await using stage = await twoPlans("action");
    await push(stage, [{ path, content }]);
    const { maintainer } = stage.people;
    await maintainer.comment(1, "/status");
    await stage.idle();
    const comments = () => [...stage.forge.world.repos.get(stage.repo)!.comments.values()];
    expect(comments().some(({ issue, body }) => issue === 1 && body.includes("This track is"))).toBe(true);
    stage.feed.lose(stage.feed.log.length);
    await maintainer.comment(3, "/status");
    stage.pass(5);
    await stage.tick(0);
    await stage.tick(0);
    expect(comments().some(({ issue, body }) => issue === 3 && body.includes("This track is"))).toBe(true);
    expect(toldIn(stage, 1)).toHaveLength(1);
    expect(toldIn(stage, 1)[0]).toContain(`\`${path}\``);
  });

  it("starts nothing paid while it does not know what the day has cost", async () => {
    await using stage = await twoPlans("action");
    await configure(stage, "version: 1\nengine: claude-code\nsandbox: off\n");
    await push(stage, [{ path: "days/2026-03-02.json", content: "x" }]);
    await stage.people.maintainer.comment(3, "/approve");
    await stage.idle();
    await stage.people.maintainer.comment(3, "/approve");
    await stage.idle();
    expect(toldIn(stage, 3)).toHaveLength(1);
    expect(JSON.parse(await fileOf(stage, "tracks/3.json"))).toMatchObject({ phase: "proposed", jobs: [] });
  });

  it("a file of an issue that does not exist holds up no tick", async () => {
    await using stage = await twoPlans("action");
    await push(stage, [{ path: "tracks/999.json", content: "x" }]);
    await push(stage, [{ path: "tracks/1.json", content: "x" }]);
    await stage.tick();
    expect(toldIn(stage, 1)).toHaveLength(1);
  });
});
