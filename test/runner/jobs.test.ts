import { describe, expect, it } from "vitest";
import { aWorld, withJobs } from "./a-world.ts";

describe("jobs", () => {
  it("run in the order of their needs and hand on their outputs", async () => {
    await using world = await aWorld(
      withJobs(`
  one:
    runs-on: ubuntu-latest
    outputs:
      word: \${{ steps.say.outputs.word }}
    steps:
      - id: say
        run: echo "word=hello" >> "$GITHUB_OUTPUT"
  two:
    needs: one
    runs-on: ubuntu-latest
    steps:
      - run: echo "got \${{ needs.one.outputs.word }} after \${{ needs.one.result }}"
`),
    );
    const run = await world.dispatch();
    expect(run.conclusion).toBe("success");
    expect(world.job("two").log).toContain("got hello after success");
    expect(Object.keys(world.results())).toEqual(["one", "two"]);
  });

  it("run once per leg of a matrix that another job computed", async () => {
    await using world = await aWorld(
      withJobs(`
  plan:
    runs-on: ubuntu-latest
    outputs:
      tasks: \${{ steps.list.outputs.tasks }}
    steps:
      - id: list
        run: echo 'tasks=["T01","T02"]' >> "$GITHUB_OUTPUT"
  task:
    needs: plan
    runs-on: ubuntu-latest
    strategy:
      matrix:
        task: \${{ fromJSON(needs.plan.outputs.tasks) }}
    steps:
      - run: echo "task \${{ matrix.task }} is \${{ strategy.job-index }} of \${{ strategy.job-total }}"
`),
    );
    const run = await world.dispatch();
    expect(run.conclusion).toBe("success");
    expect(world.results()).toEqual({ plan: "success", "task (T01)": "success", "task (T02)": "success" });
    expect(world.job("task (T02)").log).toContain("task T02 is 1 of 2");
  });
});
