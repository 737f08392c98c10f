import { availableParallelism } from "node:os";
import { describe, expect, it } from "vitest";
import { parseConfig } from "../../../core/model/parse-config.ts";
import { createSandbox } from "../../../crew/sandbox/create-sandbox.ts";
import { allowedProcessors } from "../../../crew/sandbox/pin-processors.ts";
import { prepareSandbox } from "../../../crew/sandbox/prepare-sandbox.ts";
import { runChecks } from "../../../crew/setup/run-checks.ts";
import { aWorkTree } from "../../adapters/git/work-tree.ts";
import { detection, shell } from "./sandboxes.ts";

/** The sandbox that a job gets for this `.github/gsd.yml`. */
async function sandboxFor(text: string) {
  const reading = parseConfig(text);
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems));
  return await prepareSandbox({ hosted: false, allowMissing: false, host: {} }, reading.config);
}

describe.skipIf(!detection.available)("a job's sandbox keeps to the configuration", () => {
  const memory = "perl -e '$x = \"y\" x 900_000_000; sleep 9'";
  const disk = "for n in 1 2 3 4 5 6 7 8; do head -c 100M /dev/zero >f$n; done; sleep 9";

  it.each([
    ["memory", "memory_mb: 512", memory],
    ["disk", "disk_mb: 512", disk],
  ])("in %s: a check that takes more is ended, and says which setting", async (what, line, command) => {
    using tree = aWorkTree();
    const sandbox = await sandboxFor(`limits: { ${line} }`);
    const commands = { test: command };
    const [ran] = await runChecks({ commands, guessed: [], cwd: tree.folder, sandbox, minutes: 1 });
    expect(ran?.result).toMatchObject({ ok: false });
    expect(ran?.result.tail).toContain(`[stopped: it used more ${what} than limits.${what}_mb allows`);
    expect(ran?.missing).toBeUndefined();
  });

  it.skipIf(availableParallelism() < 2)(
    "in processors: programs see as many, all run on them, and none gets others back",
    async () => {
      using tree = aWorkTree();
      const sandbox = await sandboxFor("limits: { cpus: 1 }");
      const line = `nproc; node -p 'os.availableParallelism()'; taskset -pc 0-63 $$ 2>&1; nproc; grep Cpus_allowed_list /proc/self/status`;
      const first = await sandbox.run(shell(tree.folder, line));
      expect(first.stdout).toMatch(
        /^1\n1\n.*(Operation not permitted)(.|\n)*\n1\nCpus_allowed_list:\t\d+\n$/,
      );
      // Those side by side have the same one.
      const second = await sandbox.run(shell(tree.folder, "grep Cpus_allowed_list /proc/self/status"));
      expect(first.stdout).toContain(second.stdout);
    },
  );

  it("in processors: all of them where none is written, and a program may choose among them", async () => {
    using tree = aWorkTree();
    const sandbox = await sandboxFor("");
    const { stdout } = await sandbox.run(shell(tree.folder, "nproc; taskset -c 0 nproc"));
    expect(stdout).toBe(`${allowedProcessors().length}\n1\n`);
  });

  it.skipIf(availableParallelism() < 2)("in processors, without a sandbox", async () => {
    using tree = aWorkTree();
    const sandbox = await createSandbox({ mode: "off", detection, limits: { cpus: 1 } });
    expect((await sandbox.run(shell(tree.folder, "nproc"))).stdout).toBe("1\n");
  });
});
