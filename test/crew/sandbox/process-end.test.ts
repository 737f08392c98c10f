import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { createKiller } from "../../../crew/sandbox/create-killer.ts";
import type { Sandbox } from "../../../crew/sandbox/sandbox.ts";
import { aWorkTree } from "../../adapters/git/work-tree.ts";
import { detection, openly, sealed, shell } from "./sandboxes.ts";

/** A length of sleep that no one else asks for, so that its processes can be found. */
const someSleep = () => `${randomInt(100_000, 999_999)}.5`;

function isRunning(words: string): boolean {
  return execFileSync("ps", ["axww", "-o", "args"], { encoding: "utf8" }).includes(words);
}

/** The command itself, and not only somebody who has it among the arguments. */
function isSleeping(length: string): boolean {
  return execFileSync("ps", ["axww", "-o", "args"], { encoding: "utf8" })
    .split("\n")
    .includes(`sleep ${length}`);
}

const cases: [string, Sandbox, boolean][] = [
  ["with bubblewrap", sealed, detection.available],
  ["without a sandbox", openly, true],
];

for (const [name, sandbox, available] of cases) {
  // Most of this is waiting: side by side, since each finds its own processes.
  describe.skipIf(!available).concurrent(`the end of a command ${name}`, () => {
    it("ends the whole tree at the time limit, after a chance to tidy up", async () => {
      using tree = aWorkTree();
      const length = someSleep();
      const line = `trap 'echo tidy >done; exit 0' TERM; (sleep ${length} &) ; sleep ${length} & wait`;
      const result = await sandbox.run(shell(tree.folder, line, { timeoutMs: 500 }));
      expect(result).toMatchObject({ timedOut: true, aborted: false });
      expect(result.seconds).toBeLessThan(30);
      expect(readFileSync(join(tree.folder, "done"), "utf8")).toBe("tidy\n");
      expect(isRunning(`sleep ${length}`)).toBe(false);
    });

    it("ends a command that ignores SIGTERM", async () => {
      using tree = aWorkTree();
      const length = someSleep();
      const line = `trap '' TERM; sleep ${length}; sleep ${length}`;
      const result = await sandbox.run(shell(tree.folder, line, { timeoutMs: 300 }));
      expect(result.timedOut).toBe(true);
      expect(result.seconds).toBeLessThan(30);
      expect(isRunning(`sleep ${length}`)).toBe(false);
    });

    it.each([
      ["is stopped, with its children", (length: string) => `sleep ${length} & kill -STOP $! $$`],
      [
        "has children that start children and end",
        (length: string) =>
          `sleep ${length} & exec perl -e '$SIG{TERM} = $SIG{CHLD} = "IGNORE"; while (1) { fork and exit; select(undef, undef, undef, 0.002) }'`,
      ],
      [
        "holds its output open in a deaf session of its own",
        (length: string) =>
          `setsid sh -c 'trap "" TERM; sleep ${length}' & trap '' TERM; while :; do sleep ${length}; done`,
      ],
    ])("ends a command at the time limit that %s", async (_, line) => {
      using tree = aWorkTree();
      const length = someSleep();
      const result = await sandbox.run(shell(tree.folder, line(length), { timeoutMs: 300 }));
      expect(result.seconds).toBeLessThan(30);
      await vi.waitUntil(() => !isRunning(`sleep ${length}`), { timeout: 10_000 });
    });

    it("ends on abort, and at once when aborted before it began", async () => {
      using tree = aWorkTree();
      const controller = new AbortController();
      const length = someSleep();
      const running = sandbox.run(shell(tree.folder, `sleep ${length}`, { signal: controller.signal }));
      await vi.waitUntil(() => isRunning(`sleep ${length}`), { timeout: 30_000 });
      controller.abort();
      expect(await running).toMatchObject({ aborted: true, timedOut: false });
      expect(isRunning(`sleep ${length}`)).toBe(false);

      const late = await sandbox.run(shell(tree.folder, `sleep ${length}`, { signal: AbortSignal.abort() }));
      expect(late.aborted).toBe(true);
      expect(late.seconds).toBeLessThan(30);
    });

    it("leaves nothing behind however early it is aborted", async () => {
      using tree = aWorkTree();
      const length = someSleep();
      await Promise.all(
        Array.from({ length: 40 }, (_, index) => {
          const signal = AbortSignal.timeout(index);
          return sandbox.run(shell(tree.folder, `sleep ${length}`, { signal }));
        }),
      );
      // Killed, a process is listed until the kernel has cleared it away; one that was missed would stay for days.
      await vi.waitUntil(() => !isRunning(`sleep ${length}`), { timeout: 10_000 });
    });

    it("leaves no daemon behind", async () => {
      using tree = aWorkTree();
      const length = someSleep();
      const line = `setsid sh -c 'sleep ${length} & sleep ${length}' >/dev/null 2>&1 </dev/null & sleep 0.2; echo started`;
      const result = await sandbox.run(shell(tree.folder, line));
      expect(result).toMatchObject({ code: 0, stdout: "started\n" });
      // Killed, a process is listed until the kernel has cleared it away; one that was missed would stay for days.
      await vi.waitUntil(() => !isRunning(`sleep ${length}`), { timeout: 10_000 });
    });

    it("does not wait for a daemon that keeps the output open", async () => {
      using tree = aWorkTree();
      const length = someSleep();
      const result = await sandbox.run(shell(tree.folder, `setsid sleep ${length} & echo started`));
      expect(result).toMatchObject({ code: 0, stdout: "started\n" });
      expect(result.seconds).toBeLessThan(30);
      expect(isRunning(`sleep ${length}`)).toBe(false);
    });

    it("cuts endless output", async () => {
      using tree = aWorkTree();
      const result = await sandbox.run(shell(tree.folder, "yes"));
      expect(result.outputCut).toBe(true);
      expect(result.stdout.length).toBe(100_000);
      expect(result.seconds).toBeLessThan(30);
    });

    it("does not mind a command that reads nothing of a large input", async () => {
      using tree = aWorkTree();
      const result = await sandbox.run(shell(tree.folder, "echo done", { stdin: "x".repeat(5_000_000) }));
      expect(result).toMatchObject({ code: 0, stdout: "done\n" });
    });
  });
}

describe("a process that was killed and is still there", () => {
  /** As one that hangs in the kernel: nobody has this number, so no signal arrives. */
  const hanging = { pid: 2 ** 22 + 1, exitCode: null, signalCode: null } as ChildProcess;

  it("is given up after a while", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const killer = createKiller(hanging, { mark: "A=b", contained: true, onLost: resolve, lostMs: 50 });
    killer.stop("timeout");
    await promise;
    expect(killer.reason()).toBe("timeout");
    killer.finish();
  });

  it("is not when it has ended, and cannot be stopped any more", async () => {
    let isLost = false;
    const onLost = () => {
      isLost = true;
    };
    const killer = createKiller(hanging, { mark: "A=b", contained: true, onLost, lostMs: 20 });
    killer.stop("output");
    killer.finish();
    const late = createKiller(hanging, { mark: "A=b", contained: true, onLost, lostMs: 20 });
    late.finish();
    late.stop("memory");
    await setTimeout(200);
    expect([isLost, late.reason()]).toEqual([false, undefined]);
  });
});

/** Its text comes by stdin: in the arguments, `isRunning` would find it there. */
function startProgram(text: string) {
  const child = spawn(process.execPath, ["--input-type=module", "-"], { stdio: ["pipe", "pipe", "inherit"] });
  child.stdin.end(text);
  return child;
}

describe.skipIf(!detection.available).concurrent("when gsd itself is killed", () => {
  it("takes the sandbox along", async () => {
    using tree = aWorkTree();
    const length = someSleep();
    const program = `
      import { sealed, shell } from ${JSON.stringify(new URL("sandboxes.ts", import.meta.url).href)};
      await sealed.run(shell(${JSON.stringify(tree.folder)}, "sleep ${length}", { timeoutMs: 60_000 }));`;
    const gsd = startProgram(program);
    await vi.waitUntil(() => isSleeping(length), { timeout: 10_000 });
    gsd.kill("SIGKILL");
    await vi.waitUntil(() => !isRunning(`sleep ${length}`), { timeout: 5_000 });
  });

  it.each(["SIGINT", "SIGTERM"] as const)(
    "is done within the shorter of the runner's two waits after %s, with a tree that does not want to end",
    async (signal) => {
      using tree = aWorkTree();
      const length = someSleep();
      // As action/agent.ts does it.
      const program = `
        import { sealed, shell } from ${JSON.stringify(new URL("sandboxes.ts", import.meta.url).href)};
        const stop = new AbortController();
        for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => stop.abort());
        const line = "trap '' TERM INT; setsid sleep ${length} & while :; do sleep ${length}; done";
        const result = await sealed.run(shell(${JSON.stringify(tree.folder)}, line, { timeoutMs: 60_000, signal: stop.signal }));
        console.log(JSON.stringify(result));`;
      const gsd = startProgram(program);
      await vi.waitUntil(() => isSleeping(length), { timeout: 10_000 });
      const asked = performance.now();
      gsd.kill(signal);
      const output = (await gsd.stdout.toArray()).join("");
      expect(performance.now() - asked).toBeLessThan(30_000);
      expect(JSON.parse(output)).toMatchObject({ aborted: true });
      expect(isRunning(`sleep ${length}`)).toBe(false);
    },
  );
});

describe("without a sandbox", () => {
  it("still has a clean environment and a home of its own that is removed", async () => {
    using tree = aWorkTree();
    process.env["GSD_TEST_CANARY"] = "canary-value";
    const result = await openly.run(shell(tree.folder, 'env; touch "$HOME/x"; echo "home $HOME"'));
    delete process.env["GSD_TEST_CANARY"];
    expect(result.stdout).not.toContain("canary-value");
    const home = /^home (.*)$/m.exec(result.stdout)![1]!;
    expect(home).toContain("gsd-home-");
    expect(existsSync(home)).toBe(false);
  });
});
