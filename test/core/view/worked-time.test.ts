import { describe, expect, it } from "vitest";
import { elapsed } from "../../../core/render/times.ts";
import { secondsBetween, workedAt, workedTime } from "../../../core/view/worked-time.ts";
import { aJob, at, now } from "../../builders/a-track.ts";

describe("the time that gsd has worked on a track", () => {
  const row = (end: number, seconds: number) => ({
    job: "42/task/T01/1",
    at: at(end),
    outcome: "done" as const,
    seconds,
  });

  it("counts jobs side by side once, and no time in which people thought", () => {
    const history = [row(-1000, 300), row(-900, 300), row(-100, 60)];
    expect(workedTime({ jobs: [], history })).toEqual({ seconds: 460, since: undefined });
  });

  it("goes on while a job runs", () => {
    const worked = workedTime({ jobs: [aJob({ since: at(-120) })], history: [row(-60, 300)] });
    expect(worked).toEqual({ seconds: 240, since: at(-120) });
    expect(workedAt(worked, now)).toBe(360);
  });

  it("does not know when a job of an older version began", () => {
    expect(workedTime({ jobs: [aJob()], history: [] })).toEqual({ seconds: 0, since: undefined });
  });

  it("is never less than nothing, whatever clocks say", () => {
    expect(secondsBetween(at(10), now)).toBe(0);
  });

  it("is told in the units that people use", () => {
    const told = [20, 750, 3_600, 7_500, 100_000, 200_000].map(elapsed);
    expect(told).toEqual(["under a minute", "12 min", "1 h", "2 h 5 min", "1 d 3 h", "2 d 7 h"]);
  });
});
