import { describe, expect, it } from "vitest";
import { nextCursor, readFrom } from "../../../core/decide/next-cursor.ts";

const now = "2026-11-16T12:00:00.000Z";
const tenMinutesAgo = "2026-11-16T11:50:00.000Z";
const quiet = { cursor: "2026-11-16T10:50:00.000Z", hasLedger: true, comments: 3, missed: 0 };

describe("the tick's cursor", () => {
  it("stays where it is while nothing happens", () => {
    expect(nextCursor(quiet, now)).toBeUndefined();
  });

  it.each([
    ["when a command was obeyed", { missed: 1 }],
    ["when the comments since then fill a page", { comments: 100 }],
    ["once a day", { cursor: "2026-11-15T12:00:00.000Z" }],
    ["when no tick has set it", { cursor: undefined }],
  ])("moves to ten minutes ago %s", (_, change) => {
    expect(nextCursor({ ...quiet, ...change }, now)).toBe(tenMinutesAgo);
  });

  it("makes no ledger where there is none, unless a command was obeyed", () => {
    const unused = { ...quiet, cursor: undefined, hasLedger: false };
    expect(nextCursor(unused, now)).toBeUndefined();
    expect(nextCursor({ ...unused, missed: 1 }, now)).toBe(tenMinutesAgo);
  });

  it("is a day ago for the first tick", () => {
    expect(readFrom(undefined, now)).toBe("2026-11-15T12:00:00.000Z");
    expect(readFrom(tenMinutesAgo, now)).toBe(tenMinutesAgo);
  });
});
