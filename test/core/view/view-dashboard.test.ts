import { describe, expect, it } from "vitest";
import type { HistoryRow, Outcome } from "../../../core/model/job.ts";
import type { Track } from "../../../core/model/track.ts";
import { freshDay } from "../../../core/select/reserve.ts";
import { boxesOf, pauseBox } from "../../../core/view/board/boxes-of.ts";
import { viewAnswers } from "../../../core/view/board/view-answers.ts";
import { viewFailures } from "../../../core/view/board/view-failures.ts";
import { viewOutdated } from "../../../core/view/board/view-outdated.ts";
import { viewSuccess } from "../../../core/view/board/view-success.ts";
import { datesToCount, viewMoney } from "../../../core/view/view-money.ts";
import { waitOf } from "../../../core/view/wait-of.ts";
import {
  aConfig,
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

const row = (job: string, outcome: Outcome = "done", fields: Partial<HistoryRow> = {}): HistoryRow => ({
  job,
  at: now,
  outcome,
  seconds: 300,
  ...fields,
});
const failed = (runs = 2) => aTask({ status: "failed", runs });

describe("what a track waits for", () => {
  const paused = aTrack({ paused: true });
  const named = aConfig({ who: { approve: ["@acme/leads", "@ada", "admin"] } });
  const approved = aProposal({ approval: { sha: sha("a1"), by: "mia", at: now } });
  it.each<[string, Track, object]>([
    ["a plan's approval", aTrack({ phase: "proposed" }), { type: "person", role: "approver", people: [] }],
    [
      "approval by whom the configuration names",
      aTrack({ phase: "proposed", config: named }),
      { role: "approver", people: ["acme/leads", "ada"] },
    ],
    [
      "who asked for it, once a task needs help",
      aTrack({ tasks: { T01: failed() } }),
      { role: "requester", people: ["mia"] },
    ],
    ["who asked for it, while it is paused", paused, { role: "requester" }],
    [
      "who asked for changes",
      aTrack({ phase: "verifying", trouble: { type: "changes-requested", pull: 10, by: ["ada"] } as never }),
      { role: "reviewer", people: ["ada"] },
    ],
    [
      "gsd, while a task runs",
      aTrack({ tasks: { T01: aTask({ status: "in_progress" }) }, jobs: [aJob()] }),
      { type: "gsd" },
    ],
    [
      "CI, once all is approved",
      aTrack({ tasks: { T01: aReadyTask({ proposal: approved }) } }),
      { type: "ci" },
    ],
    [
      "other issues",
      aTrack({ tasks: { T01: aTask() }, blockers: [{ issue: 7 }] }),
      { type: "issues", issues: [{ issue: 7 }] },
    ],
    [
      "the provider's limit",
      aTrack({ phase: "planning", notBefore: at(600) }),
      { type: "limit", until: at(600) },
    ],
    ["gsd, once that is over", aTrack({ phase: "planning", notBefore: at(-600) }), { type: "gsd" }],
    [
      "gsd, while something runs in spite of it",
      aTrack({ phase: "planning", notBefore: at(600), jobs: [aJob({ kind: "plan" })] }),
      { type: "gsd" },
    ],
  ])("is %s", (_, track, wait) => {
    expect(waitOf(track, now)).toMatchObject(wait);
  });
});

describe("the boxes of a track", () => {
  it("are what can be done now, with what they are about", () => {
    const proposed = aTrack({ phase: "proposed" });
    const { tree = "" } = proposed.plan.proposed ?? {};
    expect(boxesOf(proposed)).toEqual([{ type: "approve", issue: 42, tree }]);
    const broken = {
      ...proposed,
      plan: { ...proposed.plan, proposed: { tree, head: sha("a1"), at: now, problems: 2 } },
    };
    expect(boxesOf(broken)).toEqual([]);
    expect(
      boxesOf(aTrack({ tasks: { T01: failed(), T02: aTask({ status: "needs_input", runs: 1 }) } })),
    ).toEqual([
      { type: "retry", issue: 42, task: "T01", run: 2 },
      { type: "retry", issue: 42, task: "T02", run: 1 },
    ]);
    // While another task waits for its review.
    expect(boxesOf(aTrack({ tasks: { T01: failed(), T02: aReadyTask() } }))).toEqual([
      { type: "retry", issue: 42, task: "T01", run: 2 },
    ]);
    expect(boxesOf(aTrack({ paused: true }))).toEqual([{ type: "resume", issue: 42 }]);
    expect(boxesOf(aTrack({ tasks: { T01: aTask() }, blockers: [{ issue: 7 }] }))).toEqual([
      { type: "resume", issue: 42 },
    ]);
    expect(boxesOf(aTrack({ tasks: { T01: aTask({ status: "in_progress" }) } }))).toEqual([]);
  });

  it("pause what is under way", () => {
    expect(pauseBox(aTrack())).toEqual({ type: "pause", issue: 42 });
    expect(pauseBox(aTrack({ paused: true }))).toBeUndefined();
    expect(pauseBox(aTrack({ phase: "asking" }))).toBeUndefined();
  });
});

describe("the ledger of failures", () => {
  it("counts failures in a row, and closes them by the next success", () => {
    const track = aTrack({
      tasks: { T01: failed(), T02: aTask({ status: "in_progress" }), T03: aMergedTask() },
      history: [
        row("42/task/T01/1", "timeout", { run: 7 }),
        row("42/task/T01/2", "crashed", { run: 8 }),
        row("42/task/T02/1", "crashed"),
        row("42/task/T03/1", "crashed"),
        row("42/task/T03/2"),
        row("42/plan/-/1", "timeout"),
        row("42/plan/-/2"),
        row("42/task/T02/2", "asked"),
      ],
    });
    const { open, closed } = viewFailures([track], now);
    expect(closed).toBe(2);
    expect(open).toMatchObject([
      { issue: 42, job: { task: "T01" }, outcome: "crashed", count: 2, run: 8, next: "tick" },
      { issue: 42, job: { task: "T02" }, outcome: "crashed", count: 1, next: "wait" },
    ]);
  });

  it("sends people to a box where there is one, and to what is proposed instead of the task", () => {
    const history = [row("42/task/T01/1", "no-change")];
    const next = (fields: Partial<Track>) =>
      viewFailures([aTrack({ history, ...fields })], now).open[0]?.next;
    expect(next({ tasks: { T01: failed(), T02: aReadyTask() } })).toBe("tick");
    expect(next({ tasks: { T01: failed() }, paused: true })).toBe("retry");
    const rebase = { number: 1, status: "proposed" as const, split: false, thread: 42, attempts: 1 };
    expect(next({ tasks: { T01: { ...failed(), rebase } } })).toBe("approve-edit");
  });

  it("names the way on, and forgets what ended a month ago", () => {
    const history = [row("42/plan/-/1", "timeout")];
    expect(viewFailures([aTrack({ phase: "failed", history })], now).open).toMatchObject([
      { next: "start-over" },
    ]);
    const old = [row("42/plan/-/1", "timeout", { at: "2026-09-01T00:00:00.000Z" })];
    expect(viewFailures([aTrack({ phase: "failed", history: old })], now)).toEqual({ open: [], closed: 0 });
    expect(viewFailures([aTrack({ phase: "cancelled", history })], now)).toEqual({ open: [], closed: 1 });
    const verified = [row("42/verify/-/1", "not-met")];
    const verification = { runs: 1, attempts: 1, outcome: "not-met" as const };
    expect(
      viewFailures([aTrack({ tasks: { T01: aMergedTask() }, verification, history: verified })], now).open,
    ).toMatchObject([{ next: "resume" }]);
  });
});

describe("money", () => {
  it("is counted by day, week and month", () => {
    expect(datesToCount("2026-11-18T12:00:00.000Z")).toHaveLength(18);
    // A Tuesday, the first of the month: its week began in the month before.
    expect(datesToCount("2026-12-01T00:00:00.000Z")).toEqual(["2026-12-01", "2026-11-30"]);
    const day = (usd: number) => ({ ...freshDay, usd });
    const days = [
      {
        date: "2026-11-18",
        day: { ...day(2), reserved: { "42/plan/-/1": { usd: 1, until: "2026-11-19T00:00:00.000Z" } } },
      },
      { date: "2026-11-16", day: day(3) },
      { date: "2026-11-02", day: day(5) },
      { date: "2026-10-31", day: day(9) },
    ];
    const money = viewMoney({ now: "2026-11-18T12:00:00.000Z", days, tracks: [], limitUsd: 10 });
    expect(money).toMatchObject({ todayUsd: 2, heldUsd: 1, weekUsd: 5, monthUsd: 10, limitUsd: 10 });
    expect(money.days.map(({ name }) => name)).toEqual(["2026-11-18", "2026-11-16"]);
  });
});

describe("success", () => {
  it("is told by month", () => {
    const track = aTrack({
      phase: "merged",
      tasks: { T01: aMergedTask(), T02: aMergedTask() },
      history: [
        row("42/task/T01/1", "done", { at: "2026-10-05T00:00:00.000Z" }),
        row("42/task/T02/1", "crashed", { at: "2026-10-30T00:00:00.000Z" }),
        row("42/task/T02/2", "done", { at: "2026-11-01T00:00:00.000Z" }),
      ],
    });
    expect(viewSuccess([track]).months).toMatchObject([
      { month: "2026-11", record: { count: 1, firstAttemptShare: 0 } },
      { month: "2026-10", record: { count: 1, firstAttemptShare: 1 } },
    ]);
  });
});

describe("what is outdated", () => {
  const nothing = { now, tracks: [], problems: [], gaps: [], branches: [], defaultHead: sha("d1") };

  it("is named, each with those whom it concerns", () => {
    const health = { runs: 1, attempts: 1, result: { sha: sha("d0"), checks: [], notes: [] } } as never;
    const behind = aTrack({ issue: 7, phase: "proposed", health });
    const idle = aTrack({ issue: 8, phase: "planning", createdAt: "2026-09-01T00:00:00.000Z" });
    const approve = { at: now, source: "c1", command: "approve" as const, ok: true, thread: 11 };
    const changed = aTrack({
      issue: 9,
      tasks: { T01: aReadyTask() },
      rulings: [
        { ...approve, by: "ada", sha: sha("a0") },
        { ...approve, by: "bo", sha: sha("a1") },
      ],
    });
    const problem = { path: "limits", message: "is wrong" };
    expect(
      viewOutdated({
        ...nothing,
        tracks: [behind, idle, changed, aTrack()],
        problems: [problem],
        branches: ["gsd/3-old"],
        gaps: [
          { type: "stub-missing" },
          {
            type: "stub-behind",
            path: "gsd.yml",
            pin: sha("a"),
            newest: { repository: "gsd/gsd", sha: sha("b") },
          },
        ],
      }),
    ).toMatchObject([
      { type: "config", problems: [problem] },
      { type: "release", gap: { type: "stub-behind" } },
      { type: "plans", issues: [7] },
      { type: "approval", issue: 9, task: "T01", by: ["ada"] },
      { type: "idle", issues: [8] },
      { type: "branches", names: ["gsd/3-old"] },
    ]);
  });

  it("is nothing where all is as it was", () => {
    expect(viewOutdated({ ...nothing, tracks: [aTrack(), aTrack({ phase: "proposed" })] })).toEqual([]);
  });
});

describe("answers to boxes", () => {
  const ruling = { by: "mia", source: "d1763262000-1-pause.42", thread: 42, command: "pause" as const };
  const refused = {
    ...ruling,
    ok: false,
    why: "paused-already",
    notice: { type: "paused-already" as const },
  };

  it("are those of the last day, each once, the newest first", () => {
    const track = aTrack({
      rulings: [
        { ...ruling, at: at(-90_000), ok: true },
        { ...ruling, at: at(-50), ok: true },
        { ...refused, at: at(-40) },
        { ...refused, at: at(-30) },
        { ...ruling, at: at(-20), ok: false },
        { ...ruling, at: at(-10), source: "c12", ok: true },
      ],
    });
    const asks = [
      { source: "d1763262000-1-tonight", at: at(-5), by: "ada", ok: true },
      { source: "unclear", at: at(-3), ok: false },
    ];
    const found = viewAnswers([track], asks, now);
    expect(found.map(({ at: when, ok, asked }) => [when, ok, asked?.type])).toEqual([
      [at(-3), false, undefined],
      [at(-5), true, "tonight"],
      [at(-30), false, "command"],
      [at(-50), true, "command"],
    ]);
  });
});
