import { describe, expect, it } from "vitest";
import { formatTaskGraph } from "../../core/plan/mermaid.ts";
import { costsOf, roleCosts } from "../../core/view/view-costs.ts";
import { drawFlowchart } from "../../web/graph/draw-flowchart.ts";
import { layoutGraph, mostNodes } from "../../web/graph/layout-graph.ts";
import { parseFlowchart } from "../../web/graph/parse-flowchart.ts";
import { formatPart } from "../../web/html.ts";
import { createScale } from "../../web/plot/scale.ts";
import { formatDuration } from "../../web/views/time.ts";
import { sampleManifest } from "./sample.ts";

describe("a scale of time", () => {
  it("draws work as long as it was, and long pauses short", () => {
    const scale = createScale([
      { start: 0, end: 100 },
      { start: 100_000, end: 100_100 },
    ]);
    expect(scale.isFolded).toBe(true);
    expect(scale.at(0)).toBe(0);
    expect(scale.at(100)).toBeCloseTo(100 / 208);
    expect(scale.at(100_000)).toBeCloseTo(108 / 208);
    expect(scale.at(100_100)).toBe(1);
  });

  it("leaves time as it is where work is side by side", () => {
    const scale = createScale([
      { start: 0, end: 60 },
      { start: 20, end: 100 },
    ]);
    expect([scale.isFolded, scale.at(50)]).toEqual([false, 0.5]);
  });
});

describe("the flowcharts that gsd writes", () => {
  const tasks = [
    { id: "T01" as const, title: 'Quote "fields" | <b>', depends_on: [] },
    { id: "T02" as const, title: "Then this", depends_on: ["T01" as const] },
  ];

  it("are read back as they were meant", () => {
    const chart = parseFlowchart(formatTaskGraph(tasks, { T01: "completed" }));
    expect(chart?.nodes).toEqual([
      { id: "T01", label: 'T01: Quote "fields" | <b>', look: "completed" },
      { id: "T02", label: "T02: Then this", look: "" },
    ]);
    expect(chart?.edges).toEqual([{ from: "T01", to: "T02" }]);
  });

  it("are drawn by waves when they are large", () => {
    const many = Array.from({ length: 150 }, (_, at) => ({
      id: `T${at + 100}` as const,
      title: "x",
      depends_on: [],
    }));
    expect(drawFlowchart(formatTaskGraph(many))).toBeDefined();
  });

  it.each([
    "graph LR\n  A --> B\n  click A href",
    "graph LR\n  A[<script>] --> B",
    `graph LR\n${Array.from({ length: mostNodes + 1 }, (_, at) => `  A${at}["x"]`).join("\n")}`,
    "",
    "graph XX",
  ])("are no others: %#", (text) => {
    expect(drawFlowchart(text)).toBeUndefined();
  });

  it("take names that mean something to JavaScript", () => {
    const drawn = drawFlowchart('graph TB\n  __proto__["p"]\n  __proto__ --> constructor');
    expect(drawn && formatPart(drawn)).toContain(">constructor</text>");
  });

  it("take circles, and a line to itself", () => {
    const layout = layoutGraph({
      direction: "LR",
      nodes: ["a", "b"].map((id) => ({ id, width: 50, height: 20 })),
      edges: [
        { from: "a", to: "b" },
        { from: "b", to: "a" },
        { from: "a", to: "a" },
      ],
    });
    expect(layout.edges.every(({ points }) => points.length > 1)).toBe(true);
  });
});

describe("costs", () => {
  const row = (at: string, usd: number, model: string) => ({
    job: "42/task/T01/1",
    at,
    outcome: "done" as const,
    seconds: 1,
    usd,
    tokens: 10,
    model,
  });

  it("have a place for every day between the first and the last", () => {
    const { days, models, total } = costsOf([
      row("2026-11-14T10:00:00Z", 1, "a"),
      row("2026-11-16T10:00:00Z", 2.5, "b"),
      row("2026-11-16T11:00:00Z", 0.1, "a"),
    ]);
    expect(days.map(({ name, usd }) => [name, usd])).toEqual([
      ["2026-11-14", 1],
      ["2026-11-15", 0],
      ["2026-11-16", 2.6],
    ]);
    expect(models.map(({ name }) => name)).toEqual(["b", "a"]);
    expect(total).toMatchObject({ usd: 3.6, tokens: 30, jobs: 3 });
  });

  it("are told by role from what crews wrote down", () => {
    expect(roleCosts([sampleManifest]).map(({ name, usd }) => [name, usd])).toEqual([
      ["senior", 0.8],
      ["correctness", 0.21],
      ["security", 0.12],
    ]);
  });
});

describe("durations", () => {
  it.each([
    [0, "0 s"],
    [0.2, "< 1 s"],
    [59.6, "1 min"],
    [61, "1 min 1 s"],
    [3_600, "1 h"],
    [90_061, "1 d 1 h"],
    [172_800, "2 d"],
  ])("%d seconds are %s", (seconds, words) => {
    expect(formatDuration(seconds)).toBe(words);
  });
});
