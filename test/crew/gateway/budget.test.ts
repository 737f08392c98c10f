import { describe, expect, it } from "vitest";
import { aGateway, askings, gemini, until } from "./a-gateway.ts";

const long = "word ".repeat(2_000);

describe.each(askings)("the budget, with $name", (asking) => {
  const refused = asking.provider.startsWith("openai") ? 400 : 403;

  it("refuses a request when it is used up, in the provider's own words", async () => {
    await using world = await aGateway(
      asking,
      { type: "text", text: "Hi." },
      { budget: { usd: 1, spentUsd: 1 } },
    );
    const response = await world.ask();
    expect(response.status).toBe(refused);
    expect(await response.json()).toMatchObject({
      error: { message: expect.stringContaining("$1.00 of $1.00") },
    });
    await until(() => world.entries.length === 1);
    expect(world.gateway.outcome()).toMatchObject({ type: "budget", usd: 1, limit: 1 });
    expect(world.api.requests).toEqual([]);
  });

  it("cuts a stream when the running count passes the limit", async () => {
    const usage = { input: 100, output: 3_000 };
    const pace = { everyMs: 1, characters: 200 };
    await using world = await aGateway(
      asking,
      { type: "text", text: long, usage, pace },
      { budget: { usd: 0.01 } },
    );
    const response = await world.ask();
    const text = await response.text();
    expect(response.status).toBe(200);
    expect(text).toContain("The budget is used up");
    expect(text.length).toBeLessThan(40_000);
    await until(() => world.entries.length === 1 && world.api.requests[0]!.aborted);
    expect(world.api.requests[0]!.aborted).toBe(true);
    expect(world.gateway.outcome()).toMatchObject({ type: "budget", limit: 0.01 });
    expect(world.gateway.usage().usd).toBeGreaterThan(0.009);
    expect(world.gateway.usage().usd).toBeLessThan(0.012);
    expect((await world.ask()).status).toBe(refused);
  });

  it("refuses an answer in one piece that could cost more than is left", async () => {
    await using world = await aGateway(asking, { type: "text", text: "Hi." }, { budget: { usd: 0.01 } });
    expect((await world.ask(false)).status).toBe(refused);
    const few =
      asking === gemini
        ? { generationConfig: { maxOutputTokens: 50 } }
        : { max_tokens: 50, max_output_tokens: 50 };
    expect((await world.ask(false, { body: few })).status).toBe(200);
  });

  it("counts what is under way, so that many at once cannot pass it together", async () => {
    const usage = { input: 100, output: 2_500 };
    const pace = { everyMs: 2, characters: 200 };
    await using world = await aGateway(
      asking,
      { type: "text", text: long, usage, pace },
      { budget: { usd: 0.05 } },
    );
    await Promise.all(Array.from({ length: 8 }, async () => (await world.ask()).text()));
    await until(() => world.entries.length === 8);
    expect(world.gateway.outcome().type).toBe("budget");
    expect(world.gateway.usage().usd).toBeLessThan(0.06);
  });

  it("warns once, at the configured share", async () => {
    const usage = { input: 1_000, output: 100 };
    const budget = { usd: 0.02, spentUsd: 0.005, warnAt: 0.5 };
    await using world = await aGateway(asking, { type: "text", text: "Hi.", usage }, { budget });
    for (let turn = 1; turn <= 3; turn += 1) {
      await (await world.ask()).text();
      await until(() => world.entries.length === turn);
      expect(world.warnings).toHaveLength(turn < 2 ? 0 : 1);
    }
    expect(world.warnings[0]!.usd).toBeGreaterThanOrEqual(0.01);
    expect(world.warnings[0]!.usd).toBeLessThanOrEqual(0.014 + 1e-9);
  });

  it("counts a long prompt at the price for long ones, and a short one of the same run as ever", async () => {
    const usages = [
      { input: 1_000, output: 100 },
      { input: 1_001, output: 100 },
    ];
    const prices = { "model-a": { input: 1, output: 10, long: { over: 1_000, input: 2, output: 30 } } };
    const replies = usages.map((usage) => ({ type: "text" as const, text: "Hi.", usage }));
    await using world = await aGateway(asking, replies, { prices, budget: { usd: 1 } });
    for (const turn of [1, 2]) {
      await (await world.ask()).text();
      await until(() => world.entries.length === turn);
    }
    expect(world.entries[0]!.usd).toBeCloseTo(0.002, 9);
    expect(world.entries[1]!.usd).toBeCloseTo(0.005_002, 9);
  });
});
