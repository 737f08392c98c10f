import { describe, expect, it } from "vitest";
import { settle } from "../../../core/decide/settle.ts";
import type { TaskId } from "../../../core/model/ids.ts";
import type { Track } from "../../../core/model/track.ts";
import { aJob, aMergedTask, aProposal, aRollback, aTask, aTrack, now, sha } from "../../builders/a-track.ts";
import { ask, effects, jobs, quiet, said } from "../../builders/ask.ts";
import { pullFacts } from "../../builders/facts.ts";
import { commented, jobFailed, jobFinished, ticked } from "../../builders/triggers.ts";

const pushed = { type: "branch-pushed", issue: 42 } as const;
const approved = { tree: sha("f1"), head: sha("b0"), by: "mia", at: now };
const at = (head: string, lost: TaskId[] = []) => ({
  head: { sha: sha(head), lost },
});

/** A track that was verified and made ready at `b9`. */
function ready(fields: Partial<Track> = {}): Track {
  const track = aTrack({ tasks: { T01: aMergedTask(), T02: aMergedTask({ merge: sha("e2") }) } });
  return {
    ...track,
    phase: "ready",
    plan: { ...track.plan, approved },
    verification: { runs: 1, attempts: 0, outcome: "done", head: sha("b9") },
    head: sha("b9"),
    archived: "2026-11-15",
    ...fields,
  };
}

describe("a ready track", () => {
  it.each([pushed, ticked, commented("/status")])("that has not moved stays ready", (trigger) => {
    const after = ask(ready(), trigger, at("b9"));
    expect(after).toMatchObject({ phase: "ready", jobs: [] });
    expect(effects(after, "show-track")).toEqual([]);
  });

  it.each([pushed, ticked, commented("/status")])(
    "with a new head is verified again by itself",
    (trigger) => {
      const after = ask(ready(), trigger, at("c1"));
      expect(after).toMatchObject({
        phase: "verifying",
        head: sha("c1"),
        verification: { runs: 2, moves: 1 },
      });
      expect(after.verification).not.toHaveProperty("outcome");
      expect(jobs(after)).toEqual(["verify dispatched"]);
      expect(effects(after, "show-track")).toMatchObject([{ head: sha("c1"), state: "pending" }]);
      expect(said(after)).toContain("#10: track-moved");
      expect(ask(quiet(after), ticked, at("c1"))).toEqual(quiet(after));
    },
  );

  it("that a person holds back is verified again as well", () => {
    const done = { runs: 1, attempts: 0, outcome: "done" as const, head: sha("b9") };
    const held = ready({ phase: "verifying", verification: done });
    expect(ask(held, pushed, at("b9")).verification.runs).toBe(1);
    const after = ask(held, pushed, at("c1"));
    expect(after).toMatchObject({ phase: "verifying", verification: { runs: 2, moves: 1 } });
    expect(effects(after, "finish-track")).toEqual([]);
  });

  it("of an older version takes the head that it has as the verified one", () => {
    const { head: _, ...older } = ready();
    const after = ask(older, ticked, at("c1"));
    expect(after).toMatchObject({ phase: "ready", head: sha("c1"), verification: { head: sha("c1") } });
  });

  it("is ready at our own last commit", () => {
    const verifying = ready({ phase: "verifying", verification: { runs: 1, attempts: 0, outcome: "done" } });
    const before = ask(verifying, ticked);
    const [entry] = before.outbox;
    if (!entry) throw new Error("expected the end of the track");
    expect(entry.effect).toEqual({ type: "finish-track", day: "2026-11-15" });
    const result = { type: "finished" as const, head: sha("d1") };
    const after = settle(before, [{ key: entry.key, type: "done", result }], { now, owner: "o" });
    expect(after).toMatchObject({ phase: "ready", head: sha("d1"), verification: { head: sha("d1") } });
    expect(ask(quiet(after), pushed, at("d1"))).toEqual(quiet(after));
  });

  it("is not said to be unverified while our last commit is being made", () => {
    const done = { runs: 1, attempts: 0, outcome: "done" as const, head: sha("b8") };
    const finishing = ask(ready({ phase: "verifying", verification: done, head: sha("b7") }), ticked);
    expect(effects(ask(finishing, ticked, at("d1")), "show-track")).toEqual([]);
    const running = ready({ phase: "verifying", jobs: [aJob({ kind: "verify" })] });
    expect(effects(ask(running, ticked, at("d1")), "show-track")).toEqual([]);
  });

  it("that somebody pushed to before our last commit is verified again", () => {
    const verifying = ready({ phase: "verifying", verification: { runs: 1, attempts: 0, outcome: "done" } });
    const before = ask(verifying, ticked);
    const [entry] = before.outbox;
    if (!entry) throw new Error("expected the end of the track");
    const moved = { key: entry.key, type: "failed" as const, code: "head-moved" as const, text: "moved" };
    const after = ask(settle(before, [moved], { now, owner: "o" }), ticked, at("c1"));
    expect(after).toMatchObject({ phase: "verifying", paused: false, verification: { runs: 2, moves: 1 } });
    expect(after).not.toHaveProperty("trouble");
  });

  it("whose branch moves again and again is left to a person, who may go on by /resume", () => {
    let track = ready();
    for (let push = 1; push <= 6; push += 1) {
      track = quiet(ask(track, pushed, at(`c${push}`)));
      if (push > 5) break;
      track = { ...track, jobs: [], phase: "ready" };
    }
    expect(track).toMatchObject({
      phase: "executing",
      trouble: { type: "keeps-moving", times: 5 },
      jobs: [],
    });
    expect(ask(track, ticked, at("c6"))).toEqual(track);
    const after = ask(track, commented("/resume"), at("c6"));
    expect(jobs(after)).toEqual(["verify dispatched"]);
    expect(after.verification).not.toHaveProperty("moves");
  });

  it("that does not pass the second time says so at its head", () => {
    const moved = quiet(ask(ready(), pushed, at("c1")));
    const running = { ...moved, jobs: [aJob({ kind: "verify", attempt: 2 })] };
    const after = ask(running, jobFailed({ kind: "verify", attempt: 2 }, { outcome: "not-met" }));
    expect(after).toMatchObject({ phase: "executing", trouble: { type: "verification-failed" } });
    expect(effects(after, "show-track")).toMatchObject([{ head: sha("c1"), state: "failure" }]);
    expect(jobs(ask(quiet(after), commented("/resume"), at("c2")))).toEqual(["verify dispatched"]);
  });

  it("that loses a task to a rollback is verified without it, and takes /retry", () => {
    const mergedByHand = pullFacts({ number: 21, state: "closed", merged: true, head: sha("c1") });
    const rollback = aRollback({ task: "T02", tasks: ["T02"] });
    const after = ask(ready({ rollbacks: [rollback] }), ticked, { ...mergedByHand, ...at("c2") });
    expect(after).toMatchObject({ phase: "verifying", tasks: { T02: { status: "skipped" } } });
    expect(jobs(after)).toEqual(["verify dispatched"]);
    const retried = ask(ready({ tasks: after.tasks }), commented("/retry T02"), at("b9"));
    expect(retried.phase).toBe("executing");
    expect(jobs(retried)).toEqual(["task T02 dispatched"]);
  });
});

describe("a verification", () => {
  it("whose branch moved while it ran is done again, without a word", () => {
    const running = ready({ phase: "verifying", jobs: [aJob({ kind: "verify" })] });
    const why = { outcome: "conflict" as const, reason: "it moved" };
    const after = ask(running, jobFailed({ kind: "verify" }, why), at("c1"));
    expect(after).toMatchObject({ phase: "verifying", verification: { moves: 1 } });
    expect(jobs(after)).toEqual(["verify dispatched"]);
    expect(said(after)).toEqual([]);
  });

  it("asks first whether the branch holds what was merged", () => {
    const track = ready({ phase: "executing", verification: { runs: 0, attempts: 0 } });
    const after = ask(track, ticked, at("c1", ["T02"]));
    expect(after.phase).toBe("executing");
    expect(jobs(after)).toEqual(["task T02 dispatched"]);
  });
});

describe("a merged task whose work is not in the track branch any more", () => {
  it.each(["executing", "verifying", "ready"] as const)("is due again while %s", (phase) => {
    const tasks = { T01: aMergedTask(), T02: aMergedTask({ proposal: aProposal({ pull: 12 }) }) };
    const open: Track["tasks"] = phase === "executing" ? { T03: aTask({ status: "failed" }) } : {};
    const track = ready({ phase, tasks: { ...tasks, ...open } });
    const after = ask(track, pushed, at("c1", ["T02"]));
    expect(after).toMatchObject({ phase: "executing", head: sha("c1") });
    expect(after.tasks["T01"]?.status).toBe("completed");
    expect(after.tasks["T02"]).toMatchObject({ status: "in_progress", attempts: 0 });
    expect(after.tasks["T02"]).not.toHaveProperty("merge");
    expect(after.tasks["T02"]).not.toHaveProperty("proposal");
    expect(said(after)).toEqual(["#10: merges-lost"]);
    expect(effects(after, "finish-track")).toEqual([]);
    expect(jobs(after)).toContain("task T02 dispatched");
  });

  it("is noticed once", () => {
    const after = quiet(ask(ready(), pushed, at("c1", ["T02"])));
    expect(said(ask(after, ticked, at("c1")))).toEqual([]);
  });

  it("is looked for anew after each merge", () => {
    const track = ready({
      phase: "executing",
      tasks: { T01: aTask({ status: "review", proposal: aProposal() }) },
    });
    const byHand = pullFacts({ number: 11, state: "closed", merged: true, mergeSha: sha("e1") });
    expect(ask(track, ticked, byHand)).not.toHaveProperty("head");
  });
});

it("a job that finished says which head was verified", () => {
  const running = ready({ phase: "verifying", jobs: [aJob({ kind: "verify" })] });
  const after = ask(running, jobFinished({ kind: "verify" }, { type: "verify", head: sha("d1") }));
  expect(after.verification).toMatchObject({ outcome: "done", head: sha("d1") });
});
