import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { defaultConfig } from "../../../core/model/parse-config.ts";
import { renderDashboard } from "../../../core/render/dashboard.ts";
import { freshDay } from "../../../core/select/reserve.ts";
import { viewDashboard } from "../../../core/view/view-dashboard.ts";
import { aConfig, aJob, aMergedTask, aTask, aTrack } from "../../builders/a-track.ts";

const now = "2026-11-18T13:00:00.000Z";
const at = "2026-11-18T12:40:00.000Z";
const job = { at, seconds: 300, model: "claude-sonnet-4-5" };

/** The dashboard of an afternoon, as docs/dashboard.md shows it. */
function example(): string {
  const export_ = aTrack({
    issue: 12,
    pull: 20,
    title: "Export reports as CSV",
    requestedBy: "ada",
    tasks: {
      T01: aMergedTask({ usd: 0.61, estimate: { tokens: 90_000, usd: 0.7, minutes: 9 } }),
      T02: aTask({ status: "failed", runs: 2, attempts: 2, usd: 1.1 }),
      T03: aTask({ dependsOn: ["T02"] }),
    },
    history: [
      { ...job, job: "12/task/T01/1", outcome: "crashed" },
      { ...job, job: "12/task/T01/2", outcome: "done" },
      { ...job, job: "12/task/T02/1", outcome: "timeout" },
      { ...job, job: "12/task/T02/2", outcome: "timeout", run: 8_123 },
    ],
  });
  const import_ = aTrack({ issue: 15, pull: 21, phase: "proposed", title: "Import invoices" });
  const running = aTrack({
    issue: 9,
    pull: 17,
    title: "Totals in euros",
    tasks: { T01: aTask({ status: "in_progress" }) },
    jobs: [aJob()],
    rulings: [
      {
        at,
        by: "ada",
        source: "d1763469600-7-retry.9.T01.1",
        thread: 9,
        command: "retry",
        task: "T01",
        ok: true,
      },
    ],
  });
  const issue = { number: 31, title: "Dark mode", labels: [], createdAt: at, hasLinks: false };
  return renderDashboard(
    viewDashboard({
      now,
      config: {
        ...defaultConfig(),
        nightly: { window: "22-06", tracks: 3, label: "gsd:backlog", milestone: false },
      },
      problems: [],
      tracks: [export_, import_, running].map((track) => ({ ...track, config: aConfig() })),
      over: [],
      days: [
        {
          date: "2026-11-18",
          day: {
            ...freshDay,
            usd: 1.71,
            reserved: { "9/task/T01/2": { usd: 2, until: "2026-11-18T14:00:00.000Z" } },
            settled: { "12/task/T01/2": 0.61, "12/task/T02/2": 1.1 },
          },
        },
        { date: "2026-11-03", day: { ...freshDay, usd: 4.2, settled: { "8/task/T01/1": 4.2 } } },
      ],
      night: {
        night: {
          rows: [
            {
              issue,
              priority: { rank: 1, label: "P1" },
              waitsFor: [],
              unread: false,
              verdict: { type: "later" },
            },
          ],
          stop: { type: "window", window: "22-06" },
        },
        milestone: undefined,
        started: [],
        more: false,
      },
      asks: [],
      gaps: [],
      branches: ["gsd/4-old-export"],
      defaultHead: undefined,
    }),
  );
}

it("docs/dashboard.md shows a dashboard as it is written", () => {
  const page = readFileSync(new URL("../../../docs/dashboard.md", import.meta.url), "utf8");
  const [, shown] = /```text[^\n]*\n([\s\S]*?)\n```/.exec(page) ?? [];
  expect(shown).toBe(example());
});
