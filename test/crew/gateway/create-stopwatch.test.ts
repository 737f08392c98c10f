import { expect, it } from "vitest";
import { createStopwatch } from "../../../crew/gateway/create-stopwatch.ts";

it("counts what runs side by side once, and pauses not at all", () => {
  let now = 0;
  const stopwatch = createStopwatch(() => now);
  const after = (ms: number, act: () => void) => {
    now += ms;
    act();
  };
  after(5, stopwatch.start);
  after(10, stopwatch.start);
  after(10, stopwatch.stop);
  expect(stopwatch.ms()).toBe(20);
  after(10, stopwatch.stop);
  expect(stopwatch.ms()).toBe(30);
  after(100, stopwatch.start);
  after(1, stopwatch.stop);
  expect(stopwatch.ms()).toBe(31);
});
