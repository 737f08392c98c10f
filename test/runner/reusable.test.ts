import { describe, expect, it } from "vitest";
import { aWorld, withJobs } from "./a-world.ts";

const callable = `
on:
  workflow_call:
    inputs:
      task: { type: string, required: true }
      loud: { type: boolean, default: false }
      count: { type: number, default: 2 }
    secrets:
      key: { required: true }
    outputs:
      done:
        value: \${{ jobs.agent.outputs.done }}
env: { OWN: called }
jobs:
  agent:
    runs-on: ubuntu-latest
    outputs: { done: "\${{ steps.s.outputs.done }}" }
    steps:
      - id: s
        run: |
          echo "done=\${{ inputs.task }}!" >> "$GITHUB_OUTPUT"
          echo 'inputs \${{ toJSON(inputs) }}' | tr -d '\\n '; echo
          echo "env [$OUTER] [$OWN]"
          [ "\${{ secrets.key }}" = hush ] && echo "key is right"
          echo "where \${{ job.workflow_repository }} \${{ job.workflow_file_path }} \${{ github.workflow_ref }}"
  publish:
    needs: agent
    if: always()
    runs-on: ubuntu-latest
    steps:
      - run: echo "agent of \${{ inputs.task }} was \${{ needs.agent.result }}"
`;

describe("a reusable workflow", () => {
  it("is called once per leg of a matrix, each leg on its own", async () => {
    await using world = await aWorld({
      ".github/workflows/called.yml": callable,
      ...withJobs(
        `
  job:
    strategy: { matrix: { task: [T01, T02] } }
    uses: ./.github/workflows/called.yml
    with: { task: "\${{ matrix.task }}", loud: true }
    secrets: { key: "\${{ secrets.KEY }}" }
  last:
    needs: job
    runs-on: ubuntu-latest
    steps:
      - run: echo "done \${{ needs.job.outputs.done }} \${{ needs.job.result }}"
`,
        "on: workflow_dispatch\nenv: { OUTER: caller }",
      ),
    });
    world.host.secretValues = { KEY: "hush" };
    expect((await world.dispatch()).conclusion).toBe("success");
    expect(Object.keys(world.results()).sort()).toEqual([
      "job (T01) / agent",
      "job (T01) / publish",
      "job (T02) / agent",
      "job (T02) / publish",
      "last",
    ]);
    const { log } = world.job("job (T01) / agent");
    expect(log).toContain('inputs{"task":"T01","loud":true,"count":2}');
    expect(log).toContain("env [] [called]");
    expect(log).toContain("key is right");
    expect(log).toContain(
      "where me/app .github/workflows/called.yml me/app/.github/workflows/w.yml@refs/heads/main",
    );
    expect(world.job("last").log).toMatch(/done T0[12]! success/);
  });

  it("comes from another repository, with what it calls by ./ and $/ from that same commit", async () => {
    await using world = await aWorld(
      withJobs(`
  gsd:
    permissions: { contents: write, issues: write }
    uses: gsd/gsd/.github/workflows/outer.yml@main
    secrets: inherit
`),
      {
        others: {
          "gsd/gsd": {
            ".github/workflows/outer.yml": `
on: workflow_call
jobs:
  nested: { uses: ./.github/workflows/inner.yml }
  again: { uses: $/.github/workflows/inner.yml, secrets: inherit }
`,
            ".github/workflows/inner.yml": `
on: workflow_call
permissions: { issues: read }
jobs:
  act:
    runs-on: ubuntu-latest
    steps:
      - run: echo "key '\${{ secrets.KEY }}' \${{ job.workflow_repository }}@\${{ job.workflow_sha }}"
      - uses: $/action
        id: self
      - run: echo "self says \${{ steps.self.outputs.word }} in \${{ github.repository }}"
`,
            "action/action.yml": "name: Self\ndescription: Speaks\nruns: { using: node24, main: main.mjs }\n",
            "action/main.mjs": `import { appendFileSync } from "node:fs"; appendFileSync(process.env.GITHUB_OUTPUT, "word=yes\\n");`,
          },
        },
      },
    );
    world.host.secretValues = { KEY: "hush" };
    const sha = await world.host.resolveCommit("gsd/gsd", "main");
    expect((await world.dispatch()).conclusion).toBe("success");
    expect(world.job("gsd / nested / act").log).toContain(`key '' gsd/gsd@${sha}`);
    expect(world.job("gsd / again / act").log).toContain("key '***'");
    expect(world.job("gsd / again / act").log).toContain("self says yes in me/app");
    expect(world.host.tokens[0]?.permissions).toEqual({ issues: "read" });
  });

  it("hands the token of its own job on, when the caller passes GITHUB_TOKEN", async () => {
    await using world = await aWorld({
      ".github/workflows/called.yml": `
on: { workflow_call: { secrets: { token: { required: true } } } }
jobs:
  a:
    runs-on: ubuntu-latest
    steps:
      - run: '[ "\${{ secrets.token }}" = "\${{ github.token }}" ]'
`,
      ...withJobs(`
  call:
    uses: ./.github/workflows/called.yml
    secrets: { token: "\${{ secrets.GITHUB_TOKEN }}" }
`),
    });
    expect((await world.dispatch()).conclusion).toBe("success");
  });

  it("cannot ask for more than its caller may give", async () => {
    await using world = await aWorld({
      ".github/workflows/called.yml": `
on: workflow_call
jobs:
  greedy: { permissions: { contents: write }, runs-on: ubuntu-latest, steps: [{ run: "true" }] }
`,
      ...withJobs("  call: { permissions: { contents: read }, uses: ./.github/workflows/called.yml }\n"),
    });
    expect((await world.dispatch()).conclusion).toBe("startup_failure");
    expect(world.host.jobs[0]?.log).toContain(
      "The nested job 'greedy' is requesting 'contents: write', but is only allowed 'contents: read'",
    );
  });

  it("refuses wrong arguments before anything runs, all at once", async () => {
    await using world = await aWorld({
      ".github/workflows/called.yml": callable,
      ...withJobs("  call: { uses: ./.github/workflows/called.yml, with: { nope: 1 } }\n"),
    });
    expect((await world.dispatch()).conclusion).toBe("startup_failure");
    const log = world.host.jobs[0]!.log;
    expect(log).toContain("Invalid input, nope is not defined");
    expect(log).toContain("Input task is required");
    expect(log).toContain("Secret key is required");
  });

  it("refuses an argument of the wrong type", async () => {
    await using world = await aWorld({
      ".github/workflows/called.yml": callable,
      ...withJobs(`
  call:
    uses: ./.github/workflows/called.yml
    with: { task: a, loud: "\${{ github.actor }}" }
    secrets: inherit
`),
    });
    expect((await world.dispatch()).conclusion).toBe("failure");
    expect(world.host.jobs[0]!.log).toContain("expected type: boolean");
  });

  it("that is missing, not callable, or calls itself is a startup failure", async () => {
    await using world = await aWorld({
      ".github/workflows/w.yml":
        "on: workflow_dispatch\njobs:\n  a: { uses: ./.github/workflows/none.yml }\n",
      ".github/workflows/x.yml": "on: workflow_dispatch\njobs:\n  a: { uses: ./.github/workflows/w.yml }\n",
      ".github/workflows/y.yml":
        "on: [workflow_dispatch, workflow_call]\njobs:\n  a: { uses: ./.github/workflows/y.yml }\n",
      ".github/workflows/z.yml":
        "on: workflow_dispatch\njobs:\n  a: { uses: other/none/.github/workflows/a.yml@main }\n",
    });
    const reasons = ["was not found", "no 'on: workflow_call'", "at most 10 levels deep", "was not found"];
    for (const [at, name] of ["w", "x", "y", "z"].entries()) {
      const run = await world.dispatch({}, `.github/workflows/${name}.yml`);
      expect(run.conclusion).toBe("startup_failure");
      expect(world.host.jobs.at(-1)!.log).toContain(reasons[at]);
    }
  });
});
