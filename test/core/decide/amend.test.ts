import { describe, expect, it } from "vitest";
import type { PlanEdit, PlanFact } from "../../../core/model/facts.ts";
import type { Track } from "../../../core/model/track.ts";
import {
  aJob,
  aMergedTask,
  aProposal,
  aReadyTask,
  aTask,
  aTrack,
  at,
  now,
  sha,
} from "../../builders/a-track.ts";
import { ask, effects, jobs, notices, quiet, reactions, said } from "../../builders/ask.ts";
import { aPlan, mia } from "../../builders/facts.ts";
import { commented, ticked } from "../../builders/triggers.ts";

const approved = { tree: sha("f1"), head: sha("f2"), by: "mia", at: at(-600), sources: "s1" };
const pushed = { type: "branch-pushed", issue: 42 } as const;
const before = aPlan();
const [T01, T02] = before.backlog?.tasks ?? [];
if (!T01 || !T02) throw new Error("the plan has two tasks");

/** T01 as told, T02 after it; the plan as it was approved. */
function underWay(first: Track["tasks"]["T01"], second = aTask({ digest: "d2", dependsOn: ["T01"] })): Track {
  const track = aTrack({
    tasks: {
      T01: { ...first, title: "Title of T01", files: ["src/T01.ts"], hours: 2, digest: "d1" },
      T02: { ...second, title: "Title of T02", files: ["src/T02.ts"], hours: 2 },
    },
  });
  return { ...track, plan: { ...track.plan, approved } };
}

type Entry = typeof T01;

/** The plan after an edit. */
function edited(tasks: Entry[], digests: Record<string, string>, fields: Partial<PlanFact> = {}): PlanFact {
  const lines = Object.fromEntries(tasks.map(({ id }, index) => [id, 3 + index * 10]));
  return aPlan({
    tree: sha("e1"),
    head: sha("e2"),
    sources: "s2",
    backlog: { version: 1, tasks },
    digests,
    lines,
    ...fields,
  });
}

const T03: Entry = { ...T02, id: "T03", title: "One more", depends_on: ["T02"] };
const more = edited([T01, { ...T02, title: "Better" }, T03], { T01: "d1", T02: "d2b", T03: "d3" });
const difference = {
  added: [{ task: "T03", title: "One more" }],
  changed: [{ task: "T02", what: ["title"] }],
  removed: [],
  fixed: [],
};

describe("an edit of the approved plan", () => {
  const track = underWay(aReadyTask());

  it.each([
    ["a push", pushed],
    ["a tick", ticked],
  ])("is told once, heard of by %s, with what differs", (_, trigger) => {
    const after = ask(track, trigger, { plan: more });
    expect(notices(after)).toEqual([{ type: "plan-edited", tree: sha("e1"), ...difference }]);
    expect(said(after)).toEqual(["#10: plan-edited"]);
    expect(Object.keys(after.tasks)).toEqual(["T01", "T02"]);
    expect(notices(ask(quiet(after), trigger, { plan: more }))).toEqual([]);
    const again = { ...more, tree: sha("e9"), sources: "s9" };
    expect(said(ask(quiet(after), trigger, { plan: again }))).toEqual(["#10: plan-edited"]);
  });

  it("is not told again when gsd adds its own files to the folder", () => {
    const shown = quiet(ask(track, pushed, { plan: more }));
    const grown = ask(shown, ticked, { plan: { ...more, tree: sha("e8") } });
    expect(notices(grown)).toEqual([]);
    expect(grown.plan.edited).toMatchObject({ tree: sha("e8"), at: shown.plan.edited?.at });
  });

  it("is told while the track is paused, too", () => {
    expect(said(ask({ ...track, paused: true }, pushed, { plan: more }))).toEqual(["#10: plan-edited"]);
  });

  it("that is undone is forgotten", () => {
    const after = quiet(ask(track, pushed, { plan: more }));
    const back = ask(after, pushed, { plan: aPlan({ tree: sha("f9") }) });
    expect(back.plan.edited).toBeUndefined();
    expect(said(back)).toEqual([]);
  });

  it("takes back what gsd had proposed when it is undone, or when that task is as it was", () => {
    const rebase = { number: 1, status: "proposed" as const, split: false, thread: 42, attempts: 0 };
    const second = aTask({ digest: "d2", dependsOn: ["T01"], status: "failed", rebase });
    const proposed = underWay(aReadyTask(), second);
    const shown = ask(proposed, pushed, { plan: more });
    expect(notices(shown)).toMatchObject([{ type: "rebase-proposed", task: "T02" }, { type: "plan-edited" }]);
    const undone = ask(quiet(shown), pushed, { plan: aPlan({ tree: sha("f9") }) });
    expect(undone.tasks["T02"]?.rebase?.status).toBe("failed");
    const another = edited(
      [T01, T02, T03],
      { T01: "d1", T02: "d2", T03: "d3" },
      { tree: sha("e7"), sources: "s7" },
    );
    const other = ask(quiet(shown), pushed, { plan: another });
    expect(notices(other)).toMatchObject([{ type: "plan-edited" }]);
    expect(other.tasks["T02"]?.rebase?.status).toBe("failed");
  });

  it("is no edit where gsd added its own files, or where an older gsd approved the same tree", () => {
    expect(said(ask(track, ticked, { plan: aPlan({ tree: sha("f9") }) }))).toEqual([]);
    const { sources: _, ...old } = approved;
    const older = { ...track, plan: { ...track.plan, approved: old } };
    expect(said(ask(older, ticked, { plan: aPlan() }))).toEqual([]);
    expect(said(ask(older, ticked, { plan: more }))).toEqual(["#10: plan-edited"]);
  });

  it("counts for tasks that have not started once it is approved as it was shown", () => {
    const shown = quiet(ask(track, pushed, { plan: more, now: at(-30) }));
    const after = ask(shown, commented("/approve", { thread: 10 }), { plan: more });
    expect(reactions(after)).toEqual(["eyes"]);
    expect(notices(after)).toEqual([{ type: "plan-amended", ...difference }]);
    expect(after.plan).toMatchObject({
      approved: { tree: sha("e1"), head: sha("e2"), sources: "s2", at: now },
    });
    expect(after.plan.edited).toBeUndefined();
    expect(after.tasks["T02"]).toMatchObject({ title: "Better", digest: "d2b", status: "pending" });
    expect(after.tasks["T03"]).toMatchObject({ status: "pending", dependsOn: ["T02"] });
    const again = ask(quiet(after), commented("/approve", { thread: 10 }), { plan: more });
    expect(notices(again)).toEqual([{ type: "nothing-to-approve" }]);
  });

  it("shows what differs to whoever approves before they could see it, and binds what was shown", () => {
    const early = ask(track, commented("/approve", { thread: 10 }), { plan: more });
    expect(reactions(early)).toEqual(["confused"]);
    expect(notices(early)).toEqual([{ type: "plan-edited", tree: sha("e1"), ...difference }]);
    const other = { ...more, tree: sha("e9"), head: sha("e8"), sources: "s9" };
    const later = ask(quiet(early), commented("/approve", { thread: 10, at: at(5) }), {
      plan: other,
      now: at(6),
    });
    expect(reactions(later)).toEqual(["confused"]);
    const named = ask(quiet(later), commented("/approve e900000", { thread: 10 }), { plan: other });
    expect(reactions(named)).toEqual(["eyes"]);
  });

  it("leaves what runs and what is merged as it was, and says so", () => {
    const running = underWay(aTask({ status: "in_progress", runs: 1 }));
    const track = { ...running, jobs: [aJob()] };
    const plan = edited([{ ...T01, title: "Other" }, T02], { T01: "d1b", T02: "d2" });
    const shown = quiet(ask(track, pushed, { plan, now: at(-30) }));
    const after = ask(shown, commented("/approve"), { plan });
    expect(notices(after)).toMatchObject([{ type: "plan-amended", changed: [], fixed: ["T01"] }]);
    expect(after.tasks["T01"]).toMatchObject({ title: "Title of T01", digest: "d1", entryAt: sha("f2") });
    expect(jobs(after)).toEqual(["task T01 claimed"]);
  });

  it("takes tasks away that have not started, with their pull requests", () => {
    const failed = aTask({
      status: "failed",
      proposal: aProposal({ pull: 12 }),
      digest: "d2",
      dependsOn: ["T01"],
    });
    const plan = edited([T01], { T01: "d1" });
    const shown = quiet(ask(underWay(aReadyTask(), failed), pushed, { plan, now: at(-30) }));
    const after = ask(shown, commented("/approve"), { plan });
    expect(Object.keys(after.tasks)).toEqual(["T01"]);
    expect(effects(after, "close-pull")).toEqual([{ type: "close-pull", pull: 12 }]);
  });

  it.each([
    [
      "with what is wrong with the file itself",
      underWay(aMergedTask()),
      edited(
        [T01, T02],
        { T01: "d1", T02: "d2" },
        { problems: [{ path: "tasks[1]", message: "cycle", line: 7 }] },
      ),
      { message: "cycle", line: 7 },
    ],
    [
      "without what a started task builds on",
      underWay(aTask({ status: "skipped" }), aMergedTask({ digest: "d2", dependsOn: ["T01"] })),
      edited([{ ...T02, depends_on: [] }], { T02: "d2b" }),
      { path: "T02", message: "T02 has started and builds on T01; put T01 back", line: 3 },
    ],
    [
      "in a cycle with what has started",
      underWay(aTask({ status: "skipped" }), aMergedTask({ digest: "d2", dependsOn: ["T01"] })),
      edited(
        [
          { ...T01, depends_on: ["T02"] },
          { ...T02, depends_on: [] },
        ],
        { T01: "d1b", T02: "d2b" },
      ),
      { message: expect.stringContaining("cycle") },
    ],
  ])("is refused %s, with its line, and the old plan goes on", (_, track, plan, problem) => {
    const told = ask(track, pushed, { plan, now: at(-30) });
    expect(notices(told)).toMatchObject([{ type: "plan-edit-broken", problems: [problem] }]);
    const after = ask(quiet(told), commented("/approve"), { plan });
    expect(notices(after)).toMatchObject([{ type: "plan-edit-broken", problems: [problem] }]);
    expect(after.plan.approved).toEqual(approved);
    expect(Object.keys(after.tasks)).toEqual(["T01", "T02"]);
  });

  it("makes a track that is being verified go on with its tasks", () => {
    const track = { ...underWay(aMergedTask(), aMergedTask({ digest: "d2" })), phase: "verifying" as const };
    const plan = edited([T01, T02, T03], { T01: "d1", T02: "d2", T03: "d3" });
    const shown = quiet(ask(track, pushed, { plan, now: at(-30) }));
    const after = ask(shown, commented("/approve"), { plan });
    expect(after).toMatchObject({ phase: "executing", tasks: { T03: { status: "in_progress" } } });
  });
});

describe("an edit by the very person who approves", () => {
  const tree = sha("e1");
  const edit = (fields: Partial<PlanEdit> = {}): PlanEdit => ({
    by: mia,
    at: at(-10),
    before: sha("f1"),
    after: tree,
    ...fields,
  });
  const plan = aPlan({ tree, head: sha("e2"), sources: "s2" });
  const proposed = aTrack({ phase: "proposed" });
  const approve = commented("/approve", { thread: 10 });

  it("is what they saw, pushed before the comment", () => {
    const after = ask(proposed, approve, { plan, planEdits: [edit()] });
    expect(after).toMatchObject({ phase: "executing", plan: { approved: { tree } } });
    expect(reactions(after)).toEqual(["eyes"]);
  });

  it("is what they saw also when we announced it only after the comment", () => {
    const announced = quiet(ask(proposed, pushed, { plan }));
    expect(announced.plan.proposed?.tree).toBe(tree);
    expect(reactions(ask(announced, approve, { plan, planEdits: [edit()] }))).toEqual(["eyes"]);
  });

  it("may be several pushes", () => {
    const planEdits = [edit({ before: sha("e5") }), edit({ after: sha("e5"), at: at(-20) })];
    expect(reactions(ask(proposed, approve, { plan, planEdits }))).toEqual(["eyes"]);
  });

  it("by somebody else is not seen in the very second in which we announce it", () => {
    const announced = quiet(ask(proposed, pushed, { plan, now: at(-1) }));
    expect(reactions(ask(announced, commented("/approve", { thread: 10, at: at(-1) }), { plan }))).toEqual([
      "confused",
    ]);
    const later = commented("/approve", { thread: 10, at: at(0) });
    expect(reactions(ask(announced, later, { plan }))).toEqual(["eyes"]);
  });

  const other = { id: 9, bot: false };
  it.each([
    ["somebody else pushed", [edit({ by: other })]],
    ["somebody else pushed in between", [edit({ before: sha("e5") }), edit({ after: sha("e5"), by: other })]],
    ["a bot pushed", [edit({ by: { id: 1, bot: true } })]],
    ["they pushed after the comment", [edit({ at: at(5) })]],
    ["the newest push is not known", [edit({ after: sha("e7") })]],
    ["it does not lead back to what was shown", [edit({ before: sha("e5") })]],
    ["nothing is known", []],
  ])("does not count where %s", (_, planEdits) => {
    const after = ask(proposed, approve, { plan, planEdits });
    expect(after.phase).toBe("proposed");
    expect(notices(after)).toEqual([{ type: "unclear-plan", tree }]);
  });

  it("amends the approved plan, too", () => {
    const track = underWay(aMergedTask());
    const after = ask(track, commented("/approve", { thread: 10 }), { plan: more, planEdits: [edit()] });
    expect(reactions(after)).toEqual(["eyes"]);
    expect(notices(after)).toEqual([{ type: "plan-amended", ...difference }]);
  });
});
