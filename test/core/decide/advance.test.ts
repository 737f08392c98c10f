import { describe, expect, it } from "vitest";
import type { Finding } from "../../../core/model/answers.ts";
import type { Outcome } from "../../../core/model/job.ts";
import type { TrackTask } from "../../../core/model/task.ts";
import type { Track } from "../../../core/model/track.ts";
import type { JobResult } from "../../../core/model/trigger.ts";
import {
  aConfig,
  aJob,
  aMergedTask,
  aProposal,
  aReadyTask,
  aTask,
  aTrack,
  at,
  now,
  sha,
} from "../../builders/a-track.ts";
import { ask, effects, jobs, notices, quiet, said } from "../../builders/ask.ts";
import { aBase, pullFacts } from "../../builders/facts.ts";
import { commented, continued, jobFailed, jobFinished, ticked } from "../../builders/triggers.ts";

const blocker: Finding = { path: "src/a.ts", line: 3, severity: "blocker", message: "loses data" };
const remark: Finding = { path: "src/a.ts", severity: "suggestion", message: "a longer name" };
const byRule: Finding = { ...blocker, rule: "no-eval" };

type TaskResult = Extract<JobResult, { type: "task" }>;
type ReviewResult = Extract<JobResult, { type: "review" }>;

/** A track with T01 running in run 900. */
function running(task: Partial<TrackTask> = {}, track: Partial<Track> = {}): Track {
  const T01 = aTask({ status: "in_progress", runs: 1, ...task });
  return aTrack({ tasks: { T01 }, jobs: [aJob({ task: "T01", attempt: T01.runs })], ...track });
}

const failed = (outcome: Outcome, attempt = 1) =>
  jobFailed({ kind: "task", task: "T01", attempt }, { outcome, reason: "why not" });

function done(fields: Partial<TaskResult> = {}, attempt = 1) {
  const result: TaskResult = {
    type: "task",
    head: sha("a1"),
    pull: 11,
    checks: "passed",
    findings: [],
    missing: [],
    ...fields,
  };
  return jobFinished({ kind: "task", task: "T01", attempt }, result);
}

describe("planning", () => {
  const sticky = { comment: 5, digest: "" };
  const planning = (fields: Partial<Track> = {}) =>
    aTrack({ phase: "planning", sticky, jobs: [aJob({ kind: "plan" })], ...fields });
  const planned = jobFinished(
    { kind: "plan" },
    { type: "plan", head: sha("f2"), tree: sha("f1"), pull: 10, shown: true },
  );

  it("proposes the plan, and tells who asked for it", () => {
    const after = ask(planning(), planned);
    expect(after).toMatchObject({
      phase: "proposed",
      pull: 10,
      plan: { attempts: 0, proposed: { tree: sha("f1"), head: sha("f2"), at: now } },
    });
    expect(said(after)).toEqual(["#42: plan-ready"]);
  });

  it("tries again with what went wrong and from what was written, within bounds, then says so", () => {
    const resume = { commit: sha("c7"), done: ["documents/spec"] };
    let track = planning({ jobs: [aJob({ kind: "plan" })], plan: { runs: 1, attempts: 0, feedback: [] } });
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      expect(track.phase).toBe("planning");
      track = { ...quiet(track), jobs: [aJob({ kind: "plan", attempt })] };
      const why = { outcome: "invalid-answer" as const, reason: `no document ${attempt}` };
      const kept = attempt === 1 ? { ...why, resume } : why;
      track = ask(track, jobFailed({ kind: "plan", attempt }, kept));
      expect(track.plan).toMatchObject({
        attempts: attempt,
        feedback: [{ type: "attempt", ...why }],
        resume,
      });
      if (attempt < 3) expect(track.jobs).toMatchObject([{ kind: "plan", attempt: attempt + 1, resume }]);
    }
    expect(track).toMatchObject({ phase: "failed", jobs: [] });
    expect(said(track)).toEqual(["#42: planning-failed"]);
  });

  it("stops when it fails twice in a row in the very same way, and does not pay a third time", () => {
    let track = planning({ jobs: [aJob({ kind: "plan" })], plan: { runs: 1, attempts: 0, feedback: [] } });
    const why = { outcome: "invalid-answer" as const, reason: "no document" };
    track = ask(track, jobFailed({ kind: "plan", attempt: 1 }, why));
    track = { ...quiet(track), jobs: [aJob({ kind: "plan", attempt: 2 })] };
    track = ask(track, jobFailed({ kind: "plan", attempt: 2 }, why));
    expect(track).toMatchObject({ phase: "failed", jobs: [], trouble: { why: { repeated: true } } });
  });

  it("forgets what went wrong when it succeeds", () => {
    const feedback = [{ type: "attempt" as const, outcome: "crashed" as const }];
    const plan = { runs: 1, attempts: 2, feedback, resume: { commit: sha("c7"), done: [] } };
    const after = ask(planning({ plan }), planned);
    expect(after.plan).toMatchObject({ attempts: 0, feedback: [] });
    expect(after.plan).not.toHaveProperty("resume");
  });

  it("stops at once when the issue's text changed", () => {
    const after = ask(planning(), jobFailed({ kind: "plan" }, { outcome: "text-changed" }));
    expect(after.phase).toBe("failed");
    expect(notices(after)).toMatchObject([{ type: "planning-failed", why: { outcome: "text-changed" } }]);
  });

  it("that was cancelled meanwhile comes to nothing", () => {
    const cancelled = quiet(ask(planning(), commented("/cancel")));
    const after = ask(cancelled, planned);
    expect(after).toMatchObject({ phase: "cancelled", leaving: [] });
    expect(after).not.toHaveProperty("pull");
  });
});

describe("a task that ran", () => {
  it("is ready for approval: it was checked and reviewed where it was made", () => {
    const after = ask(running(), done({ findings: [remark] }));
    expect(after.tasks["T01"]).toMatchObject({
      status: "review",
      proposal: {
        head: sha("a1"),
        pull: 11,
        handsOff: false,
        checks: "passed",
        findings: [remark],
        readyAt: now,
      },
    });
    expect(after.jobs).toEqual([]);
    expect(said(after)).toEqual([]);
  });

  it.each<[string, Partial<TaskResult>, object]>([
    ["blockers that remain", { findings: [blocker, remark] }, { type: "blocked", findings: [blocker] }],
    ["commands that fail", { checks: "failed" }, { type: "head-fails", head: sha("a1") }],
    ["a review that is missing", { missing: ["security"] }, { type: "review-failed", missing: ["security"] }],
  ])("with %s waits for a person", (_, fields, trouble) => {
    const after = ask(running(), done(fields));
    expect(after.tasks["T01"]).toMatchObject({ status: "needs_input", trouble: { task: "T01", ...trouble } });
    expect(after.tasks["T01"]?.proposal).not.toHaveProperty("readyAt");
    expect(after.jobs).toEqual([]);
    expect(ask(after, ticked, pullFacts())).toEqual(after);
  });

  it("without commands to check it with is ready, and a person's to judge", () => {
    const after = ask(running(), done({ checks: "none" }));
    expect(after.tasks["T01"]).toMatchObject({
      status: "review",
      proposal: { checks: "none", readyAt: now },
    });
  });

  it("counts what it used", () => {
    const after = ask(running(), done());
    expect([after.usage, after.tasks["T01"]?.usage]).toEqual([
      { input: 10, output: 1 },
      { input: 10, output: 1 },
    ]);
  });

  it("is tried again with what went wrong, a bounded number of times, then needs a person", () => {
    const again = ask(running(), failed("no-change"));
    const attempt = { type: "attempt", outcome: "no-change", reason: "why not" };
    expect(again.tasks["T01"]).toMatchObject({
      status: "in_progress",
      attempts: 1,
      runs: 2,
      feedback: [attempt],
    });
    expect(again.jobs).toMatchObject([{ kind: "task", task: "T01", attempt: 2 }]);
    expect(said(again)).toEqual([]);
    const last = ask(running({ attempts: 2, runs: 3 }), failed("no-change", 3));
    expect(last.tasks["T01"]).toMatchObject({ status: "failed", attempts: 3 });
    expect(notices(last)).toEqual([
      {
        type: "task-failed",
        task: "T01",
        attempts: 3,
        rebase: true,
        why: { outcome: "no-change", reason: "why not", run: 900 },
      },
    ]);
    expect(said(ask(quiet(last), ticked))).toEqual([]);
  });

  it.each<Outcome>(["lost", "unavailable", "setup"])(
    "learns nothing from a run that was no agent's doing (%s), and counts it all the same",
    (outcome) => {
      const old = { type: "attempt" as const, outcome: "timeout" as const };
      const { T01 } = ask(running({ feedback: [old] }), failed(outcome)).tasks;
      expect(T01).toMatchObject({ attempts: 1, feedback: [old] });
    },
  );

  it("hears what reviewers and people said until it succeeds, and of its attempts the newest", () => {
    const words = { type: "words" as const, by: "mia", text: "Use a stream." };
    const finding = { type: "finding" as const, finding: blocker };
    const old = { type: "attempt" as const, outcome: "timeout" as const };
    const after = ask(running({ feedback: [words, finding, old] }), failed("crashed"));
    expect(after.tasks["T01"]?.feedback).toEqual([
      words,
      finding,
      { type: "attempt", outcome: "crashed", reason: "why not" },
    ]);
    expect(ask(running({ feedback: [words] }), done()).tasks["T01"]?.feedback).toEqual([]);
  });

  it.each<Outcome>(["sandbox", "config", "text-changed", "auth", "cancelled"])(
    "is not tried again after %s: a person has to change something first",
    (outcome) => {
      expect(ask(running(), failed(outcome)).tasks["T01"]?.status).toBe("failed");
    },
  );

  it("into a branch that a person has pushed to is theirs from now on", () => {
    const after = ask(running({ proposal: aProposal() }), failed("hands-off"));
    expect(after.tasks["T01"]).toMatchObject({ status: "failed", proposal: { handsOff: true } });
    expect(said(ask(quiet(after), commented("/retry T01")))).toEqual(["#42: hands-off"]);
  });
});

describe("work that was cut short", () => {
  const resume = { commit: sha("c1"), done: ["implement"] };
  const ended = (outcome: Outcome, attempt = 1) =>
    jobFailed({ kind: "task", task: "T01", attempt }, { outcome, resume });

  it.each<Outcome>(["timeout", "max-turns", "crashed", "checks-failed", "rate-limited", "unavailable"])(
    "after %s is where the next attempt starts",
    (outcome) => {
      const { notBefore: _, ...track } = quiet(ask(running(), ended(outcome)));
      expect(track.tasks["T01"]).toMatchObject({ resume });
      const again = track.jobs.length > 0 ? track : ask(track, ticked);
      expect(again.jobs).toMatchObject([
        { task: "T01", attempt: 2, resume, base: aBase("gsd/42-csv-export") },
      ]);
    },
  );

  it("is named when a person is asked", () => {
    const track = ask(running(), ended("budget"));
    expect(notices(track)).toMatchObject([{ type: "task-failed", kept: sha("c1") }]);
  });

  it("is gone on with by /retry and /budget, and dropped by /retry --fresh", () => {
    const stopped = quiet(ask(running(), ended("budget")));
    const feedback = [{ type: "attempt", outcome: "budget" }];
    expect(ask(stopped, commented("/budget +5")).tasks["T01"]).toMatchObject({ resume, feedback });
    expect(ask(stopped, commented("/retry T01")).tasks["T01"]).toMatchObject({ resume, feedback });
    const fresh = ask(stopped, commented("/retry T01 --fresh"));
    expect(fresh.tasks["T01"]).not.toHaveProperty("resume");
    expect(fresh.tasks["T01"]?.feedback).toEqual([]);
    expect(fresh.jobs[0]).not.toHaveProperty("resume");
  });

  it("is not taken for a person's push", () => {
    const track = running({ attempts: 2, runs: 3, proposal: aProposal() });
    const over = ask(track, ended("crashed", 3));
    expect(over.tasks["T01"]).toMatchObject({ status: "failed", proposal: { head: sha("c1") } });
    expect(ask(over, ticked, pullFacts({ head: sha("c1") }))).toEqual(over);
  });

  it("is over when an attempt comes to its end", () => {
    expect(ask(running({ resume }), done()).tasks["T01"]).not.toHaveProperty("resume");
  });
});

describe("a review", () => {
  const { readyAt: _, ...unread } = aProposal();
  const reviewing = (task: Partial<TrackTask> = {}) =>
    aTrack({
      tasks: { T01: aReadyTask({ proposal: unread, reviews: 1, ...task }) },
      jobs: [aJob({ kind: "review", task: "T01" })],
    });
  const reviewed = (fields: Partial<ReviewResult> = {}) =>
    jobFinished(
      { kind: "review", task: "T01" },
      { type: "review", head: sha("a1"), findings: [], missing: [], ...fields },
    );

  it("without blockers makes the task ready for approval", () => {
    const after = ask(reviewing(), reviewed());
    expect(after.tasks["T01"]?.proposal).toMatchObject({ readyAt: now, fresh: true, checks: "passed" });
    expect(said(after)).toEqual([]);
  });

  it("of a head that has moved on is ignored, and done again", () => {
    const moved = reviewing({ proposal: { ...unread, head: sha("a7") } });
    const after = ask(moved, reviewed(), { bases: { [sha("a7")]: aBase("gsd/42-csv-export", "a7") } });
    expect(after.tasks["T01"]?.proposal).not.toHaveProperty("readyAt");
    expect(after.jobs).toMatchObject([{ kind: "review", attempt: 2, base: { sha: sha("a7") } }]);
  });

  it("with blockers sends the task back to where they were found", () => {
    const back = ask(reviewing(), reviewed({ findings: [blocker, remark] }));
    expect(back.tasks["T01"]).toMatchObject({
      status: "in_progress",
      attempts: 1,
      feedback: [{ type: "finding", finding: blocker }],
      resume: { commit: sha("a1"), done: [] },
    });
    expect(back.jobs).toMatchObject([{ kind: "task", resume: { commit: sha("a1") } }]);
  });

  it("sends it back a bounded number of times, then a person is asked", () => {
    let track = reviewing();
    let rounds = 0;
    while (track.tasks["T01"]?.status === "review" && rounds < 20) {
      const attempt = track.tasks["T01"].reviews;
      const reviewer = { ...quiet(track), jobs: [aJob({ kind: "review", task: "T01", attempt })] };
      const verdict: ReviewResult = { type: "review", head: sha("a1"), findings: [blocker], missing: [] };
      const back = ask(reviewer, jobFinished({ kind: "review", task: "T01", attempt }, verdict));
      const runs = back.tasks["T01"]?.runs ?? 0;
      const fixed = { ...quiet(back), jobs: [aJob({ task: "T01", attempt: runs })] };
      track = back.tasks["T01"]?.status === "in_progress" ? ask(fixed, done({}, runs)) : back;
      if (track.tasks["T01"]?.status === "review") track = ask(track, commented("/review T01"));
      rounds += 1;
    }
    expect(rounds).toBe(3);
    expect(track.tasks["T01"]).toMatchObject({ status: "needs_input", trouble: { type: "blocked" } });
  });

  it("with blockers in what a person pushed never runs the executor over it", () => {
    const proposal = { ...unread, handsOff: true };
    const after = ask(reviewing({ proposal }), reviewed({ findings: [blocker] }));
    expect(after.tasks["T01"]).toMatchObject({
      status: "needs_input",
      trouble: { type: "blocked", handsOff: true },
    });
    expect(jobs(after)).toEqual([]);
  });

  it("whose checks fail on what a person pushed says so", () => {
    const { checks: __, ...unchecked } = { ...unread, handsOff: true };
    const after = ask(reviewing({ proposal: unchecked }), reviewed({ checks: "failed" }));
    expect(after.tasks["T01"]).toMatchObject({
      status: "needs_input",
      trouble: { type: "head-fails", head: sha("a1") },
    });
  });

  it("that one of its reviewers did not give does not count as one", () => {
    const after = ask(reviewing(), reviewed({ missing: ["security"] }));
    expect(after.tasks["T01"]).toMatchObject({
      status: "needs_input",
      trouble: { type: "review-failed", missing: ["security"] },
      proposal: { fresh: false },
    });
  });

  it("that crashes is tried again, a bounded number of times, then a person is told", () => {
    let track = reviewing();
    let rounds = 0;
    while (track.tasks["T01"]?.status === "review" && rounds < 10) {
      const attempt = track.jobs[0]?.attempt ?? 1;
      track = { ...quiet(track), jobs: [aJob({ kind: "review", task: "T01", attempt })] };
      track = ask(track, jobFailed({ kind: "review", task: "T01", attempt }));
      rounds += 1;
    }
    expect(rounds).toBeLessThan(6);
    expect(track.tasks["T01"]?.status).toBe("needs_input");
    expect(notices(track)).toMatchObject([{ type: "review-failed", missing: ["reviewer"] }]);
    expect(said(track)).toEqual(["#11: review-failed"]);
  });

  it("can be asked for by /review; what rules found stays, what was approved does not", () => {
    const approval = { sha: sha("a1"), by: "mia", at: now };
    const proposal = aProposal({ approval, fresh: true, findings: [byRule, remark] });
    const track = aTrack({ tasks: { T01: aReadyTask({ proposal }) } });
    const after = ask(track, commented("/review T01"));
    expect(after.tasks["T01"]).toMatchObject({ status: "review", proposal: { findings: [byRule] } });
    for (const gone of ["readyAt", "approval", "fresh"]) {
      expect(after.tasks["T01"]?.proposal).not.toHaveProperty(gone);
    }
    expect(jobs(after)).toEqual(["review T01 dispatched"]);
    expect(said(after)).toEqual(["#42: review-asked"]);
  });
});

describe("what people do to pull requests by hand", () => {
  const track = aTrack({ tasks: { T01: aReadyTask(), T02: aTask({ dependsOn: ["T01"] }) } });

  it("a merge completes the task and starts what waited", () => {
    const given = pullFacts({ state: "closed", merged: true, mergeSha: sha("e5") });
    const after = ask(track, { type: "pull-closed", issue: 42, pull: 11 }, given);
    expect(after.tasks["T01"]).toMatchObject({ status: "completed", merge: sha("e5") });
    expect(jobs(after)).toEqual(["task T02 dispatched"]);
  });

  it("a merge counts even for a task that was waiting for a person, or is at work", () => {
    const given = pullFacts({ state: "closed", merged: true, mergeSha: sha("e5") });
    const stuck = aTrack({ tasks: { T01: aReadyTask({ status: "needs_input" }) } });
    expect(ask(stuck, ticked, given).tasks["T01"]?.status).toBe("completed");
    const working = running({ proposal: aProposal() });
    const after = ask(working, ticked, given);
    expect(after).toMatchObject({ tasks: { T01: { status: "completed" } }, leaving: [{ kind: "task" }] });
    expect(effects(after, "cancel-run")).toEqual([{ type: "cancel-run", run: 900 }]);
  });

  it("a merge into another branch is no merge of ours", () => {
    const given = pullFacts({ state: "closed", merged: true, mergeSha: sha("e5"), base: "main" });
    expect(ask(track, ticked, given).tasks["T01"]?.status).toBe("needs_input");
  });

  it("a close needs a person, says so once, and gives the branch back to us", () => {
    const mine = aTrack({ tasks: { T01: aReadyTask({ proposal: aProposal({ handsOff: true }) }) } });
    const after = ask(mine, ticked, pullFacts({ state: "closed" }));
    expect(after.tasks["T01"]).toMatchObject({ status: "needs_input", proposal: { handsOff: false } });
    expect(notices(after)).toEqual([{ type: "pull-closed", task: "T01", pull: 11, handsOff: true }]);
    expect(said(ask(quiet(after), ticked, pullFacts({ state: "closed" })))).toEqual([]);
    expect(jobs(ask(after, commented("/retry T01")))).toEqual(["task T01 dispatched"]);
  });

  it("another base needs a person, and can be approved once it is set back", () => {
    const after = ask(track, ticked, pullFacts({ base: "main" }));
    expect(after.tasks["T01"]?.status).toBe("needs_input");
    expect(notices(after)).toEqual([{ type: "retargeted", task: "T01", pull: 11, base: "main" }]);
    expect(effects(after, "merge-task")).toEqual([]);
    const back = ask(quiet(after), commented("/approve", { thread: 11 }), pullFacts());
    expect(effects(back, "merge-task")).toHaveLength(1);
  });

  it.each(["review", "needs_input", "failed"] as const)(
    "a push to a task that is in %s is left as it is, and reviewed again",
    (status) => {
      const approval = { sha: sha("a1"), by: "mia", at: now };
      const pushed = aTrack({ tasks: { T01: aReadyTask({ status, proposal: aProposal({ approval }) }) } });
      const bases = { [sha("a8")]: aBase("gsd/42-csv-export", "a8") };
      const after = ask(pushed, ticked, { ...pullFacts({ head: sha("a8") }), bases });
      expect(after.tasks["T01"]).toMatchObject({ status: "review" });
      expect(after.tasks["T01"]?.proposal).toEqual({
        head: sha("a8"),
        pull: 11,
        handsOff: true,
        findings: [],
        shownAt: now,
      });
      expect(after.tasks["T01"]).not.toHaveProperty("trouble");
      expect(after.jobs).toMatchObject([{ kind: "review", task: "T01", base: { sha: sha("a8") } }]);
      expect(said(after)).toEqual(["#11: pushed-by-person"]);
      expect(said(ask(quiet(after), commented("/retry T01")))).toEqual(["#42: hands-off"]);
    },
  );

  it("a push stops the review of the head before it", () => {
    const reviewing = aTrack({ tasks: { T01: aReadyTask() }, jobs: [aJob({ kind: "review", task: "T01" })] });
    const after = ask(reviewing, ticked, pullFacts({ head: sha("a8") }));
    expect(after.leaving).toMatchObject([{ kind: "review" }]);
    expect(effects(after, "cancel-run")).toHaveLength(1);
    expect(jobs(after)).toEqual(["review T01 queued"]);
  });

  it("a close of the track's pull request cancels it and closes the rest", () => {
    const given = pullFacts({ number: 10, state: "closed", base: "main" });
    const after = ask({ ...track, jobs: [aJob({ task: "T02" })] }, ticked, given);
    expect(after).toMatchObject({ phase: "cancelled", jobs: [] });
    expect(effects(after, "cancel-run")).toHaveLength(1);
    expect(effects(after, "close-pull")).toEqual([{ type: "close-pull", pull: 11 }]);
    expect(said(after)).toEqual(["#42: track-closed"]);
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
    expect(notices(after)).toEqual([{ type: "merged-early", pull: 10, tasks: ["T01", "T02"] }]);
  });
});

describe("verification", () => {
  const all = aTrack({ tasks: { T01: aMergedTask(), T02: aTask({ status: "skipped" }) } });
  const verifying = (attempt = 1): Track => ({
    ...quiet(ask(all, continued)),
    jobs: [aJob({ kind: "verify", attempt })],
  });

  it("starts when every task is merged or skipped", () => {
    const after = ask(all, continued);
    expect(after.phase).toBe("verifying");
    expect(jobs(after)).toEqual(["verify dispatched"]);
  });

  it("that passes finishes the track, once", () => {
    const after = ask(verifying(), jobFinished({ kind: "verify" }, { type: "verify", head: sha("b9") }));
    expect(after.verification).toMatchObject({ outcome: "done", head: sha("b9") });
    expect(effects(after, "finish-track")).toHaveLength(1);
    expect(ask(after, ticked)).toEqual(after);
  });

  it("that does not pass says why and waits; /resume verifies again", () => {
    const why = { outcome: "checks-failed" as const, reason: "`npm test` fails\n1 failing" };
    const once = ask(verifying(), jobFailed({ kind: "verify" }, why));
    expect(once.phase).toBe("executing");
    expect(said(once)).toEqual(["#10: verification-failed"]);
    expect(once.trouble).toEqual({ type: "verification-failed", why: { ...why, run: 900 } });
    expect(ask(once, ticked)).toEqual(once);
    const again = ask(quiet(once), commented("/resume"));
    expect(again.jobs).toMatchObject([{ kind: "verify", attempt: 2, state: "dispatched" }]);
    expect(again).not.toHaveProperty("trouble");
  });

  it("that crashes is tried again, a bounded number of times, then says so", () => {
    let track = verifying();
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      expect(track.phase).toBe("verifying");
      track = { ...quiet(track), jobs: [aJob({ kind: "verify", attempt })] };
      track = ask(track, jobFailed({ kind: "verify", attempt }));
    }
    expect(track.phase).toBe("executing");
    expect(said(track)).toEqual(["#10: verification-failed"]);
  });

  it("waits for a task that is brought back", () => {
    const verification = { runs: 1, attempts: 1, outcome: "checks-failed" as const };
    const after = ask({ ...all, verification }, commented("/retry T02"));
    expect(jobs(after)).toEqual(["task T02 dispatched"]);
    expect(after.verification).toEqual({ runs: 1, attempts: 0 });
  });
});

describe("steering", () => {
  it("a skip lets the dependents go on, and closes the pull request", () => {
    const tasks = { T01: aReadyTask(), T02: aTask({ dependsOn: ["T01"] }) };
    const after = ask(aTrack({ tasks }), commented("/skip T01"));
    expect(jobs(after)).toEqual(["task T02 dispatched"]);
    expect(effects(after, "close-pull")).toEqual([{ type: "close-pull", pull: 11 }]);
    expect(notices(after)).toEqual([{ type: "skipped", task: "T01" }]);
  });

  it("a retry starts afresh: attempts, approval and trouble are gone", () => {
    const approval = { sha: sha("a1"), by: "mia", at: at(-9) };
    const trouble = { type: "blocked" as const, task: "T01" as const, findings: [], handsOff: false };
    const T01 = aReadyTask({ attempts: 3, runs: 3, trouble, proposal: aProposal({ approval }) });
    const after = ask(aTrack({ tasks: { T01 } }), commented("/retry T01"));
    expect(after.tasks["T01"]).toMatchObject({ status: "in_progress", attempts: 0, runs: 4 });
    expect(after.tasks["T01"]).not.toHaveProperty("trouble");
    expect(after.tasks["T01"]?.proposal).toEqual({
      head: sha("a1"),
      pull: 11,
      handsOff: false,
      findings: [],
    });
  });

  it("a configuration that was changed counts from the next look on", () => {
    const config = aConfig({ limits: { parallel: 1 } });
    const tasks = { T01: aTask(), T02: aTask() };
    const after = ask(aTrack({ tasks }), ticked, { config: { ok: true, config } });
    expect(jobs(after)).toEqual(["task T01 dispatched"]);
    expect(after.config.limits.parallel).toBe(1);
  });
});
