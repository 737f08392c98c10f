import { describe, expect, it } from "vitest";
import { jobsOfRun } from "../../../core/decide/claim.ts";
import type { Track } from "../../../core/model/track.ts";
import type { Trigger } from "../../../core/model/trigger.ts";
import {
  aConfig,
  aJob,
  aMergedTask,
  aReadyTask,
  aRollback,
  aTask,
  aTrack,
  at,
  sha,
} from "../../builders/a-track.ts";
import { ask, effects, jobs, quiet, said } from "../../builders/ask.ts";
import { ticked } from "../../builders/triggers.ts";

const branch = "gsd/42-csv-export";
const bases = { [branch]: { branch, sha: sha("b1"), tree: sha("b2") } };

function started(run: number, batch: number): Trigger {
  return { type: "run-started", issue: 42, batch, run: { id: run, attempt: 1 } };
}

/** A track whose tasks T01 and T02 were just dispatched as batch 2. */
function dispatched(): Track {
  return ask(aTrack({ tasks: { T01: aTask(), T02: aTask() } }), ticked);
}

describe("a run that starts", () => {
  it("claims the jobs of its batch, with the commit to work on and a deadline", () => {
    const track = ask(dispatched(), started(900, 2), { bases });
    expect(jobsOfRun(track, 900)).toMatchObject([
      { task: "T01", state: "claimed", base: bases[branch], deadline: at(90 * 60) },
      { task: "T02", state: "claimed" },
    ]);
    expect(effects(track, "dispatch")).toEqual([]);
  });

  it("gets nothing when another run was first, or its batch is none of ours", () => {
    const claimed = ask(dispatched(), started(900, 2), { bases });
    for (const trigger of [started(901, 2), started(901, 7)]) {
      const after = ask(claimed, trigger, { bases });
      expect(jobsOfRun(after, 901)).toEqual([]);
      expect(jobsOfRun(after, 900)).toHaveLength(2);
    }
  });

  it("gets its jobs again when a person runs it again", () => {
    const claimed = ask(dispatched(), started(900, 2), { bases });
    expect(jobsOfRun(ask(claimed, started(900, 2), { bases }), 900)).toHaveLength(2);
  });

  it("gets nothing after a cancel", () => {
    const cancelled: Track = { ...dispatched(), phase: "cancelled", jobs: [] };
    expect(ask(cancelled, started(900, 2), { bases }).jobs).toEqual([]);
  });

  it("takes a review's commit from the ledger, and a late rollback's from the default branch", () => {
    const review = ask(aTrack({ tasks: { T01: aReadyTask({ ready: undefined }) } }), ticked);
    expect(jobsOfRun(ask(review, started(900, 2)), 900)[0]?.base).toEqual({ branch, sha: sha("a1") });
    const main = { branch: "main", sha: sha("d1"), tree: sha("d2") };
    const merged = aTrack({
      phase: "merged",
      tasks: { T01: aMergedTask() },
      rollbacks: [aRollback({ status: "running", into: "default" })],
      jobs: [aJob({ kind: "rollback", task: "T01", state: "dispatched", batch: 5, run: undefined })],
    });
    const after = ask(merged, started(900, 5), { bases: { ...bases, main } });
    expect(jobsOfRun(after, 900)[0]?.base).toEqual(main);
  });

  it("where the branch is gone tries a bounded number of times, then says so", () => {
    let track = aTrack({ tasks: { T01: aTask() }, config: aConfig({ limits: { attempts: 2 } }) });
    const config = { config: undefined };
    track = ask(track, ticked, config);
    for (const batch of [2, 3]) track = ask(track, started(900 + batch, batch), config);
    expect(track.tasks.T01?.status).toBe("failed");
    expect(said(track)).toEqual([expect.stringContaining("`gsd/42-csv-export` does not exist")]);
    expect(track.jobs).toEqual([]);
  });
});

describe("a run that is lost", () => {
  const running = aTrack({
    tasks: { T01: aTask({ status: "in_progress", attempts: 1, runs: 1 }) },
    jobs: [aJob({ task: "T01" })],
  });

  it("without a word from publish counts as a crash, and its task runs again", () => {
    const after = ask(running, ticked, { endedRuns: [900] });
    expect(after.tasks.T01).toMatchObject({ status: "in_progress", attempts: 2, runs: 2 });
    expect(after.jobs).toMatchObject([{ task: "T01", attempt: 2, state: "dispatched" }]);
  });

  it("leaves other runs alone", () => {
    expect(quiet(ask(running, ticked, { endedRuns: [901] }))).toEqual(running);
  });

  it("past its deadline counts as a crash too", () => {
    const late = { ...running, jobs: [aJob({ task: "T01", deadline: at(-1) })] };
    expect(ask(late, ticked).jobs).toMatchObject([{ attempt: 2 }]);
  });

  it("with several jobs crashes each of them, and one failed plan is said once", () => {
    const kinds = ["plan-spec", "plan-arch", "plan-qa"] as const;
    const planning = aTrack({
      phase: "planning",
      plan: { documents: [], attempts: { "plan-spec": 3, "plan-arch": 3, "plan-qa": 3 }, feedback: [] },
      jobs: kinds.map((kind) => aJob({ kind, attempt: 3 })),
    });
    const after = ask(planning, ticked, { endedRuns: [900] });
    expect(after.phase).toBe("failed");
    expect(said(after)).toHaveLength(1);
    expect(jobs(after)).toEqual([]);
  });
});
