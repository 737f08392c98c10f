import { describe, expect, it } from "vitest";
import type { Track } from "../../../core/model/track.ts";
import { aJob, aTask, aTrack, sha } from "../../builders/a-track.ts";
import { ask, jobs, notices } from "../../builders/ask.ts";
import { commented, jobFailed, jobFinished } from "../../builders/triggers.ts";

const failed = aTask({ status: "failed", attempts: 3 });

/** A track whose T01 is being written anew in run 900. */
function rebasing(fields: object = {}): Track {
  const rebase = { number: 1, status: "running" as const, split: false, thread: 42, attempts: 0, ...fields };
  return aTrack({
    tasks: { T01: { ...failed, rebase } },
    jobs: [aJob({ kind: "rebase", task: "T01" })],
  });
}

describe("/rebase and /split", () => {
  it("have a job look for a better version, and say what comes of it", () => {
    const after = ask(aTrack({ tasks: { T01: failed } }), commented("/rebase T01 make it smaller"));
    expect(after.tasks["T01"]?.rebase).toMatchObject({ status: "running", split: false, by: "mia" });
    expect(after.tasks["T01"]?.rebase?.text).toBe("make it smaller");
    expect(jobs(after)).toContain("rebase T01 dispatched");
    expect(notices(after)).toEqual([{ type: "rebase-asked", task: "T01", split: false }]);
    const split = ask(aTrack({ tasks: { T01: failed } }), commented("/split T01"));
    expect(split.tasks["T01"]?.rebase).toMatchObject({ split: true });
  });

  it("are refused where the text is in use, unknown, or being written anew already", () => {
    const running = aTrack({ tasks: { T01: aTask({ status: "in_progress" }) } });
    expect(notices(ask(running, commented("/split T01")))).toEqual([
      { type: "cannot-rebase", task: "T01", split: true },
    ]);
    expect(notices(ask(running, commented("/rebase T07")))).toEqual([{ type: "unknown-task", task: "T07" }]);
    expect(notices(ask(rebasing(), commented("/split T01")))).toEqual([
      { type: "rebase-under-way", task: "T01", split: false },
    ]);
    const ready = aTrack({ phase: "ready", tasks: { T01: failed } });
    expect(notices(ask(ready, commented("/rebase T01")))).toEqual([
      { type: "not-executing", command: "rebase" },
    ]);
  });
});

describe("a better version of a task", () => {
  const result = { type: "rebase" as const, head: sha("b8"), reason: "Too much.", lesson: " Look\nfirst. " };

  it("is looked for once by itself when the attempts are used up", () => {
    const track = aTrack({
      tasks: { T01: aTask({ status: "in_progress", attempts: 2, runs: 3 }) },
      jobs: [aJob({ kind: "task", task: "T01", attempt: 3 })],
    });
    track.config.limits.rebases = 1;
    const after = ask(
      track,
      jobFailed({ kind: "task", task: "T01", attempt: 3 }, { outcome: "checks-failed" }),
    );
    expect(after.tasks["T01"]).toMatchObject({ status: "failed", rebase: { number: 1, status: "running" } });
    expect(jobs(after)).toContain("rebase T01 dispatched");
    expect(notices(after)).toMatchObject([{ type: "task-failed", rebase: true }]);
    track.config.limits.rebases = 0;
    const none = ask(
      track,
      jobFailed({ kind: "task", task: "T01", attempt: 3 }, { outcome: "checks-failed" }),
    );
    expect(none.tasks["T01"]).not.toHaveProperty("rebase");
    track.config.limits.rebases = 1;
    const money = ask(track, jobFailed({ kind: "task", task: "T01", attempt: 3 }, { outcome: "auth" }));
    expect(money.tasks["T01"]).not.toHaveProperty("rebase");
  });

  it("waits for an approval, and its lesson is kept as one line", () => {
    const after = ask(rebasing(), jobFinished({ kind: "rebase", task: "T01" }, result));
    expect(after.tasks["T01"]).toMatchObject({
      status: "failed",
      rebase: { status: "proposed", reason: "Too much." },
    });
    expect(after.lessons).toMatchObject([{ text: "Look first.", task: "T01" }]);
    expect(jobs(after)).not.toContain("rebase T01 dispatched");
  });

  it.each(["mia", undefined])("that cannot be found is said, whoever began: %s", (by) => {
    const none = ask(
      rebasing(by === undefined ? {} : { by }),
      jobFailed({ kind: "rebase", task: "T01" }, { outcome: "invalid-answer" }),
    );
    expect(none.tasks["T01"]?.rebase?.status).toBe("failed");
    expect(notices(none)).toMatchObject([{ type: "rebase-failed", task: "T01", split: false }]);
  });

  it("is not looked for by itself where the task's budget is spent", () => {
    const spent = aTask({ status: "in_progress", attempts: 2, runs: 3, usd: 1_000 });
    const track = aTrack({
      tasks: { T01: spent },
      jobs: [aJob({ kind: "task", task: "T01", attempt: 3 })],
    });
    track.config.limits.rebases = 1;
    const why = { outcome: "checks-failed" as const };
    const after = ask(track, jobFailed({ kind: "task", task: "T01", attempt: 3 }, why));
    expect(after.tasks["T01"]).not.toHaveProperty("rebase");
    expect(notices(after)).not.toMatchObject([{ rebase: true }]);
  });

  it("is not waited for once somebody has the task run again", () => {
    const after = ask(rebasing(), commented("/retry T01"));
    expect(after.tasks["T01"]?.rebase?.status).toBe("failed");
    expect(jobs(after)).toEqual(["task T01 dispatched"]);
  });
});
