import { describe, expect, it } from "vitest";
import type { Track } from "../../../core/model/track.ts";
import {
  aConfig,
  aMergedTask,
  aReadyTask,
  aRollback,
  aTask,
  aTrack,
  at,
  now,
  sha,
} from "../../builders/a-track.ts";
import { ask, effects, jobs, quiet, reactions, said, settled } from "../../builders/ask.ts";
import { aPlan, checksOf, pullFacts } from "../../builders/facts.ts";
import { approvedReview, commented, continued, ticked } from "../../builders/triggers.ts";

describe("approving a plan", () => {
  const track = aTrack({ phase: "proposed" });

  it("by a bare /approve means the plan that our newest text names", () => {
    const after = ask(track, commented("/approve", { thread: 10 }), { plan: aPlan() });
    expect(after.phase).toBe("executing");
    expect(after.plan.approved).toEqual({ tree: sha("f1"), head: sha("f2"), by: "mia", at: now });
    expect(after.tasks.T02).toMatchObject({
      hash: "h2",
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

  it("by a comment as old as our text counts: GitHub tells time in whole seconds", () => {
    const trigger = commented("/approve", { at: at(-120) });
    expect(ask(track, trigger, { plan: aPlan() }).phase).toBe("executing");
  });

  it("by a comment from before our text is unclear, and asks for the plan by name", () => {
    const after = ask(track, commented("/approve", { at: at(-180) }), { plan: aPlan() });
    expect(after.phase).toBe("proposed");
    expect(said(after)).toEqual([expect.stringContaining("comment `/approve f100000`")]);
  });

  it.each(["f1", "f2"])("by name takes its tree or its commit (%s)", (start) => {
    const trigger = commented(`/approve ${sha(start).slice(0, 7)}`, { at: at(-180) });
    expect(ask(track, trigger, { plan: aPlan() }).phase).toBe("executing");
  });

  it("by the name of another one is refused with the name of this one", () => {
    const after = ask(track, commented("/approve dddddddd"), { plan: aPlan() });
    expect(after.phase).toBe("proposed");
    expect(said(after)[0]).toContain("`ddddddd` is not the plan as it is now (`f100000`)");
  });

  it("by a review binds the commit that was reviewed", () => {
    expect(ask(track, approvedReview(10, sha("f2")), { plan: aPlan() }).phase).toBe("executing");
    const after = ask(track, approvedReview(10, sha("f9")), { plan: aPlan() });
    expect(after.phase).toBe("proposed");
    expect(said(after)[0]).toContain("`f900000` is not the plan");
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
    expect(said(first)).toEqual([expect.stringContaining("comment `/approve f700000`")]);
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
    expect(said(after)).toHaveLength(1);
    expect(said(after)[0]).toContain("line 12");
    expect(said(after)[0]).toContain("line 40");
  });

  it("whose files are gone is refused with where they should be", () => {
    expect(said(ask(track, commented("/approve")))[0]).toContain("specs/changes/42-csv-export/");
  });

  it("while paused is taken, and says that nothing starts", () => {
    const after = ask({ ...track, paused: true }, commented("/approve"), { plan: aPlan() });
    expect(after.phase).toBe("executing");
    expect(jobs(after)).toEqual([]);
    expect(said(after)[0]).toContain("until `/resume`");
  });

  it("an edited plan is announced anew by a tick, once", () => {
    const plan = aPlan({ tree: sha("f7"), head: sha("f8") });
    const after = ask(track, ticked, { plan });
    expect(said(after)).toEqual([
      expect.stringContaining("#10: The plan's files changed; the plan is now `f700000`"),
    ]);
    expect(said(ask(quiet(after), ticked, { plan }))).toEqual([]);
    const broken = aPlan({ tree: sha("f9"), problems: [{ path: "tasks", message: "is empty", line: 2 }] });
    expect(said(ask(track, ticked, { plan: broken }))[0]).toContain("line 2 (`tasks`): is empty");
  });

  it("when it is too late or too early says what to do instead", () => {
    const text = (phase: Track["phase"], tasks: Track["tasks"] = {}) =>
      said(ask(aTrack({ phase, tasks }), commented("/approve")))[0];
    expect(text("planning")).toContain("still being written");
    expect(text("executing", { T01: aReadyTask() })).toContain("#11 (T01)");
    expect(text("executing")).toContain("No task waits");
    expect(text("ready")).toContain("GitHub's button");
    expect(text("cancelled")).toContain("nothing to approve");
  });

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
    expect(said(wrong)[0]).toContain("`a000000` is not the head of this pull request (`a100000`)");
  });

  it("by a comment from before the review is unclear", () => {
    const after = ask(track, approveIt("/approve", { at: at(-90) }), pullFacts());
    expect(after.tasks.T01?.approval).toBeUndefined();
    expect(said(after)[0]).toContain("comment `/approve a100000`");
  });

  it("by name counts whenever it was written", () => {
    const after = ask(track, approveIt("/approve a100000", { at: at(-90) }), pullFacts());
    expect(effects(after, "merge-task")).toHaveLength(1);
  });

  it("whose head moved is refused, and the new head is reviewed first", () => {
    const after = ask(track, approveIt(), pullFacts({ head: sha("a9") }));
    expect(after.tasks.T01).toMatchObject({ head: sha("a9"), handsOff: true, status: "review" });
    expect(effects(after, "merge-task")).toEqual([]);
    expect(jobs(after)).toEqual(["review T01 dispatched"]);
    const named = ask(track, approveIt("/approve a900000"), pullFacts({ head: sha("a9") }));
    expect(named.tasks.T01?.approval).toBeUndefined();
    expect(said(named)[0]).toContain("still being checked and reviewed at `a900000`");
  });

  it("that is not reviewed yet is refused", () => {
    const unready = aTrack({ tasks: { T01: aReadyTask({ ready: undefined }) } });
    const after = ask(unready, approveIt("/approve a100000"), pullFacts());
    expect(said(after)[0]).toContain("still being checked");
  });

  it("whose own checks fail, or did not run, is refused with what to do", () => {
    const failing = aTrack({ tasks: { T01: aReadyTask({ checked: { sha: sha("a1"), ok: false } }) } });
    expect(said(ask(failing, approveIt(), pullFacts()))[0]).toContain("own checks fail on T01");
    const unknown = aTrack({ tasks: { T01: aReadyTask({ checked: undefined }) } });
    const after = ask(unknown, approveIt(), pullFacts());
    expect(said(after)[0]).toContain("merge #11 with GitHub's button");
    expect(after.tasks.T01?.approval).toBeUndefined();
  });

  it("while others' checks fail is refused with their names", () => {
    const after = ask(track, approveIt(), pullFacts({}, "failing"));
    expect(after.tasks.T01?.approval).toBeUndefined();
    expect(said(after)[0]).toContain("`ci` fails on this head");
  });

  it.each([
    ["pending", "T01 is merged when `ci` is green"],
    ["waiting", "press **Approve and run workflows**"],
  ] as const)("while others' checks are %s is taken, says so, and merges later", (state, words) => {
    const waiting = ask(track, approveIt(), pullFacts({}, state));
    expect(reactions(waiting)).toEqual(["eyes"]);
    expect(said(waiting)[0]).toContain(words);
    expect(effects(waiting, "merge-task")).toEqual([]);
    for (const trigger of [ticked, { type: "checks-changed", issue: 42, sha: sha("a1") } as const]) {
      expect(effects(ask(waiting, trigger, pullFacts()), "merge-task")).toHaveLength(1);
      expect(effects(ask(waiting, trigger, pullFacts({}, state)), "merge-task")).toEqual([]);
    }
  });

  it("whose checks fail after the approval says so once, and still merges when they turn green", () => {
    const approved = quiet(ask(track, approveIt(), pullFacts({}, "pending")));
    const failed = ask(approved, ticked, pullFacts({}, "failing"));
    expect(said(failed)).toEqual([expect.stringContaining("#11: T01 is approved, but `ci` fails")]);
    const again = ask(quiet(failed), ticked, pullFacts({}, "failing"));
    expect(said(again)).toEqual([]);
    expect(effects(ask(again, ticked, pullFacts()), "merge-task")).toHaveLength(1);
  });

  it("while paused is kept, says so, and merges after the resume", () => {
    const paused = ask({ ...track, paused: true }, approveIt(), pullFacts());
    expect(said(paused)[0]).toContain("until `/resume`");
    expect(effects(paused, "merge-task")).toEqual([]);
    expect(effects(ask(paused, commented("/resume"), pullFacts()), "merge-task")).toHaveLength(1);
  });

  it.each(["in_progress", "completed", "skipped", "failed", "needs_input"] as const)(
    "that is %s is refused",
    (status) => {
      const after = ask(aTrack({ tasks: { T01: aReadyTask({ status }) } }), approveIt());
      expect(said(after)[0]).toContain("so there is nothing to approve");
      expect(after.tasks.T01?.approval).toBeUndefined();
    },
  );

  it("is asked once more when GitHub refused the merge, and can be given again", () => {
    const merging = ask(track, approveIt(), pullFacts());
    const key = merging.outbox.find(({ effect }) => effect.type === "merge-task")!.key;
    const failed = settled(merging, [
      { key, type: "failed", code: "not-mergeable", text: "a rule forbids it" },
    ]);
    expect(failed.tasks.T01?.status).toBe("needs_input");
    expect(said(failed).at(-1)).toContain("a rule forbids it");
    expect(effects(failed, "merge-task")).toEqual([]);
    const again = ask(quiet(failed), approveIt("/approve", { at: at(30) }), pullFacts());
    expect(again.tasks.T01).toMatchObject({ status: "review", approval: { sha: sha("a1") } });
    expect(again.tasks.T01?.trouble).toBeUndefined();
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
  const given = (state: "clear" | "failing" | "waiting" = "clear") => ({
    ...pullFacts({}, state),
    config: undefined,
  });

  it("merges green tasks without a word from anybody", () => {
    const after = ask(aTrack({ config, tasks: { T01: aReadyTask() } }), continued, given());
    expect(effects(after, "merge-task")).toHaveLength(1);
    expect(after.tasks.T01?.approval?.by).toBe("auto_merge");
  });

  it.each([
    ["are failing", "failing", "`ci` fails"],
    ["wait for a click", "waiting", "Approve and run workflows"],
  ] as const)("says once when checks %s", (_, state, words) => {
    const after = ask(aTrack({ config, tasks: { T01: aReadyTask() } }), ticked, given(state));
    expect(said(after)).toEqual([expect.stringContaining(words)]);
    expect(said(ask(quiet(after), ticked, given(state)))).toEqual([]);
    expect(effects(ask(quiet(after), ticked, given()), "merge-task")).toHaveLength(1);
  });

  it("leaves to people what people pushed to, and what fails our own checks", () => {
    const touched = aTrack({ config, tasks: { T01: aReadyTask({ handsOff: true }) } });
    expect(effects(ask(touched, ticked, given()), "merge-task")).toEqual([]);
    const failing = aTrack({
      config,
      tasks: { T01: aReadyTask({ checked: { sha: sha("a1"), ok: false } }) },
    });
    expect(effects(ask(failing, ticked, given()), "merge-task")).toEqual([]);
  });

  it("does not try a merge over and over that GitHub refuses", () => {
    const merging = ask(aTrack({ config, tasks: { T01: aReadyTask() } }), ticked, given());
    const [entry] = merging.outbox;
    const failed = settled(
      merging,
      [{ key: entry!.key, type: "failed", code: "conflict", text: "x" }],
      given(),
    );
    expect(effects(failed, "merge-task")).toEqual([]);
    expect(effects(ask(failed, ticked, given()), "merge-task")).toEqual([]);
    expect(said(failed)).toHaveLength(1);
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
    expect(said(waiting)[0]).toContain("The rollback of T01 is merged when `ci` is green");
    const later = ask(waiting, ticked, pullFacts(pull));
    expect(effects(later, "merge-rollback")).toHaveLength(1);
    const failing = ask(track, approveIt(), pullFacts(pull, "failing"));
    expect(failing.rollbacks[0]?.approval).toBeUndefined();
    expect(said(failing)[0]).toContain("`ci` fails");
  });

  it("says once when its checks fail after the approval", () => {
    const waiting = quiet(ask(track, approveIt(), pullFacts(pull, "pending")));
    const failed = ask(waiting, ticked, pullFacts(pull, "failing"));
    expect(said(failed)).toEqual([expect.stringContaining("the rollback of T01 cannot be merged")]);
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
    expect(said(after)[0]).toContain("Merge #21 with GitHub's button");
  });

  it("at another head asks for that head by name", () => {
    const moved = pullFacts({ ...pull, head: sha("c9") });
    expect(said(ask(track, approveIt(), moved))[0]).toContain("`/approve c900000`");
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
    expect(said(failed)).toHaveLength(1);
    const again = ask(quiet(failed), approveIt(), pullFacts(pull));
    expect(effects(again, "merge-rollback")).toHaveLength(1);
  });
});
