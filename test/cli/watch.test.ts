import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ledgerText } from "../../core/codec/track-size.ts";
import type { Track } from "../../core/model/track.ts";
import { aJob, aMergedTask, aReadyTask, aTask, aTrack, at } from "../builders/a-track.ts";
import { aLedger, type LedgerWorld } from "./a-ledger.ts";
import { aTerminal, keys, noTerminal } from "./a-terminal.ts";

const commandsToTerminal = "\u001b]0;owned\u0007\u001b[31m";
const going = (fields: Partial<Track>) =>
  aTrack({ issue: 1, pull: 10, title: `CSV ${commandsToTerminal}export`, ...fields });
const running = going({
  tasks: { T01: aTask({ title: "Turn a report into rows", status: "in_progress", runs: 1 }), T02: aTask() },
  jobs: [aJob({ since: at(-60) })],
});
const ready = going({ tasks: { T01: aReadyTask({ title: "Turn a report into rows" }), T02: aTask() } });
const merged = going({ phase: "merged", tasks: { T01: aMergedTask(), T02: aMergedTask() } });

describe("gsd status --watch", () => {
  let world: LedgerWorld;
  const put = (track: Track) =>
    world.record({ [`${track.phase === "merged" ? "done" : "tracks"}/1.json`]: ledgerText(track) });
  const watch = (...more: string[]) => ["status", "1", "--watch", "--every", "1", ...more];
  const env = () => ({ GITHUB_API_URL: world.forge.urls.api, GH_TOKEN: world.token });

  beforeAll(async () => {
    world = await aLedger();
  });
  afterAll(() => world?.[Symbol.asyncDispose]());

  it.skipIf(noTerminal)("draws the track in place, hears Ctrl-C, and leaves a clean terminal", async () => {
    await put(running);
    const terminal = aTerminal(watch(), { cwd: world.clone, env: env() });
    await terminal.read("Running: T01");
    await put(ready);
    await terminal.read("in review");
    terminal.type(keys.interrupt);
    expect(await terminal.end()).toBe(130);
    const raw = terminal.raw();
    expect(raw).toContain("\u001b[?1049h\u001b[?25l");
    expect(raw.lastIndexOf("\u001b[?25h\u001b[?1049l")).toBeGreaterThan(raw.lastIndexOf("\u001b[?25l"));
    // The last picture stays.
    expect(raw.slice(raw.lastIndexOf("\u001b[?1049l"))).toContain("in review");
    expect(raw).not.toContain("owned\u0007");
  });

  it.each([
    ["from a clone", () => [] as string[]],
    ["through the API", () => ["--repo", world.repo]],
  ])(
    "writes one plain line for each change, %s, and ends by itself",
    async (_, more) => {
      await world.record({ "tracks/1.json": ledgerText(running) });
      const watching = world.gsd(watch(...more()), {});
      await new Promise((resolve) => setTimeout(resolve, 2_500));
      await put(ready);
      await new Promise((resolve) => setTimeout(resolve, 2_500));
      await put(merged);
      await world.remove("tracks/1.json");
      const { stdout, status } = await watching;
      expect(status).toBe(0);
      expect(stdout).not.toContain("\u001b");
      const lines = stdout
        .trim()
        .split("\n")
        .map((line) => line.replace(/^\S+ /, ""));
      expect(lines[0]).toMatch(/^#1 CSV .*export$/);
      expect(lines).toContain("#1 T01 Turn a report into rows: in review (#11)");
      expect(lines.at(-1)).toBe("#1 Next: nothing; it is merged.");
      expect(new Set(lines).size).toBe(lines.length);
      await world.remove("done/1.json");
    },
    60_000,
  );

  it("writes JSON for programs, says what is wrong and goes on", async () => {
    await put({ ...running, saves: 2 });
    const watching = world.gsd(watch("--json", "--repo", world.repo), {});
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    await world.record({ "tracks/1.json": "{ oops" });
    await new Promise((resolve) => setTimeout(resolve, 3_500));
    await put({ ...running, phase: "cancelled", jobs: [] });
    const { stdout, status } = await watching;
    expect(status).toBe(3);
    const said = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(said[0]).toMatchObject({ tracks: [{ issue: 1, phase: "executing" }] });
    expect(said[1].trouble).toMatch(/tracks\/1\.json/);
    expect(said.at(-1)).toMatchObject({ tracks: [{ phase: "cancelled" }] });
    expect(said).toHaveLength(3);
  }, 60_000);

  it("refuses at once what cannot be watched", async () => {
    const { status, stderr } = await world.gsd(["status", "77", "--watch"], {});
    expect([status, stderr]).toEqual([1, expect.stringContaining("no issue #77")]);
  });
});
