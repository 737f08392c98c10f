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

  it("are skipped when a job they need failed, unless their condition says otherwise", async () => {
    await using world = await aWorld(
      withJobs(`
  bad:
    runs-on: ubuntu-latest
    steps:
      - run: exit 1
  after:
    needs: bad
    runs-on: ubuntu-latest
    steps:
      - run: echo never
  always:
    needs: bad
    if: always()
    runs-on: ubuntu-latest
    steps:
      - run: echo "bad was \${{ needs.bad.result }}"
  on-failure:
    needs: bad
    if: \${{ failure() && github.event_name == 'workflow_dispatch' }}
    runs-on: ubuntu-latest
    steps:
      - run: 'true'
  grandchild:
    needs: always
    runs-on: ubuntu-latest
    steps:
      - run: echo "success() looks at all ancestors"
  off:
    if: false
    runs-on: ubuntu-latest
    steps:
      - run: 'true'
`),
    );
    expect((await world.dispatch()).conclusion).toBe("failure");
    expect(world.results()).toEqual({
      bad: "failure",
      after: "skipped",
      always: "success",
      "on-failure": "success",
      grandchild: "skipped",
      off: "skipped",
    });
    expect(world.job("always").log).toContain("bad was failure");
  });

  it("that may fail do not fail the run", async () => {
    await using world = await aWorld(
      withJobs(`
  shaky:
    continue-on-error: true
    runs-on: ubuntu-latest
    steps:
      - run: exit 1
  next:
    needs: shaky
    runs-on: ubuntu-latest
    steps:
      - run: 'true'
`),
    );
    expect((await world.dispatch()).conclusion).toBe("success");
    expect(world.results()).toEqual({ shaky: "failure", next: "success" });
  });

  it("carry a token with exactly their permissions, which dies with them", async () => {
    await using world = await aWorld(
      withJobs(
        `
  none:
    permissions: {}
    runs-on: ubuntu-latest
    steps: [{ run: "true" }]
  own:
    permissions: { contents: none, issues: write }
    runs-on: ubuntu-latest
    steps: [{ run: "true" }]
  workflow:
    runs-on: ubuntu-latest
    steps: [{ run: "true" }]
`,
        "on: workflow_dispatch\npermissions:\n  pull-requests: write",
      ),
    );
    await world.dispatch();
    const granted = world.host.tokens.map(({ permissions }) => permissions);
    expect(granted).toContainEqual({});
    expect(granted).toContainEqual({ issues: "write" });
    expect(granted).toContainEqual({ "pull-requests": "write" });
    expect(world.host.tokens.every((token) => token.revoked)).toBe(true);
  });

  it("get the restricted default when nothing is said", async () => {
    await using world = await aWorld(
      withJobs("  a:\n    runs-on: ubuntu-latest\n    steps: [{ run: 'true' }]\n"),
    );
    await world.dispatch();
    expect(world.host.tokens[0]?.permissions).toEqual({ contents: "read", packages: "read" });
  });

  it("see env of workflow, job and step, and nothing of the host", async () => {
    process.env["GSD_TEST_LEAK"] = "leaked";
    await using world = await aWorld(
      withJobs(
        `
  a:
    runs-on: ubuntu-latest
    env: { B: job, C: job, FROM: "\${{ vars.PLACE }}" }
    defaults: { run: { working-directory: sub } }
    steps:
      - run: mkdir -p sub
        working-directory: .
      - run: |
          echo "levels $A $B $C $FROM"
          echo "context \${{ env.C }}"
          echo "home $HOME tmp $TMPDIR"
          echo "where $(basename "$PWD") $CI $GITHUB_ACTIONS $RUNNER_OS"
          env
        env: { C: step }
`,
        "on: workflow_dispatch\nenv: { A: workflow, B: workflow, C: workflow }",
      ),
    );
    world.host.variableValues = { PLACE: "here" };
    expect((await world.dispatch()).conclusion).toBe("success");
    const { log, id } = world.job("a");
    expect(log).toContain("levels workflow job step here");
    expect(log).toContain("context step");
    expect(log).toMatch(new RegExp(`home .*/job-${id}/home tmp .*/job-${id}/tmp`));
    expect(log).toContain("where sub true true");
    expect(log).not.toContain("leaked");
    expect(log).toMatch(/^GITHUB_REPOSITORY=me\/app$/m);
    expect(log).toMatch(/^GITHUB_REF_NAME=main$/m);
    expect(log).not.toMatch(/ghs_/);
  });

  it("read their inputs typed, with defaults", async () => {
    await using world = await aWorld(
      withJobs(
        `
  a:
    runs-on: ubuntu-latest
    if: inputs.flag
    steps:
      - run: echo '\${{ toJSON(inputs) }}' '\${{ toJSON(github.event.inputs) }}' | tr -d ' \\n'
`,
        `run-name: gsd \${{ inputs.key }}
on:
  workflow_dispatch:
    inputs:
      key: { type: string, required: true }
      flag: { type: boolean, default: false }
      count: { type: number, default: 3 }`,
      ),
    );
    const run = await world.dispatch({ key: "42/plan", flag: "true" });
    expect(run.displayTitle).toBe("gsd 42/plan");
    expect(world.job("a").log).toContain(
      '{"key":"42/plan","flag":true,"count":3}{"key":"42/plan","flag":"true","count":"3"}',
    );
  });

  it("do not hand on an output that holds a secret", async () => {
    await using world = await aWorld(
      withJobs(`
  a:
    runs-on: ubuntu-latest
    outputs: { plain: "\${{ steps.s.outputs.plain }}", hidden: "\${{ steps.s.outputs.hidden }}" }
    steps:
      - id: s
        env: { SECRET: "\${{ secrets.KEY }}" }
        run: |
          echo "plain=ok" >> "$GITHUB_OUTPUT"
          echo "hidden=x$SECRET" >> "$GITHUB_OUTPUT"
          echo "the secret is $SECRET and \${{ github.token }}"
  b:
    needs: a
    runs-on: ubuntu-latest
    steps:
      - run: echo 'got \${{ toJSON(needs.a.outputs) }}' | tr -d '\\n'
`),
    );
    world.host.secretValues = { KEY: "s3cr3t" };
    await world.dispatch();
    expect(world.job("a").log).toContain("the secret is *** and ***");
    expect(world.job("a").log).not.toContain("s3cr3t");
    expect(world.job("b").log).toContain('got {  "plain": "ok"}');
  });

  it("run at most so many at once, first come first served", async () => {
    const job = (name: string) => `
  ${name}:
    runs-on: ubuntu-latest
    steps: [{ run: sleep 0.05 }]
`;
    await using world = await aWorld(withJobs(["a", "b", "c"].map(job).join("")), { parallel: 1 });
    await world.dispatch();
    const jobs = world.host.jobs;
    expect(jobs.map((one) => one.name)).toEqual(["a", "b", "c"]);
    expect(jobs[0]!.completedAt! <= jobs[1]!.startedAt!).toBe(true);
    expect(jobs[1]!.completedAt! <= jobs[2]!.startedAt!).toBe(true);
    expect(world.runner.stats()).toEqual({ runs: 1, jobs: 3, byConclusion: { success: 3 } });
  });

  it("wait for their machine as long as they are told, and hold no place meanwhile", async () => {
    const job = "{ runs-on: ubuntu-latest, steps: [{ run: 'true' }] }";
    const jobs = withJobs(`  a: ${job}\n  b: ${job}\n  c: { needs: [a, b], ${job.slice(1)}\n`);
    await using world = await aWorld(jobs, { jobStart: 2, parallel: 1 });
    const start = performance.now();
    expect((await world.dispatch()).conclusion).toBe("success");
    const seconds = (performance.now() - start) / 1000;
    expect(seconds).toBeGreaterThan(4);
    const startedAt = (name: string) => Date.parse(world.job(name).startedAt ?? "");
    expect(Math.abs(startedAt("a") - startedAt("b"))).toBeLessThan(2_000);
  });

  it("that wait for their machine end at once when the run is cancelled", async () => {
    await using world = await aWorld(
      withJobs("  a: { runs-on: ubuntu-latest, steps: [{ run: 'true' }] }\n"),
      { jobStart: 60 },
    );
    const done = world.dispatch();
    await expect.poll(() => world.host.jobs.length).toBe(1);
    world.host.cancel(world.host.runs[0]?.id ?? 0);
    expect((await done).conclusion).toBe("cancelled");
  });

  it.each(["ubuntu-slim", "ubuntu-24.04", "[ubuntu-slim]"])("run on the label %s", async (label) => {
    await using world = await aWorld(withJobs(`  a: { runs-on: ${label}, steps: [{ run: 'true' }] }\n`));
    expect((await world.dispatch()).conclusion).toBe("success");
  });

  it("on a label that this runner does not offer fail and say so", async () => {
    await using world = await aWorld(
      withJobs("  a:\n    runs-on: [self-hosted, gpu]\n    steps: [{ run: 'true' }]\n"),
    );
    expect((await world.dispatch()).conclusion).toBe("failure");
    expect(world.job("a").log).toContain('not supported by the local runner: runs-on "self-hosted"');
  });

  it("list their steps with states as GitHub does", async () => {
    await using world = await aWorld(
      withJobs(`
  a:
    runs-on: ubuntu-latest
    steps:
      - name: Say \${{ github.actor }}
        run: echo hi
      - run: exit 7
      - run: echo skipped
      - if: failure()
        run: echo cleanup
`),
    );
    await world.dispatch();
    const job = world.job("a");
    expect(job.steps.map((step) => [step.number, step.name, step.conclusion])).toEqual([
      [1, "Set up job", "success"],
      [2, "Say ada", "success"],
      [3, "Run exit 7", "failure"],
      [4, "Run echo skipped", "skipped"],
      [5, "Run echo cleanup", "success"],
      [6, "Complete job", "success"],
    ]);
    expect(job.log).toContain("##[error]Process completed with exit code 7.");
    expect(job.conclusion).toBe("failure");
  });
});
