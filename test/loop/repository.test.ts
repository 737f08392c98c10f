import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { changeRepository, loadRepository } from "../../loop/ledger/repository.ts";
import { aLedger } from "../adapters/ledger/a-ledger.ts";

const cursor = "2026-11-16T03:00:00.000Z";

/** The files of a ledger that the version before wrote. */
function oldFiles(): Record<string, unknown> {
  const fixture = new URL("../fixtures/ledger-v1/ready.json", import.meta.url);
  return JSON.parse(readFileSync(fixture, "utf8")) as Record<string, unknown>;
}

async function anOldLedger(files = oldFiles()) {
  const stage = await aLedger();
  const changes = Object.entries(files).map(([path, value]) => ({ path, value, version: undefined }));
  await stage.ledger.commit(changes, "as the version before left it");
  return stage;
}

describe("what belongs to no track", () => {
  it("is empty at first, and kept in repository.json", async () => {
    await using stage = await aLedger();
    expect(await loadRepository(stage.ports)).toEqual({ version: 2, handled: [], health: [] });
    await changeRepository(stage.ports, "tick", (state) => ({ ...state, cursor }));
    await changeRepository(stage.ports, "dashboard", (state) => ({ ...state, dashboard: 5 }));
    const expected = { version: 2, handled: [], health: [], cursor, dashboard: 5 };
    expect(await stage.file("repository.json")).toEqual(expected);
    expect(await loadRepository(stage.ports)).toEqual(expected);
    expect((await stage.history()).at(0)).toBe("dashboard [skip ci]");
  });

  it("is not saved when nothing changed", async () => {
    await using stage = await aLedger();
    await changeRepository(stage.ports, "tick", (state) => ({ ...state, cursor }));
    const commits = await stage.history();
    await changeRepository(stage.ports, "tick", (state) => ({ ...state, cursor }));
    expect(await stage.history()).toEqual(commits);
  });

  it("is carried over from watch.json and health.json, which go with the first save", async () => {
    await using stage = await anOldLedger();
    const old = oldFiles() as { "watch.json": { cursor: string }; "health.json": { known: unknown[] } };
    const expected = { cursor: old["watch.json"].cursor, health: old["health.json"].known };
    expect(await loadRepository(stage.ports)).toMatchObject(expected);
    const commits = (await stage.history()).length;
    await changeRepository(stage.ports, "dashboard", (state) => ({ ...state, dashboard: 5 }));
    expect((await stage.history()).length).toBe(commits + 1);
    expect(await stage.file("repository.json")).toMatchObject({ ...expected, dashboard: 5 });
    expect([await stage.file("watch.json"), await stage.file("health.json")]).toEqual([undefined, undefined]);
    await changeRepository(stage.ports, "tick", (state) => ({ ...state, cursor }));
    expect(await loadRepository(stage.ports)).toMatchObject({ cursor, dashboard: 5 });
    expect(stage.warnings).toEqual([]);
  });

  it("starts afresh where the version before left something broken", async () => {
    await using stage = await anOldLedger({ ...oldFiles(), "health.json": { version: 1, known: [7] } });
    expect(await loadRepository(stage.ports)).toEqual({ version: 2, handled: [], health: [] });
    expect(stage.warnings).toEqual([
      "watch.json or health.json of the ledger is not valid; gsd writes a new one",
    ]);
  });

  it("of a newer gsd is refused, with what to do", async () => {
    await using stage = await anOldLedger({ "repository.json": { version: 3 } });
    await expect(loadRepository(stage.ports)).rejects.toMatchObject({ code: "ledger-newer" });
  });
});
