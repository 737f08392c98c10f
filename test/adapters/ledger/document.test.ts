import { describe, expect, it } from "vitest";
import { shop } from "../../forge/a-forge.ts";
import { aLedger, asIs } from "./a-ledger.ts";

describe("a document of the ledger", () => {
  it("is on a branch that has no history but its own", async () => {
    await using stage = await aLedger();
    const document = stage.ledger.document("notes/a.json", asIs);
    expect(await document.load()).toBeUndefined();
    const saving = await document.save({ a: 1 }, undefined, "first [skip ci]");
    expect(saving.type).toBe("saved");
    expect(await document.load()).toEqual({
      value: { a: 1 },
      version: expect.stringMatching(/^[0-9a-f]{40}$/),
    });
    expect(await stage.history()).toEqual(["first [skip ci]", "chore(gsd): start the ledger [skip ci]"]);
  });

  it("is not saved where the branch is gone: nobody makes a new one by saving, and the lost commit is named", async () => {
    await using stage = await aLedger();
    const document = stage.ledger.document("a.json", asIs);
    const first = await document.save({ a: 1 }, undefined, "one");
    const commit = stage.ledger.latest();
    expect(commit).toBe(await stage.forge.actions.resolveCommit(shop, "gsd/ledger"));
    await stage.github.deleteRef("heads/gsd/ledger");
    const version = (first as { version: string }).version;
    const gone = { code: "ledger-gone", message: expect.stringContaining(`${commit}:refs/heads/gsd/ledger`) };
    await expect(document.save({ a: 2 }, version, "two")).rejects.toMatchObject(gone);
    await expect(document.save({ a: 2 }, undefined, "new")).rejects.toMatchObject(gone);
    const change = { path: "b.json", value: 1, version: undefined };
    await expect(stage.ledger.commit([change], "three")).rejects.toMatchObject(gone);
    expect(await stage.github.ref("heads/gsd/ledger")).toBeUndefined();
  });

  it("is on the one branch that two first writers made at once", async () => {
    await using stage = await aLedger();
    await stage.github.deleteRef("heads/gsd/ledger");
    const [one, other] = [stage.connect(), stage.connect()];
    await Promise.all([one.ledger.create(), other.ledger.create()]);
    expect(one.ledger.latest()).toBe(other.ledger.latest());
  });

  it("is saved by who knows its version, and says the new one", async () => {
    await using stage = await aLedger();
    const document = stage.ledger.document("a.json", asIs);
    const first = await document.save({ a: 1 }, undefined, "one");
    if (first.type !== "saved") throw new Error("not saved");
    const second = await document.save({ a: 2 }, first.version, "two");
    expect(await document.load()).toEqual({
      value: { a: 2 },
      version: (second as { version: string }).version,
    });
  });

  it("that lost its save says what is there now, and changes nothing", async () => {
    await using stage = await aLedger();
    const document = stage.ledger.document("a.json", asIs);
    const first = await document.save({ a: 1 }, undefined, "one");
    if (first.type !== "saved") throw new Error("not saved");
    await stage.put("a.json", '{"a":"theirs"}');
    const lost = await document.save({ a: "ours" }, first.version, "two");
    expect(lost).toMatchObject({ type: "conflict", now: { value: { a: "theirs" } } });
    expect(await stage.file("a.json")).toEqual({ a: "theirs" });
    const created = await document.save({ a: "new" }, undefined, "three");
    expect(created).toMatchObject({ type: "conflict", now: { value: { a: "theirs" } } });
  });

  it("is read once when a save is lost", async () => {
    await using stage = await aLedger();
    const document = stage.ledger.document("a.json", asIs);
    await document.save({ a: 1 }, undefined, "one");
    const before = stage.forge.stats().requests;
    await document.save({ a: 2 }, undefined, "two");
    expect(stage.forge.stats().requests - before).toBe(2);
  });

  it("makes no request when it would stay the same", async () => {
    await using stage = await aLedger();
    const document = stage.ledger.document("a.json", asIs);
    const first = await document.save({ a: "ä" }, undefined, "one");
    const before = stage.forge.stats().requests;
    const version = (first as { version: string }).version;
    expect(await document.save({ a: "ä" }, version, "two")).toEqual({ type: "saved", version });
    expect(stage.forge.stats().requests).toBe(before);
  });

  it("is saved although other files keep moving the branch", async () => {
    await using stage = await aLedger();
    const document = stage.ledger.document("a.json", asIs);
    await document.save({ a: 1 }, undefined, "one");
    const known = await document.load();
    stage.forge.faults.conflictNextContentsPut(5);
    expect(await document.save({ a: 2 }, known?.version, "two")).toMatchObject({ type: "saved" });
    expect(await stage.file("a.json")).toEqual({ a: 2 });
  });

  it("gives up after twelve tries, and says who tries again", async () => {
    await using stage = await aLedger();
    const document = stage.ledger.document("a.json", asIs);
    await document.save({ a: 1 }, undefined, "one");
    const known = await document.load();
    stage.forge.faults.conflictNextContentsPut(12);
    await expect(document.save({ a: 2 }, known?.version, "two")).rejects.toMatchObject({
      code: "ledger-busy",
    });
    expect(await document.save({ a: 2 }, known?.version, "two")).toMatchObject({ type: "saved" });
  });

  it("is found saved when only the answer was lost", async () => {
    await using stage = await aLedger();
    const document = stage.ledger.document("a.json", asIs);
    await document.save({ a: 1 }, undefined, "one");
    const known = await document.load();
    const route = "PUT /repos/{owner}/{repo}/contents/{path}";
    stage.forge.faults.failAt({ k: 1, status: 502, applied: true, route });
    const saving = await document.save({ a: 2 }, known?.version, "two");
    expect(saving).toEqual({ type: "saved", version: (await document.load())?.version });
  });

  it("of more than 512 KB is refused, with what to do", async () => {
    await using stage = await aLedger();
    const document = stage.ledger.document("a.json", asIs);
    await expect(document.save({ a: "ä".repeat(256_000) }, undefined, "one")).rejects.toMatchObject({
      code: "ledger-full",
      message: expect.stringMatching(/^a\.json .*512 KB.*Split/),
    });
    expect(
      await stage.forge.actions.readFile(shop, "gsd/ledger", "a.json").catch(() => undefined),
    ).toBeUndefined();
  });

  it("is listed with the others of its folder, and read with many others", async () => {
    await using stage = await aLedger();
    const paths = Array.from({ length: 60 }, (_, index) => `many/${index}.json`);
    await stage.ledger.commit(
      paths.map((path, value) => ({ path, value, version: undefined })),
      "many",
    );
    await stage.ledger.document("many/deeper/a.json", asIs).save(1, undefined, "one");
    expect((await stage.ledger.list("many")).length).toBe(60);
    expect(await stage.ledger.list("nothing")).toEqual([]);
    const before = stage.forge.stats().requests;
    const files = await stage.ledger.read([...paths, "many/none.json"]);
    expect(files.map((file) => file?.text.trim())).toEqual([
      ...paths.map((_, value) => `${value}`),
      undefined,
    ]);
    expect(stage.forge.stats().requests - before).toBe(2);
  });
});
