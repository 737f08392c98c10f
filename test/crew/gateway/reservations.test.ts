import { describe, expect, it } from "vitest";
import { createJobAccount } from "../../../crew/gateway/create-job-account.ts";
import type { ModelRequest } from "../../model-api/create-model-api.ts";
import type { Lie, Reply } from "../../model-api/reply.ts";
import { aGateway, anthropic, askings, chat, gemini, openai, price, until } from "./a-gateway.ts";

/** The limit that reached the provider. */
function limitIn({ body }: Pick<ModelRequest, "body">): unknown {
  const { maxOutputTokens } = (body["generationConfig"] ?? {}) as { maxOutputTokens?: number };
  return body["max_completion_tokens"] ?? body["max_tokens"] ?? body["max_output_tokens"] ?? maxOutputTokens;
}

/** A provider that writes all that it may, and the dollars that it bills for it. */
function aGreedyProvider(more: Partial<Extract<Reply, { type: "text" }>> = {}) {
  const bill = { usd: 0 };
  const script = (request: ModelRequest): Reply => {
    const output = Number(limitIn(request));
    const input = Math.ceil(JSON.stringify(request.body).length / 4);
    bill.usd += (input * price.input + output * price.output) / 1e6;
    return { type: "text", text: "Hi.", usage: { input, output }, ...more };
  };
  return { bill, script };
}

const limit = (tokens: unknown) => ({ max_tokens: tokens, max_output_tokens: tokens });
const limited = (asking: (typeof askings)[number], tokens: unknown) =>
  asking === gemini
    ? { generationConfig: { maxOutputTokens: tokens } }
    : asking === openai
      ? { max_output_tokens: tokens }
      : { max_tokens: tokens };

describe.each(askings)("money set aside, with $name", (asking) => {
  it.each([true, false])("64 requests at once cannot spend it together (streaming: %s)", async (stream) => {
    const { bill, script } = aGreedyProvider({ pace: { everyMs: 5 } });
    await using world = await aGateway(asking, script, { budget: { usd: 1 }, timeouts: { waitMs: 300 } });
    const body = limited(asking, 59_000);
    const asks = Array.from({ length: 64 }, async () => (await world.ask(stream, { body })).text());
    await Promise.all(asks);
    expect(bill.usd).toBeLessThanOrEqual(1);
    expect(bill.usd).toBeGreaterThan(0.9);
    expect(world.gateway.outcome()).toMatchObject({ type: "budget" });
  });

  it("large prompts at once cannot either", async () => {
    const { bill, script } = aGreedyProvider();
    await using world = await aGateway(asking, script, { budget: { usd: 1 }, timeouts: { waitMs: 300 } });
    const body = { ...limited(asking, 100), ...asking.say("1234 ".repeat(30_000)) };
    await Promise.all(Array.from({ length: 20 }, async () => (await world.ask(true, { body })).text()));
    expect(bill.usd).toBeLessThanOrEqual(1);
    expect(bill.usd).toBeGreaterThan(0.3);
  });

  it("answers that are given up are paid as if they had come", async () => {
    const { bill, script } = aGreedyProvider({ pace: { everyMs: 400 } });
    await using world = await aGateway(asking, script, { budget: { usd: 1 }, timeouts: { waitMs: 50 } });
    const body = limited(asking, 20_000);
    for (let turn = 0; turn < 8; turn += 1)
      await world.ask(false, { body, signal: AbortSignal.timeout(30) }).catch(() => undefined);
    await world.gateway.stop();
    expect(bill.usd).toBeGreaterThan(0.6);
    expect(bill.usd).toBeLessThanOrEqual(1);
    expect(world.gateway.usage().usd).toBeGreaterThanOrEqual(bill.usd);
  });

  it("goes on with shorter answers as long as there is money for a useful one", async () => {
    const { script } = aGreedyProvider();
    await using world = await aGateway(asking, script, { budget: { usd: 0.1 } });
    expect((await world.ask(true, { body: limited(asking, 128_000) })).status).toBe(200);
    const first = Number(limitIn(world.api.requests[0]!));
    expect(first).toBeGreaterThan(5_000);
    expect(first).toBeLessThan(0.1 / 15e-6);
  });

  it.each(["no-count", "small-count", "content-type"] satisfies Lie[])(
    "an answer that lies about its count is paid by what passed (%s)",
    async (lie) => {
      const text = "word ".repeat(4_000);
      const reply: Reply = { type: "text", text, usage: { input: 100, output: 5_000 }, lie };
      for (const stream of [true, false]) {
        await using world = await aGateway(asking, reply, { budget: { usd: 2 } });
        await (await world.ask(stream, { body: limited(asking, 8_000) })).text();
        await until(() => world.entries.length === 1);
        expect(world.gateway.usage().output).toBeGreaterThanOrEqual(5_000);
        expect(world.gateway.usage().usd).toBeGreaterThanOrEqual(5_000 * 15e-6);
      }
    },
  );

  it("a count that comes too early is not the last word", async () => {
    await using world = await aGateway(asking, { type: "cut", events: 4 }, { budget: { usd: 1 } });
    await world
      .ask(true, { body: limited(asking, 10_000) })
      .then((response) => response.text())
      .catch(() => undefined);
    await until(() => world.entries.length === 1);
    expect(world.entries[0]).toMatchObject({ estimated: true });
    expect(world.gateway.usage().usd).toBeGreaterThan(0.15);
  });

  it("a provider that says no is not paid, in a status or in a stream", async () => {
    await using world = await aGateway(asking, [
      { type: "fail", status: 500 },
      { type: "fail-inside", status: 529 },
    ]);
    for (const turn of [1, 2]) {
      await (await world.ask()).text();
      await until(() => world.entries.length === turn);
    }
    expect(world.gateway.usage().usd).toBe(0);
  });
});

describe("the most that an answer may have", () => {
  it.each(askings)("is written into a request that says nothing of use ($name)", async (asking) => {
    const { script } = aGreedyProvider();
    await using world = await aGateway(asking, script, { budget: { usd: 10 } });
    const wrong = [undefined, null, 0, -1, "700", 1.5, Number.NaN, {}, [5]];
    for (const value of wrong) await (await world.ask(true, { body: limited(asking, value) })).text();
    expect(world.api.requests.map(limitIn)).toEqual(wrong.map(() => 32_000));
  });

  it("is the smaller one of two that differ, under one name", async () => {
    const { script } = aGreedyProvider();
    await using world = await aGateway(chat, script, { budget: { usd: 10 } });
    await world.ask(true, { body: { max_tokens: 90_000, max_completion_tokens: 400 } });
    await world.ask(true, { body: { max_tokens: undefined, max_completion_tokens: 400 } });
    expect(world.api.requests.map(({ body }) => [body["max_tokens"], body["max_completion_tokens"]])).toEqual(
      [
        [400, undefined],
        [undefined, 400],
      ],
    );
    await using google = await aGateway(gemini, script, { budget: { usd: 10 } });
    const generationConfig = { maxOutputTokens: 90_000, max_output_tokens: 300 };
    await google.ask(true, { body: { generationConfig, generation_config: { max_output_tokens: 200 } } });
    expect(google.api.requests[0]!.body["generationConfig"]).toEqual({ maxOutputTokens: 200 });
    expect(google.api.requests[0]!.text).not.toContain("_");
  });

  it.each([
    [chat, { n: 50, best_of: 50 }],
    [openai, { n: 50 }],
    [anthropic, { n: 50 }],
    [gemini, { generationConfig: { candidateCount: 8, maxOutputTokens: 5 } }],
    [gemini, { generation_config: { candidate_count: 8 } }],
  ])("is for one answer: others are not asked for ($0.name, $1)", async (asking, body) => {
    await using world = await aGateway(asking, { type: "text", text: "Hi." });
    await world.ask(true, { body });
    await until(() => world.entries.length === 1);
    expect(world.api.requests[0]!.text).not.toMatch(/"n"|best_of|candidate/i);
    expect(world.entries[0]!.dropped?.join()).toMatch(/n|candidate/);
  });

  it("leaves room for thinking", async () => {
    await using world = await aGateway(anthropic, { type: "text", text: "Hi." }, { budget: { usd: 0.05 } });
    const thinking = { type: "enabled", budget_tokens: 16_000 };
    await world.ask(true, { body: { ...limit(32_000), thinking } });
    const { max_tokens: most, thinking: sent } = world.api.requests[0]!.body as {
      max_tokens: number;
      thinking: { budget_tokens: number };
    };
    expect(most).toBeLessThan(4_000);
    expect(sent.budget_tokens).toBeLessThan(most);
  });

  it("is not set where tokens cost nothing: such servers may allow less", async () => {
    await using world = await aGateway(
      chat,
      { type: "text", text: "Hi." },
      { prices: { "model-a": { input: 0, output: 0 } }, budget: { usd: 0 } },
    );
    expect((await world.ask(true, { body: { max_tokens: undefined } })).status).toBe(200);
    expect(limitIn(world.api.requests[0]!)).toBeUndefined();
  });
});

describe("prompts of one conversation", () => {
  it.each(askings)("set aside what is new in them, once the rest was counted ($name)", async (asking) => {
    const words = "some words ".repeat(10_000);
    const usage = { input: 27_600, output: 10 };
    await using world = await aGateway(
      asking,
      { type: "text", text: "Hi.", usage },
      { budget: { usd: 0.52 } },
    );
    const ask = (said: string) => world.ask(true, { body: { ...limited(asking, 100), ...asking.say(said) } });
    // 110 KB may be as many tokens: $0.42 at the price of writing them to the cache.
    await (await ask(words)).text();
    await until(() => world.entries.length === 1);
    const again = await ask(`${words}and more`);
    expect(again.status).toBe(200);
    await again.text();
    await until(() => world.entries.length === 2);
    // Another conversation as long has to be set aside as a whole, and does not fit any more.
    expect((await ask(`other ${words}`)).ok).toBe(false);
  });
});

describe("an account", () => {
  const claim = (usd: number, maxWaitMs: number, signal = new AbortController().signal) => ({
    choose: (left: number) => (usd <= left ? { usd } : undefined),
    maxWaitMs,
    signal,
  });

  it("serves those who wait in their order, as soon as there is room", async () => {
    const account = createJobAccount({ usd: 1 });
    const first = await account.reserve(claim(0.9, 0));
    const order: string[] = [];
    const large = account.reserve(claim(0.8, 60_000)).finally(() => order.push("large"));
    const small = account.reserve(claim(0.1, 60_000)).finally(() => order.push("small"));
    first?.settle(0.1);
    (await large)?.settle(0);
    (await small)?.settle(0);
    expect(order).toEqual(["large", "small"]);
    expect(account.spentUsd()).toBeCloseTo(0.1, 9);
    expect(account.reservedUsd()).toBe(0);
  });

  it("refuses at once what nothing under way could pay for, and after a while what it could", async () => {
    const account = createJobAccount({ usd: 1 });
    expect(await account.reserve(claim(2, 60_000))).toBeUndefined();
    const first = await account.reserve(claim(0.9, 0));
    expect(await account.reserve(claim(0.5, 20))).toBeUndefined();
    first?.settle(0);
    expect(await account.reserve(claim(0.5, 0))).toBeDefined();
  });

  it("forgets those who go away while they wait", async () => {
    const account = createJobAccount({ usd: 1 });
    const first = await account.reserve(claim(0.9, 0));
    const gone = new AbortController();
    const waiting = account.reserve(claim(0.5, 60_000, gone.signal));
    const after = account.reserve(claim(0.05, 60_000));
    gone.abort();
    expect(await waiting).toBeUndefined();
    expect(await after).toBeDefined();
    first?.settle(0);
    expect(account.reservedUsd()).toBeCloseTo(0.05, 9);
    expect(await account.reserve(claim(0.1, 60_000, AbortSignal.abort()))).toBeUndefined();
  });
});
