import { describe, expect, it } from "vitest";
import { tiers } from "../../../core/model/engines.ts";
import { actions } from "../../../core/select/actions.ts";
import { complexityOf } from "../../../core/select/complexity.ts";
import { costOf, estimateCost, expectedTokens } from "../../../core/select/cost.ts";
import { defaultModels, priceOf, prices, pricesOf } from "../../../core/select/models.ts";

const of = (files_hint: string[], estimated_hours?: number) =>
  complexityOf({ scope: { files_hint, estimated_hours } });

describe("the complexity of a task", () => {
  it.each([
    ["documentation only", ["README.md", "docs/guide/start.mdx", "docs/**", "CHANGELOG"], 20, "low"],
    ["an hour on two files", ["a.ts", "b.ts"], 1, "low"],
    ["exactly two hours on two files", ["a.ts", "b.ts"], 2, "low"],
    ["two hours on three files", ["a.ts", "b.ts", "c.ts"], 2, "standard"],
    ["three hours on one file", ["a.ts"], 3, "standard"],
    ["exactly four hours on five files", ["a", "b", "c", "d", "e"], 4, "standard"],
    ["more than four hours", ["a.ts"], 4.5, "high"],
    ["six files", ["a", "b", "c", "d", "e", "f"], 1, "high"],
    ["a folder, which is not one file", ["src/**"], 1, "standard"],
    ["two folders", ["src/**", "test/"], 1, "high"],
    ["documents and code", ["README.md", "src/a.ts"], 3, "standard"],
    ["a list of packages that ends in .txt", ["requirements.txt"], 3, "standard"],
    ["code in the documents' folder", ["docs/**/*.ts"], 5, "high"],
  ] as const)("%s is %s at %s h: %s", (_, files, hours, complexity) => {
    expect(of([...files], hours)).toBe(complexity);
  });

  it("without an estimate is never low", () => {
    expect(of(["a.ts"])).toBe("standard");
    expect(of([])).toBe("standard");
  });
});

describe("prices", () => {
  it("have a date and cover every model that we choose ourselves", () => {
    expect(pricesOf).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    for (const models of Object.values(defaultModels))
      for (const model of Object.values(models)) expect(priceOf(model), model).toBeDefined();
  });

  it("make a cheaper tier cheaper, on every engine, for every action", () => {
    for (const [engine, models] of Object.entries(defaultModels)) {
      for (const action of actions) {
        const costs = tiers.map(
          (tier) => estimateCost({ model: models[tier] }, expectedTokens(action, "high"))!,
        );
        if (engine === "script") expect(costs).toEqual([0, 0, 0]);
        else expect(costs, engine).toEqual([...new Set(costs)].sort((a, b) => b - a));
      }
    }
  });

  it("are found with a provider before the name and a date after it", () => {
    expect(priceOf("anthropic/claude-haiku-4-5-20251001")).toBe(prices["claude-haiku-4-5"]);
    expect(priceOf("gpt-5.5-2026-04-23")).toBe(prices["gpt-5.5"]);
    expect(priceOf("claude-opus-9")).toBeUndefined();
    expect(priceOf("__proto__")).toBeUndefined();
  });

  it("are the configuration's where it has its own", () => {
    const own = { "gpt-5.5": { input: 1, output: 2, cached: 0 } };
    const tokens = { input: 1_000_000, output: 500_000, cached: 0 };
    expect(estimateCost({ model: "openai/gpt-5.5" }, tokens, own)).toBe(2);
  });

  it("count what was read from a cache and written to it as parts of the input", () => {
    const tokens = { input: 3e6, output: 1e6, cached: 1e6, cacheWrite: 1e6 };
    expect(estimateCost({ model: "claude-opus-5-5" }, tokens)).toBeCloseTo(4 + 20 + 0.2 + 5);
    expect(costOf(tokens, { input: 1, output: 2 })).toBeCloseTo(3 + 2);
    expect(costOf({ input: 5, output: 0, cached: 9 }, { input: 1e6, output: 0, cached: 0 })).toBe(0);
  });

  it("are those for long prompts when the longest prompt is long, or may be", () => {
    const model = "claude-haiku-5-5";
    const tokens = { input: 1_000_000, output: 0 };
    expect(estimateCost({ model }, tokens)).toBeCloseTo(0.5);
    expect(estimateCost({ model }, { ...tokens, longestPrompt: 100_000 })).toBeCloseTo(0.1);
    expect(estimateCost({ model: "unheard-of" }, tokens)).toBeUndefined();
  });
});
