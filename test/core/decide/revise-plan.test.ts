import { describe, expect, it } from "vitest";
import { rowOf } from "../../../core/jobs/rows.ts";
import type { Feedback } from "../../../core/model/feedback.ts";
import type { Track } from "../../../core/model/track.ts";
import { aTrack, at, sha } from "../../builders/a-track.ts";
import { ask, jobs, notices, quiet, said } from "../../builders/ask.ts";
import { branches, pullFacts } from "../../builders/facts.ts";
import { commented, jobFinished } from "../../builders/triggers.ts";

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

  it("needs the name of a task once the plan is approved", () => {
    expect(said(ask(aTrack(), commented("/revise Shorter."), facts))).toEqual(["#42: mistake"]);
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
