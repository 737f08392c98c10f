import { describe, expect, it } from "vitest";
import type { Feedback } from "../../../core/model/feedback.ts";
import type { TrackTask } from "../../../core/model/task.ts";
import { aMergedTask, aProposal, aReadyTask, aTask, aTrack, at, sha } from "../../builders/a-track.ts";
import { ask, jobs, notices, quiet, said } from "../../builders/ask.ts";
import { aBase, branches, pullFacts } from "../../builders/facts.ts";
import { commented, jobFinished } from "../../builders/triggers.ts";

type Words = Extract<Feedback, { type: "words" }>;

const remark: Words = {
  type: "words",
  source: "t5",
  by: "ben",
  text: "Rename it.",
  path: "src/a.ts",
  line: 3,
};
const branch = "gsd-task/42/T01";
const own = { [branch]: aBase(branch, "a1") };
const open = { ...pullFacts(), bases: { ...branches, ...own } };
const heard = { ...open, words: { 11: { words: [remark], left: 0 } } };
const track = aTrack({ tasks: { T01: aReadyTask() } });

function ownWords(text: string): object {
  return { type: "words", by: "mia", text, at: at(-1) };
}

describe("/revise", () => {
  const after = ask(track, commented("/revise Use a stream.", { thread: 11 }), heard);

  it("works on top of the head, with these words and what people said about it", () => {
    expect(jobs(after)).toEqual(["task T01 dispatched"]);
    expect(after.jobs[0]).toMatchObject({ base: { branch, sha: sha("a1") } });
    expect(after.tasks.T01).toMatchObject({
      status: "in_progress",
      onHead: true,
      feedback: [ownWords("Use a stream."), remark],
    });
    expect(notices(after)).toEqual([{ type: "words-heard", task: "T01", count: 2, cut: 0, left: 0 }]);
  });

  it("means the task that it names, in any thread of the track", () => {
    const named = ask(track, commented("/revise t01\nUse a stream."), heard);
    expect(named.tasks.T01?.feedback).toMatchObject([ownWords("Use a stream."), remark]);
  });

  it("takes the words before it along", () => {
    const polite = ask(track, commented("Nearly.\n\n/revise Use a stream.", { thread: 11 }), open);
    expect(polite.tasks.T01?.feedback).toMatchObject([ownWords("Nearly.\n\nUse a stream.")]);
  });

  it("tells what was cut and what did not fit", () => {
    const words = { 11: { words: [{ ...remark, cut: true }], left: 4 } };
    const told = ask(track, commented("/revise", { thread: 11 }), { ...open, words });
    expect(notices(told)).toEqual([{ type: "words-heard", task: "T01", count: 1, cut: 1, left: 4 }]);
  });

  it("says where it has nothing to work from, or does not know which task is meant", () => {
    expect(said(ask(track, commented("/revise", { thread: 11 }), open))).toEqual(["#11: nothing-to-revise"]);
    expect(said(ask(track, commented("/revise Shorter."), heard))).toEqual(["#42: mistake"]);
    expect(said(ask(track, commented("/revise T07 Shorter."), heard))).toEqual(["#42: unknown-task"]);
  });

  it.each([
    ["that is running", aTask({ status: "in_progress" })],
    ["that is merged", aMergedTask()],
  ])("is refused for a task %s", (_, T01) => {
    const refused = ask(aTrack({ tasks: { T01 } }), commented("/revise T01 Shorter."), heard);
    expect(said(refused)).toContain("#42: cannot-revise");
  });

  it("starts where there is no open pull request like a retry", () => {
    const closed = { ...pullFacts({ state: "closed" }), bases: branches };
    const again = ask(track, commented("/revise Shorter.", { thread: 11 }), closed);
    expect(again.jobs[0]).toMatchObject({ base: { branch: "gsd/42-csv-export" } });
    expect(again.tasks.T01).not.toHaveProperty("onHead");
  });

  it("keeps what rules found in files that stay as they are", () => {
    const rule = { path: "src/b.ts", severity: "nitpick", message: "Hm.", rule: "no-hm" } as const;
    const finding = { path: "src/a.ts", severity: "nitpick", message: "Hm." } as const;
    const T01 = aReadyTask({ proposal: aProposal({ findings: [rule, finding] }) });
    const kept = ask(aTrack({ tasks: { T01 } }), commented("/revise Shorter.", { thread: 11 }), open);
    expect(kept.tasks.T01?.proposal?.findings).toEqual([rule]);
  });

  describe("once it is done", () => {
    const result = { type: "task", head: sha("a2"), pull: 11, checks: "passed" } as const;
    const claimed = {
      ...quiet(after),
      jobs: after.jobs.map((job) => ({ ...job, state: "claimed", run: { id: 900, attempt: 1 } })),
    };
    const finish = (from: string, T01: Partial<TrackTask> = {}) => {
      const tasks = { T01: { ...after.tasks.T01, ...T01 } as TrackTask };
      const job = { kind: "task", task: "T01", attempt: 2 } as const;
      return ask(
        { ...claimed, tasks } as never,
        jobFinished(job, { ...result, findings: [], missing: [], from: sha(from) }),
      ).tasks.T01;
    };

    it("the words are dealt with, and the branch is as it was: ours", () => {
      const done = finish("a1");
      expect(done).toMatchObject({
        status: "review",
        feedback: [],
        proposal: { head: sha("a2"), handsOff: false },
      });
      expect(done).not.toHaveProperty("onHead");
    });

    it("a branch with commits by people stays theirs, also where they came meanwhile", () => {
      expect(finish("a1", { proposal: aProposal({ handsOff: true }) })?.proposal?.handsOff).toBe(true);
      expect(finish("a7")?.proposal?.handsOff).toBe(true);
    });
  });
});

describe("/retry", () => {
  it("goes on from the open pull request, with what people said", () => {
    const after = ask(track, commented("/retry T01 Use a stream."), heard);
    expect(after.tasks.T01).toMatchObject({
      resume: { commit: sha("a1"), done: [] },
      feedback: [ownWords("Use a stream."), remark],
    });
    expect(after.jobs[0]).toMatchObject({
      base: { branch: "gsd/42-csv-export" },
      resume: { commit: sha("a1") },
    });
    expect(said(after)).toEqual(["#42: words-heard"]);
  });

  it("lets whoever did a kept step hear new words", () => {
    const T01 = aTask({ status: "failed", resume: { commit: sha("c1"), done: ["implement/-/1"] } });
    const stopped = aTrack({ tasks: { T01 } });
    expect(ask(stopped, commented("/retry T01")).tasks.T01?.resume).toEqual(T01.resume);
    expect(ask(stopped, commented("/retry T01 Shorter.")).tasks.T01?.resume).toEqual({
      commit: sha("c1"),
      done: [],
    });
  });

  it("keeps the words of a run that brought no result, and says nothing where there are none", () => {
    const T01 = aTask({ status: "failed", feedback: [remark] });
    expect(ask(aTrack({ tasks: { T01 } }), commented("/retry T01 More.")).tasks.T01?.feedback).toMatchObject([
      remark,
      ownWords("More."),
    ]);
    expect(said(ask(track, commented("/retry T01"), open))).toEqual([]);
  });

  it("starts over with --fresh, and hears people all the same", () => {
    const after = ask(track, commented("/retry T01 --fresh Shorter."), heard);
    expect(after.tasks.T01).not.toHaveProperty("resume");
    expect(after.tasks.T01?.feedback).toHaveLength(2);
  });
});
