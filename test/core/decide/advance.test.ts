import { describe, expect, it } from "vitest";
import { readHeadState } from "../../../core/decide/head-checks.ts";
import { findReady } from "../../../core/decide/ready.ts";
import type { Finding } from "../../../core/model/answers.ts";
import type { Outcome } from "../../../core/model/job.ts";
import type { TrackTask } from "../../../core/model/task.ts";
import type { Track } from "../../../core/model/track.ts";
import {
  aConfig,
  aJob,
  aMergedTask,
  aReadyTask,
  aRollback,
  aTask,
  aTrack,
  manyTasks,
  sha,
} from "../../builders/a-track.ts";
import { ask, effects, jobs, quiet, said } from "../../builders/ask.ts";
import { pullFacts } from "../../builders/facts.ts";
import { commented, continued, jobFinished, ticked } from "../../builders/triggers.ts";

const done = { head: sha("a1"), pull: 11, checksOk: true };
const blocker: Finding = { path: "src/a.ts", line: 3, severity: "blocker", message: "loses data" };

/** A track with T01 running in run 900. */
function running(task: Partial<TrackTask> = {}, track: Partial<Track> = {}): Track {
  const T01 = aTask({ status: "in_progress", attempts: 1, runs: 1, ...task });
  return aTrack({ tasks: { T01 }, jobs: [aJob({ task: "T01", attempt: T01.runs })], ...track });
}

const failed = (outcome: Outcome, attempt = 1) =>
  jobFinished({ kind: "task", task: "T01", attempt }, { outcome, reason: "why not" });

describe("what is ready", () => {
  it("is what has its dependencies merged or skipped", () => {
    const tasks = {
      T01: aMergedTask(),
      T02: aTask({ status: "skipped" }),
      T03: aTask({ dependsOn: ["T01", "T02"] }),
      T04: aTask({ dependsOn: ["T03"] }),
      T05: aTask({ status: "failed" }),
      T06: aTask({ dependsOn: ["T05"] }),
    };
    expect(findReady(aTrack({ tasks }))).toEqual(["T03"]);
  });

  it("does not touch the files of a task in flight, nor of one that starts with it", () => {
    const tasks = {
      T01: aReadyTask({ files: ["src/a.ts"] }),
      T02: aTask({ files: ["src/**"] }),
      T03: aTask({ files: ["docs/a.md"] }),
      T04: aTask({ files: ["docs/*.md"] }),
    };
    expect(findReady(aTrack({ tasks }))).toEqual(["T03"]);
  });

  it("starts with the longest remaining path, by hours", () => {
    const tasks = {
      T01: aTask({ hours: 5 }),
      T02: aTask({ hours: 1 }),
      T03: aTask({ dependsOn: ["T02"], hours: 8 }),
      T04: aTask({ hours: 3 }),
    };
    expect(findReady(aTrack({ tasks }))).toEqual(["T02", "T01", "T04"]);
  });

  it("leaves the limit of jobs at a time alone; tasks in review do not count", () => {
    const tasks = {
      T01: aTask({ status: "in_progress" }),
      T02: aReadyTask(),
      T03: aTask(),
      T04: aTask(),
    };
    const config = aConfig({ limits: { parallel: 2 } });
    expect(findReady(aTrack({ tasks, config }))).toEqual(["T03"]);
  });

  it("is found among a thousand tasks in no time", () => {
    const tasks = manyTasks(1000, (index) => aTask({ files: [`src/${index}.ts`] }));
    const config = aConfig({ limits: { parallel: 256 } });
    expect(findReady(aTrack({ tasks, config }))).toHaveLength(256);
  });
});

describe("dispatching", () => {
  it("sends more than 256 jobs in portions", () => {
    const tasks = manyTasks(300, () => aReadyTask({ ready: undefined }));
    const track = ask(aTrack({ tasks }), continued);
    const batches = effects(track, "dispatch").map(({ batch }) => batch);
    expect(batches).toEqual([2, 3]);
    expect(batches.map((batch) => track.jobs.filter((job) => job.batch === batch).length)).toEqual([256, 44]);
  });

  it("starts a task once, however often it looks", () => {
    const once = ask(aTrack({ tasks: { T01: aTask() } }), ticked);
    expect(jobs(once)).toEqual(["task T01 dispatched"]);
    expect(ask(once, ticked)).toEqual(once);
  });
});

describe("planning", () => {
  const planning = (fields: Partial<Track> = {}) => aTrack({ phase: "planning", ...fields });

  it("makes a backlog when all three documents are there", () => {
    const plan = { documents: ["spec", "qa"] as never, attempts: { "plan-arch": 1 }, feedback: [] };
    const track = planning({ plan, jobs: [aJob({ kind: "plan-arch" })] });
    expect(jobs(ask(track, jobFinished({ kind: "plan-arch" })))).toEqual(["backlog dispatched"]);
  });

  it("proposes the plan, and tells who asked for it", () => {
    const track = planning({ jobs: [aJob({ kind: "backlog" })] });
    const report = { tree: sha("f1"), head: sha("f2"), pull: 10 };
    const after = ask(track, jobFinished({ kind: "backlog" }, report));
    expect(after).toMatchObject({ phase: "proposed", pull: 10, plan: { proposed: { tree: sha("f1") } } });
    expect(said(after)).toEqual([expect.stringMatching(/^#42: @mia, the plan is ready: #10\./)]);
  });

  it("tries again with what went wrong, a bounded number of times, then says so", () => {
    let track = ask(planning(), ticked);
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      expect(track.phase).toBe("planning");
      track.jobs = [
        aJob({ kind: "plan-spec", attempt }),
        aJob({ kind: "plan-arch" }),
        aJob({ kind: "plan-qa" }),
      ];
      const why = { outcome: "invalid-answer" as const, reason: "no document" };
      track = ask(quiet(track), jobFinished({ kind: "plan-spec", attempt }, why));
    }
    expect(track.phase).toBe("failed");
    expect(track.jobs).toEqual([]);
    expect(said(track)).toEqual([expect.stringContaining("comment `/plan` to start over")]);
  });

  it("stops at once when the issue's text changed", () => {
    const track = planning({ jobs: [aJob({ kind: "plan-spec" })] });
    const after = ask(track, jobFinished({ kind: "plan-spec" }, { outcome: "text-changed" }));
    expect(after.phase).toBe("failed");
    expect(said(after)[0]).toContain("Comment `/plan` to plan from the new text");
  });
});

describe("a task that ran", () => {
  it("gets a review in the same run when that goes on", () => {
    const after = ask(running(), jobFinished({ kind: "task", task: "T01" }, done, true));
    expect(after.tasks.T01).toMatchObject({ status: "review", pull: 11, head: sha("a1") });
    expect(after.jobs).toMatchObject([
      { kind: "review", state: "claimed", run: { id: 900 }, base: { sha: sha("a1") } },
    ]);
    expect(effects(after, "dispatch")).toEqual([]);
  });

  it("gets a review of its own run otherwise", () => {
    const after = ask(running(), jobFinished({ kind: "task", task: "T01" }, done));
    expect(jobs(after)).toEqual(["review T01 dispatched"]);
  });

  it("is ready at once where nobody reviews", () => {
    const after = ask(
      running({}, { config: aConfig({ reviewers: [] }) }),
      jobFinished({ kind: "task", task: "T01" }, done),
      {
        config: undefined,
      },
    );
    expect(after.tasks.T01?.ready?.sha).toBe(sha("a1"));
    expect(jobs(after)).toEqual([]);
  });

  it("counts what it used", () => {
    const after = ask(running(), jobFinished({ kind: "task", task: "T01" }, done));
    expect([after.usage, after.tasks.T01?.usage]).toEqual([
      { input: 10, output: 1 },
      { input: 10, output: 1 },
    ]);
  });

  it("is tried again with what went wrong, a bounded number of times, then needs a person", () => {
    const again = ask(running(), failed("no-change"));
    expect(again.tasks.T01).toMatchObject({ status: "in_progress", attempts: 2, runs: 2 });
    expect(again.tasks.T01?.feedback[0]).toContain("why not");
    expect(said(again)).toEqual([]);
    const last = ask(running({ attempts: 3, runs: 3 }), failed("no-change", 3));
    expect(last.tasks.T01?.status).toBe("failed");
    expect(said(last)).toEqual([
      expect.stringMatching(/failed after 3 attempts.*`\/retry T01`.*`\/skip T01`/s),
    ]);
    expect(said(ask(quiet(last), ticked))).toEqual([]);
  });

  it("that could not be sandboxed is not tried again", () => {
    expect(ask(running(), failed("sandbox")).tasks.T01?.status).toBe("failed");
  });

  it("is heard only from the run that holds it", () => {
    const track = running();
    const foreign = jobFinished({ kind: "task", task: "T01" }, { ...done, run: { id: 666, attempt: 1 } });
    expect(ask(track, foreign)).toEqual(track);
    expect(ask(track, jobFinished({ kind: "task", task: "T01", attempt: 7 }, done))).toEqual(track);
  });
});

describe("a review", () => {
  const reviewing = (task: Partial<TrackTask> = {}) =>
    aTrack({
      tasks: { T01: aReadyTask({ ready: undefined, ...task }) },
      jobs: [aJob({ kind: "review", task: "T01" })],
    });
  const reviewed = (report = {}) =>
    jobFinished({ kind: "review", task: "T01" }, { head: sha("a1"), ...report });

  it("without blockers makes the task ready for approval", () => {
    const after = ask(reviewing(), reviewed());
    expect(after.tasks.T01?.ready?.sha).toBe(sha("a1"));
    expect(said(after)).toEqual([]);
  });

  it("of a head that has moved on is done again", () => {
    const after = ask(reviewing({ head: sha("a7") }), reviewed());
    expect(after.tasks.T01?.ready).toBeUndefined();
    expect(jobs(after)).toEqual(["review T01 dispatched"]);
  });

  it("with blockers sends the task back, a bounded number of times, then to a person", () => {
    const back = ask(reviewing(), reviewed({ findings: [blocker] }));
    expect(back.tasks.T01).toMatchObject({ status: "in_progress", attempts: 2 });
    expect(back.tasks.T01?.feedback).toEqual(["`src/a.ts:3`: loses data"]);
    const last = ask(reviewing({ attempts: 3 }), reviewed({ findings: [blocker] }));
    expect(last.tasks.T01?.status).toBe("needs_input");
    expect(said(last)).toEqual([expect.stringContaining("#11: T01 still has 1 blocker")]);
  });

  it("with blockers in what a person pushed never runs the executor over it", () => {
    const after = ask(reviewing({ handsOff: true }), reviewed({ findings: [blocker] }));
    expect(after.tasks.T01?.status).toBe("needs_input");
    expect(said(after)[0]).toContain("Push a fix to the branch.");
    expect(said(after)[0]).not.toContain("/retry");
  });

  it("whose checks fail on what a person pushed says so", () => {
    const after = ask(reviewing({ handsOff: true, checked: undefined }), reviewed({ checksOk: false }));
    expect(after.tasks.T01?.status).toBe("needs_input");
    expect(said(after)[0]).toContain("own checks fail on T01 at `a100000`");
  });

  it("that crashes is tried again, a bounded number of times, then a person is told", () => {
    let track = reviewing({ reviews: 1 });
    let rounds = 0;
    while (track.tasks.T01?.status === "review" && rounds < 10) {
      const [job] = track.jobs;
      track.jobs = [aJob({ kind: "review", task: "T01", attempt: job!.attempt })];
      const trigger = jobFinished(
        { kind: "review", task: "T01", attempt: job!.attempt },
        { outcome: "crashed" },
      );
      track = ask(quiet(track), trigger);
      rounds += 1;
    }
    expect(rounds).toBeLessThan(6);
    expect(track.tasks.T01?.status).toBe("needs_input");
    expect(said(track)).toEqual([expect.stringContaining("The review of T01 could not be had")]);
  });
});

describe("what people do to pull requests by hand", () => {
  const track = aTrack({ tasks: { T01: aReadyTask(), T02: aTask({ dependsOn: ["T01"] }) } });

  it("a merge completes the task and starts what waited", () => {
    const given = pullFacts({ state: "closed", merged: true, mergeSha: sha("e5") });
    const after = ask(track, { type: "pull-closed", issue: 42, pull: 11 }, given);
    expect(after.tasks.T01).toMatchObject({ status: "completed", merge: sha("e5") });
    expect(jobs(after)).toEqual(["task T02 dispatched"]);
  });

  it("a merge counts even for a task that was waiting for a person", () => {
    const stuck = aTrack({ tasks: { T01: aReadyTask({ status: "needs_input" }) } });
    const given = pullFacts({ state: "closed", merged: true, mergeSha: sha("e5") });
    expect(ask(stuck, ticked, given).tasks.T01?.status).toBe("completed");
  });

  it("a close needs a person, says so once, and gives the branch back to us", () => {
    const mine = aTrack({ tasks: { T01: aReadyTask({ handsOff: true }) } });
    const after = ask(mine, ticked, pullFacts({ state: "closed" }));
    expect(after.tasks.T01).toMatchObject({ status: "needs_input" });
    expect(said(after)).toEqual([expect.stringContaining("#42: #11 (T01) was closed without a merge")]);
    expect(said(ask(quiet(after), ticked, pullFacts({ state: "closed" })))).toEqual([]);
    expect(jobs(ask(after, commented("/retry T01")))).toEqual(["task T01 dispatched"]);
  });

  it("another base needs a person", () => {
    const after = ask(track, ticked, pullFacts({ base: "main" }));
    expect(after.tasks.T01?.status).toBe("needs_input");
    expect(said(after)[0]).toContain("points at `main` now");
    expect(effects(after, "merge-task")).toEqual([]);
  });

  it.each(["review", "needs_input", "failed"] as const)(
    "a push to a task that is in %s is left as it is, and reviewed again",
    (status) => {
      const pushed = aTrack({
        tasks: { T01: aReadyTask({ status, approval: { sha: sha("a1"), by: "mia", at: "" } }) },
      });
      const after = ask(pushed, ticked, pullFacts({ head: sha("a8") }));
      expect(after.tasks.T01).toMatchObject({ status: "review", head: sha("a8"), handsOff: true });
      expect(after.tasks.T01?.approval).toBeUndefined();
      expect(after.tasks.T01?.trouble).toBeUndefined();
      expect(jobs(after)).toEqual(["review T01 dispatched"]);
      expect(said(after)).toEqual([expect.stringContaining("gsd keeps its hands off")]);
      const refused = ask(quiet(after), commented("/retry T01"));
      expect(said(refused)[0]).toContain("commits by people");
    },
  );

  it("a close of the track's pull request cancels it and closes the rest", () => {
    const given = pullFacts({ number: 10, state: "closed", base: "main" });
    const after = ask({ ...track, jobs: [aJob({ task: "T02" })] }, ticked, given);
    expect(after).toMatchObject({ phase: "cancelled", jobs: [] });
    expect(effects(after, "cancel-run")).toHaveLength(1);
    expect(effects(after, "close-pull")).toEqual([{ type: "close-pull", pull: 11 }]);
    expect(said(after)).toEqual([expect.stringContaining("#10 was closed without a merge")]);
  });

  it("a merge of the finished track closes the issue, tags the merges and removes what is merged", () => {
    const ready = aTrack({
      phase: "ready",
      tasks: { T01: aMergedTask(), T02: aReadyTask({ status: "skipped" }) },
    });
    const after = ask(ready, ticked, pullFacts({ number: 10, state: "closed", merged: true, base: "main" }));
    expect(after.phase).toBe("merged");
    expect(after.outbox.map(({ effect }) => effect.type)).toEqual(["close-issue", "clean-up"]);
    expect(effects(after, "clean-up")).toEqual([
      {
        type: "clean-up",
        names: ["gsd-task/42/T01", "gsd/42-csv-export"],
        tags: [{ task: "T01", sha: aMergedTask().merge }],
      },
    ]);
  });

  it("a merge of an unfinished track stops its work before its branch goes, and says what is left", () => {
    const early = { ...track, jobs: [aJob({ kind: "review", task: "T01" })] };
    const after = ask(early, ticked, pullFacts({ number: 10, state: "closed", merged: true, base: "main" }));
    expect(after).toMatchObject({ phase: "merged", jobs: [] });
    const order = after.outbox.map(({ effect }) => effect.type);
    expect(order.indexOf("close-pull")).toBeLessThan(order.indexOf("clean-up"));
    expect(said(after)).toEqual([expect.stringContaining("before T01 and T02 were done")]);
  });
});

describe("verification", () => {
  const all = aTrack({ tasks: { T01: aMergedTask(), T02: aTask({ status: "skipped" }) } });

  it("starts when every task is merged or skipped", () => {
    const after = ask(all, continued);
    expect(after.phase).toBe("verifying");
    expect(jobs(after)).toEqual(["verify dispatched"]);
  });

  it("that passes finishes the track, once", () => {
    const verifying = { ...ask(all, continued), outbox: [], jobs: [aJob({ kind: "verify" })] };
    const after = ask(verifying, jobFinished({ kind: "verify" }, { head: sha("b9") }));
    expect(effects(after, "finish-track")).toHaveLength(1);
    expect(ask(after, ticked)).toEqual(after);
  });

  it("that does not pass says why and waits; /resume verifies again", () => {
    const verifying = { ...ask(all, continued), outbox: [], jobs: [aJob({ kind: "verify" })] };
    const report = { outcome: "checks-failed" as const, reason: "`npm test` fails\n1 failing" };
    const failedOnce = ask(verifying, jobFinished({ kind: "verify" }, report));
    expect(failedOnce.phase).toBe("executing");
    expect(said(failedOnce)).toEqual([
      expect.stringMatching(/did not pass.*`\/resume` to verify again.*1 failing/s),
    ]);
    expect(ask(failedOnce, ticked)).toEqual(failedOnce);
    const again = ask(quiet(failedOnce), commented("/resume"));
    expect(jobs(again)).toEqual(["verify dispatched"]);
    expect(again.trouble).toBeUndefined();
  });

  it("that crashes is tried again, a bounded number of times, then says so", () => {
    let track = ask(all, continued);
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      expect(track.phase).toBe("verifying");
      track = { ...track, outbox: [], jobs: [aJob({ kind: "verify", attempt })] };
      track = ask(track, jobFinished({ kind: "verify", attempt }, { outcome: "crashed" }));
    }
    expect(track.phase).toBe("executing");
    expect(said(track)).toHaveLength(1);
  });

  it("waits for a task that is brought back", () => {
    const failedOnce = { ...all, verification: { runs: 1, attempts: 1, outcome: "checks-failed" as const } };
    const after = ask(failedOnce, commented("/retry T02"));
    expect(jobs(after)).toEqual(["task T02 dispatched"]);
  });
});

describe("steering", () => {
  it("a skip lets the dependents go on, and closes the pull request", () => {
    const tasks = { T01: aReadyTask(), T02: aTask({ dependsOn: ["T01"] }) };
    const after = ask(aTrack({ tasks }), commented("/skip T01"));
    expect(jobs(after)).toEqual(["task T02 dispatched"]);
    expect(effects(after, "close-pull")).toEqual([{ type: "close-pull", pull: 11 }]);
    expect(said(after)[0]).toContain("T02 will run without it");
  });

  it("a retry starts afresh: attempts, approval and trouble are gone", () => {
    const T01 = aReadyTask({ attempts: 3, runs: 3, trouble: { code: "x", text: "y" } });
    const after = ask(aTrack({ tasks: { T01 } }), commented("/retry T01"));
    expect(after.tasks.T01).toMatchObject({ status: "in_progress", attempts: 1, runs: 4 });
    expect(after.tasks.T01?.trouble).toBeUndefined();
    expect(after.tasks.T01?.ready).toBeUndefined();
  });
});

describe("a rollback", () => {
  const tasks = {
    T01: aMergedTask(),
    T02: aMergedTask({ dependsOn: ["T01"], pull: 12 }),
    T03: aMergedTask({ dependsOn: ["T02"], pull: 13 }),
    T04: aTask({ dependsOn: ["T01"], status: "failed" }),
  };

  it("takes one task back, and warns of what is built on it", () => {
    const track = aTrack({
      tasks,
      jobs: [aJob({ kind: "rollback", task: "T01" })],
      rollbacks: [aRollback({ status: "running", pull: undefined })],
    });
    const after = ask(track, jobFinished({ kind: "rollback", task: "T01" }, { head: sha("c1"), pull: 21 }));
    expect(after.rollbacks[0]).toMatchObject({ status: "open", pull: 21 });
    expect(said(after)[0]).toContain("T03 and T02 are merged and build on it");
    expect(said(after)[0]).toContain("/rollback T01 --with-dependents");
  });

  it("takes dependents along only when told to, the newest first", () => {
    const alone = ask(aTrack({ tasks }), commented("/rollback T01"));
    expect(alone.rollbacks[0]).toMatchObject({ tasks: ["T01"], into: "track", by: "mia" });
    const along = ask(aTrack({ tasks }), commented("/rollback T01 --with-dependents"));
    expect(along.rollbacks[0]?.tasks).toEqual(["T03", "T02", "T01"]);
    expect(jobs(along)).toContain("rollback T01 dispatched");
  });

  it("after the track is merged goes into the default branch", () => {
    const after = ask(aTrack({ phase: "merged", tasks, paused: true }), commented("/rollback T02"));
    expect(after.rollbacks[0]?.into).toBe("default");
    expect(jobs(after)).toEqual(["rollback T02 dispatched"]);
  });

  it("is not made twice at a time for the same work", () => {
    const track = aTrack({ tasks, rollbacks: [aRollback({ task: "T02", tasks: ["T02"] })] });
    expect(said(ask(track, commented("/rollback T02")))[0]).toContain("under way already in #21");
    expect(said(ask(track, commented("/rollback T01 --with-dependents")))[0]).toContain("under way already");
    expect(ask(track, commented("/rollback T01")).rollbacks).toHaveLength(2);
  });

  it("that is merged while tasks run leaves its tasks to a person: again, or without", () => {
    const track = aTrack({ tasks, rollbacks: [aRollback()] });
    const given = pullFacts({ number: 21, state: "closed", merged: true, head: sha("c1") });
    const after = ask(track, ticked, given);
    expect(after.rollbacks[0]?.status).toBe("completed");
    expect(after.tasks.T01).toMatchObject({ status: "needs_input" });
    expect(after.tasks.T01?.pull).toBeUndefined();
    expect(after.tasks.T01?.trouble?.text).toContain("`/retry T01`");
    expect(jobs(ask(after, commented("/retry T01")))).toContain("task T01 dispatched");
  });

  it("that is merged during verification stops it", () => {
    const track = aTrack({
      phase: "verifying",
      tasks: { T01: aMergedTask() },
      rollbacks: [aRollback()],
      jobs: [aJob({ kind: "verify" })],
      verification: { runs: 1, attempts: 1 },
    });
    const after = ask(track, ticked, pullFacts({ number: 21, state: "closed", merged: true }));
    expect(after).toMatchObject({ phase: "executing", jobs: [] });
    expect(effects(after, "cancel-run")).toHaveLength(1);
  });

  it("that is merged after the end gives no advice that cannot be followed", () => {
    for (const phase of ["ready", "merged"] as const) {
      const track = aTrack({ phase, tasks: { T01: aMergedTask() }, rollbacks: [aRollback()] });
      const after = ask(track, ticked, pullFacts({ number: 21, state: "closed", merged: true }));
      expect(after.tasks.T01?.status).toBe("skipped");
      expect(after.tasks.T01?.trouble).toBeUndefined();
    }
  });

  it("that conflicts says which tasks are in the way", () => {
    const rollbacks = [aRollback({ status: "running", pull: undefined })];
    const track = aTrack({ tasks, rollbacks, jobs: [aJob({ kind: "rollback", task: "T01" })] });
    const why = { outcome: "conflict" as const, reason: "later work touches `src/a.ts`" };
    const after = ask(track, jobFinished({ kind: "rollback", task: "T01" }, why));
    expect(after.rollbacks[0]?.status).toBe("failed");
    expect(said(after)[0]).toContain("`/rollback T01 --with-dependents` takes them along");
    expect(ask(after, commented("/rollback T01")).rollbacks).toHaveLength(2);
  });

  it("closed by hand can be asked for again", () => {
    const track = aTrack({ tasks, rollbacks: [aRollback()] });
    const after = ask(track, ticked, pullFacts({ number: 21, state: "closed" }));
    expect(after.rollbacks[0]?.status).toBe("failed");
    expect(ask(after, commented("/rollback T01")).rollbacks[1]).toMatchObject({ attempt: 2 });
  });
});

describe("what others say about a head", () => {
  const suite = (conclusion: string | null, fields = {}) => ({
    id: 1,
    name: "ci",
    status: conclusion === null ? "in_progress" : "completed",
    conclusion,
    runs: 1,
    ...fields,
  });

  it.each([
    ["nothing at all", { statuses: [], suites: [] }, "clear"],
    [
      "our own statuses only",
      { statuses: [{ name: "gsd/check", state: "failure" as const }], suites: [] },
      "clear",
    ],
    ["a failing status", { statuses: [{ name: "ci", state: "error" as const }], suites: [] }, "failing"],
    ["a pending status", { statuses: [{ name: "ci", state: "pending" as const }], suites: [] }, "pending"],
    [
      "a failed suite beside a pending one",
      { statuses: [], suites: [suite("failure"), suite(null)] },
      "failing",
    ],
    ["a cancelled suite", { statuses: [], suites: [suite("cancelled")] }, "failing"],
    [
      "a suite that waits for a click",
      { statuses: [], suites: [suite("action_required", { runs: 0 })] },
      "waiting",
    ],
    ["an App's empty suite", { statuses: [], suites: [suite(null, { runs: 0, status: "queued" })] }, "clear"],
    ["green and skipped ones", { statuses: [], suites: [suite("success"), suite("skipped")] }, "clear"],
  ])("%s", (_, head, state) => {
    expect(readHeadState(head).state).toBe(state);
  });

  it("our own runs do not count", () => {
    expect(readHeadState({ statuses: [], suites: [suite(null)] }, [1]).state).toBe("clear");
  });
});
