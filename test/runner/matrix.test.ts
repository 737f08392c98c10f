import { describe, expect, it } from "vitest";
import { expandMatrix } from "../../local/runner/expand-matrix.ts";
import { aWorld, withJobs } from "./a-world.ts";

describe("a matrix", () => {
  it("multiplies its vectors, without what is excluded", () => {
    const legs = expandMatrix({ os: ["a", "b"], node: [20, 24], exclude: [{ os: "b", node: 20 }] });
    expect(legs).toEqual([
      { os: "a", node: 20 },
      { os: "a", node: 24 },
      { os: "b", node: 24 },
    ]);
  });

  it("extends legs by include, or adds new ones, as in GitHub's own example", () => {
    const legs = expandMatrix({
      fruit: ["apple", "pear"],
      animal: ["cat", "dog"],
      include: [
        { color: "green" },
        { color: "pink", animal: "cat" },
        { fruit: "apple", shape: "circle" },
        { fruit: "banana" },
        { fruit: "banana", animal: "cat" },
      ],
    });
    expect(legs).toEqual([
      { fruit: "apple", animal: "cat", color: "pink", shape: "circle" },
      { fruit: "apple", animal: "dog", color: "green", shape: "circle" },
      { fruit: "pear", animal: "cat", color: "pink" },
      { fruit: "pear", animal: "dog", color: "green" },
      { fruit: "banana" },
      { fruit: "banana", animal: "cat" },
    ]);
  });

  it("refuses to be empty or larger than 256", () => {
    expect(() => expandMatrix({ task: [] })).toThrow("Matrix vector 'task' does not contain any values");
    expect(() => expandMatrix({ include: [] })).toThrow("Matrix must define at least one vector");
    expect(() => expandMatrix({ n: Array.from({ length: 257 }, (_, n) => n) })).toThrow("at most 256");
  });

  it("that is empty fails its job with the reason in the log", async () => {
    await using world = await aWorld(
      withJobs(`
  task:
    runs-on: ubuntu-latest
    strategy:
      matrix:
        task: \${{ fromJSON('[]') }}
    steps:
      - run: echo never
`),
    );
    const run = await world.dispatch();
    expect(run.conclusion).toBe("failure");
    expect(world.job("task").log).toContain("Matrix vector 'task' does not contain any values");
  });

  it("cancels the other legs when one fails, unless told not to", async () => {
    const legs = (failFast: boolean) =>
      withJobs(`
  task:
    runs-on: ubuntu-latest
    strategy:
      fail-fast: ${failFast}
      matrix:
        n: [1, 2]
    steps:
      - run: if [ \${{ matrix.n }} = 1 ]; then exit 3; else sleep ${failFast ? 20 : 0.2}; fi
`);
    await using fast = await aWorld(legs(true));
    expect((await fast.dispatch()).conclusion).toBe("failure");
    expect(fast.results()).toEqual({ "task (1)": "failure", "task (2)": "cancelled" });
    await using slow = await aWorld(legs(false));
    expect((await slow.dispatch()).conclusion).toBe("failure");
    expect(slow.results()).toEqual({ "task (1)": "failure", "task (2)": "success" });
  });

  it("runs at most max-parallel legs at once, and shows leaf values in names", async () => {
    await using world = await aWorld(
      withJobs(`
  task:
    runs-on: ubuntu-latest
    strategy:
      max-parallel: 1
      matrix:
        include:
          - { id: T01, more: { kind: plan } }
          - { id: T02, more: { kind: task } }
    steps:
      - run: mkdir /tmp/gsd-test-$PPID-\${{ github.run_id }} && sleep 0.1 && rmdir /tmp/gsd-test-$PPID-\${{ github.run_id }}
`),
    );
    expect((await world.dispatch()).conclusion).toBe("success");
    expect(world.results()).toEqual({ "task (T01, plan)": "success", "task (T02, task)": "success" });
    const [first, second] = world.host.jobs;
    expect(first!.completedAt! <= second!.startedAt!).toBe(true);
  });
});
