import type { Timers } from "../../app/timers.ts";

/** A clock that only the test moves, and timers that go off with it. */
export function aClock(start = Date.parse("2026-03-02T09:00:00Z")) {
  const works = new Set<() => void>();
  let now = start;
  const timers: Timers = {
    now: () => new Date(now),
    every(_, work) {
      works.add(work);
      return () => works.delete(work);
    },
  };
  return {
    timers,
    /** How many timers are set. */
    running: () => works.size,
    /** Time passes, and every timer goes off once. */
    beat(milliseconds: number) {
      now += milliseconds;
      for (const work of works) work();
    },
  };
}
