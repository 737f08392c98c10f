import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { widthOf } from "../../cli/text-width.ts";
import { ledgerText } from "../../core/codec/track-size.ts";
import type { Track } from "../../core/model/track.ts";
import { aJob, aMergedTask, aReadyTask, aTask, aTrack } from "../builders/a-track.ts";
import { aLedger, type LedgerWorld } from "./a-ledger.ts";
import { aTerminal, keys, noTerminal } from "./a-terminal.ts";

const main = fileURLToPath(new URL("../../cli/gsd.mjs", import.meta.url));

const since = new Date(Date.now() - 750_000).toISOString();
const running = aTrack({
  issue: 1,
  title: "Export time reports as CSV \u001b[31mwith totals",
  pull: 10,
  usd: 3.42,
  tasks: {
    T01: aMergedTask({ title: "Turn a report into rows" }),
    T02: aTask({ title: "Write rows into a file of their own", status: "in_progress", runs: 2 }),
    T03: aTask({ title: "Docs", dependsOn: ["T01", "T02"] }),
  },
  jobs: [aJob({ issue: 1, task: "T02", attempt: 2, since, run: { id: 901, attempt: 1 } })],
});
const reviewed: Track = {
  ...running,
  jobs: [],
  tasks: { ...running.tasks, T02: aReadyTask({ title: "Write rows" }) },
};

/** A watch whose lines are read by a program. */
function aWatch({ clone, forge, token }: LedgerWorld, ...args: string[]) {
  const child = spawn(process.execPath, [main, "status", "--watch", "--every", "1", ...args], {
    cwd: clone,
    env: { PATH: process.env["PATH"], GITHUB_API_URL: forge.urls.api, GH_TOKEN: token },
  });
  const out: string[] = [];
  let errors = "";
  createInterface({ input: child.stdout }).on("line", (line) => out.push(line));
  child.stderr.on("data", (chunk) => (errors += chunk));
  const until = async (is: () => boolean) => {
    const started = performance.now();
    while (!is()) {
      if (performance.now() > 30_000 + started) throw new Error(`It said: ${out.join("|")} ${errors}`);
      if (child.exitCode !== null) throw new Error(`It ended: ${errors}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  return {
    out,
    errors: () => errors,
    until,
    read: (words: string) => until(() => out.some((line) => line.includes(words))),
    async end(signal: NodeJS.Signals) {
      child.kill(signal);
      const [code] = (await once(child, "close")) as [number | null];
      return code;
    },
  };
}

describe("gsd status --watch", () => {
  let world: LedgerWorld;
  const record = (track: Track) => world.record({ "tracks/1.json": ledgerText(track) });
  beforeEach(async () => {
    await world?.[Symbol.asyncDispose]();
    world = await aLedger();
    await record(running);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  it.skipIf(noTerminal)(
    "fills a window of 60 columns, shows what changes by itself, and leaves what was seen",
    async () => {
      const size = { rows: 14, columns: 60 };
      const window = aTerminal(["status", "1", "--watch", "--every", "1"], {
        cwd: world.clone,
        env: {},
        size,
      });
      await window.read("T02, attempt 2, 12 min, run 901");
      await window.read("↑ ↓");
      const raw = () => window.raw().split("\u001b[H");
      const last = () =>
        stripVTControlCharacters(raw().at(-1) ?? "")
          .split("\n")
          .map((line) => line.trimEnd());
      expect(last()).toHaveLength(size.rows);
      expect(Math.max(...last().map(widthOf))).toBeLessThanOrEqual(size.columns);
      expect(last()[0]).toBe("#1 Export time reports as CSV [31mwith totals");
      window.type("\u001b[6~");
      await window.read("From origin/gsd/ledger");
      expect(last()[0]).not.toContain("#1 Export");
      window.type("\u001b[5~");

      // Nobody fetches but the watch itself.
      await record(reviewed);
      await window.read("review #11 (T02)");
      window.type("q");
      expect(await window.end()).toBe(0);
      const [, after = ""] = window.raw().split("\u001b[?1049l");
      expect(after).toContain("#1 Export time reports as CSV [31mwith totals");
      expect(after).not.toContain("Running:");
      expect(window.shown()).not.toContain("git fetch");
    },
  );

  it.skipIf(noTerminal)("gives the terminal back at Ctrl-C", async () => {
    const window = aTerminal(["status", "--watch"], { cwd: world.clone, env: {} });
    await window.read("Nothing for you to do");
    window.type(keys.interrupt);
    expect(await window.end()).toBe(130);
    expect(window.raw()).toContain("\u001b[?25h\u001b[?1049l");
  });

  it("is a line for each change where a program reads, and says once why nothing comes", async () => {
    const watch = aWatch(world);
    await watch.read("Next:");
    expect(watch.out.map((line) => line.replace(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ /, ""))).toEqual([
      "#1 Export time reports as CSV [31mwith totals: running, 1 of 3 tasks merged, $3.42 of $20.00",
      "#1 T01 Turn a report into rows: merged, #11",
      "#1 T02 Write rows into a file of their own: running, attempt 2, run 901",
      "#1 Next: nothing for you; T02 is running.",
    ]);
    const before = watch.out.length;
    await record(reviewed);
    await watch.read("T02 Write rows: in review, #11");
    await watch.read("Next: review #11 (T02)");
    expect(watch.out.length).toBe(before + 2);

    const address = (await world.git("remote", "get-url", "origin")).trim();
    await world.git("remote", "set-url", "origin", `${address}-gone`);
    await watch.until(() => watch.errors().includes("git cannot fetch gsd/ledger from origin"));
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    await world.git("remote", "set-url", "origin", address);
    await watch.until(() => watch.errors().includes("It can be read again."));
    expect(watch.errors().match(/git cannot fetch/g)).toHaveLength(1);

    await record({ ...reviewed, phase: "cancelled" });
    await watch.read("#1 cancelled, 1 of 3 tasks merged");
    expect(await watch.end("SIGTERM")).toBe(130);
  });

  it("is a JSON document a line for machines, through the API too, and nothing while nothing changes", async () => {
    const watch = aWatch(world, "--json", "--repo", world.repo);
    await watch.until(() => watch.out.length === 1);
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect(watch.out).toHaveLength(1);
    await record(reviewed);
    await watch.until(() => watch.out.length === 2);
    const [first, second] = watch.out.map((line) => JSON.parse(line));
    expect(first).toMatchObject({ tracks: [{ issue: 1, next: { type: "wait" } }], unreadable: [] });
    expect(second).toMatchObject({ tracks: [{ issue: 1, next: { type: "review" } }] });
    expect(await watch.end("SIGINT")).toBe(130);
  });
});
