import { describe, expect, it } from "vitest";
import type { Track } from "../../../core/model/track.ts";
import { nextStep } from "../../../core/view/next-step.ts";
import { taskRows } from "../../../core/view/task-rows.ts";
import { viewTrack } from "../../../core/view/view-track.ts";
import { aFinding } from "../../builders/a-manifest.ts";
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
  sha,
} from "../../builders/a-track.ts";

const approval = { sha: sha("a1"), by: "mia", at: at(-1) };

describe("the next step", () => {
  const next = (fields: Partial<Track>) => nextStep(aTrack(fields));
  const trouble = { type: "base-unchecked" as const, why: { outcome: "setup" as const } };
  const unwell = { runs: 1, attempts: 1, outcome: "setup" as const, trouble };

  it("is one thing in every phase", () => {
    expect(next({ phase: "planning" })).toMatchObject({ type: "wait", for: "plan" });
    expect(next({ phase: "proposed" })).toEqual({
      type: "approve-plan",
      pull: 10,
      tree: sha("f1"),
      baseTroubled: false,
      problems: 0,
    });
    expect(next({ phase: "verifying" })).toMatchObject({ type: "wait", for: "verification" });
    const merged = { T01: aMergedTask() };
    expect(next({ phase: "ready", tasks: merged })).toEqual({ type: "merge", pull: 10, rollbacks: [] });
    expect(next({ phase: "ready" })).toEqual({ type: "nothing-left", pull: 10 });
    expect(next({ phase: "merged" })).toEqual({ type: "nothing", because: "merged" });
    expect(next({ phase: "merged", rollbacks: [aRollback({ into: "default" })] })).toMatchObject({
      type: "merge-rollback",
      rollbacks: [{ pull: 21, tasks: ["T01"] }],
    });
    expect(next({ phase: "failed" })).toEqual({ type: "start-over", mayComeBack: false });
    expect(next({ phase: "cancelled" })).toEqual({ type: "start-over", mayComeBack: true });
    expect(next({ phase: "asking", reports: [aReport()] })).toMatchObject({ type: "wait", for: "reports" });
    expect(next({ phase: "asking", reports: [aReport({ status: "done" })] })).toMatchObject({
      type: "nothing",
    });
  });

  it("is to resume when it is paused, after the trouble is fixed", () => {
    expect(next({ paused: true })).toEqual({ type: "resume", fixFirst: false });
    expect(next({ paused: true, trouble })).toEqual({ type: "resume", fixFirst: true });
  });

  it("is what waits for approval, rollbacks first", () => {
    const tasks = {
      T01: aReadyTask(),
      T02: aReadyTask({ proposal: aProposal({ pull: 12, readyAt: undefined }) }),
    };
    expect(next({ tasks, rollbacks: [aRollback()] })).toEqual({
      type: "review",
      pulls: [
        { what: "rollback", pull: 21, head: sha("c1"), tasks: ["T01"], undoes: undefined },
        { pull: 11, head: sha("a1"), task: "T01", what: "task" },
      ],
    });
  });

  it("is what waits for approval, and beside it what else waits for the same person", () => {
    const failed = aTask({ status: "failed" });
    const plan = aTrack().plan;
    const edited = { tree: sha("f3"), head: sha("b3"), at: at(-1), tasks: ["T01" as const] };
    expect(next({ tasks: { T01: failed, T02: aReadyTask() } })).toMatchObject({
      type: "review",
      beside: { type: "help-tasks", tasks: ["T01"] },
    });
    const rebase = { number: 1, status: "proposed" as const, split: false, thread: 42, attempts: 1 };
    const tasks = { T01: { ...failed, rebase }, T02: aReadyTask() };
    expect(next({ tasks, plan: { ...plan, edited } })).toMatchObject({
      type: "review",
      beside: { type: "approve-edit", pull: 10, tree: sha("f3"), tasks: [] },
    });
  });

  it("is to help tasks that are stuck, approved ones with a trouble among them", () => {
    const held = aReadyTask({
      proposal: aProposal({ approval }),
      trouble: { type: "checks-hold", task: "T02", state: "failing", names: ["ci"] },
    });
    expect(next({ tasks: { T01: aTask({ status: "failed" }), T02: held, T03: aTask() } })).toEqual({
      type: "help-tasks",
      tasks: ["T01", "T02"],
    });
  });

  it("is to wait while checks run on what is approved, and while tasks run", () => {
    const approved = aReadyTask({ proposal: aProposal({ approval }) });
    expect(next({ tasks: { T01: approved } })).toMatchObject({ type: "wait", for: "checks", tasks: ["T01"] });
    const running = { T01: aTask({ status: "in_progress" }), T02: aTask() };
    expect(next({ tasks: running })).toMatchObject({ type: "wait", for: "tasks", tasks: ["T01"] });
  });

  it("is to fix what verification or the base says", () => {
    expect(next({ verification: { runs: 1, attempts: 1, outcome: "checks-failed" } })).toEqual({
      type: "fix-verification",
      gaps: false,
    });
    expect(next({ health: unwell })).toEqual({ type: "fix-base", pull: 10 });
    expect(next({ health: { runs: 1, attempts: 1 } })).toMatchObject({ type: "wait", for: "base" });
    expect(next({ phase: "planning", health: unwell })).toMatchObject({ for: "plan", baseTroubled: true });
    expect(next({ phase: "proposed", health: unwell })).toMatchObject({ baseTroubled: true });
  });
});

describe("a row of a task", () => {
  const row = (fields: Parameters<typeof aTask>[0]) => taskRows(aTrack({ tasks: { T01: aTask(fields) } }))[0];

  it("tells what is not known from what is not well", () => {
    expect(row({})).toMatchObject({ checks: "unknown", review: "unknown", pull: undefined });
    expect(row({ proposal: aProposal() })).toMatchObject({ checks: "passed", review: "ok", pull: 11 });
    expect(row({ proposal: aProposal({ checks: "none" }) })).toMatchObject({ checks: "none" });
    const blocked = aProposal({ findings: [aFinding()], readyAt: undefined });
    expect(row({ proposal: blocked })).toMatchObject({ review: "blocked" });
    const remarks = aProposal({ findings: [aFinding({ severity: "nitpick" })] });
    expect(row({ proposal: remarks })).toMatchObject({ review: "ok" });
    const why = { outcome: "crashed" as const };
    const trouble = { type: "review-failed" as const, task: "T01" as const, why, missing: ["security"] };
    expect(row({ proposal: aProposal({ readyAt: undefined }), trouble })).toMatchObject({
      review: "missing",
    });
  });
});

describe("the view of a track", () => {
  it("has its headline, its plan, and what runs now", () => {
    const track = aTrack({
      tasks: { T01: aMergedTask({ usd: 1 }), T02: aTask({ status: "in_progress", dependsOn: ["T01"] }) },
      usage: { input: 1000, output: 5 },
      usd: 1,
      extraUsd: 5,
      jobs: [aJob({ task: "T02" })],
      rollbacks: [aRollback()],
      reports: [aReport()],
    });
    expect(viewTrack(track)).toMatchObject({
      issue: 42,
      title: "CSV export",
      phase: "executing",
      paused: false,
      pull: 10,
      progress: { done: 1, tasks: 2 },
      tokens: 1005,
      money: { usd: 1, limitUsd: 25 },
      plan: { type: "proposed", tree: sha("f1") },
      running: [{ kind: "task", task: "T02", state: "claimed", run: 900 }],
      rollbacks: [{ tasks: ["T01"], status: "open", pull: 21 }],
      reports: [{ number: 1, recipe: "research", by: "mia", status: "running", pull: undefined }],
      sandbox: "bubblewrap",
    });
    expect(viewTrack(aTrack({ phase: "planning" })).plan).toEqual({ type: "none" });
  });

  it("warns with the troubles of all that is under way, and of nothing that is over", () => {
    const why = { outcome: "crashed" as const };
    const track = aTrack({
      trouble: { type: "planning-failed", why },
      tasks: { T01: aTask({ trouble: { type: "rolled-back", task: "T01" } }) },
      rollbacks: [
        aRollback({ trouble: { type: "rollback-checks-fail", task: "T01", attempt: 1, names: ["ci"] } }),
        aRollback({ status: "failed", trouble: { type: "rollback-failed", task: "T01", attempt: 2, why } }),
      ],
      reports: [aReport({ status: "failed", trouble: { type: "report-failed", report: 1, why } })],
    });
    const troubles = (shown: Track) =>
      viewTrack(shown).warnings.map((warning) => warning.type === "trouble" && warning.trouble.type);
    expect(troubles(track)).toEqual(["planning-failed", "rolled-back", "rollback-checks-fail"]);
    // None of its tasks can be run again.
    expect(troubles({ ...track, phase: "cancelled" })).not.toContain("rolled-back");
  });

  it("holds nothing that is not in the state", () => {
    const track = aTrack({ tasks: { T01: aReadyTask() } });
    expect(viewTrack(structuredClone(track))).toEqual(viewTrack(track));
  });
});
