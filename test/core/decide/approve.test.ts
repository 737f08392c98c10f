import { describe, expect, it } from "vitest";
import type { Proposal, TrackTask } from "../../../core/model/task.ts";
import type { Track } from "../../../core/model/track.ts";
import { nextStep } from "../../../core/view/next-step.ts";
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
  now,
  sha,
} from "../../builders/a-track.ts";
import { ask, decided, effects, jobs, notices, quiet, reactions, said, settled } from "../../builders/ask.ts";
import { aPlan, checksOf, pullFacts } from "../../builders/facts.ts";
import { approvedReview, commented, jobFinished, ticked } from "../../builders/triggers.ts";

describe("approving a plan", () => {
  const track = aTrack({ phase: "proposed" });

  it("by a bare /approve means the plan that our newest text names", () => {
    const after = ask(track, commented("/approve", { thread: 10 }), { plan: aPlan() });
    expect(after.phase).toBe("executing");
    const approved = { tree: sha("f1"), head: sha("f2"), by: "mia", at: now, sources: "s1" };
    expect(after.plan.approved).toEqual(approved);
    expect(after.tasks.T02).toMatchObject({
      digest: "d2",
      dependsOn: ["T01"],
      hours: 2,
      files: ["src/T02.ts"],
    });
    expect(jobs(after)).toEqual(["task T01 dispatched"]);
    expect(reactions(after)).toEqual(["eyes"]);
    expect(said(after)).toEqual([]);
  });

  it.each([10, 42])("counts on the issue as on the pull request (#%i)", (thread) => {
    expect(ask(track, commented("/approve", { thread }), { plan: aPlan() }).phase).toBe("executing");
  });

  it("on a base that is broken is taken, and says that no task starts", () => {
    const health = { runs: 1, attempts: 1, outcome: "setup" as const, shown: 1 };
    const after = ask({ ...track, health }, commented("/approve"), { plan: aPlan() });
    expect(after.phase).toBe("executing");
    expect(jobs(after)).toEqual([]);
    expect(said(after)).toEqual(["#42: approved-while-unwell"]);
  });

  it("by a comment as old as our text counts: GitHub tells time in whole seconds", () => {
    const trigger = commented("/approve", { at: at(-120) });
    expect(ask(track, trigger, { plan: aPlan() }).phase).toBe("executing");
  });

  it("by a comment from before our text is unclear, and asks for the plan by name", () => {
    const after = ask(track, commented("/approve", { at: at(-180) }), { plan: aPlan() });
    expect(after.phase).toBe("proposed");
    expect(notices(after)).toEqual([{ type: "unclear-plan", tree: sha("f1") }]);
  });

  it.each(["f1", "f2"])("by name takes its tree or its commit (%s)", (start) => {
    const trigger = commented(`/approve ${sha(start).slice(0, 7)}`, { at: at(-180) });
    expect(ask(track, trigger, { plan: aPlan() }).phase).toBe("executing");
  });

  it("by the name of another one is refused with the name of this one", () => {
    const after = ask(track, commented("/approve dddddddd"), { plan: aPlan() });
    expect(after.phase).toBe("proposed");
    expect(notices(after)).toEqual([{ type: "older-plan", meant: "dddddddd", tree: sha("f1") }]);
  });

  it("by a review binds the commit that was reviewed", () => {
    expect(ask(track, approvedReview(10, sha("f2")), { plan: aPlan() }).phase).toBe("executing");
    const after = ask(track, approvedReview(10, sha("f9")), { plan: aPlan() });
    expect(after.phase).toBe("proposed");
    expect(notices(after)).toMatchObject([{ type: "older-plan", meant: sha("f9") }]);
  });

  it("by a review whose commit GitHub does not tell counts like a bare comment, never for anything", () => {
    const edited = aPlan({ tree: sha("f7"), head: sha("f8") });
    expect(ask(track, approvedReview(10, ""), { plan: aPlan() }).phase).toBe("executing");
    expect(ask(track, approvedReview(10, ""), { plan: edited }).phase).toBe("proposed");
  });

  it("of an edited plan is unclear once; the answer names the new plan, which then can be approved", () => {
    const plan = aPlan({ tree: sha("f7"), head: sha("f8") });
    const first = ask(track, commented("/approve"), { plan });
    expect(first.phase).toBe("proposed");
    expect(notices(first)).toEqual([{ type: "unclear-plan", tree: sha("f7") }]);
    const second = ask(quiet(first), commented("/approve", { at: at(60) }), { plan });
    expect(second.phase).toBe("executing");
  });

  it("with problems is refused with all of them", () => {
    const problems = [
      { path: "tasks[1].depends_on", message: "T02 and T03 wait for one another", line: 12 },
      { path: "tasks[4].id", message: "T02 is there twice", line: 40 },
    ];
    const after = ask(track, commented("/approve"), { plan: aPlan({ problems }) });
    expect(after.phase).toBe("proposed");
    expect(notices(after)).toEqual([{ type: "plan-invalid", problems }]);
  });

  it("whose files are gone, or whose pull request is not open yet, is refused", () => {
    expect(said(ask(track, commented("/approve")))).toEqual(["#42: plan-missing"]);
    const { pull: _, ...unopened } = track;
    expect(said(ask(unopened, commented("/approve"), { plan: aPlan() }))).toEqual(["#42: plan-not-opened"]);
  });

  it("while paused is taken, and says that nothing starts", () => {
    const after = ask({ ...track, paused: true }, commented("/approve"), { plan: aPlan() });
    expect(after.phase).toBe("executing");
    expect(jobs(after)).toEqual([]);
    expect(said(after)).toEqual(["#42: approved-while-paused"]);
  });

  it("an edited plan is announced anew by a tick, once", () => {
    const plan = aPlan({ tree: sha("f7"), head: sha("f8") });
    const after = ask(track, ticked, { plan });
    expect(said(after)).toEqual(["#10: plan-changed"]);
    expect(after.plan.proposed).toMatchObject({ tree: sha("f7"), byPeople: true });
    expect(notices(after)).toEqual([{ type: "plan-changed", tree: sha("f7") }]);
    expect(said(ask(quiet(after), ticked, { plan }))).toEqual([]);
    const faults = [{ path: "tasks[0]", message: "T01 mentions T07", line: 4 }];
    const noted = ask(track, ticked, { plan: { ...plan, faults } });
    expect(notices(noted)).toEqual([{ type: "plan-changed", tree: sha("f7"), faults }]);
    const problems = [{ path: "tasks", message: "is empty", line: 2 }];
    const broken = aPlan({ tree: sha("f9"), problems });
    expect(notices(ask(track, ticked, { plan: broken }))).toEqual([{ type: "plan-broken", problems }]);
  });

  it("an edit tells of another track's requirement where the edit brought that, and not once more", () => {
    const delta = { capability: "report", type: "modified" as const, title: "Totals" };
    const meetings = [{ ...delta, other: "#43" }];
    const plan = aPlan({ tree: sha("f7"), head: sha("f8"), deltas: [delta], meetings });
    const types = (given: Track) => notices(ask(given, ticked, { plan })).map(({ type }) => type);
    expect(types(track)).toEqual(["plan-changed", "specs-meet"]);
    expect(types({ ...track, plan: { ...track.plan, deltas: [delta] } })).toEqual(["plan-changed"]);
  });

  it.each(["asking", "planning", "executing", "verifying", "ready", "cancelled"] as const)(
    "when it is too late or too early (%s) says so, and changes nothing",
    (phase) => {
      const before = aTrack({ phase, tasks: { T01: aTask({ status: "failed" }) }, paused: true });
      const after = ask(before, commented("/approve"));
      expect(said(after)).toEqual(["#42: nothing-to-approve"]);
      expect(after.phase).toBe(phase);
    },
  );

  it("an ordinary review of the finished pull request gets no answer", () => {
    for (const phase of ["ready", "merged"] as const) {
      expect(said(ask(aTrack({ phase }), approvedReview(10, sha("f2"))))).toEqual([]);
    }
  });
});

describe("approving a task", () => {
  const track = aTrack({ tasks: { T01: aReadyTask() } });
  const approveIt = (command = "/approve", fields = {}) => commented(command, { thread: 11, ...fields });

  it("merges it at once when it is green", () => {
    const after = ask(track, approveIt(), pullFacts());
    expect(effects(after, "merge-task")).toEqual([
      { type: "merge-task", task: "T01", pull: 11, sha: sha("a1") },
    ]);
    expect(said(after)).toEqual([]);
  });

  it("by review binds its commit", () => {
    const right = ask(track, approvedReview(11, sha("a1")), pullFacts());
    expect(effects(right, "merge-task")).toHaveLength(1);
    const wrong = ask(track, approvedReview(11, sha("a0")), pullFacts());
    expect(effects(wrong, "merge-task")).toEqual([]);
    expect(notices(wrong)).toEqual([{ type: "older-head", meant: sha("a0"), head: sha("a1") }]);
  });

  it("by a comment from before the review is unclear", () => {
    const after = ask(track, approveIt("/approve", { at: at(-90) }), pullFacts());
    expect(after.tasks.T01?.proposal).not.toHaveProperty("approval");
    expect(notices(after)).toEqual([{ type: "unclear-head", head: sha("a1") }]);
  });

  it("by name counts whenever it was written", () => {
    const after = ask(track, approveIt("/approve a100000", { at: at(-90) }), pullFacts());
    expect(effects(after, "merge-task")).toHaveLength(1);
  });

  it("whose head moved is refused, and the new head is reviewed first", () => {
    const after = ask(track, approveIt(), pullFacts({ head: sha("a9") }));
    expect(after.tasks.T01).toMatchObject({
      status: "review",
      proposal: { head: sha("a9"), handsOff: true },
    });
    expect(effects(after, "merge-task")).toEqual([]);
    expect(jobs(after)).toEqual(["review T01 queued"]);
    const named = ask(track, approveIt("/approve a900000"), pullFacts({ head: sha("a9") }));
    expect(named.tasks.T01?.proposal).not.toHaveProperty("approval");
    expect(notices(named)[0]).toEqual({ type: "not-reviewed-yet", task: "T01", head: sha("a9") });
  });

  it("that is not reviewed yet is refused", () => {
    const { readyAt: _, ...unready } = aProposal();
    const waiting = aTrack({ tasks: { T01: aReadyTask({ proposal: unready }) } });
    const after = ask(waiting, approveIt("/approve a100000"), pullFacts());
    expect(said(after)).toEqual(["#11: not-reviewed-yet"]);
  });

  it("whose own checks fail, or did not run, is refused with what to do", () => {
    const failing = aTrack({ tasks: { T01: aReadyTask({ proposal: aProposal({ checks: "failed" }) }) } });
    expect(said(ask(failing, approveIt(), pullFacts()))).toEqual(["#11: own-check-fails"]);
    const { checks: _, ...unchecked } = aProposal();
    const after = ask(
      aTrack({ tasks: { T01: aReadyTask({ proposal: unchecked }) } }),
      approveIt(),
      pullFacts(),
    );
    expect(notices(after)).toEqual([{ type: "not-checked", task: "T01", pull: 11, head: sha("a1") }]);
    expect(after.tasks.T01?.proposal).not.toHaveProperty("approval");
  });

  it("whose dependency was rolled back is taken, and merged once that is merged again or skipped", () => {
    const rolledBack = aTask({
      status: "needs_input",
      rolledBack: {},
      trouble: { type: "rolled-back", task: "T02" },
    });
    const tasks = { T01: aReadyTask({ dependsOn: ["T02"] }), T02: rolledBack };
    const held = ask(aTrack({ tasks }), approveIt(), pullFacts());
    expect(effects(held, "merge-task")).toEqual([]);
    expect(notices(held)).toEqual([{ type: "approval-waits-for-tasks", task: "T01", tasks: ["T02"] }]);
    expect(nextStep(held)).toEqual({ type: "help-tasks", tasks: ["T02"] });
    const skipped = ask(held, commented("/skip T02"), pullFacts());
    expect(effects(skipped, "merge-task")).toMatchObject([{ task: "T01" }]);
  });

  it("that has no commands to be checked with is a person's to judge, and merges", () => {
    const none = aTrack({ tasks: { T01: aReadyTask({ proposal: aProposal({ checks: "none" }) }) } });
    expect(effects(ask(none, approveIt(), pullFacts()), "merge-task")).toHaveLength(1);
  });

  it("while others' checks fail is refused with their names", () => {
    const after = ask(track, approveIt(), pullFacts({}, "failing"));
    expect(after.tasks.T01?.proposal).not.toHaveProperty("approval");
    expect(notices(after)).toEqual([{ type: "checks-fail", task: "T01", names: ["ci"] }]);
  });

  it.each(["pending", "waiting"] as const)(
    "while others' checks are %s is taken, says so, and merges later",
    (state) => {
      const waiting = ask(track, approveIt(), pullFacts({}, state));
      expect(reactions(waiting)).toEqual(["eyes"]);
      expect(notices(waiting)).toEqual([{ type: "approval-waits", task: "T01", state, names: ["ci"] }]);
      expect(effects(waiting, "merge-task")).toEqual([]);
      for (const trigger of [ticked, { type: "checks-changed", issue: 42, sha: sha("a1") } as const]) {
        expect(effects(ask(waiting, trigger, pullFacts()), "merge-task")).toHaveLength(1);
        expect(effects(ask(waiting, trigger, pullFacts({}, state)), "merge-task")).toEqual([]);
      }
    },
  );

  it("whose checks fail after the approval says so once, and still merges when they turn green", () => {
    const approved = quiet(ask(track, approveIt(), pullFacts({}, "pending")));
    const failed = ask(approved, ticked, pullFacts({}, "failing"));
    expect(said(failed)).toEqual(["#11: checks-hold"]);
    expect(failed.tasks.T01?.trouble).toEqual({
      type: "checks-hold",
      task: "T01",
      state: "failing",
      names: ["ci"],
    });
    const again = ask(quiet(failed), ticked, pullFacts({}, "failing"));
    expect(said(again)).toEqual([]);
    const green = ask(again, ticked, pullFacts());
    expect(effects(green, "merge-task")).toHaveLength(1);
    expect(green.tasks.T01).not.toHaveProperty("trouble");
  });

  it("asks for the checks of its head where nobody has read them", () => {
    const approved = quiet(ask(track, approveIt(), pullFacts({}, "pending")));
    const decision = decided(approved, ticked, { checks: {} });
    expect(decision).toMatchObject({ missing: [{ type: "head", pull: 11 }] });
  });

  it("while paused is kept, says so, and merges after the resume", () => {
    const paused = ask({ ...track, paused: true }, approveIt(), pullFacts());
    expect(said(paused)).toEqual(["#11: approved-while-paused"]);
    expect(effects(paused, "merge-task")).toEqual([]);
    expect(effects(ask(paused, commented("/resume"), pullFacts()), "merge-task")).toHaveLength(1);
  });

  it.each(["in_progress", "completed", "skipped", "failed", "needs_input"] as const)(
    "that is %s is refused",
    (status) => {
      const after = ask(aTrack({ tasks: { T01: aReadyTask({ status }) } }), approveIt());
      expect(said(after)).toEqual(["#11: task-not-in-review"]);
      expect(after.tasks.T01?.proposal).not.toHaveProperty("approval");
    },
  );

  it("is asked once more when GitHub refused the merge, and can be given again", () => {
    const merging = ask(track, approveIt(), pullFacts());
    const key = merging.outbox.find(({ effect }) => effect.type === "merge-task")!.key;
    const failed = settled(merging, [
      { key, type: "failed", code: "not-mergeable", text: "a rule forbids it" },
    ]);
    expect(failed.tasks.T01?.status).toBe("needs_input");
    const failure = { code: "not-mergeable", text: "a rule forbids it" };
    expect(notices(failed)).toEqual([{ type: "merge-failed", task: "T01", pull: 11, failure }]);
    expect(effects(failed, "merge-task")).toEqual([]);
    const again = ask(quiet(failed), approveIt("/approve", { at: at(30) }), pullFacts());
    expect(again.tasks.T01).toMatchObject({ status: "review", proposal: { approval: { sha: sha("a1") } } });
    expect(again.tasks.T01).not.toHaveProperty("trouble");
    expect(effects(again, "merge-task")).toHaveLength(1);
  });

  it("that GitHub says is merged already completes it", () => {
    const merged = { merged: true, state: "closed", mergeSha: sha("e9") } as const;
    const after = ask(track, approveIt(), pullFacts(merged));
    expect(after.tasks.T01).toMatchObject({ status: "completed", merge: sha("e9") });
  });
});

describe("auto_merge", () => {
  const config = aConfig({ auto_merge: true });
  const fresh = (fields: Partial<Proposal> = {}) =>
    aReadyTask({ proposal: aProposal({ fresh: true, ...fields }) });
  const looked = (task: TrackTask, state: "clear" | "failing" | "waiting" = "clear") =>
    ask(aTrack({ config, tasks: { T01: task } }), ticked, pullFacts({}, state));

  it("merges green tasks without a word from anybody", () => {
    const after = looked(fresh());
    expect(effects(after, "merge-task")).toHaveLength(1);
    expect(after.tasks.T01?.proposal?.approval?.by).toBe("auto_merge");
    expect(said(after)).toEqual([]);
  });

  it("asks for a fresh review of that very head first", () => {
    const waiting = looked(aReadyTask());
    expect(effects(waiting, "merge-task")).toEqual([]);
    expect(waiting.jobs).toMatchObject([{ kind: "review", task: "T01", base: { sha: sha("a1") } }]);
    const reviewing = { ...quiet(waiting), jobs: [aJob({ kind: "review", task: "T01" })] };
    const result = { type: "review" as const, head: sha("a1"), findings: [], missing: [] };
    const reviewed = ask(reviewing, jobFinished({ kind: "review", task: "T01" }, result), pullFacts());
    expect(reviewed.tasks.T01?.proposal).toMatchObject({ fresh: true, approval: { by: "auto_merge" } });
    expect(effects(reviewed, "merge-task")).toHaveLength(1);
    expect(jobs(reviewed)).toEqual([]);
    const missing = { ...result, missing: ["reviewer"] };
    const unread = ask(reviewing, jobFinished({ kind: "review", task: "T01" }, missing), pullFacts());
    expect(effects(unread, "merge-task")).toEqual([]);
    expect(unread.tasks.T01).toMatchObject({ status: "needs_input", trouble: { type: "review-failed" } });
    expect(jobs(unread)).toEqual([]);
  });

  describe("where code alone sees that a change checks less", () => {
    const signals = [{ code: "test-file-deleted" as const, path: "test/a.test.ts", count: 3 }];
    const reviewed = (proposal: Partial<Proposal>, settings = config) => {
      const { readyAt: _, ...unread } = aProposal(proposal);
      const task = aReadyTask({ reviews: 1, proposal: unread });
      const track = aTrack({
        config: settings,
        tasks: { T01: task },
        jobs: [aJob({ kind: "review", task: "T01" })],
      });
      const result = { type: "review" as const, head: sha("a1"), findings: [], signals, missing: [] };
      return ask(track, jobFinished({ kind: "review", task: "T01" }, result), pullFacts());
    };

    it("holds it for a person, who may overrule it", () => {
      const held = reviewed({});
      expect(effects(held, "merge-task")).toEqual([]);
      expect(jobs(held)).toEqual([]);
      expect(held.tasks.T01).toMatchObject({
        status: "needs_input",
        trouble: { type: "blocked", findings: [], signals },
        feedback: [{ type: "signal", signal: signals[0] }],
      });
      const later = { at: at(60) };
      const refused = ask(quiet(held), commented("/approve", { thread: 11, ...later }), pullFacts());
      expect(notices(refused)).toMatchObject([{ type: "objections-stand", over: { signals } }]);
      const over = ask(quiet(held), commented("/approve --over", { thread: 11, ...later }), pullFacts());
      expect(effects(over, "merge-task")).toHaveLength(1);
      expect(over.overruled).toMatchObject([{ over: { signals } }]);
    });

    it("only warns of what a person pushed, and where people approve", () => {
      for (const after of [reviewed({ handsOff: true }), reviewed({}, aConfig())]) {
        expect(after.tasks.T01).toMatchObject({ status: "review", proposal: { readyAt: now, signals } });
      }
    });
  });

  it.each(["failing", "waiting"] as const)("says once when checks are %s", (state) => {
    const after = looked(fresh(), state);
    expect(notices(after)).toEqual([{ type: "checks-hold", task: "T01", state, names: ["ci"] }]);
    expect(said(ask(quiet(after), ticked, pullFacts({}, state)))).toEqual([]);
    const other = state === "failing" ? "waiting" : "failing";
    expect(notices(ask(quiet(after), ticked, pullFacts({}, other)))).toMatchObject([{ state: other }]);
    expect(effects(ask(quiet(after), ticked, pullFacts()), "merge-task")).toHaveLength(1);
  });

  it.each([
    ["what people pushed to", { handsOff: true }],
    ["what fails our own checks", { checks: "failed" as const }],
    ["what nothing has checked", { checks: "none" as const }],
    ["what only its own leg has reviewed", { fresh: false }],
  ])("leaves %s to people", (_, fields) => {
    expect(effects(looked(fresh(fields)), "merge-task")).toEqual([]);
  });

  it("does not try a merge over and over that GitHub refuses", () => {
    const merging = looked(fresh());
    const [entry] = merging.outbox;
    const refused = { key: entry?.key ?? "", type: "failed" as const, code: "conflict" as const, text: "x" };
    const failed = settled(merging, [refused], pullFacts());
    expect(effects(failed, "merge-task")).toEqual([]);
    expect(effects(ask(failed, ticked, pullFacts()), "merge-task")).toEqual([]);
    const key = failed.outbox.find(({ effect }) => effect.type === "update-branch")?.key ?? "";
    // There is nothing to bring up to date: a person has to look.
    const result = { type: "updated" as const, base: sha("b1"), head: sha("a1") };
    const same = settled(failed, [{ key, type: "done", result }], pullFacts());
    expect(effects(same, "merge-task")).toEqual([]);
    expect(said(same)).toEqual(["#11: task-conflict"]);
  });
});

describe("approving a rollback", () => {
  const track = aTrack({
    tasks: { T01: aMergedTask(), T02: aTask() },
    rollbacks: [aRollback()],
    paused: false,
  });
  const pull = { number: 21, head: sha("c1") };
  const approveIt = () => commented("/approve", { thread: 21 });

  it("merges it when green", () => {
    expect(effects(ask(track, approveIt(), pullFacts(pull)), "merge-rollback")).toMatchObject([
      { task: "T01", pull: 21, sha: sha("c1") },
    ]);
  });

  it("waits for its checks and says so; failing ones refuse it", () => {
    const waiting = ask(track, approveIt(), pullFacts(pull, "pending"));
    expect(notices(waiting)).toEqual([
      { type: "approval-waits", rollback: "T01", state: "pending", names: ["ci"] },
    ]);
    const later = ask(waiting, ticked, pullFacts(pull));
    expect(effects(later, "merge-rollback")).toHaveLength(1);
    const failing = ask(track, approveIt(), pullFacts(pull, "failing"));
    expect(failing.rollbacks[0]?.proposal).not.toHaveProperty("approval");
    expect(notices(failing)).toEqual([
      { type: "rollback-checks-refuse", task: "T01", attempt: 1, names: ["ci"] },
    ]);
  });

  it("says once when its checks fail after the approval", () => {
    const waiting = quiet(ask(track, approveIt(), pullFacts(pull, "pending")));
    const failed = ask(waiting, ticked, pullFacts(pull, "failing"));
    expect(said(failed)).toEqual(["#21: rollback-checks-fail"]);
    expect(said(ask(quiet(failed), ticked, pullFacts(pull, "failing")))).toEqual([]);
  });

  it("that goes into the default branch is left to GitHub's button", () => {
    const into = aTrack({
      phase: "merged",
      tasks: { T01: aMergedTask() },
      rollbacks: [aRollback({ into: "default" })],
    });
    const after = ask(into, approveIt(), pullFacts(pull));
    expect(effects(after, "merge-rollback")).toEqual([]);
    expect(said(after)).toEqual(["#21: merge-by-hand"]);
  });

  it("at another head asks for that head by name", () => {
    const moved = pullFacts({ ...pull, head: sha("c9") });
    expect(notices(ask(track, approveIt(), moved))).toEqual([{ type: "unclear-head", head: sha("c9") }]);
    const named = ask(track, commented("/approve c900000", { thread: 21 }), moved);
    expect(effects(named, "merge-rollback")).toMatchObject([{ sha: sha("c9") }]);
  });

  it("whose merge GitHub refused is said once and waits for another approval", () => {
    const merging = ask(track, approveIt(), pullFacts(pull));
    const key = merging.outbox.find(({ effect }) => effect.type === "merge-rollback")!.key;
    const failed = settled(merging, [{ key, type: "failed", code: "conflict", text: "it conflicts" }], {
      pulls: pullFacts(pull).pulls,
      checks: checksOf(sha("c1"), "clear"),
    });
    expect(effects(failed, "merge-rollback")).toEqual([]);
    expect(said(failed)).toEqual(["#21: rollback-not-merged"]);
    const again = ask(quiet(failed), approveIt(), pullFacts(pull));
    expect(effects(again, "merge-rollback")).toHaveLength(1);
  });
});
