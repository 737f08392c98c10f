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

  const limited = (tokens: number) =>
    asking === gemini
      ? { generationConfig: { maxOutputTokens: tokens } }
      : { [asking.provider === "openai" ? "max_output_tokens" : "max_tokens"]: tokens };

  it("cuts a stream of a provider that writes more than it was asked for, when that passes the budget", async () => {
    const usage = { input: 100, output: 3_000 };
    const pace = { everyMs: 1, characters: 200 };
    await using world = await aGateway(
      asking,
      { type: "text", text: long, usage, pace },
      { budget: { usd: 0.01 } },
    );
    const response = await world.ask(true, { body: limited(300) });
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

  it.each([true, false])("refuses what cannot be paid, streaming or not (%s)", async (stream) => {
    await using world = await aGateway(asking, { type: "text", text: "Hi." }, { budget: { usd: 0.01 } });
    const response = await world.ask(stream);
    expect(response.status).toBe(refused);
    expect(await response.text()).toContain("what is left does not pay for this request");
    expect((await world.ask(stream, { body: limited(50) })).status).toBe(200);
  });

  it("warns once, at the configured share", async () => {
    const usage = { input: 1_000, output: 100 };
    const budget = { usd: 0.04, spentUsd: 0.005, warnAt: 0.3 };
    await using world = await aGateway(asking, { type: "text", text: "Hi.", usage }, { budget });
    for (let turn = 1; turn <= 3; turn += 1) {
      await (await world.ask()).text();
      await until(() => world.entries.length === turn);
      expect(world.warnings).toHaveLength(turn < 2 ? 0 : 1);
    }
    expect(world.warnings[0]!.usd).toBeGreaterThanOrEqual(0.012);
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
