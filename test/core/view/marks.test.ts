import { describe, expect, it } from "vitest";
import { askingIn } from "../../../core/jobs/settled-calls.ts";
import type { Heard } from "../../../core/model/mark.ts";
import type { Track } from "../../../core/model/track.ts";
import { marksOf, newMarks } from "../../../core/view/marks.ts";
import { aMergedTask, aReadyTask, aReport, aRollback, aTask, aTrack } from "../../builders/a-track.ts";

const reactions = (heard: Omit<Heard, "node">, fields: Partial<Track>) =>
  marksOf(aTrack({ ...fields, heard: [{ node: "IC_1", ...heard }] })).map(
    (mark) => mark.type === "react" && mark.reaction,
  );

describe("the reactions to what a person asked for", () => {
  it("tell of a plan that it has begun, and that the track is merged", () => {
    const plan = { ...aTrack().plan, runs: 0 };
    expect(reactions({ about: "track" }, { phase: "planning", plan })).toEqual([]);
    expect(reactions({ about: "track" }, { phase: "proposed" })).toEqual(["rocket"]);
    expect(reactions({ about: "track" }, { phase: "merged" })).toEqual(["rocket", "hooray"]);
    expect(reactions({ about: "track" }, { phase: "failed" })).toEqual(["rocket", "confused"]);
  });

  it("tell of an approved plan that its tasks have begun", () => {
    expect(reactions({ about: "plan" }, { tasks: { T01: aTask() } })).toEqual([]);
    expect(reactions({ about: "plan" }, { tasks: { T01: aTask({ runs: 1 }) } })).toEqual(["rocket"]);
  });

  it("tell of a task that it runs, is ready, or failed; of an approval only what came of the merge", () => {
    const about = (what: "task" | "merge", task: ReturnType<typeof aTask>) =>
      reactions({ about: what, task: "T01" }, { tasks: { T01: task } });
    expect(about("task", aTask({ status: "in_progress" }))).toEqual(["rocket"]);
    expect(about("task", aReadyTask())).toEqual(["hooray"]);
    expect(about("merge", aReadyTask())).toEqual([]);
    expect(about("merge", aMergedTask())).toEqual(["hooray"]);
    expect(about("merge", aReadyTask({ status: "needs_input" }))).toEqual(["confused"]);
  });

  it("tell of a report and of a rollback", () => {
    expect(reactions({ about: "report", number: 1 }, { reports: [aReport()] })).toEqual(["rocket"]);
    expect(reactions({ about: "report", number: 1 }, { reports: [aReport({ status: "done" })] })).toEqual([
      "hooray",
    ]);
    expect(reactions({ about: "rollback", task: "T01" }, { rollbacks: [aRollback()] })).toEqual(["hooray"]);
  });
});

describe("a comment that asks people to do something", () => {
  const why = { outcome: "timeout" as const };
  const failed = { type: "task-failed" as const, task: "T01" as const, attempts: 1, why };

  it("is told from one that only answers", () => {
    expect(askingIn([failed, { type: "help" }])).toEqual([{ type: "task-failed", task: "T01" }]);
    expect(askingIn([{ type: "status" }])).toEqual([]);
  });

  it("is folded away once nobody has to do it any more", () => {
    const calls = [
      { node: "IC_1", about: [{ notice: "task-failed", task: "T01" as const }] },
      { node: "IC_2", about: [{ notice: "plan-ready" }] },
      { node: "IC_3", about: [{ notice: "track-ready" }] },
    ];
    const troubled = aTrack({
      phase: "ready",
      calls,
      tasks: { T01: aTask({ status: "failed", trouble: failed }), T02: aTask() },
    });
    expect(marksOf(troubled)).toEqual([{ type: "hide", nodeId: "IC_2" }]);
    const calm = { ...troubled, phase: "merged" as const, tasks: { T01: aMergedTask() } };
    expect(newMarks(troubled, calm)).toEqual([
      { type: "hide", nodeId: "IC_1" },
      { type: "hide", nodeId: "IC_3" },
    ]);
    expect(newMarks(calm, calm)).toEqual([]);
  });

  it("stays while another thing that it says is open", () => {
    const about = [
      { notice: "task-failed", task: "T01" as const },
      { notice: "task-failed", task: "T02" as const },
    ];
    const tasks = {
      T01: aMergedTask(),
      T02: aTask({ status: "failed", trouble: { ...failed, task: "T02" } }),
    };
    expect(marksOf(aTrack({ tasks, calls: [{ node: "IC_1", about }] }))).toEqual([]);
  });
});
