import { describe, expect, it } from "vitest";
import type { EffectResult } from "../../../core/model/effect.ts";
import type { Track } from "../../../core/model/track.ts";
import type { Update } from "../../../core/model/update.ts";
import { renderSticky } from "../../../core/render/sticky.ts";
import { nextStep } from "../../../core/view/next-step.ts";
import { aConfig, aJob, aMergedTask, aProposal, aReadyTask, aTrack, sha } from "../../builders/a-track.ts";
import { ask, decided, effects, jobs, notices, quiet, reactions, said, settled } from "../../builders/ask.ts";
import { aPull, branches } from "../../builders/facts.ts";
import { commented, continued, jobFailed, jobFinished, ticked } from "../../builders/triggers.ts";

const pull = (mergeable: boolean | null | undefined) => ({
  pulls: {
    10: {
      ...aPull({ number: 10, head: sha("b1"), base: "main" }),
      ...(mergeable === undefined ? {} : { mergeable }),
    },
  },
});
const conflicts = pull(false);
const clean = pull(true);
const T01 = aMergedTask();

function anUpdate(fields: Partial<Update> = {}): Update {
  return { status: "done", number: 1, attempts: 0, files: [], ...fields };
}

const resolving: Track = aTrack({
  phase: "verifying",
  tasks: { T01 },
  update: anUpdate({ status: "resolving", base: sha("d1"), head: sha("b1") }),
  updates: 2,
  jobs: [aJob({ kind: "update", attempt: 2 })],
});

/** The track after the merge that is in its outbox came to something. */
function merged(track: Track, result: Partial<EffectResult> & { type: "updated" | "conflicted" }): Track {
  const { key } = track.outbox.find(({ effect }) => effect.type === "update-branch")!;
  const whole = { base: sha("d1"), head: sha("b1"), ...result } as EffectResult;
  return settled(track, [{ key, type: "done", result: whole }], result.type === "updated" ? clean : {});
}

describe("a track whose pull request conflicts", () => {
  const track = aTrack({
    phase: "ready",
    tasks: { T01 },
    verification: { runs: 1, attempts: 0, outcome: "done" },
  });

  it.each(["executing", "verifying", "ready"] as const)("is brought up to date while it is %s", (phase) => {
    const after = ask({ ...track, phase }, ticked, conflicts);
    expect(after.update).toMatchObject({ status: "merging", attempts: 0 });
    expect(effects(after, "update-branch")).toEqual([{ type: "update-branch" }]);
    expect(said(after)).toEqual([]);
  });

  it.each(["proposed", "merged"] as const)("is left alone while it is %s", (phase) => {
    expect(ask({ ...track, phase }, ticked, conflicts).update).toBeUndefined();
  });

  it("is left alone while it is paused", () => {
    expect(ask({ ...track, paused: true }, ticked, conflicts).update).toBeUndefined();
  });

  it("is not waited for where GitHub does not know, and asked about where nobody has looked", () => {
    expect(ask(track, ticked, pull(null)).update).toBeUndefined();
    const decision = decided(track, ticked, pull(undefined));
    expect(decision).toMatchObject({ missing: [{ type: "mergeable", pull: 10 }] });
  });

  it("is neither verified nor finished before that is settled", () => {
    const due = aTrack({ tasks: { T01 } });
    expect(jobs(ask(due, continued, conflicts))).toEqual([]);
    expect(jobs(ask(due, continued, clean))).toEqual(["verify dispatched"]);
    const verified = aTrack({
      phase: "verifying",
      tasks: { T01 },
      verification: { runs: 1, attempts: 0, outcome: "done" },
    });
    expect(effects(ask(verified, continued, conflicts), "finish-track")).toEqual([]);
    expect(effects(ask(verified, continued, pull(null)), "finish-track")).toEqual([]);
    expect(effects(ask(verified, continued, clean), "finish-track")).toHaveLength(1);
  });

  it("never says that it should be merged", () => {
    for (const status of ["merging", "resolving", "stuck"] as const) {
      const { type } = nextStep({ ...track, update: anUpdate({ status, files: ["src/a.ts"] }) });
      expect(type).toBe(status === "stuck" ? "resolve-conflict" : "wait");
    }
  });

  it("is tried once for each commit of the default branch", () => {
    const stuck = { ...track, update: anUpdate({ status: "stuck", base: sha("d1"), head: sha("a9") }) };
    expect(ask(stuck, ticked, conflicts).update).toEqual(stuck.update);
    const next = { ...branches, main: { branch: "main", sha: sha("d2") } };
    expect(ask(stuck, ticked, { ...conflicts, bases: next }).update).toMatchObject({ status: "merging" });
  });

  it("is not tried again while GitHub has not looked at what was just merged", () => {
    const done = { ...track, update: anUpdate({ base: sha("d1"), head: sha("b1") }) };
    expect(ask(done, ticked, conflicts).update).toEqual(done.update);
  });

  it("is settled by whoever resolves it by hand", () => {
    const trouble = { type: "conflict" as const, files: ["src/a.ts"] };
    const after = ask({ ...track, update: anUpdate({ status: "stuck", trouble }) }, ticked, clean);
    expect(after.update).toMatchObject({ status: "done" });
    expect(after.update?.trouble).toBeUndefined();
  });
});

describe("the merge by git", () => {
  const merging = ask(aTrack({ phase: "verifying", tasks: { T01 } }), ticked, conflicts);

  it("that goes through is the end of it, and the new head is verified", () => {
    const after = merged(merging, { type: "updated", head: sha("b7") });
    expect(after.update).toMatchObject({ status: "done", base: sha("d1"), head: sha("b7") });
    expect(jobs(after)).toEqual(["verify dispatched"]);
    expect(said(after)).toEqual([]);
  });

  it("that conflicts is given to the executor, on the commits that conflict", () => {
    const after = merged(merging, { type: "conflicted" });
    expect(after.update).toMatchObject({ status: "resolving", base: sha("d1"), head: sha("b1") });
    expect(jobs(after)).toEqual(["update queued"]);
    const decision = decided(after, continued, {
      bases: { [sha("d1")]: { branch: "main", sha: sha("d1") } },
    });
    expect(decision).toMatchObject({
      track: { jobs: [{ kind: "update", base: { branch: "main", sha: sha("d1") } }] },
    });
  });

  it("that GitHub refuses is a person's", () => {
    const { key } = merging.outbox[0]!;
    const after = settled(merging, [{ key, type: "failed", code: "forbidden", text: "no workflows" }]);
    expect(after.update).toMatchObject({ status: "stuck" });
    expect(notices(after)).toMatchObject([{ type: "conflict", tried: { reason: "no workflows" } }]);
  });

  it("is not paid for again after as many failures as are allowed, but by `/update`", () => {
    const tired = aTrack({
      tasks: { T01 },
      update: anUpdate({ status: "stuck", attempts: 3, base: sha("d0") }),
    });
    const after = merged(ask(tired, ticked, conflicts), { type: "conflicted" });
    expect(after.update).toMatchObject({ status: "stuck" });
    const asked = merged(ask(tired, commented("/update"), conflicts), { type: "conflicted" });
    expect(asked.update).toMatchObject({ status: "resolving", attempts: 0 });
  });
});

describe("the executor's resolution", () => {
  it("is said with its files, and the new head is verified", () => {
    const result = { type: "update" as const, head: sha("b8"), files: ["src/a.ts"] };
    const after = ask(resolving, jobFinished({ kind: "update", attempt: 2 }, result), clean);
    expect(after.update).toMatchObject({ status: "done", head: sha("b8"), attempts: 0 });
    expect(notices(after)).toEqual([
      { type: "conflict-resolved", files: ["src/a.ts"], base: sha("d1"), head: sha("b8") },
    ]);
    expect(jobs(after)).toEqual(["verify dispatched"]);
  });

  it("that fails is a person's, who is told the files, once", () => {
    const failure = { outcome: "conflict" as const, reason: "markers", files: ["src/a.ts"] };
    const after = ask(resolving, jobFailed({ kind: "update", attempt: 2 }, failure), conflicts);
    expect(after.update).toMatchObject({ status: "stuck", files: ["src/a.ts"], attempts: 1 });
    expect(notices(after)).toMatchObject([{ type: "conflict", files: ["src/a.ts"], base: sha("d1") }]);
    expect(renderSticky(after)).toContain("git merge origin/main");
    const next = { ...branches, main: { branch: "main", sha: sha("d2") } };
    const again = ask(quiet(after), ticked, { ...conflicts, bases: next });
    const failed = ask(
      {
        ...merged(again, { type: "conflicted", base: sha("d2") }),
        jobs: [aJob({ kind: "update", attempt: 4 })],
      },
      jobFailed({ kind: "update", attempt: 4 }, failure),
      { ...conflicts, bases: next },
    );
    expect(failed.update).toMatchObject({ status: "stuck", base: sha("d2") });
    expect(said(failed)).toEqual([]);
  });

  it("that never was begins with git again, within bounds", () => {
    const after = ask(resolving, jobFailed({ kind: "update", attempt: 2 }, { outcome: "lost" }), conflicts);
    expect(after.update).toMatchObject({ status: "merging", attempts: 1 });
    const last = { ...resolving, config: aConfig({ limits: { attempts: 1 } }) };
    const end = ask(last, jobFailed({ kind: "update", attempt: 2 }, { outcome: "lost" }), conflicts);
    expect(end.update).toMatchObject({ status: "stuck" });
  });

  it("goes on with more money", () => {
    const failure = { outcome: "budget" as const, reason: "The track's budget is spent." };
    const stopped = ask(resolving, jobFailed({ kind: "update", attempt: 2 }, failure), conflicts);
    const after = ask(quiet(stopped), commented("/budget +5"), conflicts);
    expect(after.update).toMatchObject({ status: "merging", attempts: 0 });
  });

  it("holds merges into the track branch up, since another head would throw it away", () => {
    const proposal = aProposal({ approval: { sha: sha("a1"), by: "mia", at: "2026-11-16T03:00:00.000Z" } });
    const tasks = { T01: aReadyTask({ proposal }) };
    const green = {
      pulls: { 11: aPull({ requests: [] }) },
      checks: { [sha("a1")]: { state: "clear" as const, names: [] } },
    };
    const track = { ...resolving, phase: "executing" as const, tasks };
    expect(effects(ask(track, continued, green), "merge-task")).toEqual([]);
    const { update: _, ...free } = { ...track, jobs: [] };
    expect(effects(ask(free, continued, green), "merge-task")).toHaveLength(1);
  });
});

describe("/update", () => {
  it("merges the default branch, and answers where it was asked", () => {
    const asked = ask(aTrack({ phase: "proposed" }), commented("/update", { thread: 10 }));
    expect(reactions(asked)).toEqual(["eyes"]);
    expect(said(quiet(merged(asked, { type: "updated" })))).toEqual([]);
    expect(said(merged(asked, { type: "updated" }))).toEqual(["#10: up-to-date"]);
  });

  it("waits while the track is paused, and says so", () => {
    const asked = ask(aTrack({ paused: true }), commented("/update"));
    expect(said(asked)).toEqual(["#42: update-waits"]);
    expect(effects(asked, "update-branch")).toEqual([]);
    expect(effects(ask(quiet(asked), commented("/resume")), "update-branch")).toHaveLength(1);
  });

  it("is refused while one is under way, before there is a pull request, and when the track is over", () => {
    expect(said(ask(resolving, commented("/update")))).toEqual(["#42: update-under-way"]);
    expect(said(ask(aTrack({ phase: "planning" }), commented("/update")))).toContain("#42: cannot-update");
    expect(said(ask(aTrack({ phase: "cancelled" }), commented("/update")))).toEqual(["#42: track-over"]);
  });

  const open = aTrack({ tasks: { T01: aReadyTask() } });

  it.each(["/update T01", "/update"])("%s on a task's pull request is for the task's branch", (command) => {
    const asked = ask(open, commented(command, { thread: 11 }));
    expect(effects(asked, "update-branch")).toEqual([{ type: "update-branch", task: "T01" }]);
    expect(asked.update).toBeUndefined();
    const after = merged(asked, { type: "updated", head: sha("a7") });
    expect(after.tasks.T01).toMatchObject({
      status: "review",
      proposal: { head: sha("a7"), handsOff: false },
    });
    expect(after.tasks.T01?.proposal?.readyAt).toBeUndefined();
    expect(jobs(after)).toEqual(["review T01 queued"]);
    expect(said(after)).toEqual(["#11: up-to-date"]);
  });

  it("does not take its own merge for a person's push", () => {
    const asked = ask(open, commented("/update T01"));
    const seen = { pulls: { 11: aPull({ head: sha("a7") }) } };
    expect(ask(asked, ticked, seen).tasks.T01?.proposal).toMatchObject({ handsOff: false });
  });

  it("of a task that conflicts has the executor resolve it, and leaves what people pushed to them", () => {
    const after = merged(ask(open, commented("/update T01")), { type: "conflicted" });
    expect(after.tasks.T01).toMatchObject({ status: "in_progress", catchUp: { status: "resolving" } });
    const theirs = aTrack({ tasks: { T01: aReadyTask({ proposal: aProposal({ handsOff: true }) }) } });
    const told = merged(ask(theirs, commented("/update T01")), { type: "conflicted" });
    expect(told.tasks.T01).toMatchObject({ status: "needs_input", trouble: { type: "task-conflict" } });
    expect(said(told)).toEqual(["#11: task-conflict"]);
  });

  it("is for a task whose pull request is open", () => {
    expect(said(ask(aTrack({ tasks: { T01 } }), commented("/update T01")))).toContain("#42: cannot-update");
    expect(said(ask(open, commented("/update T09")))).toEqual(["#42: unknown-task"]);
  });
});

describe("specs that changed on the default branch", () => {
  const deltas = [{ capability: "export", type: "added" as const, title: "CSV" }];
  const mergeable = clean;
  const aReady = () => {
    const track = aTrack({ phase: "ready", pull: 10, tasks: { T01: aMergedTask() } });
    return {
      ...track,
      plan: { ...track.plan, deltas },
      archived: "2026-11-18",
      folded: { commit: sha("a1"), on: sha("a0") },
    };
  };

  it("take a track that was ready back: the archive is made anew on them", () => {
    const after = ask(aReady(), { type: "base-moved" }, { ...mergeable, specsMoved: sha("d1") });
    expect(after.phase).toBe("verifying");
    expect(after.update).toMatchObject({ status: "merging" });
    expect(effects(after, "update-branch")).toHaveLength(1);
  });

  it("are of no interest where they are the same, or were merged already", () => {
    expect(ask(aReady(), { type: "base-moved" }, { ...mergeable, specsMoved: null }).phase).toBe("ready");
    const known = {
      ...aReady(),
      update: { status: "done" as const, number: 1, attempts: 0, base: sha("d1"), files: [] },
    };
    expect(ask(known, { type: "base-moved" }, { ...mergeable, specsMoved: sha("d1") }).phase).toBe("ready");
  });

  it("let the plan be archived once more when the update took the archive back", () => {
    const merging = ask(aReady(), { type: "base-moved" }, { ...mergeable, specsMoved: sha("d1") });
    const entry = merging.outbox.find(({ effect }) => effect.type === "update-branch");
    const result = { type: "updated" as const, base: sha("d1"), head: sha("a3"), unfolded: true as const };
    const after = settled(merging, [{ key: entry?.key ?? "", type: "done", result }], {
      ...clean,
      specsMoved: null,
    });
    expect(after).not.toHaveProperty("archived");
    expect(after).not.toHaveProperty("folded");
    expect(after.phase).toBe("verifying");
  });
});
