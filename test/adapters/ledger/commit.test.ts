import { describe, expect, it } from "vitest";
import type { Change } from "../../../core/ports/ledger.ts";
import { aLedger, asIs } from "./a-ledger.ts";

type Stage = Awaited<ReturnType<typeof aLedger>>;

async function versionsOf({ ledger }: Stage, paths: string[]): Promise<(string | undefined)[]> {
  return (await ledger.read(paths)).map((file) => file?.sha);
}

/** Two files with one number each. */
async function aPair(stage: Stage): Promise<Change[]> {
  const pair = [
    { path: "a.json", value: 1, version: undefined },
    { path: "b.json", value: 1, version: undefined },
  ];
  const result = await stage.ledger.commit(pair, "both [skip ci]");
  if (result.type !== "saved") throw new Error("not saved");
  return pair.map(({ path }) => ({ path, value: 2, version: result.versions[path] }));
}

describe("a commit of several files", () => {
  it("saves all of them at once, and says their versions", async () => {
    await using stage = await aLedger();
    const next = await aPair(stage);
    expect(await versionsOf(stage, ["a.json", "b.json"])).toEqual(next.map(({ version }) => version));
    expect((await stage.ledger.commit(next, "again")).type).toBe("saved");
    expect(await stage.history()).toEqual([
      "again",
      "both [skip ci]",
      "chore(gsd): start the ledger [skip ci]",
    ]);
  });

  it("adds, changes and deletes in one", async () => {
    await using stage = await aLedger();
    const [a, b] = await aPair(stage);
    const changes = [
      { ...a!, value: undefined },
      { ...b!, value: { b: true } },
      { path: "c/d.json", value: 3, version: undefined },
    ];
    const result = await stage.ledger.commit(changes, "all");
    expect(result).toMatchObject({ type: "saved", versions: { "a.json": undefined } });
    expect([await stage.file("a.json"), await stage.file("b.json"), await stage.file("c/d.json")]).toEqual([
      undefined,
      { b: true },
      3,
    ]);
  });

  it("changes nothing when one of them was changed by somebody else, and says what is there now", async () => {
    await using stage = await aLedger();
    const changes = await aPair(stage);
    await stage.put("b.json", "7");
    const result = await stage.ledger.commit(changes, "lost");
    expect(result).toMatchObject({
      type: "conflict",
      now: { "a.json": { text: "1\n" }, "b.json": { text: "7" } },
    });
    expect([await stage.file("a.json"), await stage.file("b.json")]).toEqual([1, 7]);
  });

  it("refuses to make what is there already, and to change what is gone", async () => {
    await using stage = await aLedger();
    const [a] = await aPair(stage);
    expect((await stage.ledger.commit([{ ...a!, version: undefined }], "made")).type).toBe("conflict");
    await stage.ledger.commit([{ ...a!, value: undefined }], "deleted");
    expect(await stage.ledger.commit([a!], "changed")).toEqual({
      type: "conflict",
      now: { "a.json": undefined },
    });
  });

  it("is tried again when only other files moved the branch", async () => {
    await using stage = await aLedger();
    const changes = await aPair(stage);
    const other = stage.connect().ledger.document("other.json", asIs);
    stage.forge.faults.staleNextCommit(3);
    await other.save("elsewhere", undefined, "other");
    expect((await stage.ledger.commit(changes, "mine")).type).toBe("saved");
    expect([await stage.file("a.json"), await stage.file("b.json"), await stage.file("other.json")]).toEqual([
      2,
      2,
      "elsewhere",
    ]);
  });

  it("gives up after twelve tries", async () => {
    await using stage = await aLedger();
    const changes = await aPair(stage);
    stage.forge.faults.staleNextCommit(12);
    await expect(stage.ledger.commit(changes, "busy")).rejects.toMatchObject({ code: "ledger-busy" });
    expect(await stage.file("a.json")).toBe(1);
  });

  it("is found done when only the answer was lost", async () => {
    await using stage = await aLedger();
    const changes = await aPair(stage);
    const route = "mutation createCommitOnBranch";
    stage.forge.faults.failAt({ k: 1, status: 502, applied: true, route });
    expect((await stage.ledger.commit(changes, "mine")).type).toBe("saved");
    expect((await stage.history()).slice(0, 2)).toEqual(["mine", "both [skip ci]"]);
  });

  it("makes no request when all would stay the same", async () => {
    await using stage = await aLedger();
    const changes = (await aPair(stage)).map((change) => ({ ...change, value: 1 }));
    const before = stage.forge.stats().requests;
    expect((await stage.ledger.commit(changes, "same")).type).toBe("saved");
    expect(stage.forge.stats().requests).toBe(before);
  });

  it("by ten processes at once, each to files of its own, all succeed", async () => {
    await using stage = await aLedger();
    await aPair(stage);
    const processes = Array.from({ length: 10 }, (_, index) => index);
    const results = await Promise.all(
      processes.map((index) => {
        const change = (name: string) => ({
          path: `${index}/${name}.json`,
          value: index,
          version: undefined,
        });
        return stage.connect().ledger.commit([change("a"), change("b")], `by ${index}`);
      }),
    );
    expect(results.map(({ type }) => type)).toEqual(processes.map(() => "saved"));
    expect(await Promise.all(processes.map((index) => stage.file(`${index}/b.json`)))).toEqual(processes);
  });
});
