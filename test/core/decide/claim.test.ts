import { describe, expect, it } from "vitest";
import { leaseMs } from "../../../core/decide/decide.ts";
import { jobsOfRun } from "../../../core/jobs/start-jobs.ts";
import type { Day } from "../../../core/model/day.ts";
import type { Facts } from "../../../core/model/facts.ts";
import type { Track } from "../../../core/model/track.ts";
import { freshDay, settle } from "../../../core/select/reserve.ts";
import {
  aConfig,
  aJob,
  aMergedTask,
  aProposal,
  aReadyTask,
  aRollback,
  aTask,
  aTrack,
  at,
  manyTasks,
  sha,
} from "../../builders/a-track.ts";
import { ask, decided, effects, jobs, notices, quiet, said, settled } from "../../builders/ask.ts";
import { aBase } from "../../builders/facts.ts";
import { commented, continued, jobFailed, jobFinished, ticked } from "../../builders/triggers.ts";

const branch = "gsd/42-csv-export";
const run = { id: 950, attempt: 1 };
const paying = aConfig({ engine: "claude-code" });

const done = {
  type: "task" as const,
  head: sha("a1"),
  pull: 11,
  checks: "passed" as const,
  findings: [],
  missing: [],
};

/** The whole decision, which is about a track. */
function whole(track: Track, given: Parameters<typeof decided>[2] = {}) {
  const decision = decided(track, ticked, given);
  if (decision.type !== "track") throw new Error("there is no track");
  return decision;
}

/** A day in the queue, the longest leg, and an hour for publish, in seconds. */
const dayAndLeg = (24 * 60 + 340 + 60) * 60;

describe("a job that is due", () => {
  const track = aTrack({ tasks: { T01: aTask(), T02: aTask() } });

  it("is claimed by the run that this loop is a part of, with its commit and a deadline", () => {
    const after = ask(track, continued, { run });
    expect(jobsOfRun(after, 950)).toEqual([
      {
        issue: 42,
        kind: "task",
        task: "T01",
        attempt: 1,
        state: "claimed",
        run,
        base: aBase(branch),
        since: at(0),
        deadline: at(dayAndLeg),
      },
      expect.objectContaining({ task: "T02", state: "claimed", run }),
    ]);
    expect(effects(after, "dispatch")).toEqual([]);
    expect(after.batches).toBe(track.batches);
  });

  it("is dispatched by any other loop, all of them as one batch", () => {
    const after = ask(track, continued);
    expect(after.jobs).toMatchObject([
      { task: "T01", state: "dispatched", batch: 2, base: aBase(branch), deadline: at(dayAndLeg) },
      { task: "T02", state: "dispatched", batch: 2 },
    ]);
    expect(effects(after, "dispatch")).toEqual([{ type: "dispatch", batch: 2 }]);
  });

  it("goes out in portions where there are very many", () => {
    const tasks = manyTasks(300, () => aReadyTask({ proposal: noReview }));
    const after = ask(aTrack({ tasks }), continued);
    const batches = effects(after, "dispatch").map(({ batch }) => batch);
    expect(batches).toEqual([2, 3]);
    const size = (batch: number) =>
      after.jobs.filter((job) => job.state === "dispatched" && job.batch === batch).length;
    expect(batches.map(size)).toEqual([200, 100]);
  });

  it("is started once, however often somebody looks", () => {
    const once = ask(track, ticked);
    expect(jobs(once)).toEqual(["task T01 dispatched", "task T02 dispatched"]);
    expect(ask(once, ticked)).toEqual(once);
  });

  it("names its base as missing first, then what is known of its health, then the day", () => {
    const planning = aTrack({
      phase: "planning",
      config: paying,
      sticky: { comment: 5, digest: "" },
      health: { runs: 0, attempts: 0 },
    });
    const unknown = { bases: {}, health: undefined, day: undefined };
    expect(whole(planning, unknown).missing).toEqual([{ type: "base", branch, ref: branch }]);
    expect(jobs(whole(planning, unknown).track)).toEqual(["plan queued"]);
    expect(whole(planning, { health: undefined, day: undefined }).missing).toEqual([
      { type: "health", sha: sha("b1") },
    ]);
    expect(whole(planning, { day: undefined }).missing).toEqual([{ type: "day" }]);
    expect(whole(planning).missing).toEqual([]);
    expect(jobs(whole(planning).track)).toEqual(["plan dispatched"]);
  });

  it("takes a review's commit from the ledger, and a late rollback's from the default branch", () => {
    const reviewing = aTrack({ tasks: { T01: aReadyTask({ proposal: noReview }) } });
    expect(ask(reviewing, ticked, { run }).jobs).toMatchObject([
      { kind: "review", base: { branch, sha: sha("a1") } },
    ]);
    expect(whole(reviewing, { bases: {} }).missing).toEqual([{ type: "base", branch, ref: sha("a1") }]);
    const merged = aTrack({
      phase: "merged",
      tasks: { T01: aMergedTask() },
      rollbacks: [aRollback({ status: "running", into: "default" })],
    });
    expect(ask(merged, ticked).jobs).toMatchObject([{ kind: "rollback", base: { sha: sha("d1") } }]);
  });

  it("whose branch does not exist is tried a bounded number of times, then says so", () => {
    const config = aConfig({ limits: { attempts: 2 } });
    let after = aTrack({ tasks: { T01: aTask() }, config });
    const gone: Partial<Facts> = { bases: { [branch]: null } };
    let looks = 0;
    while (after.tasks["T01"]?.status !== "failed" && looks < 20) {
      after = ask(after, ticked, gone);
      looks += 1;
    }
    expect(looks).toBeLessThan(6);
    expect(notices(after)).toMatchObject([
      { type: "task-failed", why: { outcome: "lost", reason: expect.stringContaining(branch) } },
    ]);
    expect(after.jobs).toEqual([]);
  });

  it("gets nothing after a cancel", () => {
    const cancelled = ask(ask(track, ticked), commented("/cancel"));
    expect(cancelled.jobs).toEqual([]);
    expect(effects(cancelled, "dispatch")).toEqual([]);
  });
});

const noReview = (({ readyAt: _, ...rest }) => rest)(aProposal());

describe("the leg of a job", () => {
  it("goes on from what an earlier one left", () => {
    const resume = { commit: sha("c7"), done: ["implement"] };
    const track = aTrack({ tasks: { T01: aTask({ resume }) } });
    expect(ask(track, ticked).jobs).toMatchObject([{ kind: "task", resume }]);
  });

  it("is the fallback's while that takes over, and no longer", () => {
    const config = aConfig({ fallback: { engine: "codex" } });
    const track = aTrack({ config, fallbackUntil: at(60), tasks: { T01: aTask() } });
    expect(ask(track, ticked).jobs).toMatchObject([{ fallback: true }]);
    expect(ask(track, ticked, { now: at(61) }).jobs[0]).not.toHaveProperty("fallback");
  });

  it("has no limit of money where only scripts are asked", () => {
    const decision = whole(aTrack({ tasks: { T01: aTask() } }), { day: undefined });
    expect(decision.track.jobs[0]).not.toHaveProperty("capUsd");
    expect(decision).not.toHaveProperty("day");
    expect(decision.missing).toEqual([]);
  });

  it("has a limit of money where any engine may ask a model, and that much is set aside", () => {
    const decision = whole(aTrack({ config: paying, tasks: { T01: aTask({ usd: 0.5 }) } }));
    expect(decision.track.jobs).toMatchObject([{ capUsd: 1.5 }]);
    expect(decision.day?.reserved).toEqual({ "42/task/T01/1": { usd: 1.5, until: at(dayAndLeg) } });
    const byRole = aConfig({ roles: { reviewer: { engine: "gemini" } } });
    expect(whole(aTrack({ config: byRole, tasks: { T01: aTask() } })).track.jobs).toMatchObject([
      { capUsd: 2 },
    ]);
  });

  it("that asks no agent costs nothing, whatever the engine", () => {
    const health = aTrack({ config: paying, phase: "proposed", health: { runs: 0, attempts: 0 } });
    const decision = whole(health, { day: undefined });
    expect(decision.track.jobs).toMatchObject([{ kind: "health", state: "dispatched" }]);
    expect(decision.track.jobs[0]).not.toHaveProperty("capUsd");
  });
});

describe("ten jobs that start at once", () => {
  const tasks = manyTasks(10, (index) => aTask({ files: [`src/${index}.ts`] }));
  const budget = { task: 2, track: 100, day: 100, warn_at: 0.5 };
  const many = (limits: Partial<typeof budget>) =>
    aTrack({
      config: aConfig({
        engine: "claude-code",
        limits: { parallel: 10 },
        budget: { ...budget, ...limits },
      }),
      tasks,
    });
  const heldBy = ({ jobs: all }: Track) =>
    all.reduce((sum, job) => sum + (job.state === "queued" ? 0 : (job.capUsd ?? 0)), 0);

  it.each([
    ["the day", { day: 7 }, 3],
    ["the track", { track: 5 }, 2],
  ])("never hold more than what is left of %s", (_, limits, started) => {
    const after = ask(many(limits), ticked);
    expect(after.jobs.filter(({ state }) => state !== "queued")).toHaveLength(started);
    expect(after.jobs.filter(({ state }) => state === "queued")).toHaveLength(10 - started);
    expect(heldBy(after)).toBe(2 * started);
  });

  it("all get through, one after the other, and never hold or spend more than there is", () => {
    let { track: after, day = freshDay } = whole(many({ day: 6 }), { run });
    for (let rounds = 0; rounds < 10; rounds += 1) {
      const [next] = after.jobs.filter((job) => job.state === "claimed");
      if (!next?.task) break;
      const result = { ...done, pull: 11 + rounds };
      const finished = jobFinished({ kind: "task", task: next.task }, result, { run, usd: 0.4 });
      const booked = settle(day, `42/task/${next.task}/1`, 0.4);
      const decision = decided(quiet(after), finished, { run, day: booked });
      if (decision.type !== "track") break;
      after = decision.track;
      day = decision.day ?? booked;
      const reserved = Object.values(day.reserved).reduce((sum, { usd }) => sum + usd, 0);
      expect(day.usd + reserved).toBeLessThanOrEqual(6);
    }
    expect(Object.values(after.tasks).map(({ status }) => status)).toEqual(Array(10).fill("review"));
    expect(day).toMatchObject({ usd: 4, reserved: {} });
  });

  it("wait for those that hold the money, and fail when it is spent", () => {
    const holding: Day = { ...freshDay, reserved: { "7/task/T01/1": { usd: 99, until: at(60) } } };
    const waiting = ask(many({}), ticked, { day: holding });
    expect(new Set(waiting.jobs.map(({ state }) => state))).toEqual(new Set(["queued"]));
    expect(said(waiting)).toEqual([]);
    expect(waiting.trouble).toMatchObject({ type: "budget-waits", whose: "day" });
    expect(ask(waiting, ticked, { day: freshDay }).trouble).toBeUndefined();
    const spent = ask(waiting, ticked, { day: { ...freshDay, usd: 100 } });
    expect(spent.jobs).toEqual([]);
    expect(notices(spent)).toHaveLength(10);
    expect(notices(spent)[0]).toMatchObject({ type: "task-failed", why: { outcome: "budget" } });
    const more = ask(quiet(spent), commented("/budget +5"), { day: { ...freshDay, usd: 100 } });
    expect(heldBy(more)).toBe(5);
  });

  it("do not start for less than a cent's fraction that sums leave behind", () => {
    const spent = aTrack({ config: paying, tasks: { T01: aTask({ usd: 0.6 + 0.7 + 0.7 }) } });
    expect(spent.tasks["T01"]?.usd).toBeLessThan(2);
    expect(ask(spent, ticked).tasks["T01"]?.status).toBe("failed");
  });

  it("count what those that were dropped may still spend", () => {
    const leaving = [aJob({ task: "T09", capUsd: 4 })];
    const after = ask({ ...many({ track: 5 }), leaving }, ticked);
    expect(heldBy(after)).toBe(0);
  });

  it("leave a task alone whose review holds the rest of its money", () => {
    const config = aConfig({ engine: "claude-code" });
    const reviewing = aTrack({ config, tasks: { T01: aReadyTask({ proposal: noReview, usd: 2 }) } });
    const after = ask(reviewing, ticked);
    expect(notices(after)).toMatchObject([{ type: "review-failed", why: { outcome: "budget" } }]);
  });
});

describe("a run that is lost", () => {
  const running = (fields: object = {}) =>
    aTrack({
      tasks: { T01: aTask({ status: "in_progress", runs: 1 }) },
      jobs: [aJob({ task: "T01", ...fields })],
    });

  it("without a word costs no attempt: the same job goes out again", () => {
    const after = ask(running(), ticked, { endedRuns: { 900: [] } });
    expect(after.tasks["T01"]).toMatchObject({ status: "in_progress", attempts: 0, runs: 1 });
    expect(after.jobs).toMatchObject([{ task: "T01", attempt: 1, lost: 1, state: "dispatched" }]);
  });

  it("too often costs an attempt, and in the end a person is asked", () => {
    let after = running();
    let rounds = 0;
    while (after.tasks["T01"]?.status === "in_progress" && rounds < 50) {
      const lost = after.jobs.map((job) => ({ ...job, state: "claimed", run: { id: 900, attempt: 1 } }));
      after = ask({ ...quiet(after), jobs: lost as Track["jobs"] }, ticked, { endedRuns: { 900: [] } });
      rounds += 1;
    }
    expect(rounds).toBe(9);
    expect(notices(after)).toMatchObject([{ type: "task-failed", why: { outcome: "lost" }, attempts: 3 }]);
  });

  it("whose artifact is there is published again from it, without an agent", () => {
    const resume = { commit: sha("c7"), done: [] };
    const artifacts = ["gsd-42-task-T01-1-1"];
    const after = ask(running({ resume, capUsd: 2 }), ticked, { endedRuns: { 900: artifacts }, run });
    expect(after.jobs).toMatchObject([
      {
        state: "claimed",
        run,
        resume,
        lost: 1,
        republish: { run: 900, artifact: "gsd-42-task-T01-1-1" },
        deadline: at(dayAndLeg),
        since: at(0),
      },
    ]);
    const again = ask(after, ticked, { endedRuns: { 950: [] } });
    expect(again.jobs).toMatchObject([{ lost: 2, republish: { run: 900, artifact: artifacts[0] } }]);
  });

  it("is booked with all that was set aside for it", () => {
    const day = { ...freshDay, reserved: { "42/task/T01/1": { usd: 2, until: at(60) } } };
    const track = { ...running({ capUsd: 2 }), config: paying };
    const given = { endedRuns: { 900: [] }, day };
    const decision = whole(track, given);
    expect(decision.day).toMatchObject({ usd: 2, reserved: { "42/task/T01/1": { usd: 2 } } });
    expect(whole(track, { ...given, day: undefined }).missing).toContainEqual({ type: "day" });
  });

  it("before it began gives its own reservation to the next one", () => {
    const config = aConfig({ engine: "claude-code", budget: { task: 2, track: 2, day: 2, warn_at: 0.5 } });
    const first = whole(aTrack({ config, tasks: { T01: aTask() } }));
    const [dispatch] = first.track.outbox;
    const ended = {
      key: dispatch?.key ?? "",
      type: "done" as const,
      result: { type: "dispatched" as const, run: 900, ended: true },
    };
    const again = settled(first.track, [ended], { day: first.day });
    expect(again.jobs).toMatchObject([{ state: "dispatched", batch: 3, capUsd: 2, lost: 1 }]);
  });

  it("that nobody held yet frees what was set aside for it when it is dropped", () => {
    const config = aConfig({ engine: "claude-code", budget: { task: 2, track: 2, day: 2, warn_at: 0.5 } });
    const first = whole(aTrack({ config, tasks: { T01: aTask() } }));
    expect(first.day?.reserved).toHaveProperty("42/task/T01/1");
    const dropped = decided(quiet(first.track), commented("/cancel"), { day: first.day });
    expect(dropped).toMatchObject({ track: { jobs: [] }, day: { usd: 0, reserved: {} } });
  });

  it("leaves other runs alone", () => {
    expect(ask(running(), ticked, { endedRuns: { 901: [] } })).toEqual(running());
  });

  it("past its deadline counts as lost too", () => {
    expect(ask(running({ deadline: at(-1) }), ticked).jobs).toMatchObject([{ attempt: 1, lost: 1 }]);
    expect(ask(running({ deadline: at(0) }), ticked)).toEqual(running({ deadline: at(0) }));
  });

  it("holds up nothing new while the track is paused", () => {
    const after = ask({ ...running(), paused: true }, ticked, { endedRuns: { 900: [] } });
    expect(jobs(after)).toEqual(["task T01 queued"]);
    expect(jobs(ask(after, commented("/resume")))).toEqual(["task T01 dispatched"]);
  });
});

describe("a result that GitHub did not let us propose", () => {
  const T01 = aTask({ status: "in_progress", runs: 1 });
  const track = aTrack({ tasks: { T01, T02: aTask() }, jobs: [aJob({ task: "T01", capUsd: 2 })] });
  const held = {
    type: "held" as const,
    branch: "gsd-task/42/T01",
    base: branch,
    text: "not permitted",
    artifact: "gsd-42-task-T01-1-1",
  };
  const finished = jobFinished({ kind: "task", task: "T01" }, held, { usd: 0.4 });

  it("waits in the queue, the track is paused, and the setting is named once", () => {
    const after = ask(track, finished);
    expect(after).toMatchObject({ paused: true, trouble: { type: "pulls-forbidden", job: "42/task/T01/1" } });
    expect(after.jobs).toMatchObject([
      { state: "queued", again: { republish: { run: 900, artifact: "gsd-42-task-T01-1-1" } } },
    ]);
    expect(said(after)).toEqual(["#42: pulls-forbidden"]);
    expect(quiet(ask(after, ticked, { now: at(60) }))).toEqual(quiet(after));
    const two = { ...after, jobs: [...after.jobs, aJob({ task: "T02" })] };
    const both = ask(two, jobFinished({ kind: "task", task: "T02" }, held));
    expect(both.jobs).toHaveLength(2);
    expect(said(both)).toEqual(["#42: pulls-forbidden"]);
  });

  it("goes out again with /resume, days later, without an agent and without money", () => {
    const waiting = quiet(ask(track, finished));
    const days = 3 * 24 * 3600;
    const after = ask(waiting, commented("/resume"), { now: at(days), run });
    expect(after).not.toHaveProperty("trouble");
    const [job] = after.jobs;
    expect(job).toMatchObject({ task: "T01", run, republish: { run: 900 }, deadline: at(days + dayAndLeg) });
    expect(job).not.toHaveProperty("capUsd");
    expect(ask(after, ticked, { now: at(days + 60) }).jobs).toEqual(after.jobs);
  });

  it("is counted once, also when it is held again", () => {
    let after = ask(track, finished);
    for (const result of [held, done]) {
      after = ask(quiet(after), commented("/resume"), { run });
      after = ask(after, jobFinished({ kind: "task", task: "T01" }, result, { run, usd: 0.4 }));
    }
    expect(after.tasks["T01"]).toMatchObject({ status: "review", usd: 0.4 });
    expect(after.usd).toBe(0.4);
    expect(after.history).toMatchObject([{ job: "42/task/T01/1", run: 900, usd: 0.4 }]);
  });

  it("of a track that is over waits as well, until somebody says /resume", () => {
    const over = aTrack({
      phase: "merged",
      tasks: { T01: aMergedTask() },
      rollbacks: [aRollback({ status: "running" })],
      jobs: [aJob({ kind: "rollback", task: "T01" })],
    });
    const after = ask(over, jobFinished({ kind: "rollback", task: "T01" }, held));
    expect(after).toMatchObject({
      paused: true,
      jobs: [{ state: "queued" }],
      rollbacks: [{ status: "running" }],
    });
    expect(said(after)).toEqual(["#42: pulls-forbidden"]);
    const resumed = ask(after, commented("/resume"));
    expect(resumed).toMatchObject({
      paused: false,
      jobs: [{ state: "dispatched", republish: { run: 900 } }],
    });
    expect(resumed.trouble).toBeUndefined();
  });
});

describe("what is left of a job", () => {
  const running = aTrack({
    tasks: { T01: aTask({ status: "in_progress", runs: 1 }) },
    jobs: [aJob({ task: "T01" })],
  });

  it("is one row of history: who, how long, how much", () => {
    const by = { engine: "claude-code", model: "claude-sonnet-5-5", usd: 0.5 };
    const report = { by, usd: 0.5, seconds: 61.4, rounds: 2, usage: { input: 100, output: 7 } };
    const trigger = jobFinished(
      { kind: "task", task: "T01" },
      { type: "failed", outcome: "timeout" },
      report,
    );
    expect(ask(running, trigger).history).toEqual([
      {
        job: "42/task/T01/1",
        at: at(0),
        outcome: "timeout",
        seconds: 61,
        run: 900,
        by: "claude-code",
        model: "claude-sonnet-5-5",
        tokens: 107,
        usd: 0.5,
        rounds: 2,
      },
    ]);
  });

  it.each([
    ["the seconds from when it was given to a run until its leg began", { since: at(-90) }, at(-30), 60],
    ["no wait where a runner's clock is a little behind", { since: at(-9) }, at(-20), 0],
    ["nothing where its leg began at no time", { since: at(-90) }, "2026-99-99T99:99:99Z", undefined],
    ["nothing where its leg is said to begin later", { since: at(-90) }, at(3_600), undefined],
    ["nothing where its leg is said to begin long before", { since: at(-90) }, at(-3_600), undefined],
    ["nothing where nobody wrote down since when", {}, at(-30), undefined],
    [
      "nothing of a result that is published again",
      { since: at(-90), republish: { run: 7, artifact: "a" } },
      at(-30),
      undefined,
    ],
  ])("tells %s", (_, claim, begun, waited) => {
    const track = { ...running, jobs: [aJob({ task: "T01", ...claim })] };
    const failed = { type: "failed", outcome: "crashed" } as const;
    const after = ask(track, jobFinished({ kind: "task", task: "T01" }, failed, { at: begun }));
    expect(after.history[0]?.waited).toBe(waited);
  });

  it("is bounded", () => {
    const row = { job: "42/task/T09/1", at: at(-9), outcome: "done" as const, seconds: 1 };
    const long = { ...running, history: Array.from({ length: 200 }, () => row) };
    const after = ask(long, jobFailed({ kind: "task", task: "T01" }));
    expect(after.history).toHaveLength(200);
    expect(after.history.at(-1)?.job).toBe("42/task/T01/1");
  });

  it("is heard only from the run that holds it", () => {
    const foreign = jobFinished(
      { kind: "task", task: "T01" },
      { type: "failed", outcome: "crashed" },
      { run: { id: 666, attempt: 1 } },
    );
    expect(ask(running, foreign)).toEqual(running);
    expect(ask(running, jobFailed({ kind: "task", task: "T01", attempt: 7 }))).toEqual(running);
  });

  it("counts also when it was dropped while it ran: its money, and its work", () => {
    const resume = { commit: sha("c7"), done: [] };
    const cancelled = quiet(ask(running, commented("/cancel")));
    expect(cancelled.leaving).toHaveLength(1);
    const failed = { type: "failed" as const, outcome: "cancelled" as const, resume };
    const trigger = jobFinished({ kind: "task", task: "T01" }, failed, { usd: 0.4 });
    const late = ask(cancelled, trigger);
    expect(late).toMatchObject({ phase: "cancelled", usd: 0.4, leaving: [], tasks: { T01: { resume } } });
    expect(said(late)).toEqual([]);
    expect(ask(late, trigger)).toEqual(late);
  });

  it("is not waited for beyond its deadline", () => {
    const cancelled = quiet(ask(running, commented("/cancel")));
    expect(ask(cancelled, ticked, { now: at(3599) }).leaving).toHaveLength(1);
    expect(ask(cancelled, ticked, { now: at(3601) }).leaving).toEqual([]);
    expect(leaseMs).toBeLessThan(3600 * 1000);
  });
});
