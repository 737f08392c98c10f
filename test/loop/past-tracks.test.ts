import { describe, expect, it } from "vitest";
import { loadNewestOver } from "../../loop/ledger/load-tracks.ts";
import { aLedger, aReadyTrack } from "../adapters/ledger/a-ledger.ts";

describe("the tracks that estimates are drawn from", () => {
  it("are the newest that are over; one that cannot be read holds nothing up", async () => {
    await using ledger = await aLedger();
    expect(await loadNewestOver(ledger.ports)).toEqual([]);
    const issues = Array.from({ length: 23 }, (_, at) => at + 1);
    const changes = issues.map((issue) => ({
      path: `done/${issue}.json`,
      value: aReadyTrack(issue, { phase: "merged" }),
      version: "any" as const,
    }));
    await ledger.ports.ledger.commit(changes, "done");
    await ledger.put("done/20.json", "{ broken");
    const loaded = await loadNewestOver(ledger.connect());
    expect(loaded.map(({ issue }) => issue)).toEqual([23, 22, 21, ...issues.slice(3, 19).reverse()]);
    expect(ledger.warnings).toEqual([expect.stringContaining("no estimate is drawn from it")]);
  });
});
