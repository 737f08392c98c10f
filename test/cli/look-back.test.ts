import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ledgerText } from "../../core/codec/track-size.ts";
import { aMergedTask, aReadyTask, aTrack, now } from "../builders/a-track.ts";
import { aLedger, type LedgerWorld } from "./a-ledger.ts";

const commandsToTerminal = "\u001b]0;owned\u0007\u001b[31m";

/** From what the ledger says alone; how a real story leaves it: look-back.trial.ts. */
describe("looking back", () => {
  let world: LedgerWorld;
  const outside = mkdtempSync(join(tmpdir(), "gsd-outside-"));
  const printed: string[] = [];
  const inClone = async (...args: string[]) => {
    const ending = await world.gsd(args, { env: { GH_TOKEN: "" } });
    printed.push(ending.stdout + ending.stderr);
    return ending;
  };
  const byApi = (...args: string[]) => world.gsd([...args, "--repo", world.repo], { cwd: outside });

  beforeAll(async () => {
    world = await aLedger();
    const asked = aTrack({ issue: 1, phase: "planning", title: `CSV ${commandsToTerminal}export` });
    const tasks = { T01: aMergedTask({ title: "Turn a report into rows" }), T02: aReadyTask() };
    const going = aTrack({ ...asked, phase: "executing", pull: 10, tasks });
    const handled = [{ id: "c7", at: now }];
    const other = aTrack({ issue: 2, requestedBy: "ben" });
    await world.record({ "tracks/1.json": ledgerText(asked), "notes.txt": "no track" });
    // Two tracks in one commit: what belongs to which is told apart.
    await world.record({ "tracks/1.json": ledgerText(going), "tracks/2.json": ledgerText(other) });
    await world.record({ "tracks/1.json": ledgerText({ ...going, paused: true, handled }) });
  });
  afterAll(async () => {
    await world?.[Symbol.asyncDispose]();
    rmSync(outside, { recursive: true });
  });

  it("status says the same from a clone and through the API", async () => {
    const [mine, theirs, shown] = await Promise.all([
      inClone("status", "--json"),
      byApi("status", "--json"),
      inClone("status"),
    ]);
    const { tracks } = JSON.parse(mine.stdout);
    expect(tracks).toMatchObject([{ issue: 1, paused: true, next: { type: "resume" } }, { issue: 2 }]);
    expect(JSON.parse(theirs.stdout).tracks).toEqual(tracks);
    expect([mine.status, theirs.status]).toEqual([0, 0]);
    expect(shown.stdout).toMatch(/#1 CSV .*export\n/);
    expect(shown.stdout).toContain("Next: comment `/resume` when it should go on.");
    expect(shown.stdout.replaceAll("\n", " ")).toMatch(/From origin\/gsd\/ledger at [0-9a-f]{7}/);
  });

  it("status 1 has the tasks, within the columns of a terminal", async () => {
    const { stdout } = await inClone("status", "1");
    expect(stdout).toMatch(/T01 +Turn a report into rows +merged/);
    expect(Math.max(...stdout.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  it("audit says the same from a clone and through the API, by who and what is asked for", async () => {
    const [mine, theirs, some, none] = await Promise.all([
      inClone("audit", "--json"),
      byApi("audit", "--json"),
      inClone("audit", "--actor", "Ben", "--json"),
      inClone("audit", "--action", "approve", "--since", "2099-01-01"),
    ]);
    const { entries } = JSON.parse(mine.stdout);
    expect(entries).toMatchObject([
      { action: "ask", what: "plan", actor: "mia", issue: 1 },
      { action: "ask", what: "plan", actor: "ben", issue: 2 },
      { action: "merge", task: "T01", issue: 1 },
      { action: "phase", from: "planning", to: "executing", issue: 1 },
      { action: "pause", heard: ["c7"], issue: 1 },
    ]);
    expect(JSON.parse(theirs.stdout).entries).toEqual(entries);
    expect(JSON.parse(some.stdout).entries).toMatchObject([{ actor: "ben", issue: 2 }]);
    expect(none.stdout).toMatch(/^No entry fits\./);
  });

  it("cost adds up days, weeks and tracks, with what is set aside; audit names who edited", async () => {
    const until = "2099-01-01T00:00:00.000Z";
    const settled = { "1/task/T01/1": 1.25, "1/plan/-/1": 2 };
    const day = { version: 2, usd: 3.5, settled, reserved: { "1/task/T02/1": { usd: 5, until } } };
    await world.record({ "days/2026-11-16.json": JSON.stringify(day) }, "mallory");
    const [mine, theirs, table, edits] = await Promise.all([
      inClone("cost", "--json"),
      byApi("cost", "--json"),
      inClone("cost", "--by", "day"),
      inClone("audit", "--action", "edit"),
    ]);
    const view = JSON.parse(mine.stdout);
    expect(view).toMatchObject({
      totalUsd: 3.5,
      reservations: [{ job: "1/task/T02/1", usd: 5, until, expired: false }],
      days: [{ name: "2026-11-16", usd: 3.5, jobs: 2 }],
      weeks: [{ name: "2026-11-16", usd: 3.5 }],
      tracks: [
        { usd: 3.25, jobs: 2 },
        { name: "lost runs", usd: 0.25 },
      ],
    });
    expect(JSON.parse(theirs.stdout).tracks).toEqual(view.tracks);
    expect(table.stdout).toMatch(/2026-11-16 +2 +\$3\.50/);
    expect(edits.stdout).toMatch(/mallory +changed the ledger by hand[\s\S]*days\/2026-11-16\.json/);
  });

  it.each([
    [
      '{\n "version": 2,\n oops\n}\n',
      /tracks\/7\.json on gsd\/ledger is not JSON \(line 3\)/,
      /tracks\/7\.json is not JSON \(line 3\)/,
    ],
    ['{ "version": 9 }', /was written by a newer gsd/, /was written by a newer gsd/],
  ])("a track that cannot be read is named: %j", async (content, alone, among) => {
    await world.record({ "tracks/7.json": content });
    const [one, all] = await Promise.all([inClone("status", "7"), inClone("status")]);
    expect(one.stderr).toMatch(alone);
    expect(one.status).toBe(1);
    expect(all.stderr.replaceAll("\n", " ")).toMatch(among);
    expect(all.status).not.toBe(0);
  });

  it("words of a repository cannot command the terminal", () => {
    expect(printed.filter((text) => text.includes("owned")).length).toBeGreaterThan(3);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is looked for.
    for (const text of printed) expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
  });

  it("says what keeps it from the ledger", async () => {
    const empty = join(outside, "empty");
    await world.git("init", "--quiet", empty);
    const at = (args: string[], env: Record<string, string> = {}, cwd = outside) =>
      world.gsd(args, { env, cwd });
    const cases: [ReturnType<typeof at>, RegExp][] = [
      [at(["status"]), /There is no git repository in .*--repo OWNER\/NAME/],
      [at(["audit"], {}, empty), /This clone has no branch gsd\/ledger\. Fetch it: git fetch origin/],
      [inClone("status", "99"), /The ledger knows no issue #99/],
      [at(["cost", "--repo", world.repo], { GH_TOKEN: "" }), /Set a token: export GH_TOKEN/],
      [at(["status", "--repo", "acme/none"]), /acme\/none does not exist, or your token may not read it/],
      [at(["status", "--repo", "gsd/gsd"]), /has no branch gsd\/ledger/],
      [at(["status", "--repo", world.repo], { GH_TOKEN: "wrong" }), /GitHub does not accept the token/],
    ];
    for (const [started, words] of cases) {
      const { stderr, status, stdout } = await started;
      expect(stderr).toMatch(words);
      expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
      expect(stderr.trim().split("\n")).toHaveLength(1);
    }
  });
});
