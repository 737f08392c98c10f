import { describe, expect, it } from "vitest";
import type { Track } from "../../../core/model/track.ts";
import {
  aJob,
  aMergedTask,
  aProposal,
  aReadyTask,
  aRollback,
  aTask,
  aTrack,
  at,
  sha,
} from "../../builders/a-track.ts";
import { ask, effects, jobs, notices, quiet, reactions, said, settled } from "../../builders/ask.ts";
import { aPull, checksOf, mia, visitor } from "../../builders/facts.ts";
import { commented, continued, ticked } from "../../builders/triggers.ts";

const approval = { sha: sha("a1"), by: "mia", at: at(-10) };
const approved = { tree: sha("f1"), head: sha("f2"), by: "mia", at: at(-600) };

/** A track in the middle of its work. */
function busy(): Track {
  const track = aTrack({
    tasks: {
      T01: aMergedTask({ proposal: aProposal({ pull: 11 }) }),
      T02: aReadyTask({ proposal: aProposal({ pull: 12, approval }) }),
      T03: aTask({ status: "in_progress", runs: 1, files: ["src/a.ts"] }),
      T04: aTask({ status: "failed", resume: { commit: sha("c4"), done: [] } }),
      T05: aTask({ status: "skipped", proposal: aProposal({ pull: 15 }) }),
    },
    jobs: [aJob({ task: "T03" })],
    rollbacks: [aRollback()],
  });
  return { ...track, plan: { ...track.plan, approved } };
}

const pullOf = (number: number, state: "open" | "closed" = "closed") => ({
  [number]: aPull({ number, state, base: "main" }),
});

describe("/resume after a cancel", () => {
  const cancelled = quiet(ask(busy(), commented("/cancel")));

  it("brings the track back with all that was kept", () => {
    const after = ask(cancelled, commented("/resume"));
    expect(after).toMatchObject({ phase: "executing", paused: false, plan: { approved } });
    expect(after).not.toHaveProperty("cancelled");
    expect(reactions(after)).toEqual(["eyes"]);
    expect(notices(after)).toEqual([{ type: "revived", pulls: [10, 12, 21] }]);
    expect(effects(after, "reopen-pull").map(({ pull }) => pull)).toEqual([10, 12, 21]);
    expect(effects(after, "restore-branch")).toEqual([
      { type: "restore-branch", name: "gsd-task/42/T04", sha: sha("c4"), task: "T04" },
    ]);
    expect(after.rollbacks).toMatchObject([{ status: "open" }]);
    expect(Object.entries(after.tasks).map(([id, { status }]) => `${id} ${status}`)).toEqual([
      "T01 completed",
      "T02 review",
      "T03 pending",
      "T04 failed",
      "T05 skipped",
    ]);
  });

  it("merges what was approved once its pull request is open again, not before", () => {
    const after = ask(cancelled, commented("/resume"), { checks: checksOf(sha("a1"), "clear") });
    expect(effects(after, "merge-task")).toEqual([]);
    const given = { checks: checksOf(sha("a1"), "clear"), pulls: { 12: aPull({ number: 12 }) } };
    expect(effects(ask(quiet(after), continued, given), "merge-task")).toMatchObject([{ task: "T02" }]);
  });

  it("does not take a pull request for closed that is about to be opened", () => {
    const after = ask(cancelled, commented("/resume", { thread: 10 }), { pulls: pullOf(10) });
    expect(after).toMatchObject({ phase: "executing" });
    expect(ask(after, ticked, { pulls: { ...pullOf(10), ...pullOf(12) } })).toMatchObject({
      phase: "executing",
      tasks: { T02: { status: "review" } },
    });
  });

  it("closes nothing that a cancel before it was about to close", () => {
    const after = ask(ask(busy(), commented("/cancel")), commented("/resume"));
    expect(effects(after, "close-pull")).toEqual([]);
  });

  it("leaves a pull request closed that a person had closed", () => {
    const trouble = { type: "pull-closed" as const, task: "T02" as const, pull: 12, handsOff: false };
    const track = busy();
    track.tasks["T02"] = {
      ...aReadyTask({ proposal: aProposal({ pull: 12 }) }),
      status: "needs_input",
      trouble,
    };
    const after = ask(quiet(ask(track, commented("/cancel"))), commented("/resume"));
    expect(effects(after, "reopen-pull").map(({ pull }) => pull)).toEqual([10, 21]);
  });

  it("publishes a result that waited", () => {
    const { state: _, run: __, ...leg } = aJob({ task: "T03" });
    const again = { ...leg, republish: { run: 900, artifact: "a" } };
    const waiting = { issue: 42, kind: "task", task: "T03", attempt: 1, state: "queued", again } as const;
    const track = { ...busy(), jobs: [waiting] };
    const over = quiet(ask(track, commented("/cancel")));
    expect(over.jobs).toEqual([]);
    expect(ask(over, commented("/resume")).jobs).toMatchObject([{ task: "T03", republish: { run: 900 } }]);
  });

  it("goes on with a plan that was being written", () => {
    const sticky = { comment: 5, digest: "" };
    const track = aTrack({ phase: "planning", sticky, jobs: [aJob({ kind: "plan" })] });
    const after = ask({ ...quiet(ask(track, commented("/cancel"))), leaving: [] }, commented("/resume"));
    expect(after).toMatchObject({ phase: "planning" });
    expect(effects(after, "start-track")).toHaveLength(1);
    expect(jobs(ask(quiet(after), continued))).toEqual(["plan dispatched"]);
  });

  it("knows where a track of an older ledger was", () => {
    const { cancelled: _, ...old } = cancelled;
    expect(ask(old, commented("/resume"))).toMatchObject({ phase: "executing" });
    const proposed = aTrack({ phase: "cancelled" });
    expect(ask(proposed, commented("/resume"))).toMatchObject({ phase: "proposed" });
    const planning = aTrack({ phase: "cancelled" });
    delete planning.pull;
    expect(ask(planning, commented("/resume"))).toMatchObject({ phase: "planning" });
  });

  it("is refused while the issue is closed", () => {
    const after = ask(cancelled, commented("/resume"), { issueState: { open: false, labels: [] } });
    expect(after).toMatchObject({ phase: "cancelled" });
    expect(notices(after)).toEqual([{ type: "issue-is-closed", command: "resume" }]);
  });

  it("says plainly what cannot be restored", () => {
    const after = ask(cancelled, commented("/resume"));
    const failed = (key: string) =>
      ({ key, type: "failed", code: "invalid", text: "Object does not exist" }) as const;
    const gone = settled(after, [failed("42/restore-branch/T04/1")]);
    expect(gone.tasks["T04"]).not.toHaveProperty("resume");
    expect(said(gone)).toContain("#42: work-gone");
    const lost = settled(after, [failed("42/reopen-pull/12/1")]);
    expect(lost.tasks["T02"]).toMatchObject({ status: "needs_input", trouble: { type: "pull-closed" } });
    expect(said(lost)).toContain("#42: not-reopened");
    const over = settled(after, [failed("42/reopen-pull/10/1")]);
    expect(over).toMatchObject({ phase: "cancelled" });
    expect(said(over)).toContain("#42: not-reopened");
  });
});

describe("/skip on a pull request that was opened again once", () => {
  it("is not undone by that", () => {
    const track = aTrack({ tasks: { T01: aReadyTask() } });
    const given = { pulls: { 11: aPull() }, reopeners: { 11: mia } };
    expect(ask(track, commented("/skip T01", { thread: 11 }), given).tasks.T01?.status).toBe("skipped");
  });
});

describe("a pull request that is opened again", () => {
  const reopened = (pull: number, sender = mia) =>
    ({ type: "pull-reopened", issue: 42, pull, sender }) as const;

  it("brings back the track that was cancelled when it was closed", () => {
    const over = ask(busy(), { type: "pull-closed", issue: 42, pull: 10 }, { pulls: pullOf(10) });
    expect(over).toMatchObject({ phase: "cancelled", cancelled: { why: "pull-closed", phase: "executing" } });
    const given = { pulls: pullOf(10, "open"), reopeners: { 10: mia } };
    const after = ask(quiet(over), reopened(10), given);
    expect(after).toMatchObject({ phase: "executing" });
    expect(said(after)).toEqual(["#42: revived"]);
    expect(said(ask(quiet(after), reopened(10), given))).toEqual([]);
  });

  it("brings nothing back when somebody without write access opened it, and says so", () => {
    const over = quiet(ask(busy(), { type: "pull-closed", issue: 42, pull: 10 }, { pulls: pullOf(10) }));
    const given = { pulls: pullOf(10, "open"), reopeners: { 10: visitor } };
    const after = ask(over, reopened(10, visitor), given);
    expect(after).toMatchObject({ phase: "cancelled" });
    expect(said(after)).toEqual(["#10: reopened-without-access"]);
  });

  it.each([
    [
      "a person closed",
      { status: "needs_input", trouble: { type: "pull-closed", task: "T02", pull: 12, handsOff: true } },
    ],
    ["/skip closed", { status: "skipped" }],
  ] as const)("puts a task back in review whose pull request %s", (_, fields) => {
    const T02 = { ...aReadyTask({ proposal: aProposal({ pull: 12 }) }), ...fields };
    const track = aTrack({ tasks: { T02 } });
    const pulls = { 12: aPull({ number: 12 }) };
    const after = ask(track, reopened(12), { pulls, reopeners: { 12: mia } });
    expect(after.tasks["T02"]).toMatchObject({ status: "review", proposal: { head: sha("a1") } });
    expect(after.tasks["T02"]).not.toHaveProperty("trouble");
    expect(ask(track, ticked, { pulls, reopeners: { 12: visitor } }).tasks["T02"]).toEqual(T02);
  });
});
