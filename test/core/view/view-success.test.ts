import { describe, expect, it } from "vitest";
import type { HistoryRow } from "../../../core/model/job.ts";
import { viewSuccess } from "../../../core/view/board/view-success.ts";
import { aMergedTask, aTask, aTrack, now } from "../../builders/a-track.ts";

const row = (job: string, fields: Partial<HistoryRow> = {}): HistoryRow => ({
  job,
  at: now,
  outcome: "done",
  seconds: 300,
  ...fields,
});
const estimate = { tokens: 100_000, usd: 1, minutes: 10 };

describe("how well tasks and estimates turned out", () => {
  it("says nothing where nothing is done", () => {
    expect(viewSuccess([]).all).toEqual({
      count: 0,
      firstAttemptShare: undefined,
      estimated: 0,
      estimateError: undefined,
    });
  });

  it("counts a task as done at the first attempt when its executor was sent out once", () => {
    const track = aTrack({
      phase: "merged",
      tasks: {
        T01: aMergedTask({ usd: 1.5, estimate }),
        T02: aMergedTask({ usd: 0.9, estimate }),
        T03: aTask({ status: "failed", usd: 3 }),
        T04: aTask({ status: "skipped" }),
      },
      history: [
        row("42/task/T01/1"),
        row("42/task/T02/1", { outcome: "checks-failed" }),
        row("42/task/T02/2"),
        row("42/task/T03/1", { outcome: "timeout" }),
      ],
    });
    // T04 never ran, so it says nothing.
    expect(viewSuccess([track]).all).toEqual({
      count: 3,
      firstAttemptShare: 1 / 3,
      estimated: 2,
      estimateError: expect.closeTo(0.3),
    });
  });

  it("does not blame a task for its provider or its runner", () => {
    const history = [
      row("42/task/T01/1", { outcome: "rate-limited" }),
      row("42/task/T01/2", { outcome: "lost" }),
      row("42/task/T01/3"),
      row("42/review/T01/1"),
      row("42/rollback/T01/1", { outcome: "conflict" }),
    ];
    const track = aTrack({ phase: "executing", tasks: { T01: aMergedTask() }, history });
    expect(viewSuccess([track]).all).toMatchObject({ count: 1, firstAttemptShare: 1 });
  });

  it("leaves out tasks that are still under way", () => {
    const tasks = { T01: aTask({ status: "in_progress" }) };
    const track = aTrack({ phase: "executing", tasks, history: [row("42/task/T01/1")] });
    expect(viewSuccess([track]).all.count).toBe(0);
  });
});
