import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { simpleGit } from "simple-git";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ask, plan, pullFrom, where } from "../e2e/a-visit.ts";
import { aWorld } from "../e2e/a-world.ts";

const main = fileURLToPath(new URL("../../cli/gsd.mjs", import.meta.url));
const commandsToTerminal = "\u001b]0;owned\u0007\u001b[31m";

type Result = { status: number; stdout: string; stderr: string };

/** A process of its own, as people start it. The forge answers from this one, so it may not be waited for. */
async function gsd(
  args: string[],
  { cwd = tmpdir(), env = {} }: { cwd?: string; env?: Record<string, string> } = {},
) {
  const { GH_TOKEN: _, GITHUB_TOKEN: __, ...rest } = process.env;
  const child = spawn(process.execPath, [main, ...args], { cwd, env: { ...rest, ...env } });
  const [[status], stdout, stderr] = await Promise.all([
    once(child, "close") as Promise<[number]>,
    text(child.stdout),
    text(child.stderr),
  ]);
  return { status, stdout, stderr } satisfies Result;
}

describe("looking back", () => {
  const folder = mkdtempSync(join(tmpdir(), "gsd-look-back-"));
  const clone = join(folder, "clone");
  let world: Awaited<ReturnType<typeof aWorld>>;
  let api: { GH_TOKEN: string; GITHUB_API_URL: string };
  const inClone = (...args: string[]) => gsd(args, { cwd: clone });
  const byApi = (...args: string[]) => gsd([...args, "--repo", world.repo], { env: api });
  const fetch = () => simpleGit(clone).raw("fetch", "--quiet", "--prune", "origin");
  const write = async (path: string, content: string) => {
    const { repos } = world.maintainer.octokit.rest;
    const place = { ...where, path, branch: "gsd/ledger" };
    const known = await repos.getContent({ ...where, path, ref: "gsd/ledger" }).catch(() => undefined);
    const sha = (known?.data as { sha: string } | undefined)?.sha;
    const change = { ...place, message: "by hand", content: Buffer.from(content).toString("base64") };
    await repos.createOrUpdateFileContents(sha ? { ...change, sha } : change);
    await fetch();
    return async () => {
      if (known)
        return write(path, Buffer.from((known.data as { content: string }).content, "base64").toString());
      const { data } = await repos.getContent({ ...where, path, ref: "gsd/ledger" });
      await repos.deleteFile({ ...place, message: "by hand", sha: (data as { sha: string }).sha });
      await fetch();
      return undefined;
    };
  };

  beforeAll(async () => {
    world = await aWorld();
    api = { GH_TOKEN: world.tokens.maintainer, GITHUB_API_URL: world.forge.urls.api };
    const { issue, pull } = await plan(world, `CSV ${commandsToTerminal}export`);
    await ask(world, world.writer, pull, "/approve");
    await ask(world, world.maintainer, await pullFrom(world, `gsd-task/${issue}/`), "/approve");
    await ask(world, world.maintainer, issue, "/pause");
    const address = `${world.forge.urls.server.replace("//", `//x:${world.tokens.maintainer}@`)}/${world.repo}.git`;
    await simpleGit(folder).clone(address, clone);
  }, 120_000);

  afterAll(async () => {
    await world?.close();
    rmSync(folder, { recursive: true });
  });

  it("status says what the progress comment says, the same from a clone and through the API", async () => {
    const [mine, theirs] = [await inClone("status", "--json"), await byApi("status", "--json")];
    const [here, there] = [JSON.parse(mine.stdout), JSON.parse(theirs.stdout)];
    expect(here.tracks).toMatchObject([
      {
        issue: 1,
        phase: "executing",
        paused: true,
        progress: { done: 1, tasks: 6 },
        next: { type: "resume" },
      },
    ]);
    expect(there.tracks).toEqual(here.tracks);
    expect([mine.status, theirs.status]).toEqual([0, 0]);
    const { stdout } = await inClone("status");
    expect(stdout).toMatch(/^1 track waits for you\n#1 CSV .*export\n/);
    expect(stdout).toContain("Next: comment `/resume` when it should go on.");
    expect(stdout).toMatch(/From origin\/gsd\/ledger at [0-9a-f]{7}/);
  });

  it("status 1 has the tasks, within the columns of a terminal", async () => {
    const { stdout } = await inClone("status", "1");
    expect(stdout).toMatch(/T01 +Turn a report into rows +merged +#3 +passed +ok/);
    expect(Math.max(...stdout.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  it("words of a repository cannot command the terminal", async () => {
    for (const args of [
      ["status"],
      ["status", "1"],
      ["cost"],
      ["audit"],
      ["status", "--json"],
      ["audit", "--json"],
    ]) {
      const { stdout, stderr } = await inClone(...args);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is looked for.
      expect(stdout + stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
    }
  });

  it("audit rebuilds who asked, who approved which commit and which job did what", async () => {
    const { stdout, status } = await inClone("audit", "--json");
    const { entries, unexplained } = JSON.parse(stdout);
    const { data: plan } = await world.maintainer.octokit.rest.pulls.get({ ...where, pull_number: 2 });
    expect({ unexplained, status }).toEqual({ unexplained: [], status: 0 });
    expect(entries).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ action: "ask", what: "plan", actor: "maintainer", issue: 1 }),
        expect.objectContaining({ action: "approve", what: "plan", actor: "writer", pull: plan.number }),
        expect.objectContaining({ action: "approve", what: "task", task: "T01", actor: "maintainer" }),
        expect.objectContaining({
          action: "job",
          job: "1/task/T01/1",
          outcome: "done",
          by: "script",
          artifact: expect.stringMatching(/^[0-9a-f]{64}$/),
        }),
        expect.objectContaining({ action: "merge", task: "T01" }),
        expect.objectContaining({ action: "pause", heard: [expect.stringMatching(/^c\d+$/)] }),
      ]),
    );
    const past = JSON.parse((await byApi("audit", "--json")).stdout);
    expect(past.entries.map(withoutTime)).toEqual(entries.map(withoutTime));
    expect(past.unexplained).toEqual([]);
  });

  it("audit shows only what is asked for", async () => {
    const { entries } = JSON.parse((await inClone("audit", "--actor", "Writer", "--json")).stdout);
    expect(entries.map(({ action }: { action: string }) => action)).toEqual(["approve", "phase"]);
    const { stdout } = await inClone("audit", "--action", "approve", "--since", "2099-01-01");
    expect(stdout).toMatch(/^No entry fits\./);
  });

  it("audit flags what no entry explains, and who edited the ledger", async () => {
    const { git, issues } = world.maintainer.octokit.rest;
    const { data } = await git.getRef({ ...where, ref: "heads/main" });
    for (const ref of [
      "refs/heads/gsd/99-forged",
      "refs/heads/gsd-task/1/T99",
      "refs/tags/gsd/checkpoint/9/T01",
    ])
      await git.createRef({ ...where, ref, sha: data.object.sha });
    const body = "Ready. <!-- gsd:say 1/say/-/77 -->";
    const token = await world.appToken();
    const said = await globalThis.fetch(`${world.forge.urls.api}/repos/${world.repo}/issues/1/comments`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ body }),
    });
    expect(said.status).toBe(201);
    // A person's words with the same mark are not the bot's.
    await issues.createComment({ ...where, issue_number: 1, body });
    await world.idle();
    await fetch();
    const forged = ["branch gsd/99-forged", "branch gsd-task/1/T99", "tag gsd/checkpoint/9/T01"];
    const mine = await inClone("audit");
    expect(mine.stdout).toContain("3 objects that no entry explains:");
    for (const name of forged) expect(mine.stdout).toContain(name);
    const theirs = await byApi("audit");
    expect(theirs.stdout).toContain("4 objects that no entry explains:");
    expect(theirs.stdout).toMatch(/comment \d+ in #1 \(say 1\/say\/-\/77\)/);
    expect([mine.status, theirs.status]).toEqual([3, 3]);
  });

  it("cost adds up days, weeks, models and tracks, with the budget and what is set aside", async () => {
    const until = "2099-01-01T00:00:00.000Z";
    const day = {
      version: 2,
      usd: 3.5,
      settled: { "1/task/T01/1": 1.25, "1/plan/-/1": 2 },
      reserved: { "1/task/T02/1": { usd: 5, until } },
    };
    const undo = await write("days/2026-11-16.json", JSON.stringify(day));
    const view = JSON.parse((await inClone("cost", "--json")).stdout);
    expect(view).toMatchObject({
      totalUsd: 3.5,
      today: { limitUsd: 10 },
      reservations: [{ job: "1/task/T02/1", usd: 5, until, expired: false }],
      days: [{ name: "2026-11-16", usd: 3.5, jobs: 2 }],
      weeks: [{ name: "2026-11-16", usd: 3.5 }],
      models: [
        { name: "script", usd: 3.25 },
        { name: "not known", usd: 0.25 },
      ],
      tracks: [
        { usd: 3.25, jobs: 2 },
        { name: "lost runs", usd: 0.25 },
      ],
    });
    expect(JSON.parse((await byApi("cost", "--json")).stdout).tracks).toEqual(view.tracks);
    expect((await inClone("cost", "--by", "day")).stdout).toMatch(/2026-11-16 +2 +\$3\.50/);
    expect((await inClone("audit", "--action", "edit")).stdout).toMatch(
      /maintainer +changed the ledger by hand[\s\S]*days\/2026-11-16\.json/,
    );
    await undo();
  });

  it.each([
    [
      '{\n "version": 2,\n oops\n}\n',
      /tracks\/7\.json on gsd\/ledger is not JSON \(line 3\)/,
      /tracks\/7\.json is not JSON \(line 3\)/,
    ],
    ['{ "version": 9 }', /was written by a newer gsd/, /was written by a newer gsd/],
  ])("a track that cannot be read is named: %j", async (content, alone, among) => {
    const undo = await write("tracks/7.json", content);
    const one = await inClone("status", "7");
    expect(one.stderr).toMatch(alone);
    expect(one.status).toBe(1);
    const all = await inClone("status");
    expect(all.stderr.replaceAll("\n", " ")).toMatch(among);
    expect(all.status).not.toBe(0);
    await undo();
  });

  it("says what keeps it from the ledger", async () => {
    const empty = join(folder, "empty");
    await simpleGit(folder).raw("init", "--quiet", empty);
    const cases: [Promise<Result>, RegExp, number][] = [
      [gsd(["status"], { cwd: folder }), /There is no git repository in .*--repo OWNER\/NAME/, 1],
      [
        gsd(["audit"], { cwd: empty }),
        /This clone has no branch gsd\/ledger\. Fetch it: git fetch origin/,
        1,
      ],
      [inClone("status", "99"), /The ledger knows no issue #99/, 1],
      [inClone("status", "first"), /ISSUE takes the number of an issue/, 2],
      [inClone("audit", "--since", "2026-02-30"), /--since takes a day such as 2026-11-16/, 2],
      [gsd(["cost", "--repo", world.repo]), /Set a token: export GH_TOKEN/, 1],
      [gsd(["status", "--repo", "tally"], { env: api }), /--repo takes OWNER\/NAME/, 2],
      [
        gsd(["status", "--repo", "acme/none"], { env: api }),
        /acme\/none does not exist, or your token may not read it/,
        1,
      ],
      [gsd(["status", "--repo", "gsd/gsd"], { env: api }), /has no branch gsd\/ledger/, 1],
      [
        gsd(["status", "--repo", world.repo], { env: { ...api, GH_TOKEN: "wrong" } }),
        /GitHub does not accept the token/,
        1,
      ],
      [
        gsd(["status", "--repo", world.repo], { env: { ...api, GITHUB_API_URL: "http://127.0.0.1:1" } }),
        /GitHub cannot be reached at http:\/\/127\.0\.0\.1:1/,
        1,
      ],
    ];
    for (const [started, words, code] of cases) {
      const { stderr, status, stdout } = await started;
      expect(stderr).toMatch(words);
      expect({ status, stdout }).toEqual({ status: code, stdout: "" });
      expect(stderr.trim().split("\n")).toHaveLength(1);
    }
  });
});

/** Commits have seconds, GitHub's API too; the state has more. */
function withoutTime({ at: _, ...entry }: Record<string, unknown>) {
  return entry;
}
