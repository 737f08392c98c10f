import { describe, expect, it } from "vitest";
import type { GatewayOutcome } from "../../../core/run/gateway-outcome.ts";
import { decideStop, nextWatch, type Sample, type Watch } from "../../../core/run/watch.ts";

const start: Watch = { requests: 0, output: 0, failures: 0 };

/** Looks at each sample in turn, a second apart; says which one ends the run, and why. */
function watch(samples: Omit<Sample, "at">[], maxTurns?: number): [number, string] | undefined {
  let seen = start;
  for (const [index, sample] of samples.entries()) {
    const full = { ...sample, at: index * 1_000 };
    seen = nextWatch(seen, full);
    const why = decideStop(seen, full, { maxTurns, before: 0 });
    if (why) return [index, why];
  }
  return undefined;
}

const ok = (requests: number, output = requests * 20) => ({
  requests,
  output,
  outcome: { type: "ok" as const },
});
const bad = (
  requests: number,
  outcome: GatewayOutcome = { type: "server-error", status: 500, message: "" },
) => ({
  ...{ requests, output: 0, outcome },
});

describe("watching a run", () => {
  it("leaves one alone that goes well", () => {
    expect(watch([ok(1), ok(1), ok(2), ok(3), ok(4)])).toBeUndefined();
  });

  it("ends one that asks more often than it may", () => {
    expect(watch([ok(1), ok(2), ok(3)], 2)).toEqual([2, "max-turns"]);
  });

  it("ends one after three failures in a row, and forgets those before a success", () => {
    expect(watch([bad(1), bad(2), bad(3)])).toEqual([2, "provider"]);
    expect(
      watch([bad(1), bad(2), ok(3, 20), { ...bad(4), output: 20 }, { ...bad(5), output: 20 }]),
    ).toBeUndefined();
  });

  it("counts good answers without a word as failures", () => {
    expect(watch([ok(1, 0), ok(2, 0), ok(3, 0)])).toEqual([2, "provider"]);
  });

  it("ends one that tries again with a key that is refused, after a moment", () => {
    const refused = bad(1, { type: "auth", status: 401, message: "" });
    expect(watch([refused, refused, refused, refused, refused])).toEqual([3, "provider"]);
  });

  it("waits for a limit that ends soon, and for no other", () => {
    const until = (seconds: number) => new Date(seconds * 1_000).toISOString();
    const limited = (seconds: number) => bad(1, { type: "rate-limited", until: until(seconds), message: "" });
    expect(watch(Array(6).fill(limited(30)))).toBeUndefined();
    expect(watch(Array(6).fill(limited(600)))).toEqual([3, "provider"]);
  });
});
