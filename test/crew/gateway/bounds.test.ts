import { lookup } from "node:dns/promises";
import { describe, expect, it } from "vitest";
import { createGateway } from "../../../crew/gateway/create-gateway.ts";
import type { Reply } from "../../model-api/reply.ts";
import { aGateway, anthropic, type askings, canary, chat, gemini, now, openai, until } from "./a-gateway.ts";

const answer = { type: "text", text: "Hi." } as const;
const day = 24 * 3_600_000;

describe("bodies", () => {
  it("are held to a size each, and all together, in the process that holds the key", async () => {
    await using world = await aGateway(
      anthropic,
      { type: "stall", headers: false },
      { timeouts: { firstByteMs: 3_000 } },
    );
    const large = anthropic.say("x".repeat(11_000_000));
    const statuses = await Promise.all(
      Array.from({ length: 6 }, async () => (await world.ask(true, { body: large })).status),
    );
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(3);
    expect(world.api.requests.length).toBeLessThanOrEqual(3);
    expect((await world.ask(true, { body: anthropic.say("x".repeat(13_000_000)) })).status).toBe(413);
    // What they held is free again.
    world.api.play(answer);
    expect((await world.ask(true, { body: large })).status).toBe(200);
  });

  it("that break off are not held", async () => {
    await using world = await aGateway(anthropic, answer);
    const half = () => new ReadableStream({ start: (to) => to.enqueue(new Uint8Array(9_000_000)) });
    for (let turn = 0; turn < 6; turn += 1) {
      const init = { method: "POST", body: half(), duplex: "half", signal: AbortSignal.timeout(100) };
      await fetch(`${world.gateway.address}/v1/messages`, init as RequestInit).catch(() => undefined);
    }
    expect((await world.ask(true, { body: anthropic.say("x".repeat(9_000_000)) })).status).toBe(200);
  });

  it.each(["[],", "{},", '{"a":1},', "1,"])(
    "of millions of %s do not become millions of values",
    async (piece) => {
      await using world = await aGateway(anthropic, answer);
      const before = process.memoryUsage().rss;
      const body = `{"model":"model-a","messages":[${piece.repeat(10_000_000 / piece.length)}1]}`;
      const response = await fetch(`${world.gateway.address}/v1/messages`, { method: "POST", body });
      expect(response.status).toBe(400);
      expect(await response.text()).toContain("more than 200000 values");
      expect(process.memoryUsage().rss - before).toBeLessThan(250_000_000);
    },
  );
});

describe("a provider's wait", () => {
  const outcomeOf = async (asking: (typeof askings)[number], reply: Reply) => {
    await using world = await aGateway(asking, reply);
    const response = await world.ask();
    await response.text();
    await until(() => world.entries.length === 1);
    return { outcome: world.gateway.outcome(), headers: response.headers };
  };

  it.each([
    ["9460800000", day],
    ["1e15", day],
    ["1e400", day],
    ["Fri, 01 Mar 2326 12:00:00 GMT", day],
    ["-5", undefined],
    ["-1e15", undefined],
    ["Infinity", undefined],
    ["NaN", undefined],
    ["0", 0],
    ["90", 90_000],
  ])("of %s is held to a day", async (wait, ms) => {
    const headers = { "retry-after": wait };
    const { outcome, headers: told } = await outcomeOf(anthropic, { type: "fail", status: 429, headers });
    const until = ms === undefined ? undefined : new Date(now.getTime() + ms).toISOString();
    expect(outcome.type === "rate-limited" && outcome.until).toBe(until);
    expect(Number(told.get("retry-after") ?? 0)).toBeLessThanOrEqual(day / 1000);
  });

  it.each(["9460800000s", "1e15s", "1.2.3s", "-1s", "s"])(
    "of %s is, in Google's words",
    async (retryDelay) => {
      const error = { code: 429, message: "no", status: "RESOURCE_EXHAUSTED", details: [{ retryDelay }] };
      const reply: Reply = { type: "raw", status: 429, chunks: [JSON.stringify({ error })] };
      const { outcome } = await outcomeOf(gemini, reply);
      expect(outcome.type).toBe("rate-limited");
      const until = (outcome.type === "rate-limited" && outcome.until) || now.toISOString();
      expect(Date.parse(until) - now.getTime()).toBeLessThanOrEqual(day);
    },
  );
});

describe("plain http", () => {
  const create = (baseUrl: string) =>
    createGateway({
      ...{ provider: "openai", baseUrl, key: canary, models: ["m"], port: 0, prices: {}, now: () => now },
    });

  it.each([
    "http://metadata",
    "http://metadata.google.internal/v1",
    "http://169.254.169.254/v1",
    "http://10.0.0.7/v1",
    "http://192.168.1.7:11434/v1",
    "http://[fd00::1]/v1",
    "http://[fe80::1]/v1",
    "http://0.0.0.0/v1",
    "http://2130706433/v1",
    "http://0x7f.1/v1",
    "http://127.1/v1",
    "http://localhost.evil.example/v1",
    "http://127.0.0.1.evil.example/v1",
  ])("does not leave this machine: %s", async (baseUrl) => {
    await expect(create(baseUrl)).rejects.toMatchObject({ code: "gateway" });
  });

  it("goes by what a name stands for, not by how it looks", async () => {
    const name = "localhost.evil.localhost";
    const found = await lookup(name).catch(() => undefined);
    const attempt = create(`http://${name}/v1`);
    if (!found?.address.startsWith("127.")) await expect(attempt).rejects.toMatchObject({ code: "gateway" });
    else await (await attempt).stop();
  });

  it.each(["http://127.0.0.1:9/v1", "http://127.8.8.8/v1", "http://localhost:11434/v1", "http://[::1]:9/v1"])(
    "stays on it: %s",
    async (baseUrl) => {
      const gateway = await create(baseUrl);
      await gateway.stop();
    },
  );
});

describe("requests that nobody may send twice", () => {
  it.each([openai, chat])("are billed when the provider hangs up on them ($name)", async (asking) => {
    let asked = 0;
    const script = (): Reply => {
      asked += 1;
      if (asked === 1) return answer;
      throw new Error("The provider hangs up.");
    };
    await using world = await aGateway(asking, script, { budget: { usd: 2 } });
    await (await world.ask()).text();
    await world.ask().then(
      (response) => response.text(),
      () => undefined,
    );
    await until(() => world.entries.length === 2);
    expect(asked).toBe(2);
    expect(world.entries[1]!.usd).toBeGreaterThan(0.015);
  });
});
