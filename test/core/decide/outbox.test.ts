import { describe, expect, it } from "vitest";
import { leaseMs } from "../../../core/decide/decide.ts";
import { settle } from "../../../core/decide/settle.ts";
import type { Effect, EffectOutcome, OutboxEntry } from "../../../core/model/effect.ts";
import type { Track } from "../../../core/model/track.ts";
import {
  aJob,
  aMergedTask,
  aProposal,
  aReadyTask,
  aReport,
  aRollback,
  aTask,
  aTrack,
  at,
  now,
  sha,
} from "../../builders/a-track.ts";
import { ask, effects, jobs, moment, notices, quiet, said, settled } from "../../builders/ask.ts";
import { pullFacts } from "../../builders/facts.ts";
import { commented, ticked } from "../../builders/triggers.ts";

function entry(effect: OutboxEntry["effect"], fields: Partial<OutboxEntry> = {}): OutboxEntry {
  return { key: "42/x/-/1", effect, owner: "this-loop", at: now, probe: false, tries: 0, ...fields };
}

const mergeT01 = entry({ type: "merge-task", task: "T01", pull: 11, sha: sha("a1") });
const merged: EffectOutcome = { key: mergeT01.key, type: "done", result: { type: "merged", sha: sha("e1") } };
const refused: EffectOutcome = { key: mergeT01.key, type: "failed", code: "not-mergeable", text: "no" };

/** The first dispatch of a track, and what became of it. */
function afterDispatch(track: Track, outcome: (key: string) => EffectOutcome): Track {
  const dispatch = track.outbox.find(({ effect }) => effect.type === "dispatch")!;
  return settled(track, [outcome(dispatch.key)]);
}

describe("an effect that is not confirmed", () => {
  const say: Effect = { type: "say", thread: 42, notices: [{ type: "help" }] };

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

  it("is taken over at once when the same delivery or run comes again: whoever began it is no more", () => {
    const own = entry(say, { at: at(-1) });
    expect(ask(aTrack({ phase: "ready", outbox: [own] }), ticked).outbox).toEqual([
      { ...own, at: now, probe: true },
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

  it("a merge takes what reviewers said out of the ledger: it stands in the pull request", () => {
    const finding = { severity: "nitpick" as const, path: "a.ts", line: 1, message: "Nice.".repeat(100) };
    const ready = aReadyTask();
    const proposal = { ...ready.proposal!, findings: [finding] };
    const after = settled({ ...track, tasks: { ...track.tasks, T01: { ...ready, proposal } } }, [merged]);
    expect(after.tasks.T01).toMatchObject({ status: "completed", proposal: { findings: [] }, feedback: [] });
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
    ["was retried and runs again", aTask({ status: "in_progress", runs: 2, proposal: aProposal() })],
    ["was merged by hand", aMergedTask()],
    ["was skipped", aReadyTask({ status: "skipped" })],
    ["has another head by now", aReadyTask({ proposal: aProposal({ head: sha("a7") }) })],
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
    expect(after.tasks.T01?.proposal).not.toHaveProperty("approval");
    expect(notices(after)).toMatchObject([{ type: "merge-failed", failure: { code: "head-moved" } }]);
  });

  it("a merge that conflicts is brought up to date", () => {
    const conflict: EffectOutcome = { key: mergeT01.key, type: "failed", code: "conflict", text: "with it" };
    const after = settle(track, [conflict], moment);
    expect(after.tasks.T01).toMatchObject({
      status: "review",
      catchUp: { status: "merging", refused: true },
    });
    expect(effects(after, "update-branch")).toEqual([{ type: "update-branch", task: "T01" }]);
  });

  it("a merge that GitHub refuses needs a person, who is told why on its pull request", () => {
    const rule: EffectOutcome = { key: mergeT01.key, type: "failed", code: "not-mergeable", text: "a rule" };
    const after = settle(track, [rule], moment);
    const failure = { code: "not-mergeable", text: "a rule" };
    const trouble = { type: "merge-failed", task: "T01", pull: 11, failure };
    expect(after.tasks.T01).toMatchObject({ status: "needs_input", trouble });
    expect(said(after)).toEqual(["#11: merge-failed"]);
  });

  it("a failure never blocks the rest", () => {
    const other = entry({ type: "merge-task", task: "T03", pull: 13, sha: sha("a3") }, { key: "42/y/-/1" });
    const two = {
      ...track,
      outbox: [mergeT01, other],
      tasks: { ...track.tasks, T03: aReadyTask({ proposal: aProposal({ pull: 13, head: sha("a3") }) }) },
    };
    const after = settled(two, [refused, { ...merged, key: "42/y/-/1" }]);
    expect(after.tasks.T03?.status).toBe("completed");
    expect(after.tasks.T01?.status).toBe("needs_input");
  });

  it("a comment or reaction that cannot be given is let go", () => {
    const outbox = [entry({ type: "say", thread: 42, notices: [{ type: "help" }] })];
    const lost: EffectOutcome = { key: "42/x/-/1", type: "failed", code: "forbidden", text: "locked" };
    expect(settle(aTrack({ outbox }), [lost], moment)).toEqual(aTrack());
  });

  it("the progress comment is remembered", () => {
    const outbox = [entry({ type: "start-track" })];
    const after = settle(
      aTrack({ outbox }),
      [
        {
          key: "42/x/-/1",
          type: "done",
          result: { type: "started", comment: 7, digest: "d", head: undefined },
        },
      ],
      moment,
    );
    expect(after.sticky).toEqual({ comment: 7, digest: "d" });
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
  const planning = aTrack({ phase: "planning", outbox: [entry({ type: "start-track" })] });

  it("comes before its plan, which is asked for once the comment is there", () => {
    expect(jobs(ask(planning, ticked))).toEqual([]);
    const started: EffectOutcome = {
      key: "42/x/-/1",
      type: "done",
      result: { type: "started", comment: 7, digest: "d", head: undefined },
    };
    expect(jobs(settled(planning, [started]))).toEqual(["plan dispatched"]);
  });

  it("again comes before the plan too, though there is a comment from the last time", () => {
    expect(jobs(ask({ ...planning, sticky: { comment: 5, digest: "" } }, ticked))).toEqual([]);
  });

  it("that cannot be started ends it, so that /plan works again", () => {
    const failed: EffectOutcome = { key: "42/x/-/1", type: "failed", code: "no-commits", text: "none yet" };
    const after = settled(planning, [failed]);
    expect(after).toMatchObject({ phase: "failed", jobs: [] });
    expect(effects(after, "dispatch")).toEqual([]);
    const failure = { code: "no-commits", text: "none yet" };
    expect(notices(after)).toEqual([{ type: "effect-failed", effect: "start-track", failure }]);
  });
});

describe("a dispatch", () => {
  const track = ask(aTrack({ tasks: { T01: aTask() } }), ticked);
  const dispatched = (ended: boolean) => (key: string) =>
    ({ key, type: "done", result: { type: "dispatched", run: 900, ended } }) as const;
  const refused =
    (code: "not-found" | "stub-outdated" = "not-found") =>
    (key: string) =>
      ({ key, type: "failed", code, text: "no gsd.yml" }) as const;

  it("gives its jobs to the run that was started", () => {
    const after = afterDispatch(track, dispatched(false));
    expect(after.jobs).toEqual([
      expect.objectContaining({ task: "T01", state: "claimed", run: { id: 900, attempt: 1 } }),
    ]);
    expect(after.jobs[0]).not.toHaveProperty("batch");
    expect(effects(after, "dispatch")).toEqual([]);
  });

  it("that is settled twice does no harm to jobs that have moved on", () => {
    const key = "42/batch/-/2";
    const once = settle(track, [dispatched(false)(key)], moment);
    expect(settle(once, [dispatched(true)(key)], moment)).toEqual(once);
  });

  it("whose run ended before it began goes out again, as a new one, and costs no attempt", () => {
    const after = afterDispatch(track, dispatched(true));
    expect(effects(after, "dispatch")).toEqual([{ type: "dispatch", batch: 3 }]);
    expect(after.jobs).toMatchObject([{ task: "T01", attempt: 1, lost: 1, batch: 3 }]);
    expect(after.tasks.T01?.attempts).toBe(0);
  });

  it("whose runs always end before they begin does not go on for ever", () => {
    let lost = track;
    let rounds = 0;
    while (effects(lost, "dispatch").length > 0 && rounds < 50) {
      lost = afterDispatch(lost, dispatched(true));
      rounds += 1;
    }
    expect(rounds).toBeLessThan(12);
    expect(lost.tasks.T01?.status).toBe("failed");
    expect(notices(lost)).toMatchObject([{ type: "task-failed", why: { outcome: "lost" } }]);
  });

  it("that GitHub refuses pauses the track and says so once; /resume tries again", () => {
    const after = afterDispatch(track, refused());
    expect(after).toMatchObject({ paused: true, trouble: { type: "effect-failed", effect: "dispatch" } });
    expect(effects(after, "dispatch")).toEqual([]);
    expect(said(after)).toEqual(["#42: effect-failed"]);
    expect(ask(after, ticked)).toEqual(after);
    const again = ask(quiet(after), commented("/resume"));
    expect(jobs(again)).toEqual(["task T01 dispatched"]);
    expect(again).not.toHaveProperty("trouble");
  });

  it("that an old workflow file does not take says that this has to be updated", () => {
    const after = afterDispatch(track, refused("stub-outdated"));
    expect(after).toMatchObject({ paused: true, trouble: { type: "stub-outdated", text: "no gsd.yml" } });
    expect(said(after)).toEqual(["#42: stub-outdated"]);
  });

  it("after the end, refused for good, fails what was asked for instead", () => {
    const over = aTrack({ phase: "merged", tasks: { T01: aMergedTask() } });
    const asked = ask(over, commented("/rollback T01"));
    const after = afterDispatch(asked, refused());
    expect(after).toMatchObject({ paused: false, jobs: [], rollbacks: [{ status: "failed" }] });
    expect(effects(after, "dispatch")).toEqual([]);
    expect(notices(after)).toMatchObject([{ type: "rollback-failed", why: { reason: "no gsd.yml" } }]);
    const reporting = ask(aTrack({ phase: "merged", reports: [aReport({ status: "pending" })] }), ticked);
    const unreported = afterDispatch(reporting, refused());
    expect(unreported).toMatchObject({ jobs: [], reports: [{ status: "failed" }] });
    expect(said(unreported)).toEqual(["#42: report-failed"]);
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
    const after = settled(finishing, [{ key, type: "done", result: { type: "nothing" } }]);
    expect(after.phase).toBe("ready");
    expect(said(after)).toEqual(["#42: track-ready"]);
  });

  it("does not bring back a track that was cancelled meanwhile", () => {
    const outcome: EffectOutcome = { key, type: "done", result: { type: "nothing" } };
    const cancelled = { ...finishing, phase: "cancelled" as const };
    expect(settle(cancelled, [outcome], moment)).toMatchObject({ phase: "cancelled", outbox: [] });
  });

  it("that fails for good pauses and says so once, not at every tick", () => {
    const failed = settled(finishing, [{ key, type: "failed", code: "spec-deltas", text: "fix SPEC.md" }]);
    expect(failed.paused).toBe(true);
    expect(effects(failed, "finish-track")).toEqual([]);
    const failure = { code: "spec-deltas", text: "fix SPEC.md" };
    expect(notices(failed)).toEqual([{ type: "effect-failed", effect: "finish-track", failure }]);
    expect(ask(failed, ticked)).toEqual(failed);
    expect(effects(ask(failed, commented("/resume")), "finish-track")).toHaveLength(1);
    // The plan can be changed, and approved, once more.
    expect(failed.archived).toBeUndefined();
  });
});

describe("finishing without the approved plan", () => {
  it("lets people approve the one that is there", () => {
    const approved = {
      tree: "c".repeat(40),
      head: "d".repeat(40),
      sources: "e".repeat(64),
      by: "ada",
      at: moment.now,
    };
    const track = aTrack({
      phase: "verifying",
      tasks: { T01: aMergedTask() },
      verification: { runs: 1, attempts: 1, outcome: "done" },
    });
    const finishing = ask({ ...track, plan: { ...track.plan, approved } }, ticked);
    const { key } = finishing.outbox[0]!;
    const failed = settled(finishing, [{ key, type: "failed", code: "text-changed", text: "gone" }]);
    expect(failed).toMatchObject({ paused: true, plan: { approved: { tree: approved.tree } } });
    expect([failed.archived, failed.plan.approved?.sources]).toEqual([undefined, undefined]);
  });
});

describe("a run that is to be stopped", () => {
  it("goes on while it holds another job", () => {
    const tasks = { T01: aReadyTask(), T02: aReadyTask({ proposal: aProposal({ pull: 12 }) }) };
    const both = [aJob({ kind: "review", task: "T01" }), aJob({ kind: "review", task: "T02" })];
    const one = ask(aTrack({ tasks, jobs: both }), commented("/skip T01"), pullFacts());
    expect(effects(one, "cancel-run")).toEqual([]);
    const two = ask(one, commented("/skip T02"));
    expect(effects(two, "cancel-run")).toEqual([{ type: "cancel-run", run: 900 }]);
  });
});
