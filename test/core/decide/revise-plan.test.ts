import { describe, expect, it } from "vitest";
import { rowOf } from "../../../core/jobs/rows.ts";
import type { Feedback } from "../../../core/model/feedback.ts";
import type { Track } from "../../../core/model/track.ts";
import { nextStep } from "../../../core/view/next-step.ts";
import { aJob, aMergedTask, aTask, aTrack, at, sha } from "../../builders/a-track.ts";
import { ask, jobs, notices, quiet, said } from "../../builders/ask.ts";
import { aPlan, branches, pullFacts } from "../../builders/facts.ts";
import { commented, jobFinished, ticked } from "../../builders/triggers.ts";

const remark: Extract<Feedback, { type: "words" }> = {
  type: "words",
  source: "t5",
  by: "ben",
  text: "Two files, not one.",
  path: "specs/changes/42-csv-export/BACKLOG.yaml",
  line: 3,
};
const shown = { tree: sha("f1"), head: sha("a1"), at: at(-3_600) };
const track = aTrack({
  phase: "proposed",
  plan: { runs: 1, attempts: 0, feedback: [], proposed: shown },
  pull: 10,
  tasks: {},
  sticky: { comment: 1, digest: "" },
});
const facts = { ...pullFacts(), bases: branches };
const heard = { ...facts, words: { 10: { words: [remark], left: 0 } } };
const job = { issue: 42, kind: "plan", attempt: 2 } as const;
const after = ask(track, commented("/revise Make T02 smaller.", { thread: 10 }), heard);

/** The same once its run holds the job. */
function atWork(planning: Track): Track {
  const run = { id: 900, attempt: 1 };
  return {
    ...quiet(planning),
    jobs: planning.jobs.map((job) => ({ ...job, state: "claimed", run })),
  } as Track;
}

describe("/revise of a proposed plan", () => {
  it("has it written again, with these words and all open discussions", () => {
    expect(after.phase).toBe("planning");
    expect(jobs(after)).toEqual(["plan dispatched"]);
    expect(after.plan).toMatchObject({
      proposed: shown,
      revision: { by: "mia" },
      feedback: [{ type: "words", by: "mia", text: "Make T02 smaller." }, remark],
    });
    expect(notices(after)).toEqual([{ type: "words-heard", count: 2, cut: 0, left: 0 }]);
  });

  it("is worked off by a recipe of its own", () => {
    expect(rowOf(job).recipe(after, job)).toBe("replan");
    expect(rowOf(job).recipe(track, job)).toBe("plan");
  });

  it("works in the issue as well", () => {
    expect(ask(track, commented("/revise Shorter."), facts).plan.revision).toEqual({ by: "mia" });
  });

  it("is refused without a word to work from, before there is a plan, and while another one is written", () => {
    expect(said(ask(track, commented("/revise", { thread: 10 }), facts))).toEqual(["#10: nothing-to-revise"]);
    const first = aTrack({ phase: "planning", tasks: {} });
    expect(said(ask(first, commented("/revise Shorter.")))).toContain("#42: cannot-revise-plan");
    const second = ask(quiet(after), commented("/revise No, longer.", { thread: 10 }), facts);
    expect(said(second)).toEqual(["#10: revision-under-way"]);
    expect(second.plan.feedback).toEqual(after.plan.feedback);
  });

  it("cannot be approved meanwhile", () => {
    const early = ask(quiet(after), commented("/approve", { thread: 10 }), facts);
    expect(early.phase).toBe("planning");
    expect(early.plan.approved).toBeUndefined();
  });
});

describe("a plan that was written again", () => {
  const revised = {
    added: [{ task: "T03" as const, title: "The rest" }],
    changed: [{ task: "T02" as const, what: ["files"] }],
    removed: [],
    documents: ["SPEC.md"],
    unanswered: 1,
  };
  const result = { type: "plan" as const, head: sha("a2"), tree: sha("f2"), pull: 10, shown: true, revised };
  const done = ask(atWork(after), jobFinished(job, result), facts);

  it("is proposed, and says where what differs is read", () => {
    expect(done.phase).toBe("proposed");
    expect(done.plan).toMatchObject({ proposed: { tree: sha("f2"), head: sha("a2") }, feedback: [] });
    expect(done.plan.revision).toBeUndefined();
    expect(said(done)).toEqual(["#10: plan-revised"]);
    expect(notices(done)[0]).toMatchObject({ tree: sha("f2"), ...revised });
  });

  it("remembers what people were shown before", () => {
    expect(done.plan.shown).toEqual([{ tree: shown.tree, at: shown.at }]);
  });
});

describe("a plan that could not be written again", () => {
  const failed = { type: "failed", outcome: "config", reason: "no such model" } as const;
  const kept = ask(atWork(after), jobFinished(job, failed), facts);

  it("stays as it was, and can be approved", () => {
    expect(kept.phase).toBe("proposed");
    expect(kept.plan).toMatchObject({ proposed: shown });
    expect(kept.plan.revision).toBeUndefined();
    expect(said(kept)).toEqual(["#10: revision-failed"]);
  });

  it("keeps people's words for the next try", () => {
    const again = ask(quiet(kept), commented("/revise", { thread: 10 }), facts);
    expect(again.plan.feedback).toEqual(after.plan.feedback);
  });
});

describe("/revise of an approved plan", () => {
  const approved = { tree: sha("f1"), head: sha("f2"), by: "mia", at: at(-600), sources: "s1" };
  const running = aTask({ status: "in_progress", runs: 1, digest: "d1" });
  const going = aTrack({
    tasks: { T01: running, T02: aTask({ digest: "d2", files: ["src/T02.ts"] }) },
    plan: { runs: 1, attempts: 0, feedback: [], proposed: shown, approved },
    jobs: [aJob()],
    sticky: { comment: 1, digest: "" },
  });
  const asked = ask(going, commented("/revise Make T02 smaller.", { thread: 10 }), heard);
  const revised = {
    added: [{ task: "T03" as const, title: "The rest" }],
    changed: [{ task: "T02" as const, what: ["files"] }],
    removed: [],
    documents: ["SPEC.md"],
    unanswered: 1,
  };
  const estimates = { T03: { tokens: 1_000, usd: 0.5, minutes: 2 } };
  const result = {
    type: "plan" as const,
    ...{ head: sha("e2"), tree: sha("e1"), pull: 10, shown: true, revised, estimates },
  };
  const { backlog } = aPlan();
  const [first, second] = backlog?.tasks ?? [];
  if (!first || !second) throw new Error("the plan has two tasks");
  const plan = aPlan({
    tree: sha("e1"),
    head: sha("e2"),
    sources: "s2",
    backlog: {
      version: 1,
      tasks: [first, { ...second, depends_on: [] }, { ...second, id: "T03", title: "The rest" }],
    },
    digests: { T01: "d1", T02: "d2b", T03: "d3" },
  });
  const done = ask(atWork(asked), jobFinished(job, result), { ...facts, plan, now: at(-30) });

  it("has another one proposed, while what runs goes on and nothing else starts", () => {
    expect(asked.phase).toBe("executing");
    expect(jobs(asked)).toEqual(["task T01 claimed", "plan dispatched"]);
    expect(asked.plan).toMatchObject({ approved, revision: { by: "mia" } });
    expect(notices(asked)).toEqual([{ type: "words-heard", count: 2, cut: 0, left: 0 }]);
    expect(rowOf(job).keeps?.(asked)).toEqual(["T01"]);
    expect(nextStep(asked)).toMatchObject({ type: "wait", for: "tasks" });
  });

  it("is for one person at a time, and cannot be approved before it is there", () => {
    const other = ask(quiet(asked), commented("/revise No, larger.", { thread: 10 }), facts);
    expect(said(other)).toEqual(["#10: revision-under-way"]);
    expect(other.plan.feedback).toEqual(asked.plan.feedback);
    const early = ask(quiet(asked), commented("/approve", { thread: 10 }), { ...facts, plan });
    expect(said(early)).toEqual(["#10: revision-under-way"]);
    expect(early.plan.approved).toEqual(approved);
  });

  it("says what differs and what it costs, and holds up what it is about", () => {
    expect(notices(done)).toMatchObject([
      { type: "revision-proposed", by: "mia", documents: ["SPEC.md"], unanswered: 1, usd: 0.5 },
      { type: "plan-edited", tree: sha("e1"), added: revised.added, changed: [{ task: "T02" }] },
    ]);
    expect(done.plan).toMatchObject({ approved, feedback: [], edited: { tasks: ["T03", "T02"] } });
    expect(done.plan.revision).toBeUndefined();
    expect(jobs(done)).toEqual(["task T01 claimed"]);
    expect(nextStep(done)).toMatchObject({ type: "approve-edit", pull: 10, tree: sha("e1"), tasks: [] });
  });

  it("counts with one /approve: same ids, same words, same approvals where nothing changed", () => {
    const after = ask(quiet(done), commented("/approve", { thread: 10 }), { ...facts, plan });
    expect(notices(after)).toMatchObject([{ type: "plan-amended" }]);
    expect(after.plan).toMatchObject({ approved: { tree: sha("e1"), head: sha("e2") } });
    expect(after.tasks["T01"]).toEqual(going.tasks["T01"]);
    expect(after.tasks["T02"]).toMatchObject({ digest: "d2b", status: "in_progress" });
    expect(after.tasks["T03"]).toMatchObject({ digest: "d3", estimate: estimates.T03 });
  });

  it("that changes nothing, or cannot be written, leaves the approved plan as it is", () => {
    const same = ask(atWork(asked), jobFinished(job, result), { ...facts, plan: aPlan() });
    expect(said(same)).toEqual(["#10: revision-same"]);
    expect(jobs(same)).toContain("task T02 dispatched");
    const failed = { type: "failed", outcome: "config", reason: "no such model" } as const;
    const kept = ask(atWork(asked), jobFinished(job, failed), facts);
    expect(said(kept)).toEqual(["#10: revision-failed"]);
    expect(kept).toMatchObject({ phase: "executing", plan: { approved } });
    expect(kept.plan.revision).toBeUndefined();
  });

  it("is not verified or called ready before it is settled", () => {
    const merged = aMergedTask({ digest: "d1" });
    const last = { ...quiet(done), tasks: { T01: merged, T02: aMergedTask({ digest: "d2" }) }, jobs: [] };
    expect(ask(last, ticked, facts).phase).toBe("executing");
    const { edited: _, ...settled } = last.plan;
    expect(ask({ ...last, plan: settled }, ticked, facts).phase).toBe("verifying");
  });

  it("needs a plan that is not archived", () => {
    const ready = { ...going, phase: "ready" as const, archived: "2026-10-01" };
    expect(said(ask(ready, commented("/revise Shorter."), facts))).toEqual(["#42: not-executing"]);
  });
});
