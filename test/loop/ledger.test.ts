import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Track } from "../../core/model/track.ts";
import { loadOpenTracks, moveOver } from "../../loop/ledger/load-tracks.ts";
import { issuesIn, loadTrack, type SavedTrack, saveTrack } from "../../loop/ledger/tracks.ts";
import { aLedger, aReadyTrack } from "../adapters/ledger/a-ledger.ts";

type Stage = Awaited<ReturnType<typeof aLedger>>;

async function save({ ledger }: Stage, track: Track, saved?: SavedTrack): Promise<SavedTrack> {
  const saving = await saveTrack(ledger, track, { saved, message: "a change" });
  if (saving.type !== "saved") throw new Error("not saved");
  return saving.saved;
}

describe("a track in the ledger", () => {
  it("stands in tracks/ while something is left to do, and says in its history what happened", async () => {
    await using stage = await aLedger();
    const saved = await save(stage, aReadyTrack(7));
    expect(saved.folder).toBe("tracks");
    expect(await loadTrack(stage.ledger, 7)).toEqual(saved);
    expect(await issuesIn(stage.ledger, "tracks")).toEqual([7]);
    expect(await issuesIn(stage.ledger, "done")).toEqual([]);
    expect(await loadTrack(stage.ledger, 8)).toBeUndefined();
    await save(stage, { ...saved.track, paused: true }, saved);
    expect((await stage.history())[0]).toBe("#7 ready: a change [skip ci]");
  });

  it("moves to done/ in one commit when it is over, and back when it is not any more", async () => {
    await using stage = await aLedger();
    const saved = await save(stage, aReadyTrack(7));
    const commits = (await stage.history()).length;
    const over = await save(stage, aReadyTrack(7, { phase: "merged" }), saved);
    expect((await stage.history()).length).toBe(commits + 1);
    expect(over.folder).toBe("done");
    expect([await stage.file("tracks/7.json"), await issuesIn(stage.ledger, "tracks")]).toEqual([
      undefined,
      [],
    ]);
    expect(await issuesIn(stage.ledger, "done")).toEqual([7]);
    expect(await loadTrack(stage.ledger, 7)).toEqual(over);

    const effect = { type: "close-issue" } as const;
    const entry = {
      key: "7/close-issue/-/1",
      effect,
      owner: "o",
      at: "2026-11-16T03:00:00.000Z",
      probe: false,
      tries: 0,
    };
    const back = await save(stage, aReadyTrack(7, { phase: "merged", outbox: [entry] }), over);
    expect(back.folder).toBe("tracks");
    expect([await stage.file("done/7.json"), await issuesIn(stage.ledger, "tracks")]).toEqual([
      undefined,
      [7],
    ]);
    expect(await loadTrack(stage.ledger, 7)).toEqual(back);
  });

  it("in both folders is the one in tracks/, and leaves one behind when it is over", async () => {
    await using stage = await aLedger();
    const saved = await save(stage, aReadyTrack(7, { title: "open" }));
    await stage.put("done/7.json", JSON.stringify(aReadyTrack(7, { title: "stale" })));
    expect((await loadTrack(stage.ledger, 7))?.track.title).toBe("open");
    await save(stage, aReadyTrack(7, { title: "over", phase: "merged" }), saved);
    expect(await stage.file("done/7.json")).toMatchObject({ title: "over" });
    expect(await stage.file("tracks/7.json")).toBeUndefined();
  });

  it("that somebody else changed, moved or deleted says what it is now", async () => {
    await using stage = await aLedger();
    const saved = await save(stage, aReadyTrack(7));
    const lose = () => saveTrack(stage.ledger, aReadyTrack(7, { title: "mine" }), { saved, message: "lost" });
    const changed = await save(stage, aReadyTrack(7, { title: "theirs" }), saved);
    expect(await lose()).toEqual({ type: "conflict", now: changed, days: [] });
    const moving = await saveTrack(stage.ledger, aReadyTrack(7, { phase: "merged" }), {
      saved,
      message: "lost",
    });
    expect(moving).toEqual({ type: "conflict", now: changed, days: [] });
    const moved = await save(stage, aReadyTrack(7, { phase: "merged" }), changed);
    expect(await lose()).toEqual({ type: "conflict", now: moved, days: [] });
    await stage.ledger.commit([{ path: "done/7.json", value: undefined, version: "any" }], "by hand");
    expect(await lose()).toEqual({ type: "conflict", now: undefined, days: [] });
  });

  it("of the version before is read, and saved as ours", async () => {
    await using stage = await aLedger();
    await save(stage, aReadyTrack(8));
    const fixture = new URL("../fixtures/ledger-v1/reviewing.json", import.meta.url);
    const files = JSON.parse(readFileSync(fixture, "utf8")) as Record<string, unknown>;
    await stage.put("tracks/1.json", JSON.stringify(files["tracks/1.json"]));
    const saved = await loadTrack(stage.ledger, 1);
    expect(saved?.track).toMatchObject({ version: 2, tasks: { T03: { status: "pending" } } });
    await save(stage, saved!.track, saved);
    expect(await stage.file("tracks/1.json")).toEqual(saved?.track);
  });
});

describe("tracks that an older gsd left behind when they were over", () => {
  it("are moved twenty at a time, with one request to write; others and broken ones stay", async () => {
    await using stage = await aLedger();
    const issues = Array.from({ length: 25 }, (_, index) => index + 1);
    const changes = issues.map((issue) => ({
      path: `tracks/${issue}.json`,
      value: aReadyTrack(issue, { phase: issue === 3 ? "ready" : "merged" }),
      version: undefined,
    }));
    await stage.ledger.commit(
      [...changes, { path: "tracks/99.json", value: {}, version: undefined }],
      "before",
    );
    const tracks = await loadOpenTracks(stage.ports, await issuesIn(stage.ledger, "tracks"));
    expect(tracks).toHaveLength(25);
    // This token may not comment.
    expect(stage.warnings).toEqual(["a file of the ledger cannot be read", "nobody could be told"]);
    const before = stage.forge.stats().requests;
    expect(await moveOver(stage.ledger, tracks)).toHaveLength(20);
    expect(stage.forge.stats().requests - before).toBe(2);
    expect(
      await moveOver(stage.ledger, await loadOpenTracks(stage.ports, await issuesIn(stage.ledger, "tracks"))),
    ).toHaveLength(4);
    expect((await issuesIn(stage.ledger, "tracks")).sort((a, b) => a - b)).toEqual([3, 99]);
    expect(await issuesIn(stage.ledger, "done")).toContain(25);
    expect(
      await moveOver(stage.ledger, await loadOpenTracks(stage.ports, await issuesIn(stage.ledger, "tracks"))),
    ).toEqual([]);
  });

  it("stay when one of them was changed meanwhile", async () => {
    await using stage = await aLedger();
    await stage.ledger.commit(
      [{ path: "tracks/1.json", value: aReadyTrack(1, { phase: "merged" }), version: undefined }],
      "before",
    );
    const tracks = await loadOpenTracks(stage.ports, await issuesIn(stage.ledger, "tracks"));
    await stage.put("tracks/1.json", JSON.stringify(aReadyTrack(1)));
    expect(await moveOver(stage.ledger, tracks)).toEqual([]);
    expect(await issuesIn(stage.ledger, "tracks")).toEqual([1]);
  });
});
