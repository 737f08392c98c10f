import { describe, expect, it } from "vitest";
import { commitsToRevert, tasksThatStay } from "../../../core/jobs/rollback.ts";
import type { Rollback } from "../../../core/model/rollback.ts";
import { isOver, type Track } from "../../../core/model/track.ts";
import { aJob, aMergedTask, aProposal, aRollback, aTask, aTrack, now, sha } from "../../builders/a-track.ts";
import { ask, effects, jobs, notices, quiet, said } from "../../builders/ask.ts";
import { pullFacts } from "../../builders/facts.ts";
import { commented, jobFailed, jobFinished, ticked } from "../../builders/triggers.ts";

const merged = (pull: number, fields: object = {}) =>
  aMergedTask({ proposal: aProposal({ pull }), ...fields });
const tasks: Track["tasks"] = {
  T01: merged(11),
  T02: merged(12, { dependsOn: ["T01"] }),
  T03: merged(13, { dependsOn: ["T02"] }),
  T04: aTask({ dependsOn: ["T01"], status: "failed" }),
};
const mergedByHand = pullFacts({ number: 21, state: "closed", merged: true, head: sha("c1") });

function aRunningRollback(fields: Partial<Rollback> = {}): Rollback {
  const { proposal: _, ...rollback } = aRollback({ status: "running", ...fields });
  return rollback;
}

/** A track whose T01 is being reverted in run 900. */
function reverting(fields: Partial<Track> = {}): Track {
  return aTrack({
    tasks,
    rollbacks: [aRunningRollback()],
    jobs: [aJob({ kind: "rollback", task: "T01" })],
    ...fields,
  });
}

describe("a rollback", () => {
  it("opens a pull request of its own, and says so where it was asked for", () => {
    const result = { type: "rollback" as const, head: sha("c1"), pull: 21 };
    const track = reverting({ rollbacks: [aRunningRollback({ thread: 10 })] });
    const after = ask(track, jobFinished({ kind: "rollback", task: "T01" }, result));
    expect(after.rollbacks[0]).toMatchObject({
      status: "open",
      proposal: { pull: 21, head: sha("c1"), readyAt: now },
    });
    expect(said(after)).toEqual(["#10: rollback-opened"]);
  });

  it("takes dependents along only when told to, the newest first", () => {
    const alone = ask(aTrack({ tasks }), commented("/rollback T01"));
    expect(alone.rollbacks[0]).toMatchObject({ tasks: ["T01"], into: "track", by: "mia", thread: 42 });
    const along = ask(aTrack({ tasks }), commented("/rollback T01 --with-dependents"));
    expect(along.rollbacks[0]?.tasks).toEqual(["T03", "T02", "T01"]);
    expect(jobs(along)).toContain("rollback T01 dispatched");
  });

  it("of a whole track takes all that was merged, what builds on others first", () => {
    const after = ask(aTrack({ tasks }), commented("/rollback --track"));
    expect(after.rollbacks).toMatchObject([
      {
        task: "T01",
        attempt: 1,
        tasks: ["T03", "T02", "T01"],
        whole: true,
        into: "track",
        status: "running",
      },
    ]);
    expect(jobs(after)).toContain("rollback T01 dispatched");
    const later = ask(aTrack({ phase: "merged", tasks }), commented("/rollback --track"));
    expect(later.rollbacks[0]).toMatchObject({ whole: true, into: "default", tasks: ["T03", "T02", "T01"] });
  });

  it("of a whole track is refused where nothing is merged, or a part of it is on its way back", () => {
    const none = ask(aTrack({ tasks: { T01: aTask() } }), commented("/rollback --track"));
    expect(notices(none)).toEqual([{ type: "nothing-merged" }]);
    const part = aTrack({ tasks, rollbacks: [aRollback({ task: "T02", tasks: ["T02"] })] });
    expect(notices(ask(part, commented("/rollback --track")))).toEqual([
      { type: "rollback-under-way", task: "T02", attempt: 1 },
    ]);
    const over = aTrack({ phase: "cancelled", tasks });
    expect(notices(ask(over, commented("/rollback --track")))).toEqual([
      { type: "track-over", command: "rollback" },
    ]);
  });

  it("of a whole track leaves every task to a person once it is merged", () => {
    const whole = aRollback({ task: "T01", tasks: ["T03", "T02", "T01"], whole: true });
    const after = ask(aTrack({ tasks, rollbacks: [whole] }), ticked, mergedByHand);
    for (const id of ["T01", "T02", "T03"] as const)
      expect(after.tasks[id]).toMatchObject({ status: "needs_input", trouble: { type: "rolled-back" } });
  });

  it("after the track is merged goes into the default branch, paused or not", () => {
    const after = ask(aTrack({ phase: "merged", tasks, paused: true }), commented("/rollback T02"));
    expect(after.rollbacks[0]?.into).toBe("default");
    expect(after.jobs).toMatchObject([{ kind: "rollback", task: "T02", base: { branch: "main" } }]);
    expect(isOver(quiet(after))).toBe(false);
  });

  it("is not made twice at a time for the same work", () => {
    const track = aTrack({ tasks, rollbacks: [aRollback({ task: "T02", tasks: ["T02"] })] });
    const refusal = { type: "rollback-under-way", task: "T02", attempt: 1 };
    expect(notices(ask(track, commented("/rollback T02")))).toEqual([refusal]);
    expect(notices(ask(track, commented("/rollback T01 --with-dependents")))).toEqual([refusal]);
    expect(ask(track, commented("/rollback T01")).rollbacks).toHaveLength(2);
  });

  it("that is merged while tasks run leaves its tasks to a person: again, or without", () => {
    const after = ask(aTrack({ tasks, rollbacks: [aRollback()] }), ticked, mergedByHand);
    expect(after.rollbacks[0]?.status).toBe("completed");
    expect(after.tasks["T01"]).toMatchObject({
      status: "needs_input",
      trouble: { type: "rolled-back", task: "T01" },
    });
    expect(after.tasks["T01"]).not.toHaveProperty("proposal");
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
    const after = ask(track, ticked, mergedByHand);
    expect(after).toMatchObject({ phase: "executing", jobs: [], verification: { runs: 1, attempts: 0 } });
    expect(effects(after, "cancel-run")).toHaveLength(1);
  });

  it.each(["ready", "merged"] as const)(
    "that is merged when the track is %s leaves nothing to do",
    (phase) => {
      const track = aTrack({ phase, tasks: { T01: aMergedTask() }, rollbacks: [aRollback()] });
      const after = ask(track, ticked, mergedByHand);
      expect(after.tasks["T01"]?.status).toBe("skipped");
      expect(after.tasks["T01"]).not.toHaveProperty("trouble");
    },
  );

  const left = { tasks: ["T01" as const], files: ["src/a.ts"] };

  it("that conflicts says so with the files, and leaves its branch to a person", () => {
    const result = { type: "rollback" as const, head: sha("c1"), pull: 21, left };
    const after = ask(reverting(), jobFinished({ kind: "rollback", task: "T01" }, result));
    expect(after.rollbacks[0]).toMatchObject({ status: "open", proposal: { pull: 21, left } });
    const trouble = { type: "rollback-conflict", task: "T01", attempt: 1, ...left };
    expect(notices(after)).toEqual([trouble]);
    const open = pullFacts({ number: 21, head: sha("c1") });
    const early = ask(quiet(after), commented("/approve", { thread: 21 }), open);
    expect(notices(early)).toEqual([{ ...trouble, type: "rollback-unresolved" }]);
    expect(effects(early, "merge-rollback")).toEqual([]);
    const pushed = pullFacts({ number: 21, head: sha("c2") });
    const late = ask(quiet(after), commented(`/approve ${sha("c2").slice(0, 7)}`, { thread: 21 }), {
      ...pushed,
      checks: { [sha("c2")]: { state: "clear", names: [] } },
    });
    expect(effects(late, "merge-rollback")).toMatchObject([{ pull: 21, sha: sha("c2") }]);
  });

  it("that conflicts makes room for a larger one", () => {
    const proposal = { pull: 21, head: sha("c1"), readyAt: now, left };
    const before = aTrack({ tasks, rollbacks: [aRollback({ proposal })] });
    const after = ask(before, commented("/rollback T01 --with-dependents"));
    expect(after.rollbacks).toMatchObject([{ status: "failed" }, { status: "running", attempt: 2 }]);
    expect(effects(after, "close-pull")).toEqual([{ type: "close-pull", pull: 21 }]);
  });

  it("that is merged as git left it takes back only what is reverted there", () => {
    const proposal = { pull: 21, head: sha("c1"), readyAt: now, left };
    const rollbacks = [aRollback({ tasks: ["T02", "T01"], proposal })];
    const after = ask(aTrack({ tasks, rollbacks }), ticked, mergedByHand);
    expect(after.tasks["T02"]).toMatchObject({ status: "needs_input" });
    expect(after.tasks["T01"]).toMatchObject({ status: "completed" });
    const pushed = pullFacts({ number: 21, state: "closed", merged: true, head: sha("c2") });
    const whole = ask(aTrack({ tasks, rollbacks }), ticked, pushed);
    expect(whole.tasks["T01"]).toMatchObject({ status: "needs_input" });
  });

  it("whose run crashes is tried again, within bounds", () => {
    let track = reverting();
    for (const crashes of [1, 2]) {
      track = ask(track, jobFailed({ kind: "rollback", task: "T01" }));
      expect(track.rollbacks).toMatchObject([{ status: "running", crashes }]);
      expect(jobs(track)).toEqual(["rollback T01 dispatched"]);
      track = { ...quiet(track), jobs: [aJob({ kind: "rollback", task: "T01" })] };
    }
    const over = ask(track, jobFailed({ kind: "rollback", task: "T01" }));
    expect(over).toMatchObject({ jobs: [], rollbacks: [{ status: "failed", crashes: 3 }] });
    expect(said(over)).toEqual(["#42: rollback-failed"]);
  });

  it("goes on while its task is merged by hand once more, or another is retried", () => {
    const after = ask(reverting(), commented("/retry T04"));
    expect(jobs(after)).toContain("rollback T01 claimed");
  });

  it("closed by hand can be asked for again", () => {
    const track = aTrack({ tasks, rollbacks: [aRollback()] });
    const after = ask(track, ticked, pullFacts({ number: 21, state: "closed" }));
    expect(after.rollbacks[0]?.status).toBe("failed");
    expect(ask(after, commented("/rollback T01")).rollbacks[1]).toMatchObject({ attempt: 2 });
  });
});

describe("`/rollback --undo`", () => {
  const merge = sha("f1");
  const done = aRollback({ status: "completed", tasks: ["T02", "T01"], merge });
  const back = (pull: number) => ({
    rolledBack: { pull, head: sha("b1"), by: 21 },
    status: "needs_input" as const,
  });
  const rolledBack: Track["tasks"] = {
    T01: aMergedTask({ ...back(11), merge: sha("e1") }),
    T02: aMergedTask({ ...back(12), merge: sha("e2"), dependsOn: ["T01"] }),
    T03: aMergedTask({ merge: sha("e3") }),
  };
  for (const id of ["T01", "T02"] as const) delete rolledBack[id]?.proposal;
  const track = aTrack({ tasks: rolledBack, rollbacks: [done] });

  it("reverts the merge of the newest rollback, in a pull request of its own", () => {
    const after = ask(track, commented("/rollback --undo"));
    expect(after.rollbacks[1]).toMatchObject({ task: "T01", attempt: 2, undoes: 1, tasks: ["T02", "T01"] });
    expect(jobs(after)).toContain("rollback T01 dispatched");
    const named = { task: "T01" as const, attempt: 2 };
    expect(commitsToRevert(after, named)).toEqual([
      { task: "T02", sha: merge },
      { task: "T01", sha: merge },
    ]);
    // Its specs come back with it.
    expect(tasksThatStay(after, named)).toBeUndefined();
    expect(ask(track, commented("/rollback T02 --undo")).rollbacks).toHaveLength(2);
  });

  it("brings its tasks back as they were, once it is merged", () => {
    const undo = aRollback({ attempt: 2, tasks: ["T02", "T01"], undoes: 1 });
    const after = ask({ ...track, rollbacks: [done, undo] }, ticked, mergedByHand);
    expect(after.tasks["T01"]).toMatchObject({
      status: "completed",
      merge: sha("e1"),
      proposal: { pull: 11, head: sha("b1") },
    });
    expect(after.tasks["T01"]).not.toHaveProperty("rolledBack");
    expect(after.tasks["T01"]).not.toHaveProperty("trouble");
    expect(notices(ask(quiet(after), commented("/rollback --undo")))).toEqual([{ type: "nothing-to-undo" }]);
    expect(ask(quiet(after), commented("/rollback T01")).rollbacks).toHaveLength(3);
  });

  it("of a track that is ready is verified again", () => {
    const undo = aRollback({ attempt: 2, tasks: ["T01"], undoes: 1 });
    const ready = { T01: { ...rolledBack["T01"], status: "skipped" as const } } as Track["tasks"];
    const before = aTrack({
      phase: "ready",
      tasks: ready,
      rollbacks: [done, undo],
      verification: { runs: 1, attempts: 1, outcome: "done" },
    });
    const after = ask(before, ticked, mergedByHand);
    expect(after.tasks["T01"]?.status).toBe("completed");
    expect(after.verification).toMatchObject({ attempts: 0 });
    expect(after.phase).not.toBe("ready");
  });

  it("is refused where there is none, or where its tasks were begun again", () => {
    const none = aTrack({ tasks, rollbacks: [aRollback({ status: "failed" })] });
    expect(notices(ask(none, commented("/rollback --undo")))).toEqual([{ type: "nothing-to-undo" }]);
    expect(notices(ask(track, commented("/rollback T03 --undo")))).toEqual([
      { type: "nothing-to-undo", task: "T03" },
    ]);
    const again = { ...rolledBack, T02: aTask({ status: "in_progress" }) };
    const anew = aTrack({ tasks: again, rollbacks: [done], jobs: [aJob({ task: "T02" })] });
    expect(notices(ask(anew, commented("/rollback --undo")))).toEqual([
      { type: "done-anew", tasks: ["T02"] },
    ]);
  });
});
