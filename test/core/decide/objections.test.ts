import { describe, expect, it } from "vitest";
import type { Track } from "../../../core/model/track.ts";
import {
  aConfig,
  aMergedTask,
  aProposal,
  aReadyTask,
  aRollback,
  aTask,
  aTrack,
  at,
  now,
  sha,
} from "../../builders/a-track.ts";
import { answers, ask, effects, jobs, notices, quiet, reactions, said } from "../../builders/ask.ts";
import { aPlan, aPull, mia, pullFacts } from "../../builders/facts.ts";
import { approvedReview, commented, ticked } from "../../builders/triggers.ts";

const asked = { requests: [{ review: 7, by: "ben" }] };
const held = pullFacts(asked);
const free = pullFacts();
const one = { review: 7, by: "ben" };

function merges(track: Track): unknown[] {
  return [...effects(track, "merge-task"), ...effects(track, "merge-rollback")];
}

describe("a request for changes on a task", () => {
  const track = aTrack({ tasks: { T01: aReadyTask() } });
  const approved = ask(track, commented("/approve", { thread: 11 }), held);

  it("holds the merge that somebody else approves, and the answer names who asked", () => {
    expect(merges(approved)).toEqual([]);
    expect(reactions(approved)).toEqual(["eyes"]);
    expect(notices(approved)).toEqual([{ type: "approval-held", task: "T01", by: ["ben"] }]);
    expect(approved.tasks.T01).toMatchObject({
      status: "review",
      proposal: { approval: { by: "mia" } },
      trouble: { type: "changes-requested", by: ["ben"] },
    });
  });

  it("holds an approving review by somebody else in the same way", () => {
    const after = ask(track, approvedReview(11, sha("a1")), held);
    expect([merges(after), said(after)]).toEqual([[], ["#11: approval-held"]]);
  });

  it("holds it at every tick, and is told once", () => {
    const after = ask(quiet(approved), ticked, held);
    expect([merges(after), said(after)]).toEqual([[], []]);
  });

  it("that came after the approval is told when the merge is due", () => {
    const waiting = ask(track, commented("/approve", { thread: 11 }), pullFacts({}, "pending"));
    const after = ask(quiet(waiting), ticked, held);
    expect([merges(after), said(after)]).toEqual([[], ["#11: changes-requested"]]);
  });

  it("lets it merge once it is lifted, by any event", () => {
    const after = ask(quiet(approved), { type: "review-changed", issue: 42, pull: 11 }, free);
    expect(merges(after)).toHaveLength(1);
    expect(after.tasks.T01?.trouble).toBeUndefined();
  });

  it("is lifted by the approval of whoever asked", () => {
    const own = pullFacts({ requests: [{ review: 7, by: "mia" }] });
    expect(merges(ask(track, commented("/approve", { thread: 11 }), own))).toHaveLength(1);
  });

  it("is overruled by `/approve --over`, which is written down", () => {
    const after = ask(quiet(approved), commented("/approve --over", { thread: 11 }), held);
    expect(merges(after)).toHaveLength(1);
    const over = { requests: [one], blockers: [], missing: [] };
    const entry = { pull: 11, task: "T01", sha: sha("a1"), by: "mia", at: now, over };
    expect(after.overruled).toEqual([entry]);
    expect(notices(after)).toEqual([
      { type: "approved-over", task: "T01", by: "mia", head: sha("a1"), over },
    ]);
  });

  it("that is newer than the overruling holds again, and so does the old one at another head", () => {
    const over = { requests: [one], blockers: [], missing: [] };
    const entry = { pull: 11, task: "T01" as const, sha: sha("a1"), by: "mia", at: now, over };
    const overruled = { ...track, overruled: [entry] };
    const bare = () => commented("/approve", { thread: 11 });
    expect(merges(ask(overruled, bare(), held))).toHaveLength(1);
    const again = pullFacts({ requests: [{ review: 8, by: "ben" }] });
    expect(merges(ask(overruled, bare(), again))).toEqual([]);
    const moved = aReadyTask({ proposal: aProposal({ head: sha("a2") }) });
    const later = { ...overruled, tasks: { T01: moved } };
    expect(merges(ask(later, bare(), pullFacts({ ...asked, head: sha("a2") })))).toEqual([]);
  });

  it("holds what would merge by itself", () => {
    const T01 = aReadyTask({ proposal: aProposal({ fresh: true }) });
    const auto = aTrack({ tasks: { T01 }, config: aConfig({ auto_merge: true }) });
    expect(merges(ask(auto, ticked, free))).toHaveLength(1);
    const after = ask(auto, ticked, held);
    expect([merges(after), said(after)]).toEqual([[], ["#11: changes-requested"]]);
  });

  it("does not make up for checks that fail", () => {
    const after = ask(track, commented("/approve --over", { thread: 11 }), pullFacts(asked, "failing"));
    expect(notices(after)).toEqual([{ type: "checks-fail", task: "T01", names: ["ci"], over: true }]);
    expect(merges(after)).toEqual([]);
  });
});

describe("a request for changes elsewhere", () => {
  it("holds a rollback until it is overruled", () => {
    const track = aTrack({ tasks: { T01: aMergedTask() }, rollbacks: [aRollback()] });
    const facts = pullFacts({ number: 21, head: sha("c1"), ...asked });
    const after = ask(track, commented("/approve", { thread: 21 }), facts);
    expect([merges(after), said(after)]).toEqual([[], ["#21: approval-held"]]);
    const over = ask(quiet(after), commented("/approve --over", { thread: 21 }), facts);
    expect([merges(over).length, said(over)]).toEqual([1, ["#21: approved-over"]]);
  });

  it("keeps a plan from being approved until it is overruled", () => {
    const track = aTrack({ phase: "proposed" });
    const facts = { plan: aPlan(), pulls: { 10: aPull({ number: 10, ...asked }) } };
    const after = ask(track, commented("/approve"), facts);
    expect([after.phase, said(after)]).toEqual(["proposed", ["#42: objections-stand"]]);
    const over = ask(track, commented("/approve --over"), facts);
    expect([over.phase, said(over)]).toEqual(["executing", ["#42: approved-over"]]);
  });

  it("keeps a track that is verified from being called ready", () => {
    const verification = { runs: 1, attempts: 0, outcome: "done" as const, head: sha("b1") };
    const track = aTrack({ phase: "verifying", tasks: { T01: aMergedTask() }, verification });
    const facts = { pulls: { 10: aPull({ number: 10, ...asked }) } };
    const waits = ask(track, ticked, facts);
    expect([effects(waits, "finish-track"), said(waits)]).toEqual([[], ["#10: changes-requested"]]);
    expect(said(ask(quiet(waits), ticked, facts))).toEqual([]);
    const refused = ask(quiet(waits), commented("/approve", { thread: 10 }), facts);
    expect(said(refused)).toEqual(["#10: objections-stand"]);
    const over = ask(quiet(waits), commented("/approve --over", { thread: 10 }), facts);
    expect(effects(over, "finish-track")).toHaveLength(1);
    const lifted = ask(quiet(waits), ticked, { pulls: { 10: aPull({ number: 10 }) } });
    expect(effects(lifted, "finish-track")).toHaveLength(1);
    expect(lifted.trouble).toBeUndefined();
  });
});

describe("a reviewer's blocker", () => {
  const finding = { path: "src/a.ts", line: 3, severity: "blocker" as const, message: "Wrong." };
  const proposal = {
    head: sha("a1"),
    pull: 11,
    handsOff: false,
    checks: "passed" as const,
    findings: [finding],
  };
  const blocked = aTask({
    status: "needs_input",
    runs: 1,
    proposal: { ...proposal, blockedAt: at(-60) },
    trouble: { type: "blocked", task: "T01", findings: [finding], handsOff: false },
    feedback: [{ type: "finding", finding }],
    resume: { commit: sha("a1"), done: [] },
  });
  const track = aTrack({ tasks: { T01: blocked } });
  const over = { requests: [], blockers: [{ path: "src/a.ts", line: 3, message: "Wrong." }], missing: [] };

  it("is named to whoever approves, who hears how to overrule it", () => {
    const after = ask(track, commented("/approve", { thread: 11 }), free);
    expect(notices(after)).toEqual([{ type: "objections-stand", task: "T01", head: sha("a1"), over }]);
    expect(after.tasks.T01).toMatchObject({
      status: track.tasks.T01?.status,
      trouble: track.tasks.T01?.trouble,
    });
  });

  it("is overruled by `/approve --over`: it merges, and who did it is written down", () => {
    const after = ask(track, commented("/approve --over", { thread: 11 }), free);
    expect(merges(after)).toHaveLength(1);
    expect(after.overruled).toMatchObject([{ by: "mia", at: now, sha: sha("a1"), over }]);
    expect(after.tasks.T01).toMatchObject({ status: "review", feedback: [], proposal: { readyAt: now } });
    expect(jobs(after)).toEqual([]);
  });

  it("is overruled without another review where tasks merge by themselves", () => {
    const auto = { ...track, config: aConfig({ auto_merge: true }) };
    const after = ask(auto, commented("/approve --over", { thread: 11 }), pullFacts({}, "pending"));
    expect(jobs(after)).toEqual([]);
  });

  it("is overruled only at the head that its author saw", () => {
    const early = ask(track, commented("/approve --over", { thread: 11, at: at(-600) }), free);
    expect(notices(early)).toEqual([{ type: "unclear-head", head: sha("a1"), over: true }]);
    const older = ask(track, commented("/approve b777777 --over", { thread: 11 }), free);
    expect(notices(older)).toMatchObject([{ type: "older-head", over: true }]);
    const moved = ask(track, commented("/approve --over", { thread: 11 }), pullFacts({ head: sha("a9") }));
    expect(said(moved)).toContain("#11: not-reviewed-yet");
    const named = ask(track, commented(`/approve ${sha("a1")} --over`, { thread: 11, at: at(-600) }), free);
    expect(merges(named)).toHaveLength(1);
  });

  it("is not overruled where the repository's own commands fail", () => {
    const failed = { ...blocked, proposal: { ...proposal, blockedAt: at(-60), checks: "failed" as const } };
    const after = ask(
      { ...track, tasks: { T01: failed } },
      commented("/approve --over", { thread: 11 }),
      free,
    );
    expect(notices(after)).toEqual([{ type: "own-check-fails", task: "T01", over: true }]);
  });

  it("is not overruled by a visitor", () => {
    const actor = { ...mia, permission: "read" };
    const trigger = commented("/approve --over", { thread: 11 });
    expect(answers(trigger, { ...free, actor }, track)).toEqual(["confused", "no-write-access"]);
  });

  it("and a review that is missing can be overruled together", () => {
    const why = { outcome: "crashed" as const };
    const trouble = { type: "review-failed" as const, task: "T01" as const, why, missing: ["security"] };
    const T01 = { ...blocked, trouble, proposal: { ...proposal, findings: [], blockedAt: at(-60) } };
    const after = ask({ ...track, tasks: { T01 } }, commented("/approve --over", { thread: 11 }), held);
    expect(merges(after)).toHaveLength(1);
    expect(after.overruled).toMatchObject([{ over: { requests: [one], missing: ["security"] } }]);
  });
});
