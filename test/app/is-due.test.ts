import { describe, expect, it } from "vitest";
import { isDue } from "../../app/is-due.ts";

const start = Date.parse("2026-11-16T09:00:30Z");
const at = (minute: number) => new Date(start + minute * 60_000);

describe("a repository's minute", () => {
  it.each([1, 7, 60, 1_440])("comes once every %i minutes, whatever its id", (minutes) => {
    for (const id of [1, 59, 60, 61, 987_654_321]) {
      const due = Array.from({ length: 2 * minutes }, (_, minute) => minute).filter((minute) =>
        isDue(id, { after: at(minute), until: at(minute + 1), minutes }),
      );
      expect(due).toHaveLength(2);
      expect(due[1]! - due[0]!).toBe(minutes);
    }
  });

  it("is another one for ids that follow each other", () => {
    const due = (id: number) => isDue(id, { after: at(0), until: at(1), minutes: 60 });
    expect(Array.from({ length: 600 }, (_, id) => id).filter(due)).toHaveLength(10);
  });

  it("is not lost, and counts once, when nobody looked for hours", () => {
    expect(isDue(42, { after: at(0), until: at(500), minutes: 60 })).toBe(true);
  });

  it("does not depend on when the App was started", () => {
    const dueMinute = (offset: number) =>
      Array.from({ length: 60 }, (_, minute) => minute + offset).find((minute) =>
        isDue(42, { after: at(minute), until: at(minute + 1), minutes: 60 }),
      );
    expect((dueMinute(13)! - dueMinute(0)!) % 60).toBe(0);
  });
});
