import { describe, expect, it } from "vitest";
import type { BacklogIssue, Link } from "../../../core/backlog/backlog-issue.ts";
import { orderBacklog } from "../../../core/backlog/order-backlog.ts";
import { rankPriority } from "../../../core/backlog/rank-priority.ts";

const issue = (number: number, more: Partial<BacklogIssue> = {}): BacklogIssue => ({
  number,
  title: `Issue ${number}`,
  labels: [],
  createdAt: `2026-11-${String(number).padStart(2, "0")}T00:00:00.000Z`,
  hasLinks: false,
  ...more,
});
const blocker = (number: number, more: Partial<Link> = {}): Link => ({
  number,
  open: true,
  kind: "blocker",
  ...more,
});
const due = (day: string) => ({ milestone: { number: 1, title: "v1", due: day } });

function order(issues: BacklogIssue[], links: Record<number, Link[]> = {}, priorities?: string[]): number[] {
  return place(issues, links, priorities).map((one) => one.issue.number);
}

function place(issues: BacklogIssue[], links: Record<number, Link[]> = {}, priorities?: string[]) {
  const known = new Map(Object.entries(links).map(([number, list]) => [Number(number), list]));
  return orderBacklog({ issues, links: known, priorities });
}

describe("the order of the backlog", () => {
  it("goes by priority, then by the milestone's due date, then by age", () => {
    const issues = [
      issue(1),
      issue(2, due("2027-01-01")),
      issue(3, due("2026-12-01")),
      issue(4, { labels: ["P1"] }),
      issue(5, { labels: ["P0"] }),
      issue(6, { labels: ["priority: low"] }),
      issue(7, { labels: ["P1"], ...due("2026-12-24") }),
    ];
    expect(order(issues)).toEqual([5, 7, 4, 3, 2, 1, 6]);
    expect(order(issues.toReversed())).toEqual([5, 7, 4, 3, 2, 1, 6]);
  });

  it("puts what holds up an urgent issue right before it, whatever its own priority is", () => {
    const issues = [
      issue(1, { labels: ["P0"] }),
      issue(2, { labels: ["P1"] }),
      issue(3, { labels: ["P3"] }),
      issue(4),
    ];
    const places = place(issues, { 1: [blocker(3)], 3: [blocker(4, { kind: "sub-issue" })] });
    expect(places.map((one) => one.issue.number)).toEqual([4, 3, 1, 2]);
    expect(places.map(({ before }) => before)).toEqual([3, 1, undefined, undefined]);
    expect(places.map(({ waitsFor }) => waitsFor.length)).toEqual([0, 1, 1, 0]);
  });

  it("waits for open issues outside the backlog and elsewhere, and for none that are closed", () => {
    const links = {
      1: [blocker(90), blocker(2, { elsewhere: "acme/other" }), blocker(91, { open: false })],
      2: [],
    };
    const [first, second] = place([issue(1), issue(2)], links);
    expect(first?.waitsFor.map(({ number }) => number)).toEqual([90, 2]);
    expect(second).toMatchObject({ waitsFor: [] });
    expect(second?.before).toBeUndefined();
  });

  it("names a circle and goes on with the others", () => {
    const places = place(
      [1, 2, 3, 4].map((number) => issue(number)),
      { 1: [blocker(2)], 2: [blocker(3)], 3: [blocker(1)] },
    );
    expect(places.map((one) => one.issue.number).toSorted()).toEqual([1, 2, 3, 4]);
    expect(places.find((one) => one.issue.number === 1)?.circle).toEqual([1, 2, 3]);
    expect(places.find((one) => one.issue.number === 4)?.circle).toBeUndefined();
  });

  it("says of which issues nobody has read the links", () => {
    expect(
      place([issue(1, { hasLinks: true }), issue(2, { hasLinks: true })], { 2: [] }).map(
        ({ unread }) => unread,
      ),
    ).toEqual([true, false]);
  });

  it("orders a chain of 600 issues, the last of which holds up all", () => {
    const issues = Array.from({ length: 600 }, (_, at) =>
      issue(at + 1, { createdAt: "2026-11-01T00:00:00.000Z" }),
    );
    const links = Object.fromEntries(
      issues.slice(0, -1).map(({ number }) => [number, [blocker(number + 1)]]),
    );
    expect(order(issues, links)).toEqual(issues.map(({ number }) => number).toReversed());
  });
});

describe("a priority", () => {
  it.each([
    [["P0"], 0],
    [["priority: critical"], 0],
    [["Priority/High"], 1],
    [["high-priority"], 1],
    [["p2", "bug"], 2],
    [["bug"], 3],
    [["high"], 3],
    [["priority: low"], 4],
    [["P4"], 5],
    [["P3", "P1"], 1],
  ])("of %j is %i", (labels, rank) => {
    expect(rankPriority(labels).rank).toBe(rank);
  });

  it("goes by the configured labels alone where there are some", () => {
    const configured = ["Now", "Soon"];
    expect(["now", "soon", "P0"].map((label) => rankPriority([label], configured).rank)).toEqual([0, 1, 2]);
  });
});
