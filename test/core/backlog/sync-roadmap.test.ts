import { describe, expect, it } from "vitest";
import { currentMilestone, type Milestone } from "../../../core/backlog/milestone.ts";
import { formatRoadmap, parseRoadmap, type Roadmap } from "../../../core/backlog/roadmap.ts";
import type { SyncInput } from "../../../core/backlog/sync.ts";
import { syncRoadmap } from "../../../core/backlog/sync-roadmap.ts";
import type { RoadmapState } from "../../../core/model/roadmap-state.ts";

const [early, late] = ["2026-11-01T00:00:00.000Z", "2026-11-10T00:00:00.000Z"];

function file(text: string): Roadmap {
  const reading = parseRoadmap(text);
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems));
  return reading.roadmap;
}

const milestone = (
  number: number,
  title: string,
  issues: number[],
  more: Partial<Milestone> = {},
): Milestone => ({
  number,
  title,
  open: true,
  updatedAt: early,
  issues: issues.map((issue) => ({ number: issue, title: `Issue ${issue}`, open: true })),
  unread: 0,
  ...more,
});
const known = (...phases: [number, string, number[], string?][]): RoadmapState => ({
  phases: phases.map(([number, title, issues, due]) => ({
    milestone: number,
    title,
    issues,
    ...(due ? { due } : {}),
  })),
  dropped: [],
});

function sync(text: string, milestones: Milestone[], more: Partial<SyncInput> = {}) {
  const roadmap = file(text);
  const result = syncRoadmap({
    roadmap,
    milestones,
    changedAt: late,
    state: known(),
    absent: new Map(),
    ...more,
  });
  return { ...result, text: formatRoadmap(result.roadmap) };
}

describe("the roadmap and the milestones", () => {
  it("leave each other alone where both say the same", () => {
    const text = "# R\n\n## v1\n\nDue: 2026-12-01\n\n- #1\n- #2\n";
    const there = [milestone(1, "v1", [1, 2], { due: "2026-12-01" })];
    const result = sync(text, there);
    expect(result).toMatchObject({ writes: [], changes: [], troubles: [], text });
    expect(result.state).toEqual(known([1, "v1", [1, 2], "2026-12-01"]));
    expect(sync(text, there, { state: result.state }).state).toEqual(result.state);
  });

  it("make a milestone for a new phase first, and then put its issues there", () => {
    const text = "## v1\nDue: 2026-12-01\n- #1\n";
    expect(sync(text, []).writes).toEqual([{ type: "create", title: "v1", due: "2026-12-01" }]);
    const next = sync(text, [milestone(1, "v1", [], { due: "2026-12-01" })]);
    expect(next.writes).toEqual([{ type: "put", issue: 1, milestone: 1 }]);
    expect(next.state).toEqual(known([1, "v1", [1], "2026-12-01"]));
  });

  it("take a new milestone into the file, and keep that until the pull request is merged", () => {
    const there = [milestone(1, "v1", [1]), milestone(2, "v2", [5], { due: "2027-01-01" })];
    const state = known([1, "v1", [1]]);
    const result = sync("## v1\n- #1\n", there, { state });
    expect(result.writes).toEqual([]);
    expect(result.changes).toEqual([
      { type: "added-phase", title: "v2" },
      { type: "put-issue", issue: 5, title: "v2" },
    ]);
    expect(file(result.text).phases).toHaveLength(2);
    expect(sync("## v1\n- #1\n", there, { state: result.state }).text).toBe(result.text);
    expect(sync(result.text, there, { state: result.state })).toMatchObject({
      writes: [],
      changes: [],
      text: result.text,
    });
  });

  it("follow whoever changed an issue's place", () => {
    const state = known([1, "v1", [1, 2]], [2, "v2", []]);
    const inFile = sync("## v1\n- #1\n## v2\n- #2\n", [milestone(1, "v1", [1, 2]), milestone(2, "v2", [])], {
      state,
    });
    expect(inFile.writes).toEqual([{ type: "put", issue: 2, milestone: 2 }]);
    expect(inFile.state).toEqual(known([1, "v1", [1]], [2, "v2", [2]]));
    const onGitHub = sync("## v1\n- #1\n- #2\n## v2\n", [milestone(1, "v1", [1]), milestone(2, "v2", [2])], {
      state,
    });
    expect(onGitHub.writes).toEqual([]);
    expect(onGitHub.changes).toEqual([{ type: "put-issue", issue: 2, title: "v2" }]);
    expect(onGitHub.state).toEqual(state);
    const removed = sync("## v1\n- #1\n## v2\n", [milestone(1, "v1", [1, 2]), milestone(2, "v2", [])], {
      state,
    });
    expect(removed.writes).toEqual([{ type: "take", issue: 2 }]);
  });

  it("follow whoever was later where both changed the same", () => {
    const state = known([1, "v1", [1]], [2, "v2", []], [3, "v3", []]);
    const text = "## v1\n## v2\n- #1\n## v3\n";
    const there = (updatedAt: string) => [
      milestone(1, "v1", []),
      milestone(2, "v2", []),
      milestone(3, "v3", [1], { updatedAt }),
    ];
    expect(sync(text, there(early), { state }).writes).toEqual([{ type: "put", issue: 1, milestone: 2 }]);
    const later = sync(text, there("2026-11-12T00:00:00.000Z"), { state });
    expect(later).toMatchObject({ writes: [], changes: [{ type: "put-issue", issue: 1, title: "v3" }] });
    expect(sync(text, there(early), { state: later.state }).writes).toEqual([]);
  });

  it("carry names and dates over in both directions", () => {
    const state = known([1, "v1", [1], "2026-12-01"]);
    const renamed = sync(
      "## v1.0\nDue: 2026-12-24\n- #1\n",
      [milestone(1, "v1", [1], { due: "2026-12-01" })],
      { state },
    );
    expect(renamed.writes).toEqual([
      { type: "rename", milestone: 1, title: "v1.0" },
      { type: "set-due", milestone: 1, due: "2026-12-24" },
    ]);
    const onGitHub = sync(
      "## v1\nDue: 2026-12-01\n- #1\n",
      [milestone(1, "First", [1], { due: "2027-01-01" })],
      { state },
    );
    expect(onGitHub).toMatchObject({ writes: [], text: "## First\nDue: 2027-01-01\n- #1\n" });
  });

  it("leave the issues of a milestone that was not read to its end where they are", () => {
    const state = known([1, "v1", [1, 2]]);
    const text = "## v1\n- #1\n- #2\n- #3\n";
    const there = [milestone(1, "v1", [1, 4], { unread: 7 }), milestone(2, "v2", [5])];
    const result = sync(text, there, { state });
    expect(result.writes).toEqual([]);
    expect(result.changes).toEqual([
      { type: "added-phase", title: "v2" },
      { type: "put-issue", issue: 5, title: "v2" },
    ]);
    expect(result.troubles).toEqual([{ type: "milestone-too-large", title: "v1", issues: 9 }]);
  });

  it("propose no file that holds more than may be read, and do not take long to find out", () => {
    const numbers = (from: number, count: number) => Array.from({ length: count }, (_, at) => from + at);
    const there = numbers(1, 300).map((at) => milestone(at, `v${at}`, numbers(at * 1_000, 900)));
    const start = process.cpuUsage();
    const result = sync("## Now\n- #1\n", [...there, milestone(999, "Now", [])]);
    expect(result.text).toBe("## Now\n- #1\n");
    expect(result).toMatchObject({ changes: [], troubles: [{ type: "roadmap-full" }] });
    expect(result.writes).toEqual([{ type: "put", issue: 1, milestone: 999 }]);
    expect(process.cpuUsage(start).user / 1_000).toBeLessThan(5_000);
    const full = sync("## Now\n", [milestone(999, "Now", numbers(1, 500))]);
    expect([full.changes.length, full.troubles]).toEqual([500, []]);
    expect(sync("## Now\n", [milestone(999, "Now", numbers(1, 501))]).troubles).toEqual([
      { type: "roadmap-full" },
    ]);
  });

  it("say that an issue does not exist, or is a pull request, and go on with the others", () => {
    const absent = new Map([
      [8, "none"],
      [9, "pull"],
    ] as const);
    const result = sync("## v1\n- #8\n- #9\n- #1\n", [milestone(1, "v1", [])], { absent });
    expect(result.troubles).toEqual([
      { type: "no-such-issue", issue: 8, line: 2, isPull: false },
      { type: "no-such-issue", issue: 9, line: 3, isPull: true },
    ]);
    expect(result.writes).toEqual([{ type: "put", issue: 1, milestone: 1 }]);
  });

  it("lose nothing when a milestone was deleted, and put its issues back into a new one of that name", () => {
    const state = known([1, "v1", [1, 2]], [2, "v2", [3]]);
    const text = "## v1\n- #1\n- #2\n## v2\n- #3\n";
    const deleted = sync(text, [milestone(2, "v2", [3])], { state });
    expect(deleted).toMatchObject({ writes: [], changes: [], text });
    expect(deleted.troubles).toEqual([{ type: "milestone-deleted", title: "v1", line: 1, issues: 2 }]);
    expect(deleted.state.phases.map(({ title }) => title)).toEqual(["v1", "v2"]);
    const again = sync(text, [milestone(2, "v2", [3]), milestone(7, "v1", [])], { state: deleted.state });
    expect(again.writes).toEqual([
      { type: "put", issue: 1, milestone: 7 },
      { type: "put", issue: 2, milestone: 7 },
    ]);
    expect(again.troubles).toEqual([]);
  });

  it("leave a milestone alone whose phase somebody took out of the file", () => {
    const state = known([1, "v1", [1]], [2, "v2", [2]]);
    const there = [milestone(1, "v1", [1]), milestone(2, "v2", [2])];
    const first = sync("## v1\n- #1\n", there, { state });
    expect(first).toMatchObject({ writes: [], changes: [], state: { dropped: [2] } });
    expect(first.troubles).toEqual([{ type: "phase-removed", title: "v2", milestone: 2 }]);
    expect(sync("## v1\n- #1\n", there, { state: first.state })).toMatchObject({ writes: [], changes: [] });
    expect(sync("## v1\n- #1\n## v2\n- #2\n", there, { state: first.state })).toMatchObject({
      troubles: [],
      state: { dropped: [] },
    });
  });

  it("change nothing about a milestone that is closed", () => {
    const there = [milestone(1, "v1", [1], { open: false })];
    expect(sync("## v1\n- #1\n- #2\n", there, { state: known([1, "v1", [1]]) })).toMatchObject({
      writes: [],
      changes: [],
    });
    expect(sync("## v2\n", [...there, milestone(2, "v2", [])])).toMatchObject({ changes: [], troubles: [] });
  });

  it("take a milestone's name for words only, whatever is in it", () => {
    const title = "v9\n## x <!-- [a](b) @all ##";
    const result = sync("## v1\n", [milestone(1, "v1", []), milestone(2, title, [4])]);
    const again = file(result.text);
    expect(again.phases).toHaveLength(2);
    expect(again.phases[1]?.rows.filter(({ type }) => type === "issue")).toHaveLength(1);
  });
});

describe("the current milestone", () => {
  it("is the first phase with something open, or the open milestone that is due first", () => {
    const there = [
      milestone(1, "Someday", [1]),
      milestone(2, "v2", [2], { due: "2027-01-01" }),
      milestone(3, "v1", [3], { due: "2026-12-01" }),
      milestone(4, "v0", [], { due: "2026-11-01" }),
    ];
    expect(currentMilestone(there)?.title).toBe("v1");
    expect(currentMilestone(there, ["v0", "v2", "v1"])?.title).toBe("v2");
    expect(currentMilestone([milestone(1, "Someday", [1])])).toBeUndefined();
  });
});
