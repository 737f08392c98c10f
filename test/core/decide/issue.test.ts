import { describe, expect, it } from "vitest";
import { aJob, aMergedTask, aProposal, aReadyTask, aTask, aTrack, at, sha } from "../../builders/a-track.ts";
import { ask, decided, effects, jobs, notices, quiet, said } from "../../builders/ask.ts";
import { aPull, bot, checksOf, mia, visitor } from "../../builders/facts.ts";
import { commented, continued, jobFailed, jobFinished, ticked } from "../../builders/triggers.ts";

const shut = { open: false, labels: [] };
const open = { open: true, labels: [] };
const pulls = { 10: aPull({ number: 10, base: "main", mergeable: true }) };
const closedEvent = { type: "issue-changed", issue: 42, change: "closed", sender: mia } as const;
const reopenedEvent = { type: "issue-changed", issue: 42, change: "reopened", sender: mia } as const;

function working() {
  return aTrack({
    tasks: { T01: aTask({ status: "in_progress", runs: 1 }), T02: aTask({ dependsOn: ["T01"] }) },
    jobs: [aJob()],
  });
}

describe("an issue that is closed", () => {
  it.each([
    ["by its event", closedEvent],
    ["by a tick", ticked],
    ["by any other trigger", continued],
  ])("pauses its track at once, heard of %s, and stops its runs", (_, trigger) => {
    const after = ask(working(), trigger, { issueState: shut, pulls });
    expect(after).toMatchObject({ phase: "executing", paused: true, closed: { paused: false }, jobs: [] });
    expect(after.tasks["T01"]?.status).toBe("pending");
    expect(effects(after, "cancel-run")).toHaveLength(1);
    expect(said(after)).toEqual(["#42: issue-closed"]);
    expect(notices(after)).toEqual([{ type: "issue-closed", runs: 1 }]);
  });

  it("is told once", () => {
    const after = ask(working(), closedEvent, { issueState: shut, pulls });
    expect(said(ask(quiet(after), closedEvent, { issueState: shut, pulls }))).toEqual([]);
    expect(said(ask(quiet(after), ticked, { issueState: shut, pulls }))).toEqual([]);
  });

  it("merges nothing that was approved, also when nobody looked at the issue yet", () => {
    const approval = { sha: sha("a1"), by: "mia", at: at(-10) };
    const track = aTrack({ tasks: { T01: aReadyTask({ proposal: aProposal({ approval }) }) } });
    const given = { pulls: { ...pulls, 11: aPull() }, checks: checksOf(sha("a1"), "clear") };
    expect(effects(ask(track, continued, { ...given, issueState: shut }), "merge-task")).toEqual([]);
    const blind = decided(track, continued, { ...given, issueState: undefined });
    expect(blind).toMatchObject({ missing: [{ type: "issue" }] });
    expect(effects(ask(track, continued, { ...given, issueState: undefined }), "merge-task")).toEqual([]);
    expect(effects(ask(track, continued, { ...given, issueState: open }), "merge-task")).toHaveLength(1);
  });

  it("starts nothing before somebody has looked at it", () => {
    const track = aTrack({ tasks: { T01: aTask() } });
    const blind = decided(track, continued, { issueState: undefined });
    expect(blind).toMatchObject({ missing: [{ type: "issue" }] });
    expect(jobs(ask(track, continued, { issueState: undefined }))).toEqual(["task T01 queued"]);
    expect(jobs(ask(track, continued))).toEqual(["task T01 dispatched"]);
  });

  it("is no pause when the merge of the track closed it, whichever GitHub tells first", () => {
    const track = aTrack({ phase: "ready", tasks: { T01: aMergedTask() } });
    expect(decided(track, closedEvent, { issueState: shut })).toMatchObject({
      missing: [{ type: "pull", pull: 10 }],
    });
    const merged = { 10: aPull({ number: 10, state: "closed", merged: true, mergeSha: sha("c1") }) };
    const after = ask(track, closedEvent, { issueState: shut, pulls: merged });
    expect(after).toMatchObject({ phase: "merged", paused: false });
    expect(said(after)).toEqual([]);
  });

  it("keeps what its runs had done, and the next one starts from there", () => {
    const after = ask(working(), closedEvent, { issueState: shut, pulls });
    const resume = { commit: sha("c9"), done: ["implement"] };
    const back = ask(quiet(after), reopenedEvent, { issueState: open, reopeners: { 42: mia } });
    expect(back).toMatchObject({ paused: false });
    // The run that was stopped has not yet said what it leaves.
    expect(jobs(back)).toEqual([]);
    const kept = ask(quiet(back), jobFailed({ kind: "task", task: "T01" }, { outcome: "cancelled", resume }));
    expect(kept.jobs).toMatchObject([{ kind: "task", task: "T01", resume }]);
  });

  it("keeps a plan's documents, too", () => {
    const sticky = { comment: 5, digest: "" };
    const track = aTrack({ phase: "planning", sticky, jobs: [aJob({ kind: "plan" })] });
    const after = ask(track, closedEvent, { issueState: shut });
    const resume = { commit: sha("c9"), done: ["documents/spec"] };
    const kept = ask(quiet(after), jobFailed({ kind: "plan" }, { outcome: "cancelled", resume }), {
      issueState: shut,
    });
    expect(kept.plan.resume).toEqual(resume);
    const back = ask(quiet(kept), reopenedEvent, { issueState: open, reopeners: { 42: mia } });
    expect(back.jobs).toMatchObject([{ kind: "plan", resume }]);
  });

  it("leaves a result that waits to be published where it is", () => {
    const { state: _, run: __, ...leg } = aJob();
    const again = { ...leg, republish: { run: 900, artifact: "a" } };
    const waiting = { issue: 42, kind: "task", task: "T01", attempt: 1, state: "queued", again } as const;
    const track = aTrack({ tasks: { T01: aTask({ status: "in_progress", runs: 1 }) }, jobs: [waiting] });
    const after = ask(track, closedEvent, { issueState: shut, pulls });
    expect(jobs(after)).toEqual(["task T01 queued"]);
    expect(after.tasks["T01"]?.status).toBe("in_progress");
  });

  it("does not stop what was only asked", () => {
    const track = aTrack({ phase: "asking", jobs: [aJob({ kind: "report" })] });
    const after = ask(track, closedEvent, { issueState: shut });
    expect(after).toMatchObject({ paused: false });
    expect(said(after)).toEqual([]);
  });

  it("refuses /resume, and takes /cancel", () => {
    const track = aTrack({ paused: true, closed: { at: at(-60), paused: false } });
    expect(notices(ask(track, commented("/resume"), { issueState: shut, pulls }))).toEqual([
      { type: "issue-is-closed", command: "resume" },
    ]);
    const cancelled = ask(track, commented("/cancel"), { issueState: shut, pulls });
    expect(cancelled).toMatchObject({ phase: "cancelled", paused: false });
    expect(cancelled).not.toHaveProperty("closed");
  });
});

describe("an issue that is opened again", () => {
  const paused = aTrack({ paused: true, closed: { at: at(-60), paused: false } });

  it("goes on by itself when somebody with write access opened it", () => {
    const after = ask(paused, reopenedEvent, { issueState: open, reopeners: { 42: mia } });
    expect(after).toMatchObject({ paused: false });
    expect(after).not.toHaveProperty("closed");
    expect(said(after)).toEqual([]);
  });

  it("asks who it was where the event was lost", () => {
    expect(decided(paused, ticked, { issueState: open })).toMatchObject({
      missing: [{ type: "reopener", thread: 42 }],
    });
  });

  it.each([
    ["a person without write access", visitor],
    ["a bot that nobody listed", bot],
    ["nobody that GitHub knows", null],
  ])("stays paused when it was %s, and says so once", (_, who) => {
    const given = { issueState: open, reopeners: { 42: who } };
    const after = ask(paused, ticked, given);
    expect(after).toMatchObject({ paused: true, closed: { reopenedBy: who?.login ?? "ghost" } });
    expect(said(after)).toEqual(["#42: reopened-without-access"]);
    expect(said(ask(quiet(after), ticked, given))).toEqual([]);
    expect(ask(quiet(after), commented("/resume"), given)).toMatchObject({ paused: false });
  });

  it("stays paused where somebody had paused it before", () => {
    const track = aTrack({ paused: true, closed: { at: at(-60), paused: true } });
    const after = ask(track, reopenedEvent, { issueState: open, reopeners: { 42: mia } });
    expect(after).toMatchObject({ paused: true });
    expect(after).not.toHaveProperty("closed");
  });

  it("stays paused where somebody paused it meanwhile", () => {
    const meanwhile = ask(paused, commented("/pause"), { issueState: shut, pulls });
    expect(meanwhile).toMatchObject({ closed: { paused: true } });
  });
});

describe("the label", () => {
  const labels = ["gsd:plan"];
  const on = { open: true, labels };
  const unlabeled = { type: "issue-changed", issue: 42, change: "unlabeled", sender: visitor } as const;
  const labeled = (seconds: number) =>
    ({ type: "issue-labeled", issue: 42, label: "gsd:plan", sender: mia, at: at(seconds) }) as const;
  const planning = () =>
    aTrack({
      phase: "planning",
      label: "gsd:plan",
      jobs: [aJob({ kind: "plan" })],
      sticky: { comment: 5, digest: "" },
    });

  it.each([
    ["while it is planned", planning()],
    ["while the plan waits for approval", aTrack({ phase: "proposed", label: "gsd:plan" })],
  ])("cancels the track when it is taken off %s", (_, track) => {
    for (const trigger of [unlabeled, ticked]) {
      const after = ask(track, trigger, { issueState: open, pulls });
      expect(after).toMatchObject({
        phase: "cancelled",
        cancelled: { why: "unlabeled", phase: track.phase },
      });
      expect(said(after)).toEqual(["#42: label-removed"]);
    }
  });

  it("changes nothing once the plan is approved, or where a comment had asked for it", () => {
    const approved = aTrack({ label: "gsd:plan", tasks: { T01: aReadyTask() } });
    expect(ask(approved, unlabeled, { issueState: open, pulls })).toMatchObject({ phase: "executing" });
    const asked = aTrack({ phase: "proposed" });
    expect(ask(asked, unlabeled, { issueState: open, pulls })).toMatchObject({ phase: "proposed" });
  });

  it("cancels a track that it has just started, too, when it is gone by then", () => {
    const issue = { title: "CSV export", textSha256: "1".repeat(64), open: true, labels: [] };
    const started = ask(undefined, labeled(0), { issue, issueState: open });
    expect(started).toMatchObject({ phase: "planning", label: "gsd:plan" });
    expect(ask(started, unlabeled, { issueState: open, now: at(5) })).toMatchObject({ phase: "cancelled" });
  });

  it("counts from when it is seen on the issue", () => {
    expect(ask(aTrack({ phase: "proposed" }), ticked, { issueState: on, pulls })).toMatchObject({
      label: "gsd:plan",
    });
  });

  it("brings back what was kept when it is put on again", () => {
    const after = ask(planning(), unlabeled, { issueState: open });
    const resume = { commit: sha("c9"), done: ["documents/spec"] };
    const kept = ask(quiet(after), jobFailed({ kind: "plan" }, { outcome: "cancelled", resume }), {
      issueState: open,
    });
    const back = ask(quiet(kept), labeled(5), { issueState: on, issue: undefined });
    expect(back).toMatchObject({
      phase: "planning",
      slug: "csv-export",
      label: "gsd:plan",
      plan: { resume },
    });
    expect(effects(back, "restore-branch")).toMatchObject([{ name: "gsd/42-csv-export", sha: sha("c9") }]);
  });

  it("does not come back by an old event, nor by somebody without write access", () => {
    const after = quiet(ask(planning(), unlabeled, { issueState: open }));
    expect(ask(after, labeled(-3000), { issueState: on })).toMatchObject({ phase: "cancelled" });
    const refused = ask(after, labeled(5), { issueState: on, actor: visitor });
    expect(refused).toMatchObject({ phase: "cancelled" });
    expect(said(refused)).toEqual(["#42: no-write-access"]);
  });
});

describe("a run that was dropped and says nothing more", () => {
  it("holds nobody up once its run is over", () => {
    const track = aTrack({ tasks: { T01: aTask() }, leaving: [aJob()] });
    expect(jobs(ask(track, ticked))).toEqual([]);
    expect(jobs(ask(track, ticked, { endedRuns: { 900: [] } }))).toEqual(["task T01 dispatched"]);
  });

  it("of a track that was started over is none of the new one's business", () => {
    const leaving = [aJob({ kind: "plan", base: { branch: "gsd/42-old", sha: sha("b1") } })];
    const sticky = { comment: 5, digest: "" };
    const track = aTrack({ phase: "planning", sticky, leaving });
    const after = ask(track, ticked);
    expect(jobs(after)).toEqual(["plan dispatched"]);
    const resume = { commit: sha("c9"), done: [] };
    const finished = jobFinished({ kind: "plan" }, { type: "failed", outcome: "cancelled", resume });
    expect(ask(track, finished).plan.resume).toBeUndefined();
  });
});
