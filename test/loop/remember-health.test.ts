import { describe, expect, it } from "vitest";
import type { Config } from "../../core/model/config.ts";
import type { HealthResult } from "../../core/model/health.ts";
import { parseConfig } from "../../core/model/parse-config.ts";
import type { RepositoryState } from "../../core/model/repository.ts";
import { recallHealth, rememberHealth } from "../../loop/remember-health.ts";
import { aLedger } from "../adapters/ledger/a-ledger.ts";

const sha = (start: string) => start.padEnd(40, "0");

function aConfig(settings: Partial<Config> = {}): Config {
  const reading = parseConfig(undefined);
  if (!reading.ok) throw new Error("the default configuration is not valid");
  return { ...reading.config, commands: { test: "npm test" }, ...settings };
}

function aResult(start: string, ok = true): HealthResult {
  return {
    sha: sha(start),
    checks: [{ name: "test", command: "npm test", ok, seconds: 1, tail: "" }],
    notes: [],
  };
}

const config = aConfig();

async function aStage(text?: string) {
  const stage = await aLedger();
  if (text !== undefined) {
    await stage.ledger.commit([{ path: "repository.json", value: 0, version: undefined }], "make the branch");
    await stage.put("repository.json", text);
  }
  return Object.assign(stage, {
    state: async () => (await stage.file("repository.json")) as RepositoryState,
  });
}

describe("the health of a commit", () => {
  it("is remembered for the same commands, setup and sandbox", async () => {
    await using stage = await aStage();
    const { ports } = stage;
    await rememberHealth(ports, config, aResult("b1"));
    expect(await recallHealth(ports, config, sha("b1"))).toEqual(aResult("b1"));
    expect(await recallHealth(ports, config, sha("b2"))).toBeUndefined();
    for (const other of [
      aConfig({ commands: { test: false } }),
      aConfig({ setup: { hosts: ["a.example.org"] } }),
      aConfig({ setup: { command: "make", hosts: [] } }),
      aConfig({ sandbox: "off" }),
    ])
      expect(await recallHealth(ports, other, sha("b1"))).toBeUndefined();
    const faster = aConfig({ limits: { ...config.limits, parallel: 1 } });
    expect(await recallHealth(ports, faster, sha("b1"))).toBeDefined();
  });

  it("is not remembered where it is broken", async () => {
    await using stage = await aStage('{"version":2,"handled":[],"health":[]}');
    await rememberHealth(stage.ports, config, aResult("b1", false));
    expect((await stage.state()).health).toEqual([]);
  });

  it("is forgotten after fifty others, and kept once", async () => {
    await using stage = await aStage();
    for (let index = 10; index < 65; index += 1)
      await rememberHealth(stage.ports, config, aResult(`b${index}`));
    await rememberHealth(stage.ports, config, aResult("b30"));
    const { health } = await stage.state();
    expect(health).toHaveLength(50);
    expect(health.at(-1)?.result.sha).toBe(sha("b30"));
    expect(health.filter(({ result }) => result.sha === sha("b30"))).toHaveLength(1);
  });

  it.each(["{", "[]", '{"version":2,"health":[]}', '{"version":2,"handled":[],"health":[{"digest":"x"}]}'])(
    "in a file that is not valid (%s) is unknown; it is said, and written anew",
    async (text) => {
      await using stage = await aStage(text);
      expect(await recallHealth(stage.ports, config, sha("b1"))).toBeUndefined();
      expect(stage.warnings).toEqual(["repository.json of the ledger is not valid; gsd writes a new one"]);
      await rememberHealth(stage.ports, config, aResult("b1"));
      expect((await stage.state()).health).toHaveLength(1);
    },
  );

  it("is remembered for everybody when ten checks end at once", async () => {
    await using stage = await aStage('{"version":2,"handled":[],"health":[],"dashboard":5}');
    const starts = Array.from({ length: 10 }, (_, index) => `c${index}`);
    await Promise.all(starts.map((start) => rememberHealth(stage.connect(), config, aResult(start))));
    const { health, dashboard } = await stage.state();
    expect(health.map(({ result }) => result.sha).toSorted()).toEqual(starts.map(sha));
    expect(dashboard).toBe(5);
    expect(stage.warnings).toEqual([]);
  });

  it("in a file of a newer gsd is left alone", async () => {
    await using stage = await aStage('{"version":3}');
    await rememberHealth(stage.ports, config, aResult("b1"));
    expect(await stage.state()).toEqual({ version: 3 });
    expect(stage.warnings).toEqual(["the health of the base was not remembered"]);
  });
});
