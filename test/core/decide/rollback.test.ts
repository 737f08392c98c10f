import { describe, expect, it } from "vitest";
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

  it("that conflicts says so at once, and can be asked for again", () => {
    const why = { outcome: "conflict" as const, reason: "later work touches `src/a.ts`" };
    const after = ask(reverting(), jobFailed({ kind: "rollback", task: "T01" }, why));
    expect(after.rollbacks[0]?.status).toBe("failed");
    expect(notices(after)).toEqual([
      { type: "rollback-failed", task: "T01", attempt: 1, why: { ...why, run: 900 } },
    ]);
    expect(ask(after, commented("/rollback T01")).rollbacks).toHaveLength(2);
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
