import { describe, expect, it } from "vitest";
import type { TaskId } from "../../../core/model/ids.ts";
import { findGraphProblems } from "../../../core/plan/find-graph-problems.ts";
import {
  dependenciesOf,
  dependentsOf,
  type GraphTask,
  longestPaths,
  topologicalOrder,
  waves,
} from "../../../core/plan/graph.ts";

function graph(text: string): GraphTask[] {
  return text.split(";").map((entry) => {
    const [id, needs = ""] = entry.split("<").map((part) => part.trim());
    return { id: id as TaskId, depends_on: needs.split(" ").filter(Boolean) as TaskId[] };
  });
}

const messagesOf = (text: string) => findGraphProblems(graph(text)).map(({ message }) => message);
const diamond = graph("T04 < T02 T03; T02 < T01; T03 < T01; T01");

describe("task graph", () => {
  it("shows a diamond as three waves", () => {
    expect(waves(diamond)).toEqual([["T01"], ["T02", "T03"], ["T04"]]);
  });

  it("orders every task after what it depends on", () => {
    expect(topologicalOrder(diamond)).toEqual(["T01", "T02", "T03", "T04"]);
  });

  it("knows what comes before and after a task, directly or not", () => {
    expect(dependentsOf(diamond, "T01")).toEqual(["T02", "T03", "T04"]);
    expect(dependentsOf(diamond, "T04")).toEqual([]);
    expect(dependentsOf(diamond, "T99")).toEqual([]);
    expect([...dependenciesOf(diamond, "T04")].sort()).toEqual(["T01", "T02", "T03"]);
  });

  it("weighs the longest way to the end, by hours where they are known", () => {
    const paths = longestPaths(diamond.map((task) => (task.id === "T03" ? { ...task, weight: 5 } : task)));
    expect(Object.fromEntries(paths)).toEqual({ T04: 1, T02: 2, T03: 6, T01: 7 });
  });

  it("finds nothing wrong with a diamond", () => {
    expect(findGraphProblems(diamond)).toEqual([]);
  });

  it("names a cycle by its way around", () => {
    expect(messagesOf("T01 < T03; T02 < T01; T03 < T02")).toEqual([
      "cycle: T01 → T03 → T02 → T01; remove one of these dependencies",
    ]);
  });

  it("names doubled ids, dependencies on nothing and on oneself, and cycles, all at once", () => {
    expect(messagesOf("T01 < T01 T09; T02 < T03; T03 < T02; T04; T04")).toEqual([
      "T04 is already the id of tasks[3]; give this task an id of its own",
      "T01 depends on itself; remove T01 here",
      "T01 depends on T09, which is not in this backlog",
      "cycle: T02 → T03 → T02; remove one of these dependencies",
    ]);
  });

  it("leaves tasks in a cycle out instead of hanging", () => {
    expect(topologicalOrder(graph("T01 < T02; T02 < T01; T03"))).toEqual(["T03"]);
  });

  it("handles ten thousand tasks in a row, and a cycle of all of them", () => {
    const id = (index: number) => `T${index}` as TaskId;
    const chain: GraphTask[] = Array.from({ length: 10_000 }, (_, index) => ({
      id: id(index),
      depends_on: index > 0 ? [id(index - 1)] : [],
    }));
    expect(waves(chain)).toHaveLength(10_000);
    expect(longestPaths(chain).get("T0")).toBe(10_000);
    expect(dependentsOf(chain, "T0")).toHaveLength(9_999);
    const ring = chain.map((task, index) => (index === 0 ? { ...task, depends_on: [id(9_999)] } : task));
    const [problem, ...others] = findGraphProblems(ring);
    expect(others).toEqual([]);
    expect(problem?.message).toMatch(/^cycle: T0 → T9999 → .* → … → .* → T0; remove/);
  });
});
