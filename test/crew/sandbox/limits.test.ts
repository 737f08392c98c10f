import { describe, expect, it } from "vitest";
import { parseConfig } from "../../../core/model/parse-config.ts";
import { allowedProcessors, pinProcessors } from "../../../crew/sandbox/pin-processors.ts";
import { defaultLimits, limitsFrom } from "../../../crew/sandbox/sandbox.ts";

const gibibyte = 1024 ** 3;

function configOf(text: string) {
  const reading = parseConfig(text);
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems));
  return reading.config;
}

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
