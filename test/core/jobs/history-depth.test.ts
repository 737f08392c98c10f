import { describe, expect, it } from "vitest";
import { historyDepth } from "../../../core/jobs/history-depth.ts";
import type { ClaimedJob } from "../../../core/model/job.ts";
import { aTask, aTrack } from "../../builders/a-track.ts";

const sha = "a".repeat(40);
const aJob = (more: Partial<ClaimedJob> = {}): ClaimedJob =>
  ({
    issue: 1,
    kind: "task",
    task: "T03",
    attempt: 1,
    state: "claimed",
    base: { branch: "gsd/1-name", sha },
    run: { id: 1, attempt: 1 },
    ...more,
  }) as ClaimedJob;

describe("the history that a leg gets", () => {
  const merged = aTask({ status: "completed", merge: sha });
  const tasks = { T01: merged, T02: merged, T03: aTask() };

  it("reaches back over what was merged since the plan was approved", () => {
    const plan = {
      ...aTrack().plan,
      approved: { head: sha, tree: sha, by: "ada", at: "2026-11-16T00:00:00Z" },
    };
    const track = aTrack({ phase: "executing", tasks, plan } as never);
    expect(historyDepth(track, aJob())).toBe(3);
  });

  it("is one commit where nothing was approved, and everything where a job goes on from earlier work", () => {
    const { approved: _, ...plan } = aTrack().plan;
    const track = aTrack({ phase: "executing", tasks, plan });
    expect(historyDepth(track, aJob())).toBe(1);
    expect(historyDepth(track, aJob({ resume: { commit: sha, done: [] } }))).toBe(0);
  });
});
