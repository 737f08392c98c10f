import { describe, expect, it } from "vitest";
import { rowOf } from "../../../core/jobs/rows.ts";
import type { EffectResult } from "../../../core/model/effect.ts";
import type { TrackTask } from "../../../core/model/task.ts";
import type { Track } from "../../../core/model/track.ts";
import { aJob, aMergedTask, aProposal, aReadyTask, aTask, aTrack, at, sha } from "../../builders/a-track.ts";
import { ask, effects, jobs, notices, quiet, said, settled } from "../../builders/ask.ts";
import { aPull, checksOf } from "../../builders/facts.ts";
import { commented, continued, jobFailed, jobFinished, ticked } from "../../builders/triggers.ts";

/** A task whose pull request is open, with a head of its own. */
function open(pull: number, fields: Partial<TrackTask> = {}): TrackTask {
  const proposal = aProposal({ pull, head: headOf(pull) });
  return aReadyTask({ proposal, behind: ["T01"], ...fields });
}

const headOf = (pull: number) => sha(`a${pull}`);
const tasks: Track["tasks"] = {
  T01: aMergedTask(),
  T02: open(12),
  T03: open(13),
  T04: open(14),
  T05: aTask({ dependsOn: ["T03"] }),
};
const seen = (mergeable: Record<number, boolean | null>) => ({
  pulls: Object.fromEntries(
    Object.entries(mergeable).map(([number, one]) => [
      number,
      aPull({ number: Number(number), head: headOf(Number(number)), mergeable: one, requests: [] }),
    ]),
  ),
});
const track = aTrack({ tasks });

function updated(before: Track, task: string, result: Partial<EffectResult>): Track {
  const entry = before.outbox.find(({ effect }) => effect.type === "update-branch" && effect.task === task);
  const found = { base: sha("b2"), head: sha("c9"), ...result } as EffectResult;
  return settled(before, [{ key: entry?.key ?? "", type: "done", result: found }]);
}

describe("after a task is merged", () => {
  it("every task under way is behind it", () => {
    const before = aTrack({
      tasks: { T01: aReadyTask(), T02: aTask({ status: "in_progress" }), T03: aTask() },
    });
    const merged = aPull({ state: "closed", merged: true, mergeSha: sha("e1") });
    const after = ask(before, ticked, { pulls: { 11: merged } });
    expect(after.tasks.T02?.behind).toEqual(["T01"]);
    expect(after.tasks.T03).not.toHaveProperty("behind");
  });

  it("only siblings that conflict are brought up to date, the longest remaining path first", () => {
    const after = ask(track, continued, seen({ 12: false, 13: false, 14: true }));
    expect(effects(after, "update-branch").map(({ task }) => task)).toEqual(["T03", "T02"]);
    expect(after.tasks.T04).not.toHaveProperty("behind");
    const unknown = ask(track, continued, seen({ 12: null, 13: true, 14: true }));
    expect(unknown.tasks.T02?.behind).toEqual(["T01"]);
    expect(effects(unknown, "update-branch")).toEqual([]);
  });

  it("is not reviewed or merged while that is under way", () => {
    const approval = { sha: headOf(12), by: "mia", at: at(-1) };
    const approved = { ...tasks, T02: open(12, { proposal: { ...open(12).proposal!, approval } }) };
    const facts = { ...seen({ 12: false, 13: true, 14: true }), checks: checksOf(headOf(12), "clear") };
    const after = ask(aTrack({ tasks: approved }), continued, facts);
    expect(effects(after, "merge-task")).toEqual([]);
    expect(jobs(after)).toEqual([]);
  });
});

describe("a sibling that conflicts", () => {
  const merging = ask(track, continued, seen({ 12: false, 13: true, 14: true }));

  it("keeps its approval where its own changes stay the same", () => {
    const approval = { sha: headOf(12), by: "mia", at: at(-1) };
    const proposal = aProposal({ pull: 12, head: headOf(12), approval });
    const approved = ask(aTrack({ tasks: { ...tasks, T02: open(12, { proposal }) } }), continued, {
      ...seen({ 12: false, 13: true, 14: true }),
    });
    const after = updated(approved, "T02", { type: "updated", sameDiff: true });
    expect(after.tasks.T02?.proposal).toMatchObject({
      head: sha("c9"),
      readyAt: proposal.readyAt,
      approval: { sha: sha("c9"), by: "mia" },
    });
    expect(after.tasks.T02).not.toHaveProperty("behind");
    const anew = updated(approved, "T02", { type: "updated" });
    expect(anew.tasks.T02?.proposal).not.toHaveProperty("approval");
    expect(jobs(anew)).toEqual(["review T02 queued"]);
  });

  it("is the executor's where git cannot, on top of the track branch", () => {
    const after = updated(merging, "T02", { type: "conflicted", head: headOf(12) });
    expect(after.tasks.T02).toMatchObject({ status: "in_progress", catchUp: { status: "resolving" } });
    expect(jobs(after)).toEqual(["task T02 dispatched"]);
    const [job] = after.jobs;
    if (!job) throw new Error("there is no job");
    expect(rowOf(job).recipe(after, job)).toBe("catch-up");
    expect(rowOf(job).place(after, job)).toEqual({ branch: "gsd/42-csv-export", ref: "gsd/42-csv-export" });
  });

  const resolving = aTrack({
    tasks: {
      ...tasks,
      T02: open(12, {
        status: "in_progress",
        runs: 1,
        behind: ["T04"],
        catchUp: { status: "resolving", head: headOf(12), after: ["T01"] },
      }),
    },
    jobs: [aJob({ task: "T02" })],
  });

  it("is ready to be approved anew once it is resolved, and people hear what happened", () => {
    const result = {
      type: "task" as const,
      head: sha("c1"),
      pull: 12,
      checks: "passed" as const,
      findings: [],
      missing: [],
      conflicts: ["src/a.ts"],
    };
    const after = ask(resolving, jobFinished({ kind: "task", task: "T02" }, result));
    expect(after.tasks.T02).toMatchObject({
      status: "review",
      proposal: { head: sha("c1"), handsOff: false },
    });
    expect(after.tasks.T02).not.toHaveProperty("catchUp");
    // What was merged while it worked is looked at next.
    expect(after.tasks.T02?.behind).toEqual(["T04"]);
    expect(notices(after)).toEqual([
      { type: "task-resolved", task: "T02", files: ["src/a.ts"], after: ["T01"], head: sha("c1") },
    ]);
  });

  it("is a person's where the executor fails, with both sides named", () => {
    const why = { outcome: "refused-change" as const, reason: "A merge conflict is left" };
    const after = ask(resolving, jobFailed({ kind: "task", task: "T02" }, { ...why, files: ["src/a.ts"] }));
    const [trouble] = notices(after);
    expect(trouble).toMatchObject({ type: "task-conflict", pull: 12, files: ["src/a.ts"], after: ["T01"] });
    expect(trouble).toMatchObject({ tried: why });
    expect(after.tasks.T02).toMatchObject({ status: "needs_input", trouble });
    expect(jobs(ask(quiet(after), ticked, seen({ 12: false })))).toEqual([]);
    expect(effects(ask(quiet(after), commented("/update T02")), "update-branch")).toHaveLength(1);
  });

  it("is tried again where its run died, within bounds", () => {
    let now = resolving;
    for (const attempts of [1, 2]) {
      now = ask(now, jobFailed({ kind: "task", task: "T02" }, { outcome: "lost" }));
      expect(now.tasks.T02).toMatchObject({ status: "in_progress", attempts });
      expect(jobs(now)).toEqual(["task T02 dispatched"]);
      now = { ...quiet(now), jobs: [aJob({ task: "T02" })] };
    }
    const over = ask(now, jobFailed({ kind: "task", task: "T02" }, { outcome: "lost" }));
    expect(said(over)).toEqual(["#12: task-conflict"]);
  });

  it("that people pushed to is theirs at once", () => {
    const proposal = aProposal({ pull: 12, head: headOf(12), handsOff: true });
    const theirs = aTrack({ tasks: { ...tasks, T02: open(12, { proposal }) } });
    const after = ask(theirs, continued, seen({ 12: false, 13: true, 14: true }));
    expect(effects(after, "update-branch")).toEqual([]);
    expect(said(after)).toEqual(["#12: task-conflict"]);
  });
});

describe("a task in a merge queue", () => {
  const approval = { sha: headOf(12), by: "mia", at: at(-1) };
  const proposal = aProposal({ pull: 12, head: headOf(12), approval, queuedAt: at(-1) });
  const queued = aTrack({ tasks: { T02: aReadyTask({ proposal }) } });
  const green = checksOf(headOf(12), "clear");
  const pull = (fields: object) => ({
    pulls: { 12: aPull({ number: 12, head: headOf(12), requests: [], ...fields }) },
    checks: green,
  });

  it("waits there, and is not merged again", () => {
    const after = ask(queued, ticked, pull({ queued: true }));
    expect(effects(after, "merge-task")).toEqual([]);
    expect(after.tasks.T02).toMatchObject({ status: "review" });
    const merged = ask(queued, ticked, pull({ state: "closed", merged: true, mergeSha: sha("e2") }));
    expect(merged.tasks.T02).toMatchObject({ status: "completed", merge: sha("e2") });
  });

  it("that leaves it without a merge is a person's", () => {
    const after = ask(queued, ticked, pull({ queued: false }));
    expect(said(after)).toEqual(["#12: merge-failed"]);
    expect(after.tasks.T02?.proposal).not.toHaveProperty("approval");
    expect(after.tasks.T02?.proposal).not.toHaveProperty("queuedAt");
  });
});
