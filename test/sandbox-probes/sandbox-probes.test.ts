import { describe, expect, it } from "vitest";
import { detection, whyNot } from "../adapters/sandbox/sandboxes.ts";
import { runProbes, summary } from "./all-probes.ts";
import { network } from "./network.ts";
import { throughTheProxy } from "./proxy.ts";
import { secrets } from "./secrets.ts";

describe.skipIf(!detection.available)(`attacks from inside${whyNot}`, () => {
  it("fail, every one", async () => {
    const results = await runProbes("bubblewrap");
    console.log(summary(results));
    expect(results.filter((result) => result.verdict !== "held")).toEqual([]);
    expect(results.length).toBeGreaterThan(40);
  });

  it("get through where there is no sandbox, so that the checks are known to see it", async () => {
    const results = await runProbes("off", { only: [secrets, network] });
    expect(results.filter((result) => result.verdict !== "through")).toEqual([]);
    expect(results.length).toBeGreaterThan(15);
  });

  it("are refused by a proxy that does lead to a listed host", async () => {
    const [result] = await runProbes("bubblewrap", { only: [{ group: "proxy", probes: [throughTheProxy] }] });
    expect(result).toMatchObject({ verdict: "through", output: expect.stringContaining("200") });
  });
});
