import { availableParallelism } from "node:os";
import { describe, expect, it } from "vitest";
import { parseConfig } from "../../../core/model/parse-config.ts";
import { createSandbox } from "../../../crew/sandbox/create-sandbox.ts";
import { allowedProcessors, pinProcessors } from "../../../crew/sandbox/pin-processors.ts";
import { prepareSandbox } from "../../../crew/sandbox/prepare-sandbox.ts";
import { defaultLimits, limitsFrom } from "../../../crew/sandbox/sandbox.ts";
import { runChecks } from "../../../crew/setup/run-checks.ts";
import { aWorkTree } from "../../adapters/git/work-tree.ts";
import { detection, shell } from "./sandboxes.ts";

const gibibyte = 1024 ** 3;

function configOf(text: string) {
  const reading = parseConfig(text);
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems));
  return reading.config;
}

/** The sandbox that a job gets for this `.github/gsd.yml`. */
const sandboxFor = (text: string) =>
  prepareSandbox({ hosted: false, allowMissing: false, host: {} }, configOf(text));

describe("limits in the configuration", () => {
  it("are the usual ones where none is written", () => {
    expect({ ...defaultLimits, ...limitsFrom(configOf("").limits) }).toEqual(defaultLimits);
  });

  it("let one process and one file grow with the whole, and keep them as they are where the whole is smaller", () => {
    const more = limitsFrom(configOf("limits: { memory_mb: 12288, disk_mb: 40960, cpus: 2 }").limits);
    expect(more).toEqual({
      ...{ memoryBytes: 12 * gibibyte, dataBytes: 8 * gibibyte },
      ...{ diskBytes: 40 * gibibyte, fileBytes: 4 * gibibyte, cpus: 2 },
    });
    const less = limitsFrom(configOf("limits: { memory_mb: 1024, disk_mb: 1024 }").limits);
    expect(less).toMatchObject({ memoryBytes: gibibyte, dataBytes: 4 * gibibyte, fileBytes: gibibyte });
  });

  it.each([
    ["memory_mb: 100", "limits.memory_mb"],
    ["disk_mb: 1e12", "limits.disk_mb"],
    ["cpus: 0", "limits.cpus"],
    ["cpus: 1.5", "limits.cpus"],
    ["memory_mb: 6GB", "limits.memory_mb"],
  ])("refuse %s by name", (line, path) => {
    const reading = parseConfig(`limits: { ${line} }`);
    expect(reading).toMatchObject({ ok: false, problems: [{ path, line: 1 }] });
  });
});

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

describe("the processors of a job", () => {
  it("are read as the kernel writes them", () => {
    expect(allowedProcessors("Name:\tx\nCpus_allowed_list:\t0-2,8,10-11\n")).toEqual([0, 1, 2, 8, 10, 11]);
    expect(allowedProcessors("")).toEqual([]);
  });

  it("are neighbours, anywhere among those that are allowed", () => {
    const seen = new Set(Array.from({ length: 200 }, () => pinProcessors(2, "taskset", [1, 5, 7]).at(-1)));
    expect([...seen].sort()).toEqual(["1,5", "5,7", "7,1"]);
    expect(pinProcessors(3, "taskset", [1, 5, 7])).toEqual([]);
    expect(pinProcessors(undefined, undefined)).toEqual([]);
  });

  it("need taskset, and say so", () => {
    expect(() => pinProcessors(1, undefined, [0, 1])).toThrow(/`limits.cpus` needs taskset/);
  });
});
