import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import type { GatewayOptions } from "../../../crew/gateway/gateway.ts";
import type { Reply } from "../../model-api/reply.ts";
import { aGateway, anthropic, askings, chat, gemini, now, openai, until } from "./a-gateway.ts";

const inSeconds = (seconds: number) => new Date(now.getTime() + seconds * 1000).toISOString();

describe.each(askings)("what goes wrong with $name", (asking) => {
  const askAfter = async (reply: Reply, more: Partial<GatewayOptions> = {}) => {
    const world = await aGateway(asking, reply, more);
    const response = await world.ask().catch(() => undefined);
    const text = await response?.text().catch(() => "broken");
    await until(() => world.entries.length === 1);
    await world.gateway.stop();
    await world.api.close();
    return { outcome: world.gateway.outcome(), usage: world.gateway.usage(), response, text, world };
  };

  it.each([
    [401, "auth"],
    [403, "auth"],
    [429, "rate-limited"],
    [500, "server-error"],
    [503, "overloaded"],
    [529, "overloaded"],
    [404, "invalid-request"],
  ])("calls a %s %s, costs nothing and passes the status on", async (status, type) => {
    const { outcome, usage, response, text } = await askAfter({ type: "fail", status });
    expect(outcome).toMatchObject({ type });
    expect(usage).toMatchObject({ input: 0, output: 0, usd: 0 });
    expect(response!.status).toBe(status);
    expect(JSON.parse(text!)).toMatchObject({ error: { message: expect.any(String) } });
  });

  it("knows until when it is rate-limited, and tells the engine", async () => {
    const { outcome, response, text } = await askAfter({ type: "fail", status: 429, retryAfter: 37 });
    expect(outcome).toMatchObject({ type: "rate-limited", until: inSeconds(37) });
    if (asking === gemini) expect(text).toContain('"retryDelay":"37s"');
    else expect(response!.headers.get("retry-after")).toBe("37");
  });

  it.each([
    [429, "rate-limited"],
    [500, "server-error"],
    [503, "overloaded"],
  ])("finds a %s inside a stream that began well", async (status, type) => {
    const reply: Reply = {
      type: "fail-inside",
      status: asking === anthropic && status === 503 ? 529 : status,
    };
    expect((await askAfter(reply)).outcome).toMatchObject({ type });
  });

  it("tells a silent provider from a silent stream", async () => {
    const timeouts = { firstByteMs: 150, idleMs: 150 };
    const silent = await askAfter({ type: "stall", headers: false }, { timeouts });
    expect(silent.outcome).toMatchObject({ type: "stalled", phase: "first-byte" });
    expect(silent.response!.status).toBe(502);
    const stream = await askAfter({ type: "stall", events: 4 }, { timeouts });
    expect(stream.outcome).toMatchObject({ type: "stalled", phase: "idle" });
    expect(stream.text).toBe("broken");
    expect(stream.usage.input).toBeGreaterThan(0);
  });

  it("sees a cut stream, breaks off too, and bills what came", async () => {
    const { outcome, text, usage, world } = await askAfter({ type: "cut", events: 6 });
    expect(outcome).toMatchObject({ type: "cut" });
    expect(text).toBe("broken");
    expect(usage.output).toBeGreaterThan(0);
    expect(world.entries[0]).toMatchObject({ estimated: true });
  });

  it("lets nonsense pass as nonsense and bills an estimate", async () => {
    const { response, usage, world } = await askAfter({ type: "malformed" });
    expect(response!.status).toBe(200);
    expect(usage.input).toBeGreaterThan(0);
    expect(world.entries[0]).toMatchObject({ estimated: true });
  });
});

describe("failures of single providers", () => {
  const outcomeOf = async (asking: (typeof askings)[number], reply: Reply) => {
    await using world = await aGateway(asking, reply);
    await (await world.ask()).text();
    await until(() => world.entries.length === 1);
    return world.gateway.outcome();
  };

  it("calls an empty account billing, not a bad request or a rate limit", async () => {
    const empty = "Your credit balance is too low to access the Anthropic API.";
    const anthropics: Reply = { type: "fail", status: 400, message: empty };
    expect(await outcomeOf(anthropic, anthropics)).toMatchObject({ type: "billing" });
    const body = {
      error: {
        message: "You exceeded your current quota",
        type: "insufficient_quota",
        code: "insufficient_quota",
      },
    };
    const openais: Reply = { type: "raw", status: 429, chunks: [JSON.stringify(body)] };
    expect(await outcomeOf(openai, openais)).toMatchObject({ type: "billing" });
  });

  it("knows Google's 400 for a bad key", async () => {
    expect(await outcomeOf(gemini, { type: "fail", status: 400 })).toMatchObject({ type: "auth" });
  });

  it.each([
    ["a date", { "retry-after": "Sun, 01 Mar 2026 12:01:00 GMT" }, inSeconds(60)],
    ["milliseconds", { "retry-after-ms": "1500" }, inSeconds(1.5)],
    ["a reset", { "anthropic-ratelimit-requests-reset": "2026-03-01T12:05:00Z" }, inSeconds(300)],
    ["nothing", {}, undefined],
  ])("reads %s as the time to wait", async (_, headers, until) => {
    const outcome = await outcomeOf(anthropic, { type: "fail", status: 429, headers });
    expect(outcome.type === "rate-limited" && outcome.until).toBe(until);
  });

  it("forgets a failure when the next answer is good", async () => {
    await using world = await aGateway(anthropic, [
      { type: "fail", status: 529 },
      { type: "text", text: "Hi." },
    ]);
    await (await world.ask()).text();
    expect(world.gateway.outcome()).toMatchObject({ type: "overloaded" });
    await (await world.ask()).text();
    await until(() => world.entries.length === 2);
    expect(world.gateway.outcome()).toEqual({ type: "ok" });
  });

  it("follows no redirect", async () => {
    const seen: string[] = [];
    const other = createServer((request, response) => {
      seen.push(request.url!);
      response.end();
    });
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const location = `http://127.0.0.1:${(other.address() as AddressInfo).port}/v1/chat/completions`;
    const raw: Reply = { type: "raw", status: 307, headers: { location }, chunks: [] };
    await using world = await aGateway(chat, raw);
    const response = await world.ask();
    expect(response.status).toBe(502);
    expect(await response.text()).toContain("redirect");
    expect(world.gateway.outcome()).toMatchObject({ type: "unreachable", code: "HTTP_307" });
    expect(seen).toEqual([]);
    other.close();
  });

  it("says when nobody is there", async () => {
    await using world = await aGateway(
      openai,
      { type: "text", text: "" },
      { baseUrl: "http://127.0.0.1:9/v1" },
    );
    const response = await world.ask();
    expect(response.status).toBe(502);
    await until(() => world.entries.length === 1);
    expect(world.gateway.outcome()).toMatchObject({ type: "unreachable", code: "ECONNREFUSED" });
  });
});
