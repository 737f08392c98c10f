import { describe, expect, it } from "vitest";
import { detection, whyNot } from "../crew/sandbox/sandboxes.ts";
import { runProbes } from "./all-probes.ts";
import { files } from "./files.ts";
import { kernel } from "./kernel.ts";
import { network } from "./network.ts";
import { permissions } from "./permissions.ts";
import { throughTheProxy } from "./proxy.ts";
import { secrets } from "./secrets.ts";

/** The quick ones; `npm run test:sandbox` makes all of them. */
describe.skipIf(!detection.available)(`attacks from inside${whyNot}`, () => {
  it("fail, every one", async () => {
    const results = await runProbes("bubblewrap", { only: [secrets, files, permissions, kernel, network] });
    expect(results.filter((result) => result.verdict !== "held")).toEqual([]);
    expect(results.length).toBeGreaterThan(60);
  });

  it("get through where there is no sandbox, so that the checks are known to see it", async () => {
    const results = await runProbes("off", { only: [secrets, permissions] });
    expect(results.filter((result) => result.verdict !== "through")).toEqual([]);
    expect(results.length).toBeGreaterThan(10);
  });

  it("are refused by a proxy that does lead to a listed host", async () => {
    const [result] = await runProbes("bubblewrap", { only: [{ group: "proxy", probes: [throughTheProxy] }] });
    expect(result).toMatchObject({ verdict: "through", output: expect.stringContaining("200") });
  });
});
