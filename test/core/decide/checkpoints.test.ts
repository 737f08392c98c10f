import { describe, expect, it } from "vitest";
import type { Outcome } from "../../../core/model/job.ts";
import type { Track } from "../../../core/model/track.ts";
import { aJob, aReadyTask, aTask, aTrack, sha } from "../../builders/a-track.ts";
import { ask, jobs, quiet, said } from "../../builders/ask.ts";
import { commented, jobFinished, ticked } from "../../builders/triggers.ts";

const checkpoint = sha("c1");

/** A track whose T01 runs for the first time. */
function running(fields: Partial<Track> = {}): Track {
  const task = aTask({ status: "in_progress", attempts: 1, runs: 1 });
  return aTrack({ tasks: { T01: task }, jobs: [aJob({ kind: "task", task: "T01" })], ...fields });
}

function ended(outcome: Outcome, more: object = {}) {
  return jobFinished({ kind: "task", task: "T01", attempt: 1 }, { outcome, checkpoint, ...more });
}

describe("work that was cut short", () => {
  it.each<Outcome>(["timeout", "max-turns", "crashed", "checks-failed", "rate-limited", "unavailable"])(
    "after %s is where the next attempt starts",
    (outcome) => {
      const track = ask(running(), ended(outcome));
      expect(track.tasks.T01).toMatchObject({ checkpoint });
      const { notBefore: _, ...free } = quiet(track);
      const dispatched = ask(free, ticked);
      const run = { id: 901, attempt: 1 };
      const batch = dispatched.jobs[0]!.batch!;
      const claimed = ask(
        quiet(dispatched),
        { type: "run-started", issue: 42, batch, run },
        {
          bases: { "gsd/42-csv-export": { branch: "gsd/42-csv-export", sha: sha("b2"), tree: sha("b3") } },
        },
      );
      expect(claimed.jobs[0]).toMatchObject({ state: "claimed", base: { sha: sha("b2") }, checkpoint });
    },
  );

  it("is named when a person is asked, with the ways to go on", () => {
    const track = ask(running(), ended("budget", { reason: "the task's budget is used up" }));
    const text = said(track).join();
    expect(text).toContain("kept on `gsd-task/42/T01` (`c100000`)");
    expect(text).toContain("`/budget +5`");
    const cancelled = ask(running(), ended("cancelled"));
    expect(said(cancelled).join()).toContain("`/retry T01 --fresh` starts over");
  });

  it("is gone on with by /retry and /budget, and dropped by /retry --fresh", () => {
    const failed = quiet(ask(running(), ended("budget")));
    expect(ask(failed, commented("/budget +5")).tasks.T01).toMatchObject({
      checkpoint,
      feedback: [expect.stringContaining("`budget`")],
    });
    expect(ask(failed, commented("/retry T01")).tasks.T01).toMatchObject({ checkpoint });
    const fresh = ask(failed, commented("/retry T01 --fresh"));
    expect(fresh.tasks.T01?.checkpoint).toBeUndefined();
    expect(fresh.tasks.T01?.feedback).toEqual([]);
    expect(jobs(fresh)).toEqual(["task T01 dispatched"]);
  });

  it("is not taken for a person's push", () => {
    const task = aTask({ status: "in_progress", attempts: 3, runs: 3, pull: 11, head: sha("a1") });
    const failed = ask(running({ tasks: { T01: task } }), ended("crashed"));
    expect(failed.tasks.T01).toMatchObject({ status: "failed", head: checkpoint });
    const pull = {
      number: 11,
      state: "open",
      merged: false,
      head: checkpoint,
      base: "gsd/42-csv-export",
    } as const;
    const looked = ask(quiet(failed), ticked, { pulls: { 11: pull } });
    expect(looked.tasks.T01).toMatchObject({ status: "failed" });
    expect(looked.tasks.T01?.handsOff).toBeUndefined();
  });

  it("is over when an attempt comes to its end", () => {
    const task = aTask({ status: "in_progress", attempts: 2, runs: 2, checkpoint });
    const track = ask(
      running({ tasks: { T01: task } }),
      jobFinished({ kind: "task", task: "T01", attempt: 1 }, { head: sha("a2"), pull: 11, checksOk: true }),
    );
    expect(track.tasks.T01?.checkpoint).toBeUndefined();
  });
});

it("blockers are mended in the work that they were found in", () => {
  const track = aTrack({
    tasks: { T01: aReadyTask({ ready: undefined }) },
    jobs: [aJob({ kind: "review", task: "T01" })],
  });
  const reviewed = ask(
    track,
    jobFinished(
      { kind: "review", task: "T01", attempt: 1 },
      { head: sha("a1"), findings: [{ path: "a.ts", severity: "blocker", message: "This is wrong." }] },
    ),
  );
  expect(reviewed.tasks.T01).toMatchObject({ status: "in_progress", checkpoint: sha("a1") });
});

describe("a job that is dropped while it runs", () => {
  it("still counts what it spent, and keeps what it had done", () => {
    const cancelled = ask(running(), commented("/cancel"));
    expect(cancelled.jobs).toEqual([]);
    const late = ask(quiet(cancelled), ended("cancelled", { usd: 0.4 }));
    expect(late).toMatchObject({ phase: "cancelled", usd: 0.4, tasks: { T01: { checkpoint } } });
    expect(late.leaving).toBeUndefined();
    expect(said(late)).toEqual([]);
  });

  it("says nothing a second time", () => {
    const once = ask(quiet(ask(running(), commented("/cancel"))), ended("cancelled", { usd: 0.4 }));
    expect(ask(quiet(once), ended("cancelled", { usd: 0.4 })).usd).toBe(0.4);
  });
});

describe("what the budget stopped", () => {
  it("goes on with planning", () => {
    const planning = aTrack({ phase: "planning", tasks: {}, jobs: [aJob({ kind: "plan-spec" })] });
    const stopped = ask(planning, jobFinished({ kind: "plan-spec", attempt: 1 }, { outcome: "budget" }));
    expect(stopped.phase).toBe("failed");
    expect(said(stopped).join()).toContain("`/budget +5`");
    const more = ask(quiet(stopped), commented("/budget +5"));
    expect(more.phase).toBe("planning");
    expect(jobs(more)).toContain("plan-spec dispatched");
  });

  it("goes on with a review, without running its task again", () => {
    const track = aTrack({
      tasks: { T01: aReadyTask({ ready: undefined }) },
      jobs: [aJob({ kind: "review", task: "T01" })],
    });
    const stopped = ask(
      track,
      jobFinished({ kind: "review", task: "T01", attempt: 1 }, { outcome: "budget" }),
    );
    expect(stopped.tasks.T01).toMatchObject({ status: "needs_input", trouble: { code: "budget" } });
    expect(jobs(ask(quiet(stopped), commented("/budget +5")))).toEqual(["review T01 dispatched"]);
  });
});
