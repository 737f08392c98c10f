import { describe, expect, it } from "vitest";
import { nextEdit } from "../../core/decide/next-edit.ts";
import type { Track } from "../../core/model/track.ts";
import type { TextEdit } from "../../core/ports/github/issues.ts";
import { loadTrack, saveTrack } from "../../loop/ledger/tracks.ts";
import type { Ports } from "../../loop/ports.ts";
import { project, withProjection } from "../../loop/project.ts";
import { aLedger, aReadyTrack } from "../adapters/ledger/a-ledger.ts";

const second = (at: number) => new Date(Date.UTC(2026, 10, 18, 10, 0, 0) + at * 1_000).toISOString();

describe("the next edit of the progress comment", () => {
  it.each([
    ["is made at once where there was none", undefined, 0, 0],
    ["is made at once after a while", 0, 60, 60],
    ["waits until five seconds are over", 10, 12, 15],
    ["is the one that is still to come", 15, 12, 15],
    ["does not wait for a clock that is ahead", 4_000, 12, 17],
  ])("%s", (_, last, now, due) => {
    expect(nextEdit(last === undefined ? undefined : second(last), second(now), 5_000)).toBe(second(due));
  });
});

/** A track with a progress comment, and a time that passes only where somebody waits for it. */
async function aStage() {
  const stage = await aLedger();
  const clock = { s: 0 };
  const edits: { at: number; body: string }[] = [];
  const waits: { until: number; go: () => void }[] = [];
  const { github } = stage;
  const ports: Ports = {
    ...stage.ports,
    betweenEditsMs: 5_000,
    now: () => new Date(second(clock.s)),
    github: {
      ...github,
      pause: (ms) => new Promise((go) => waits.push({ until: clock.s + ms / 1_000, go })),
      writeTexts: async (texts) => {
        for (const text of texts as TextEdit[])
          if (text.type === "comment") edits.push({ at: clock.s, body: text.body });
      },
    },
  };
  const sticky = { comment: 5, digest: "", node: "IC_5" };
  await saveTrack(ports.ledger, aReadyTrack(7, { sticky }), { saved: undefined, message: "begins" });

  /** One loop, as far as the comment is concerned: loads, changes, saves, shows. */
  const change = async (fields: Partial<Track>, more: Partial<Ports> = {}): Promise<void> => {
    const mine = { ...ports, ...more };
    const saved = await loadTrack(ports.ledger, 7);
    if (!saved) throw new Error("no track");
    const after = withProjection(mine, { ...saved.track, ...fields }, saved.track);
    await saveTrack(ports.ledger, after, { saved, message: "changes" });
    const trigger = { type: "continued" as const };
    const shown = {
      before: saved.track,
      after,
      texts: new Map(),
      made: undefined,
      trigger,
      tried: new Set<string>(),
    };
    return project(mine, shown);
  };
  /** Lets time pass until then, and with it who waits. */
  const pass = (until: number) => {
    clock.s = until;
    for (const { go } of waits.splice(0, waits.length)) go();
  };
  return { ...stage, clock, edits, waits, change, pass };
}

describe("edits of one progress comment", () => {
  it("are five seconds apart, and a burst of changes is one edit that tells the last", async () => {
    await using stage = await aStage();
    await stage.change({ title: "First" });
    expect(stage.edits.map(({ at }) => at)).toEqual([0]);

    const loops: Promise<void>[] = [];
    for (const at of [1, 2, 4]) {
      stage.clock.s = at;
      loops.push(stage.change({ title: `Change ${at}` }));
      await expect.poll(() => stage.waits.length).toBe(loops.length);
    }
    expect(stage.waits.map(({ until }) => until)).toEqual([5, 5, 5]);
    stage.pass(5);
    await Promise.all(loops);
    expect(stage.edits.map(({ at }) => at)).toEqual([0, 5]);
    expect(stage.edits[1]?.body).toContain("Change 4");

    stage.clock.s = 30;
    await stage.change({ title: "Later" });
    expect(stage.edits.map(({ at }) => at)).toEqual([0, 5, 30]);
  });

  it("are left out where nobody would see a difference", async () => {
    await using stage = await aStage();
    await stage.change({ title: "First" });
    stage.clock.s = 2;
    await stage.change({ saves: 12 });
    expect(stage.edits.length).toBe(1);
    expect(stage.waits).toEqual([]);
  });

  it("do not hold up a loop behind which others wait", async () => {
    await using stage = await aStage();
    await stage.change({ title: "First" });
    stage.clock.s = 1;
    const left: Promise<void>[] = [];
    await stage.change({ title: "Second" }, { later: (work) => void left.push(work) });
    expect([left.length, stage.edits.length]).toEqual([1, 1]);
    stage.pass(5);
    await Promise.all(left);
    expect(stage.edits.at(-1)?.body).toContain("Second");
  });

  it("tell the end of a track, although it is saved after it is shown", async () => {
    await using stage = await aStage();
    await stage.change({ title: "First" });
    stage.clock.s = 1;
    const end = stage.change({ phase: "merged" });
    await expect.poll(() => stage.waits.length).toBe(1);
    stage.pass(5);
    await end;
    expect(stage.edits.at(-1)).toMatchObject({ at: 5, body: expect.stringContaining("merged") });
  });
});
