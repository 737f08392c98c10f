import { describe, expect, it } from "vitest";
import { leaseMs } from "../../../core/decide/decide.ts";
import { settle } from "../../../core/decide/settle.ts";
import type { EffectOutcome, OutboxEntry } from "../../../core/model/effect.ts";
import type { Track } from "../../../core/model/track.ts";
import {
  aConfig,
  aJob,
  aMergedTask,
  aReadyTask,
  aRollback,
  aTask,
  aTrack,
  at,
  now,
  sha,
} from "../../builders/a-track.ts";
import { ask, effects, jobs, moment, quiet, said, settled } from "../../builders/ask.ts";
import { pullFacts } from "../../builders/facts.ts";
import { commented, ticked } from "../../builders/triggers.ts";

function entry(effect: OutboxEntry["effect"], fields: Partial<OutboxEntry> = {}): OutboxEntry {
  return { key: "42/x/-/1", effect, owner: "this-loop", at: now, probe: false, tries: 0, ...fields };
}

const mergeT01 = entry({ type: "merge-task", task: "T01", pull: 11, sha: sha("a1") });
const merged: EffectOutcome = { key: mergeT01.key, type: "done", result: { sha: sha("e1") } };
const refused: EffectOutcome = { key: mergeT01.key, type: "failed", code: "not-mergeable", text: "no" };

/** The first dispatch of a track, and what became of it. */
function afterDispatch(track: Track, outcome: (key: string) => EffectOutcome): Track {
  const dispatch = track.outbox.find(({ effect }) => effect.type === "dispatch")!;
  return settled(track, [outcome(dispatch.key)]);
}

describe("an effect that is not confirmed", () => {
  const say = { type: "say", thread: 42, body: "hi" } as const;

  it("belongs to the loop that decided it as long as its lease lasts", () => {
    const young = entry(say, { owner: "other", at: at(1 - leaseMs / 1000) });
    expect(ask(aTrack({ phase: "ready", outbox: [young] }), ticked).outbox).toEqual([young]);
  });

  it("is taken over after that, and looked for before it is done", () => {
    const old = entry(say, { owner: "other", at: at(-leaseMs / 1000) });
    expect(ask(aTrack({ phase: "ready", outbox: [old] }), ticked).outbox).toEqual([
      { ...old, owner: "this-loop", at: now, probe: true },
    ]);
  });

  it("that has to wait stays, and is looked for the next time", () => {
    const track = aTrack({ outbox: [entry(say)] });
    const later = settle(track, [{ key: "42/x/-/1", type: "later", text: "slow down" }], moment);
    expect(later.outbox).toEqual([entry(say, { probe: true, tries: 1 })]);
  });
});

describe("settling", () => {
  const track = aTrack({
    tasks: { T01: aReadyTask(), T02: aTask({ dependsOn: ["T01"] }) },
    outbox: [mergeT01],
  });

  it("a merge completes the task and starts what waited for it", () => {
    const after = settled(track, [merged]);
    expect(after.tasks.T01).toMatchObject({ status: "completed", merge: sha("e1") });
    expect(jobs(after)).toEqual(["task T02 dispatched"]);
  });

  it("twice is the same as once", () => {
    const once = settle(track, [merged], moment);
    expect(settle(once, [merged, refused], moment)).toEqual(once);
  });

  it("leaves what it was given as it was", () => {
    const before = structuredClone(track);
    settle(track, [merged], moment);
    expect(track).toEqual(before);
  });

  it.each([
    ["was retried and runs again", aTask({ status: "in_progress", runs: 2, attempts: 1, pull: 11 })],
    ["was merged by hand", aMergedTask()],
    ["was skipped", aReadyTask({ status: "skipped" })],
    ["has another head by now", aReadyTask({ head: sha("a7") })],
  ])("a merge that failed means nothing to a task that %s", (_, task) => {
    const moved = { ...track, tasks: { T01: task } };
    const after = settle(moved, [refused], moment);
    expect(after).toEqual({ ...moved, outbox: [] });
  });

  it("outcomes for tasks that are gone do no harm", () => {
    expect(settle({ ...track, tasks: {} }, [merged], moment).tasks).toEqual({});
    expect(settle({ ...track, tasks: {} }, [refused], moment).tasks).toEqual({});
  });

  it("a merge that lost to a push stays in review, without its approval", () => {
    const moved: EffectOutcome = { key: mergeT01.key, type: "failed", code: "head-moved", text: "moved" };
    const after = settle(track, [moved], moment);
    expect(after.tasks.T01).toMatchObject({ status: "review" });
    expect(after.tasks.T01?.approval).toBeUndefined();
    expect(said(after)[0]).toContain("`/approve` the new head");
  });

  it("a conflict says both ways out", () => {
    const conflict: EffectOutcome = { key: mergeT01.key, type: "failed", code: "conflict", text: "with it" };
    const after = settle(track, [conflict], moment);
    expect(after.tasks.T01?.status).toBe("needs_input");
    expect(said(after)[0]).toContain("`/retry T01`");
    expect(said(after)[0]).toContain("by hand and push");
  });

  it("a failure never blocks the rest", () => {
    const other = entry({ type: "merge-task", task: "T03", pull: 13, sha: sha("a3") }, { key: "42/y/-/1" });
    const two = {
      ...track,
      outbox: [mergeT01, other],
      tasks: { ...track.tasks, T03: aReadyTask({ pull: 13, head: sha("a3") }) },
    };
    const after = settled(two, [refused, { ...merged, key: "42/y/-/1" }]);
    expect(after.tasks.T03?.status).toBe("completed");
    expect(after.tasks.T01?.status).toBe("needs_input");
  });

  it("a comment or reaction that cannot be given is let go", () => {
    const outbox = [entry({ type: "say", thread: 42, body: "hi" })];
    const lost: EffectOutcome = { key: "42/x/-/1", type: "failed", code: "forbidden", text: "locked" };
    expect(settle(aTrack({ outbox }), [lost], moment)).toEqual(aTrack());
  });

  it("the progress comment is remembered", () => {
    const outbox = [entry({ type: "start-track" })];
    const after = settle(
      aTrack({ outbox }),
      [{ key: "42/x/-/1", type: "done", result: { comment: 7 } }],
      moment,
    );
    expect(after.sticky).toEqual({ comment: 7, digest: "" });
  });

  it("a rollback's merge counts once", () => {
    const outbox = [entry({ type: "merge-rollback", task: "T01", attempt: 1, pull: 21, sha: sha("c1") })];
    const open = aTrack({ tasks: { T01: aMergedTask() }, rollbacks: [aRollback()], outbox });
    const after = settle(open, [merged], moment);
    expect(after.rollbacks[0]?.status).toBe("completed");
    const again = { ...after, tasks: { T01: aMergedTask() }, outbox };
    expect(settle(again, [merged], moment).tasks.T01?.status).toBe("completed");
  });
});

describe("starting a track", () => {
  it("that cannot be started ends it, so that /plan works again", () => {
    const planning = ask(
      { ...aTrack({ phase: "planning" }), outbox: [entry({ type: "start-track" })] },
      ticked,
    );
    const after = settled(planning, [
      { key: "42/x/-/1", type: "failed", code: "no-commits", text: "the default branch has no commits yet" },
    ]);
    expect(after).toMatchObject({ phase: "failed", jobs: [] });
    expect(effects(after, "dispatch")).toEqual([]);
    expect(said(after)).toEqual([expect.stringMatching(/could not start the track.*comment `\/plan`/)]);
  });
});

describe("a dispatch", () => {
  const track = ask(aTrack({ tasks: { T01: aTask() } }), ticked);

  it("is kept until its run has claimed the jobs: a run can die before", () => {
    const after = afterDispatch(track, (key) => ({ key, type: "done", result: { run: 900 } }));
    expect(effects(after, "dispatch")).toHaveLength(1);
  });

  it("whose run ended before it claimed goes out again, as a new one", () => {
    const after = afterDispatch(track, (key) => ({
      key,
      type: "done",
      result: { run: 900, runEnded: true },
    }));
    expect(effects(after, "dispatch")).toEqual([{ type: "dispatch", batch: 3 }]);
    expect(after.tasks.T01?.attempts).toBe(1);
  });

  it("whose runs always end before they begin does not go on for ever", () => {
    let lost = track;
    let rounds = 0;
    while (effects(lost, "dispatch").length > 0 && rounds < 50) {
      lost = afterDispatch(lost, (key) => ({ key, type: "done", result: { run: 900, runEnded: true } }));
      rounds += 1;
    }
    expect(rounds).toBeLessThan(10);
    expect(lost.tasks.T01?.status).toBe("failed");
    expect(said(lost)).toEqual([expect.stringContaining("its runs end before they begin")]);
  });

  it("that GitHub refuses pauses the track and says so once; /resume tries again", () => {
    const after = afterDispatch(track, (key) => ({
      key,
      type: "failed",
      code: "not-found",
      text: "no gsd.yml",
    }));
    expect(after.paused).toBe(true);
    expect(effects(after, "dispatch")).toEqual([]);
    expect(said(after)).toEqual([
      expect.stringMatching(/start a workflow run: no gsd\.yml\. The track is paused/),
    ]);
    expect(quiet(ask(after, ticked))).toEqual(quiet(after));
    const again = ask(quiet(after), commented("/resume"));
    expect(jobs(again)).toEqual(["task T01 dispatched"]);
    expect(again.trouble).toBeUndefined();
  });

  it("of a rollback after the end, refused for good, fails the rollback instead", () => {
    const over = aTrack({
      phase: "merged",
      tasks: { T01: aMergedTask() },
      config: aConfig({ limits: { attempts: 1 } }),
    });
    const asked = ask(over, commented("/rollback T01"), { config: undefined });
    const after = afterDispatch(asked, (key) => ({
      key,
      type: "failed",
      code: "not-found",
      text: "no gsd.yml",
    }));
    expect(after.rollbacks[0]?.status).toBe("failed");
    expect(after.paused).toBe(false);
    expect(effects(after, "dispatch")).toEqual([]);
    expect(said(after).at(-1)).toContain("Comment `/rollback T01` to try again");
  });
});

describe("finishing", () => {
  const verified = aTrack({
    phase: "verifying",
    tasks: { T01: aMergedTask() },
    verification: { runs: 1, attempts: 1, outcome: "done" },
  });
  const finishing = ask(verified, ticked);
  const { key } = finishing.outbox[0]!;

  it("makes the track ready, and tells who asked for it", () => {
    const after = settled(finishing, [{ key, type: "done", result: { sha: sha("b5") } }]);
    expect(after.phase).toBe("ready");
    expect(said(after)).toEqual([expect.stringContaining("#10 is ready: merge it")]);
  });

  it("does not bring back a track that was cancelled meanwhile", () => {
    const outcome: EffectOutcome = { key, type: "done", result: { sha: sha("b5") } };
    const cancelled = { ...finishing, phase: "cancelled" as const };
    expect(settle(cancelled, [outcome], moment)).toMatchObject({ phase: "cancelled", outbox: [] });
  });

  it("that fails for good pauses and says so once, not at every tick", () => {
    const failed = settled(finishing, [{ key, type: "failed", code: "spec-deltas", text: "mend SPEC.md" }]);
    expect(failed.paused).toBe(true);
    expect(effects(failed, "finish-track")).toEqual([]);
    expect(said(failed)).toEqual([
      expect.stringContaining("finish the track: mend SPEC.md. The track is paused"),
    ]);
    expect(ask(failed, ticked)).toEqual(failed);
    expect(effects(ask(failed, commented("/resume")), "finish-track")).toHaveLength(1);
  });
});

describe("a run that is to be stopped", () => {
  it("goes on while it holds another job", () => {
    const tasks = { T01: aReadyTask(), T02: aReadyTask({ pull: 12 }) };
    const both = [aJob({ kind: "review", task: "T01" }), aJob({ kind: "review", task: "T02" })];
    const one = ask(aTrack({ tasks, jobs: both }), commented("/skip T01"), pullFacts());
    expect(effects(one, "cancel-run")).toEqual([]);
    const two = ask(one, commented("/skip T02"));
    expect(effects(two, "cancel-run")).toEqual([{ type: "cancel-run", run: 900 }]);
  });
});
