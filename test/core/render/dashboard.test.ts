import { describe, expect, it } from "vitest";
import type { NightRow, Stop, Verdict } from "../../../core/backlog/choose-issues.ts";
import { parseRoadmap } from "../../../core/backlog/roadmap.ts";
import { defaultConfig } from "../../../core/model/parse-config.ts";
import { renderDashboard } from "../../../core/render/dashboard.ts";
import { phaseSummary, phaseSummaryTitle } from "../../../core/render/phase-summary.ts";
import { roadmapPullBody } from "../../../core/render/roadmap.ts";
import { freshDay } from "../../../core/select/reserve.ts";
import { type DashboardInput, viewDashboard } from "../../../core/view/view-dashboard.ts";
import { aTask, aTrack } from "../../builders/a-track.ts";
import { rounds } from "../../builders/rounds.ts";
import { expectHarmless, expectPlain } from "./harmless.ts";
import { hostileText, random } from "./hostile.ts";

const config = {
  ...defaultConfig(),
  nightly: { tracks: 3, label: "gsd:backlog", milestone: true },
  roadmap: true,
};
const row = (number: number, verdict: Verdict, more: Partial<NightRow> = {}): NightRow => ({
  issue: {
    number,
    title: "Export",
    labels: [],
    createdAt: "2026-11-01T00:00:00.000Z",
    hasLinks: false,
    milestone: { number: 1, title: "v1.0", due: "2026-12-01" },
  },
  priority: { rank: 1, label: "P1" },
  waitsFor: [],
  unread: false,
  verdict,
  ...more,
});

function board(words: (plain: string) => string, more: Partial<DashboardInput> = {}): string {
  const reading = parseRoadmap("## v1.0: Core\n- #42\n");
  const link = { number: 11, open: true, kind: "blocker" as const };
  const rows = [
    row(10, { type: "later" }, { before: 12 }),
    row(12, { type: "waits" }, { waitsFor: [link, { ...link, number: 7, elsewhere: words("acme/other") }] }),
    row(21, { type: "waits" }, { circle: [21, 30] }),
    row(30, { type: "not-asked", by: words("eve") }),
    row(11, { type: "over" }),
  ].map((one) => ({
    ...one,
    issue: { ...one.issue, title: words("Export") },
    priority: { rank: 1, label: words("P1") },
  }));
  const title = words("v1.0: Core");
  const milestone = {
    number: 1,
    title,
    due: "2026-12-01",
    open: true,
    updatedAt: "2026-11-01T00:00:00.000Z",
    issues: [{ number: 42, title: words("One"), open: false }],
    unread: 0,
  };
  const roadmap = reading.ok
    ? { ...reading.roadmap, phases: reading.roadmap.phases.map((phase) => ({ ...phase, title })) }
    : undefined;
  const view = viewDashboard({
    now: "2026-11-18T12:00:00.000Z",
    config: { ...config, engine: "claude-code" },
    problems: [],
    asks: [],
    gaps: [],
    branches: [],
    defaultHead: undefined,
    tracks: [aTrack({ phase: "proposed", title: words("Export") })],
    over: [],
    days: [
      {
        date: "2026-11-18",
        day: {
          ...freshDay,
          usd: 1.5,
          reserved: { "1/plan/-/1": { usd: 4, until: "2026-11-19T00:00:00.000Z" } },
        },
      },
    ],
    night: {
      night: { rows, stop: { type: "tracks", open: 3, limit: 3 } },
      milestone: title,
      started: [42],
      more: true,
    },
    roadmap: {
      ...(roadmap ? { roadmap } : {}),
      changedAt: "",
      milestones: [milestone],
      problems: [{ path: "", line: 3, message: words("is wrong") }],
      troubles: [
        { type: "milestone-deleted", title, line: 3, issues: 2 },
        { type: "phase-removed", title, milestone: 1 },
        { type: "milestone-too-large", title, issues: 1_200 },
        { type: "roadmap-full" },
        { type: "proposal-refused", branch: "gsd-roadmap/update", text: words("Not permitted") },
        { type: "write-refused", text: words("Validation Failed") },
        { type: "no-such-issue", issue: 11, line: 3, isPull: true },
        { type: "proposal-declined" },
      ],
      proposal: 30,
    },
    ...more,
  });
  return renderDashboard(view);
}

/** All that a dashboard can tell, in somebody's words. */
function everythingBy(words: () => string): Partial<DashboardInput> {
  const job = { at: "2026-11-18T11:00:00.000Z", seconds: 1, model: words() };
  const ruling = {
    at: "2026-11-18T11:30:00.000Z",
    source: "d1763465400-1-retry.42.T01.1",
    thread: 42,
    command: "retry" as const,
    task: "T01" as const,
    ok: false,
  };
  const problem = { path: words(), message: words() };
  const blocked = aTrack({ issue: 12, title: words(), requestedBy: words(), tasks: { T01: aTask() } });
  return {
    problems: [problem],
    tracks: [
      aTrack({
        title: words(),
        requestedBy: words(),
        tasks: { T01: aTask({ status: "failed", runs: 2 }) },
        history: [{ ...job, job: "42/task/T01/1", outcome: "timeout", run: 7 }],
        rulings: [{ ...ruling, by: words(), notice: { type: "plan-invalid", problems: [problem] } }],
      }),
      { ...blocked, blockers: [{ issue: 7, elsewhere: words() }] },
      aTrack({ issue: 21, title: words(), paused: true, requestedBy: words() }),
      aTrack({
        issue: 30,
        phase: "proposed",
        plan: {
          ...aTrack({ phase: "proposed" }).plan,
          approvals: [{ sha: "b".repeat(40), by: words(), at: job.at }],
        },
      }),
    ],
    days: [{ date: "2026-11-18", day: { ...freshDay, usd: 2, settled: { "42/task/T01/1": 2 } } }],
    asks: [
      {
        source: "d1763465400-1-tonight",
        at: job.at,
        by: words(),
        ok: false,
        notice: { type: "access-unknown", login: "mia", why: words() },
      },
    ],
    branches: [`gsd/42-${words()}`],
    gaps: [
      {
        type: "stub-behind",
        path: words(),
        pin: words(),
        newest: { repository: words(), sha: words() },
      },
    ],
  };
}

describe("the dashboard", () => {
  it("says what waits, in which order the backlog goes and why it stopped, how the roadmap is and what was spent", () => {
    const text = board((plain) => plain);
    expect(text).toContain(
      "| #10 Export | `P1`, #12 waits for it, due 2026-12-01, opened 2026-11-01 | next, when there is room |",
    );
    expect(text).toContain("waits for #11 and `acme/other#7`");
    expect(text).toContain("waits for itself: #21 → #30 → #21; remove one of these links");
    expect(text).toContain(
      "**Why the nightly run stopped:** 3 tracks are open, and `nightly.tracks` allows 3.",
    );
    expect(text).toContain(
      "| v1.0: Core | 2026-12-01 | 1 of 1 | done: comment `/complete v1.0: Core` here |",
    );
    expect(text).toContain("**Today** $1.50 of $10.00, and $4.00 set aside for jobs that run");
    expect(text).toBe(board((plain) => plain));
  });

  it("lists what waits by whom it waits for, with a box for what can be ticked", () => {
    const tasks = { T01: aTask({ status: "failed", runs: 2 }), T02: aTask() };
    const text = board((plain) => plain, {
      tracks: [
        aTrack({ issue: 10, phase: "proposed", title: "Import" }),
        aTrack({ issue: 11, title: "Export", tasks }),
        aTrack({ issue: 12, title: "Totals", phase: "planning", notBefore: "2026-11-18T14:10:00.000Z" }),
        aTrack({ issue: 21, title: "Sums", paused: true }),
      ],
    });
    expect(text.split("\n")[0]).toBe(
      "**3 tracks wait for people:** #10, #11 and #21. 1 track goes on without you.",
    );
    expect(text).toMatch(
      /\*\*For whoever may approve:\*\*\n\n- \*\*#10\*\* Import · .*\n {2}- \[ \] <!-- gsd:box approve\/10\/f1\w+ -->Approve the plan as it is at `f100000`/,
    );
    expect(text).toMatch(
      /\*\*For `mia`, who asked for it:\*\*\n\n- \*\*#11\*\* Export · 0 of 2 tasks · #10: T01 needs your help: see #11\.\n {2}- \[ \] <!-- gsd:box retry\/11\/T01\/2 -->Try T01 again\n- \*\*#21\*\*/,
    );
    expect(text).toContain(
      "| #12 Totals | being planned | the model's provider: its limit ends at 14:10 UTC on 2026-11-18 |",
    );
    expect(text).toContain("- [ ] <!-- gsd:box pause/12 -->Pause #12");
    expect(text).not.toContain("gsd:box pause/21");
  });

  it("keeps one ledger of failures, and says what became of boxes", () => {
    const job = { at: "2026-11-18T11:00:00.000Z", seconds: 1 };
    const track = aTrack({
      tasks: { T01: aTask({ status: "failed", runs: 2 }) },
      history: [
        { ...job, job: "42/plan/-/1", outcome: "crashed" },
        { ...job, job: "42/plan/-/2", outcome: "done" },
        { ...job, job: "42/task/T01/1", outcome: "timeout" },
        { ...job, job: "42/task/T01/2", outcome: "timeout", run: 7 },
      ],
      rulings: [
        {
          at: "2026-11-18T11:30:00.000Z",
          by: "mia",
          source: "d1763465400-1-retry.42.T01.1",
          thread: 42,
          command: "retry",
          task: "T01",
          ok: false,
          why: "task-moved-on",
          notice: { type: "task-moved-on", task: "T01" },
        },
      ],
    });
    const text = board((plain) => plain, { tracks: [track] });
    expect(text).toContain("<summary>Failures: 1 open, 1 failure closed by a later success</summary>");
    expect(text).toContain(
      "- **it ran out of time** (`timeout`), 2 times\n  - #42 T01, 2 times in a row ([its run](../actions/runs/7)): tick its box above, or comment `/retry T01` in #42.",
    );
    expect(text).toContain(
      "> ⚠️ **`mia`:** #42 is as it was. T01 has run again since the box was written: T01 has failed now.",
    );
  });

  it("offers to start the nightly run where only the hour keeps it", () => {
    const held = (stop: Stop, verdict: Verdict) =>
      board((plain) => plain, {
        night: { night: { rows: [row(10, verdict)], stop }, milestone: undefined, started: [], more: false },
      });
    const window = { type: "window" as const, window: "22-06" };
    expect(held(window, { type: "later" })).toContain("- [ ] <!-- gsd:box tonight -->");
    expect(held(window, { type: "over" })).not.toContain("gsd:box tonight");
    expect(held({ type: "tracks", open: 3, limit: 3 }, { type: "later" })).not.toContain("gsd:box tonight");
  });

  it("fits into an issue with 500 tracks, long titles and many failures, and no box is cut", () => {
    const tracks = Array.from({ length: 500 }, (_, at) =>
      aTrack({
        issue: at + 1,
        title: "長い題名".repeat(60),
        phase: at % 2 ? "proposed" : "executing",
        tasks: at % 2 ? {} : { T01: aTask({ status: at % 4 ? "failed" : "pending", runs: 1 }) },
        history: [
          { job: `${at + 1}/task/T01/1`, at: "2026-11-18T11:00:00.000Z", outcome: "timeout", seconds: 1 },
        ],
      }),
    );
    const text = board((plain) => plain, { tracks });
    expect(new TextEncoder().encode(text).length).toBeLessThanOrEqual(60_000);
    expect(text).toContain("<!-- gsd:dashboard 1 -->");
    expect(text).toContain("more tracks");
    for (const line of text.split("\n").filter((one) => one.includes("- [ ]")))
      expect(line).toMatch(/^ {0,2}- \[ \] <!-- gsd:box [\w/]+ -->/);
  });

  it("goes without what nobody knows", () => {
    const text = board((plain) => plain, {
      config: undefined,
      problems: [{ path: "limits", message: "is wrong" }],
      tracks: [],
      days: [],
      night: undefined,
      roadmap: undefined,
    });
    expect(text).toContain("**No track is open.** Label an issue `gsd:plan` to start one.");
    expect(text).toContain("**`.github/gsd.yml` has 1 problem, so nothing new starts.**");
    expect(text).not.toContain(" of $");
  });

  it.each(Array.from({ length: rounds(40) }, (_, seed) => seed + 1))(
    "does nothing but what our own words do, whatever people wrote (seed %i)",
    (seed) => {
      const next = random(seed);
      expectHarmless(board(() => hostileText(next)));
      expectHarmless(
        board(
          () => hostileText(next),
          everythingBy(() => hostileText(next)),
        ),
      );
      const phase = {
        title: hostileText(next),
        line: 1,
        raw: "",
        rows: [{ type: "words" as const, raw: hostileText(next) }],
      };
      const rows = [{ number: 42, title: hostileText(next), track: aTrack({ pull: 10 }) }];
      const { title } = phase;
      expectHarmless(phaseSummary({ title, date: "2026-11-18", by: hostileText(next), phase, rows }));
      expectPlain(phaseSummaryTitle(title));
      const from = hostileText(next);
      expectHarmless(
        roadmapPullBody([
          { type: "renamed-phase", from, title },
          { type: "put-issue", issue: 42, title },
        ]),
      );
    },
  );
});
