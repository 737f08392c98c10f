import { describe, expect, it } from "vitest";
import { aWorld, withJobs } from "./a-world.ts";

const aJob = (steps: string) => withJobs(`  a:\n    runs-on: ubuntu-latest\n    steps:\n${steps}`);

describe("steps", () => {
  it("talk to later ones by environment files, heredocs included", async () => {
    await using world = await aWorld(
      aJob(`
      - id: one
        run: |
          {
            echo 'text<<EOF'
            echo 'line 1'
            echo 'a=b'
            echo EOF
          } >> "$GITHUB_OUTPUT"
          echo "KEPT=yes" >> "$GITHUB_ENV"
          mkdir bin && printf '#!/bin/sh\\necho tool ran\\n' > bin/tool && chmod +x bin/tool
          echo "$PWD/bin" >> "$GITHUB_PATH"
          echo "# Summary" >> "$GITHUB_STEP_SUMMARY"
      - run: |
          echo "$TEXT" | tr '\\n' '|'
          echo "kept $KEPT \${{ env.KEPT }}"
          tool
        env: { TEXT: "\${{ steps.one.outputs.text }}" }
      - run: 'echo "broken" >> "$GITHUB_OUTPUT"'
`),
    );
    await world.dispatch();
    const { log, summary, steps } = world.job("a");
    expect(log).toContain("line 1|a=b|");
    expect(log).toContain("kept yes yes");
    expect(log).toContain("tool ran");
    expect(summary).toBe("# Summary\n");
    expect(steps.at(-2)?.conclusion).toBe("failure");
    expect(log).toContain("Invalid format 'broken'");
  });

  it("run by bash -e, or by the shell they name", async () => {
    await using world = await aWorld(
      aJob(`
      - run: false | true && echo "no pipefail by default"
      - shell: bash
        continue-on-error: true
        run: |
          false | true
          echo "never with pipefail"
      - shell: sh
        run: echo "sh $0" | grep -v bash
      - shell: node {0}
        run: console.log("node " + [1, 2].map((n) => n * 2))
      - shell: pwsh
        run: Get-Date
`),
    );
    await world.dispatch();
    const { log } = world.job("a");
    expect(log).toMatch(/^no pipefail by default$/m);
    expect(log).not.toMatch(/^never with pipefail$/m);
    expect(log).toMatch(/^sh /m);
    expect(log).toContain("node 2,4");
    expect(log).toContain("not supported by the local runner: shell 'pwsh'");
  });

  it("know outcome and conclusion, and run on after one that may fail", async () => {
    await using world = await aWorld(
      aJob(`
      - id: shaky
        continue-on-error: true
        run: exit 1
      - run: echo "shaky \${{ steps.shaky.outcome }} \${{ steps.shaky.conclusion }} \${{ job.status }}"
      - if: steps.shaky.outcome == 'failure'
        run: echo "seen"
`),
    );
    expect((await world.dispatch()).conclusion).toBe("success");
    expect(world.job("a").log).toContain("shaky failure success success");
    expect(world.job("a").log).toContain("seen");
  });

  it("give commands by their output", async () => {
    await using world = await aWorld(
      aJob(`
      - id: c
        run: |
          echo "::error file=a.ts,line=3::two%0Alines"
          echo "::notice title=T::note"
          echo "::group::inside"
          echo "::endgroup::"
          echo "::add-mask::hunter2"
          echo "password hunter2"
          echo "::stop-commands::pause-1"
          echo "::error::only text"
          echo "::pause-1::"
          echo "::warning::again"
          echo "::set-output name=x::1"
      - run: echo "x is [\${{ steps.c.outputs.x }}]"
`),
    );
    expect((await world.dispatch()).conclusion).toBe("success");
    const { log } = world.job("a");
    expect(log).toContain("##[error]a.ts:3: two\nlines");
    expect(log).toContain("##[notice]note");
    expect(log).toContain("##[group]inside");
    expect(log).toMatch(/^password \*\*\*$/m);
    expect(log).toMatch(/^::error::only text$/m);
    expect(log).toContain("##[warning]again");
    expect(log).toContain("The `set-output` command is disabled");
    expect(log).toContain("x is []");
  });

  it("end when their time is up", async () => {
    await using world = await aWorld(
      aJob(
        "      - run: sleep 30\n        timeout-minutes: 0.003\n      - if: failure()\n        run: echo after\n",
      ),
    );
    expect((await world.dispatch()).conclusion).toBe("failure");
    expect(world.job("a").log).toContain("timed out after 0.003 minutes");
    expect(world.job("a").log).toMatch(/^after$/m);
  });

  it("use JavaScript actions of the workspace and of other repositories, with pre and post", async () => {
    const script = (phase: string) =>
      `import { appendFileSync } from "node:fs";
console.log("${phase}", process.env.INPUT_WHO, process.env["INPUT_TWO_WORDS"], process.env.STATE_n ?? "-", process.env.GITHUB_ACTION_REPOSITORY);
appendFileSync(process.env.GITHUB_STATE, "n=${phase}\\n");
if ("${phase}" === "main") appendFileSync(process.env.GITHUB_OUTPUT, "greeting=hello " + process.env.INPUT_WHO + "\\n");
`;
    const action = `name: Greet
description: Greets
inputs:
  who: { description: Whom, default: "\${{ github.actor }}" }
  two words: { description: x, default: "2" }
outputs: { greeting: { description: said } }
runs: { using: node24, pre: pre.mjs, main: main.mjs, post: post.mjs }
`;
    const files = {
      "action.yml": action,
      "pre.mjs": script("pre"),
      "main.mjs": script("main"),
      "post.mjs": script("post"),
    };
    await using world = await aWorld(
      aJob(`
      - run: echo first
      - uses: tools/greet@main
        id: g
      - run: |
          mkdir -p mine
          printf 'name: Mine\\ndescription: m\\nruns: { using: node20, main: m.cjs }\\n' > mine/action.yml
          echo 'console.log("mine", process.env.INPUT_X)' > mine/m.cjs
      - uses: ./mine
        with: { x: given }
      - run: echo "said \${{ steps.g.outputs.greeting }}"
`),
      { others: { "tools/greet": files } },
    );
    expect((await world.dispatch()).conclusion).toBe("success");
    const { log, steps } = world.job("a");
    const lines = log.split("\n").filter((line) => /^(first|pre|main|post|mine|said)( |$)/.test(line));
    expect(lines).toEqual([
      "pre ada 2 - tools/greet",
      "first",
      "main ada 2 pre tools/greet",
      "mine given",
      "said hello ada",
      "post ada 2 main tools/greet",
    ]);
    expect(log).toContain("Unexpected input(s) 'x'");
    expect(steps.map((step) => step.name)).toContain("Post Run tools/greet@main");
  });

  it("use composite actions, whose steps see their own inputs and outputs only", async () => {
    await using world = await aWorld(
      aJob(`
      - uses: tools/both/sub@main
        id: both
        with: { name: Ada }
        env: { OUTSIDE: env }
      - run: echo "\${{ steps.both.outputs.text }} [\${{ steps.inner.outputs.x }}] $LATER"
      - uses: tools/both/broken@main
      - if: failure()
        run: echo cleanup
`),
      {
        others: {
          "tools/both": {
            "sub/action.yml": `name: Both
description: d
inputs: { name: { description: n, required: true } }
outputs: { text: { description: t, value: "\${{ steps.inner.outputs.x }}" } }
runs:
  using: composite
  steps:
    - id: inner
      shell: bash
      run: |
        echo "x=Hi \${{ inputs.name }} $OUTSIDE" >> "$GITHUB_OUTPUT"
        echo "LATER=later" >> "$GITHUB_ENV"
        ls "\${{ github.action_path }}"
    - uses: $/third
`,
            "third/action.yml": "name: Third\ndescription: d\nruns: { using: node24, main: m.mjs }\n",
            "third/m.mjs": `console.log("third ran")`,
            "broken/action.yml": `name: Broken
description: d
runs:
  using: composite
  steps:
    - { shell: bash, run: exit 4 }
    - { shell: bash, run: echo unreachable }
    - { if: failure(), shell: bash, run: echo inner-cleanup }
`,
          },
        },
      },
    );
    expect((await world.dispatch()).conclusion).toBe("failure");
    const { log } = world.job("a");
    expect(log).toContain("Hi Ada env [] later");
    expect(log).toContain("third ran");
    expect(log).toMatch(/^action.yml$/m);
    expect(log).not.toMatch(/^unreachable$/m);
    expect(log).toMatch(/^inner-cleanup$/m);
    expect(log).toMatch(/^cleanup$/m);
  });

  it("inside a composite action end with the time limit of the step that uses it", async () => {
    const action = `name: Slow
description: d
runs:
  using: composite
  steps:
    - { shell: bash, run: sleep 30 }
    - { shell: bash, run: echo unreachable }
`;
    await using world = await aWorld(
      aJob("      - uses: tools/slow@main\n        timeout-minutes: 0.004\n"),
      {
        others: { "tools/slow": { "action.yml": action } },
      },
    );
    expect((await world.dispatch()).conclusion).toBe("failure");
    expect(world.job("a").log).not.toMatch(/^unreachable$/m);
  });

  it("that use what this runner cannot run fail before the first step", async () => {
    await using world = await aWorld(aJob("      - run: echo first\n      - uses: docker://alpine:3\n"));
    expect((await world.dispatch()).conclusion).toBe("failure");
    expect(world.job("a").log).toContain("not supported by the local runner: docker://alpine:3");
    expect(world.job("a").log).not.toMatch(/^first$/m);
    await using unknown = await aWorld(aJob("      - uses: nobody/nothing@v1\n"));
    expect((await unknown.dispatch()).conclusion).toBe("failure");
    expect(unknown.job("a").log).toContain("Unable to resolve action 'nobody/nothing@v1'");
    const dockerfile = "name: D\ndescription: d\nruns: { using: docker, image: Dockerfile }\n";
    await using docker = await aWorld(aJob("      - uses: tools/d@main\n"), {
      others: { "tools/d": { "action.yml": dockerfile } },
    });
    expect((await docker.dispatch()).conclusion).toBe("failure");
    expect(docker.job("a").log).toContain("(using: docker)");
  });

  it("hash files, and keep expressions inside quotes apart", async () => {
    await using world = await aWorld(
      aJob(`
      - run: echo content > lock.json
      - run: |
          echo "hash \${{ hashFiles('**/lock.json') }} [\${{ hashFiles('none') }}]"
          echo "\${{ '}} not the end' }} \${{ format('{0}-{1}', github.job, 'x') }}"
`),
    );
    expect((await world.dispatch()).conclusion).toBe("success");
    expect(world.job("a").log).toMatch(/^hash [0-9a-f]{64} \[\]$/m);
    expect(world.job("a").log).toMatch(/^}} not the end a-x$/m);
  });
});
