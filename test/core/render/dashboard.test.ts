import { describe, expect, it } from "vitest";
import type { NightRow, Verdict } from "../../../core/backlog/choose-issues.ts";
import { parseRoadmap } from "../../../core/backlog/roadmap.ts";
import { defaultConfig } from "../../../core/model/parse-config.ts";
import { renderDashboard } from "../../../core/render/dashboard.ts";
import { phaseSummary, phaseSummaryTitle } from "../../../core/render/phase-summary.ts";
import { roadmapPullBody } from "../../../core/render/roadmap.ts";
import { freshDay } from "../../../core/select/reserve.ts";
import { type DashboardInput, viewDashboard } from "../../../core/view/view-dashboard.ts";
import { aTrack } from "../../builders/a-track.ts";
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

  it.each(Array.from({ length: rounds(40) }, (_, seed) => seed + 1))(
    "does nothing but what our own words do, whatever people wrote (seed %i)",
    (seed) => {
      const next = random(seed);
      expectHarmless(board(() => hostileText(next)));
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
