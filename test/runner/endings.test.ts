import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { aWorld, type World, withJobs } from "./a-world.ts";

async function until(condition: () => unknown): Promise<void> {
  for (let tries = 0; tries < 500; tries++) {
    if (condition()) return;
    await pause(10);
  }
  throw new Error("waited in vain");
}

/** A process that has ended but that nobody asked about yet does not count. */
function isRunning(pid: number | string): boolean {
  const { stdout } = spawnSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" });
  return stdout.trim() !== "" && !stdout.trim().startsWith("Z");
}

const start = (world: World, inputs: Record<string, unknown> = {}) =>
  world.host.emit(
    world.event({ name: "workflow_dispatch", workflow: ".github/workflows/w.yml", payload: { inputs } }),
  );
const logged = (world: World, text: RegExp) => until(() => world.host.jobs.some((job) => text.test(job.log)));

describe("a cancel", () => {
  it("interrupts the step, still runs always() steps and jobs, hands on its outputs, and skips the rest", async () => {
    await using world = await aWorld(
      withJobs(`
  a:
    runs-on: ubuntu-latest
    outputs: { word: "\${{ steps.first.outputs.word }}" }
    steps:
      - id: first
        run: echo "word=kept" >> "$GITHUB_OUTPUT"
      - run: |
          trap 'echo interrupted; exit 0' INT
          echo started
          while true; do sleep 0.05; done
      - run: echo next
      - if: always()
        run: echo "cleanup \${{ job.status }}"
      - if: cancelled()
        run: echo "was cancelled"
  after:
    needs: a
    runs-on: ubuntu-latest
    steps: [{ run: echo never }]
  publish:
    needs: a
    if: always()
    runs-on: ubuntu-latest
    steps: [run: 'echo "a was \${{ needs.a.result }} and \${{ needs.a.outputs.word }}"' ]
`),
    );
    start(world);
    await logged(world, /^started$/m);
    world.host.cancel(world.host.runs[0]!.id);
    await world.runner.idle();
    const { log } = world.job("a");
    expect(log).toMatch(/^interrupted$/m);
    expect(log).not.toMatch(/^next$/m);
    expect(log).toMatch(/^cleanup cancelled$/m);
    expect(log).toMatch(/^was cancelled$/m);
    expect(world.results()).toEqual({ a: "cancelled", after: "cancelled", publish: "success" });
    expect(world.job("publish").log).toContain("a was cancelled and kept");
    expect(world.host.runs[0]?.conclusion).toBe("cancelled");
  });

  it("kills what does not listen, with all its children", async () => {
    await using world = await aWorld(
      withJobs(`
  a:
    runs-on: ubuntu-latest
    steps:
      - run: |
          trap '' INT TERM
          sh -c "trap '' INT TERM; while true; do sleep 0.05; done" &
          echo "child $!."
          wait
`),
    );
    start(world);
    await logged(world, /^child \d+\.$/m);
    const child = Number(/^child (\d+)\.$/m.exec(world.job("a").log)![1]);
    world.host.cancel(world.host.runs[0]!.id);
    await world.runner.idle();
    expect(world.job("a").conclusion).toBe("cancelled");
    expect(isRunning(child)).toBe(false);
  });

  it("reaches a run that the runner has not read yet", async () => {
    await using world = await aWorld(
      withJobs("  a: { runs-on: ubuntu-latest, steps: [{ run: sleep 30 }] }\n"),
    );
    const runId = world.host.createRun({
      repo: "me/app",
      workflowPath: ".github/workflows/w.yml",
      workflowName: "w",
      displayTitle: "w",
      event: "workflow_dispatch",
      headBranch: "main",
      headSha: "",
      actor: "ada",
    });
    world.host.emit(world.event({ name: "workflow_dispatch", workflow: ".github/workflows/w.yml", runId }));
    world.host.cancel(runId);
    await world.runner.idle();
    expect(world.host.runs[0]?.conclusion).toBe("cancelled");
  });

  it("ends always() steps too, when their time is up", async () => {
    await using world = await aWorld(
      withJobs(`
  a:
    runs-on: ubuntu-latest
    cancel-timeout-minutes: 0.005
    steps:
      - run: echo started; sleep 30
      - if: always()
        run: sleep 30
`),
    );
    start(world);
    await logged(world, /^started$/m);
    world.host.cancel(world.host.runs[0]!.id);
    await world.runner.idle();
    expect(world.job("a").conclusion).toBe("cancelled");
  });

  it("does not stop a job whose condition still holds, and takes one that waits for a slot", async () => {
    await using world = await aWorld(
      withJobs(`
  keeps:
    if: always()
    runs-on: ubuntu-latest
    steps: [{ run: echo started && sleep 0.3 && echo finished }]
  waits:
    runs-on: ubuntu-latest
    steps: [{ run: echo never }]
`),
      { parallel: 1 },
    );
    start(world);
    await logged(world, /^started$/m);
    world.host.cancel(world.host.runs[0]!.id);
    await world.runner.idle();
    expect(world.results()).toEqual({ keeps: "success", waits: "cancelled" });
    expect(world.job("keeps").log).toMatch(/^finished$/m);
  });
});

describe("a job", () => {
  it("that takes longer than allowed is cancelled", async () => {
    await using world = await aWorld(
      withJobs(`
  a:
    timeout-minutes: 0.004
    runs-on: ubuntu-latest
    steps:
      - run: sleep 30
      - if: always()
        run: echo cleanup
`),
    );
    expect((await world.dispatch()).conclusion).toBe("cancelled");
    expect(world.job("a").log).toContain("exceeded the maximum execution time of 0.004 minutes");
    expect(world.job("a").log).toMatch(/^cleanup$/m);
  });

  it("whose machine dies fails at once, without its always() steps", async () => {
    await using world = await aWorld(
      withJobs(`
  a:
    runs-on: ubuntu-latest
    steps:
      - run: echo started; sleep 30
      - if: always()
        run: echo cleanup
  publish:
    needs: a
    if: always()
    runs-on: ubuntu-latest
    steps: [{ run: 'echo "a was \${{ needs.a.result }}"' }]
`),
    );
    start(world);
    await logged(world, /^started$/m);
    const { token } = world.host.tokens[0]!;
    expect(world.runner.jobProcess(token)).toHaveLength(1);
    expect(world.runner.killHolder(token)).toBe(true);
    await world.runner.idle();
    expect(world.job("a").conclusion).toBe("failure");
    expect(world.job("a").log).not.toMatch(/^cleanup$/m);
    expect(world.job("publish").log).toContain("a was failure");
    expect(world.runner.killHolder(token)).toBe(false);
  });

  it("whose step's process is killed from outside fails in that step", async () => {
    await using world = await aWorld(
      withJobs("  a:\n    runs-on: ubuntu-latest\n    steps: [{ run: echo started; sleep 30 }]\n"),
    );
    start(world);
    await logged(world, /^started$/m);
    const [pid] = world.runner.jobProcess(world.host.tokens[0]!.token);
    process.kill(-pid!, "SIGKILL");
    await world.runner.idle();
    expect(world.job("a").conclusion).toBe("failure");
    expect(world.job("a").log).toContain("exit code 137");
  });

  it("leaves no process and no file behind", async () => {
    await using world = await aWorld(
      withJobs(`
  a:
    runs-on: ubuntu-latest
    steps:
      - run: |
          (while true; do sleep 0.05; done) > /dev/null 2>&1 &
          echo "daemon $!."
          setsid sh -c 'echo $$ > pid; exec sleep 60' > /dev/null 2>&1 &
          until [ -s pid ]; do sleep 0.02; done
          echo "escaped $(cat pid)."
          echo "workspace $GITHUB_WORKSPACE"
      - run: kill -0 "$(cat /dev/null; echo $PPID)" && echo "second step"
`),
    );
    await world.dispatch();
    const { log } = world.job("a");
    const daemon = Number(/^daemon (\d+)\.$/m.exec(log)![1]);
    const escaped = Number(/^escaped (\d+)\.$/m.exec(log)![1]);
    // Both were killed by then; when they are gone is up to the machine.
    for (const pid of [escaped, daemon])
      await vi.waitFor(() => expect(isRunning(pid)).toBe(false), { timeout: 30_000 });
    expect(existsSync(/^workspace (.+)$/m.exec(log)![1]!)).toBe(false);
  });
});

describe("concurrency", () => {
  const grouped = (extra: string) =>
    withJobs(
      `  a:\n    runs-on: ubuntu-latest\n    steps: [{ run: 'echo started; sleep \${{ inputs.seconds }}' }]\n`,
      `on: { workflow_dispatch: { inputs: { seconds: { type: string } } } }
concurrency: { group: "g-\${{ github.ref }}", ${extra} }`,
    );

  it("keeps one running and one waiting; a newer one takes the place of the one that waits", async () => {
    await using world = await aWorld(grouped("cancel-in-progress: false"));
    for (const seconds of ["0.3", "0", "0"]) start(world, { seconds });
    await world.runner.idle();
    expect(world.host.runs.map((run) => run.conclusion)).toEqual(["success", "cancelled", "success"]);
  });

  it("queues them all when told so", async () => {
    await using world = await aWorld(grouped("queue: max"));
    for (const seconds of ["0.1", "0", "0"]) start(world, { seconds });
    await world.runner.idle();
    expect(world.host.runs.map((run) => run.conclusion)).toEqual(["success", "success", "success"]);
  });

  it("cancels the one in progress when told so", async () => {
    await using world = await aWorld(grouped("cancel-in-progress: true"));
    start(world, { seconds: "30" });
    await logged(world, /^started$/m);
    start(world, { seconds: "0" });
    await world.runner.idle();
    expect(world.host.runs.map((run) => run.conclusion)).toEqual(["cancelled", "success"]);
  });

  it("of jobs works across runs, and finds a caller that waits for itself", async () => {
    await using world = await aWorld({
      ".github/workflows/called.yml":
        "on: workflow_call\nconcurrency: same\njobs:\n  x: { runs-on: ubuntu-latest, steps: [{ run: 'true' }] }\n",
      ...withJobs(
        "  call: { uses: ./.github/workflows/called.yml }\n",
        "on: workflow_dispatch\nconcurrency: same",
      ),
    });
    expect((await world.dispatch()).conclusion).toBe("cancelled");
    expect(world.job("call").log).toContain("a deadlock was detected");
    await using jobs = await aWorld(
      withJobs("  a: { concurrency: one, runs-on: ubuntu-latest, steps: [{ run: sleep 0.2 }] }\n"),
    );
    for (const _ of [1, 2, 3]) start(jobs);
    await jobs.runner.idle();
    expect(jobs.host.jobs.map((job) => job.conclusion).sort()).toEqual(["cancelled", "success", "success"]);
  });
});

describe("a run", () => {
  it("that needs approval waits for it", async () => {
    await using world = await aWorld(
      withJobs("  a: { runs-on: ubuntu-latest, steps: [{ run: 'true' }] }\n", "on: pull_request"),
    );
    const run = await world.send({ name: "pull_request", action: "opened", needsApproval: true });
    expect(run).toMatchObject({ status: "waiting", conclusion: "action_required" });
    expect(world.host.jobs).toHaveLength(0);
    world.host.approve(run.id);
    await world.runner.idle();
    expect(run).toMatchObject({ status: "completed", conclusion: "success" });
  });

  it("that the forge made for a dispatch is adopted", async () => {
    await using world = await aWorld(withJobs("  a: { runs-on: ubuntu-latest, steps: [{ run: 'true' }] }\n"));
    const runId = world.host.createRun({
      repo: "me/app",
      workflowPath: ".github/workflows/w.yml",
      workflowName: "w",
      displayTitle: "w",
      event: "workflow_dispatch",
      headBranch: "main",
      headSha: "",
      actor: "ada",
    });
    const run = await world.send({ name: "workflow_dispatch", workflow: ".github/workflows/w.yml", runId });
    expect(world.host.runs).toHaveLength(1);
    expect(run).toMatchObject({ id: runId, conclusion: "success" });
  });

  it("of a fork's pull request gets a token that only reads, and no secrets", async () => {
    await using world = await aWorld(
      withJobs(
        `  a: { runs-on: ubuntu-latest, steps: [{ run: 'echo "[\${{ secrets.KEY }}]"' }] }\n`,
        "on: pull_request\npermissions: { contents: write, issues: write }",
      ),
    );
    world.host.secretValues = { KEY: "hush" };
    const payload = {
      pull_request: { head: { ref: "x", repo: { full_name: "stranger/app" } }, base: { ref: "main" } },
    };
    await world.send({ name: "pull_request", action: "opened", payload });
    expect(world.host.tokens[0]?.permissions).toEqual({ contents: "read", issues: "read" });
    expect(world.job("a").log).toMatch(/^\[\]$/m);
  });

  it("ends with the runner, which leaves nothing behind", async () => {
    const world = await aWorld(
      withJobs(
        "  a:\n    runs-on: ubuntu-latest\n    steps: [{ run: 'echo started in $GITHUB_WORKSPACE $$.; sleep 60' }]\n",
      ),
    );
    start(world);
    await logged(world, /^started/m);
    const [, workspace, pid] = /^started in (.+) (\d+)\.$/m.exec(world.job("a").log)!;
    await world.runner.close();
    expect(existsSync(workspace!)).toBe(false);
    expect(isRunning(pid!)).toBe(false);
    expect(world.host.tokens.every((token) => token.revoked)).toBe(true);
    expect(world.host.runs[0]?.status).toBe("completed");
    await world.host.close();
  });
});
