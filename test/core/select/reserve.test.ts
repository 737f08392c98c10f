import { describe, expect, it } from "vitest";
import { expire, freshDay, leftToday, reserve, settle } from "../../../core/select/reserve.ts";

const until = "2026-11-16T05:00:00.000Z";
const later = "2026-11-16T05:00:00.001Z";
const key = "42/task/T01/1";

describe("a reservation", () => {
  it("is not left for others", () => {
    const day = reserve({ ...freshDay, usd: 1 }, key, { usd: 2, until });
    expect(leftToday(day, 10)).toBe(7);
    expect(leftToday(day, 2)).toBe(0);
    expect(leftToday(freshDay, 10)).toBe(10);
  });

  it("that is made twice counts once", () => {
    const day = reserve(reserve(freshDay, key, { usd: 2, until }), key, { usd: 3, until });
    expect(leftToday(day, 10)).toBe(7);
  });

  it("becomes what the job came to, once", () => {
    const day = settle(reserve(freshDay, key, { usd: 2, until }), key, 0.3);
    expect(day).toEqual({ version: 2, usd: 0.3, reserved: {}, settled: { [key]: 0.3 } });
    expect(settle(day, key, 0.3)).toBe(day);
    expect(settle(day, key, 5)).toBe(day);
  });

  it("goes when the job cost nothing, and there is nothing to book without one", () => {
    expect(settle(reserve(freshDay, key, { usd: 2, until }), key, 0)).toMatchObject({ usd: 0, reserved: {} });
    expect(settle(freshDay, key, 0)).toBe(freshDay);
    expect(settle(freshDay, key, 0.5)).toMatchObject({ usd: 0.5, settled: { [key]: 0.5 } });
  });

  it("can be made again for a job whose run was lost, and both legs are booked", () => {
    const lost = expire(reserve(freshDay, key, { usd: 2, until }), later);
    const again = reserve(lost, key, { usd: 1, until: "2026-11-16T09:00:00.000Z" });
    expect(leftToday(again, 10)).toBe(7);
    expect(settle(again, key, 0.5)).toEqual({ version: 2, usd: 2.5, reserved: {}, settled: { [key]: 0.5 } });
  });

  it("counts as spent when its time is up, so that nothing more is left than before", () => {
    const day = reserve(reserve(freshDay, key, { usd: 2, until }), "42/task/T02/1", { usd: 1, until: later });
    const after = expire(day, later);
    expect(after).toMatchObject({ usd: 2, settled: { [key]: 2 } });
    expect(Object.keys(after.reserved)).toEqual(["42/task/T02/1"]);
    expect(leftToday(after, 10)).toBe(leftToday(day, 10));
    expect(settle(after, key, 0.1)).toBe(after);
    expect(expire(after, later)).toBe(after);
  });

  it("adds up without the noise of binary fractions", () => {
    let day = freshDay;
    for (let index = 0; index < 10; index += 1) day = settle(day, `42/task/T${index}/1`, 0.1);
    expect(day.usd).toBe(1);
    expect(leftToday(day, 1)).toBe(0);
  });
});
