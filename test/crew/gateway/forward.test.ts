import { mkdtempSync, rmSync, statSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Reply } from "../../model-api/reply.ts";
import {
  aGateway,
  anthropic,
  askings,
  canary,
  chat,
  gemini,
  openai,
  placeholder,
  until,
} from "./a-gateway.ts";

const said = "Grüße aus dem Modell: 🦊 done.";
const usage = { input: 1_200, output: 340, cached: 700, cacheWrite: 0, thinking: 90 };
const usd = (500 * 3 + 700 * 0.3 + 340 * 15) / 1e6;

describe.each(askings)("$name through the gateway", (asking) => {
  it.each([true, false])("answers as the provider does and counts it (streaming: %s)", async (stream) => {
    const reply: Reply = { type: "text", text: said, thinking: "Hmm.", usage };
    await using world = await aGateway(asking, reply);
    const response = await world.ask(stream);
    const text = await response.text();
    expect(response.status).toBe(200);
    if (!stream) expect(text).toContain(said);
    expect(response.headers.get("content-type")).toContain(stream ? "text/event-stream" : "application/json");
    await until(() => world.entries.length === 1);
    const spent = { requests: 1, ...usage, usd: expect.closeTo(usd, 10) };
    expect(world.gateway.usage()).toEqual({ ...spent, byModel: { "model-a": spent } });
    expect(world.gateway.waitedMs()).toBeGreaterThan(0);
    expect(world.gateway.outcome()).toEqual({ type: "ok" });
    expect(JSON.parse(world.log())).toMatchObject({ outcome: "ok", model: "model-a", ...usage });
  });

  it("passes the very bytes of a stream on", async () => {
    await using world = await aGateway(asking, { type: "text", text: said.repeat(20) });
    const direct = await fetch(`${world.api.url}${asking.path(true)}`, {
      method: "POST",
      body: JSON.stringify({ ...asking.body(true), stream_options: { include_usage: true } }),
    });
    world.api.play({ type: "text", text: said.repeat(20) });
    expect(await (await world.ask()).text()).toBe(await direct.text());
  });

  it("shows its key to the provider and the placeholder to nobody", async () => {
    await using world = await aGateway(asking, { type: "text", text: "Hi." });
    const path = `${asking.path(true)}${asking.path(true).includes("?") ? "&" : "?"}key=${placeholder}`;
    const response = await world.ask(true, { path });
    const seen = JSON.stringify([[...response.headers], await response.text()]);
    const [sent] = world.api.requests;
    expect(JSON.stringify(sent!.headers)).toContain(canary);
    expect(JSON.stringify(sent)).not.toContain(placeholder);
    expect(seen).not.toContain(canary);
  });

  it("streams without waiting for the end", async () => {
    await using world = await aGateway(asking, { type: "text", text: said, pace: { everyMs: 60 } });
    const response = await world.ask();
    const reader = response.body!.getReader();
    await reader.read();
    expect(world.entries).toEqual([]);
    while (!(await reader.read()).done);
    await until(() => world.entries.length === 1);
    expect(world.entries[0]!.ms - world.entries[0]!.firstByteMs!).toBeGreaterThan(100);
  });

  it("ends the provider's work when the engine goes away, and bills what was written", async () => {
    await using world = await aGateway(asking, {
      type: "text",
      text: said.repeat(50),
      pace: { everyMs: 20 },
    });
    const gone = new AbortController();
    const response = await world.ask(true, { signal: gone.signal });
    const reader = response.body!.getReader();
    for (let reads = 0; reads < 12; reads += 1) await reader.read();
    gone.abort();
    await until(() => world.api.requests[0]!.aborted && world.entries.length === 1);
    expect(world.api.requests[0]!.aborted).toBe(true);
    expect(world.entries[0]).toMatchObject({ outcome: "client-gone", estimated: true });
    expect(world.gateway.usage().output).toBeGreaterThan(0);
  });

  it("serves many at once and mixes nothing up", async () => {
    const script = ({ turn }: { turn: number }): Reply => ({
      ...{ type: "text", text: `answer ${turn} `.repeat(30), pace: { everyMs: 1, characters: 10 } },
      usage: { input: 1_000, output: 10 },
    });
    await using world = await aGateway(asking, script);
    const texts = await Promise.all(
      Array.from({ length: 30 }, async (_, index) => (await world.ask(index % 2 === 0)).text()),
    );
    expect(new Set(texts).size).toBe(30);
    await until(() => world.entries.length === 30);
    expect(world.gateway.usage()).toMatchObject({ requests: 30, input: 30_000, output: 300 });
  });
});

describe("the gateway", () => {
  it("asks for the count that a chat stream would leave out", async () => {
    await using world = await aGateway(chat, { type: "text", text: "Hi.", usage });
    await (await world.ask()).text();
    expect(world.api.requests[0]!.body["stream_options"]).toEqual({ include_usage: true });
  });

  it("counts tokens written to a cache", async () => {
    const written = { input: 900, output: 10, cached: 100, cacheWrite: 600 };
    await using world = await aGateway(anthropic, { type: "text", text: "Hi.", usage: written });
    await (await world.ask()).text();
    await until(() => world.entries.length === 1);
    const cost = (200 * 3 + 100 * 0.3 + 600 * 3.75 + 10 * 15) / 1e6;
    expect(world.gateway.usage()).toMatchObject({ ...written, usd: expect.closeTo(cost, 10) });
  });

  it("listens on a socket that a sandbox's user may open", async () => {
    const folder = mkdtempSync(join(tmpdir(), "gsd-socket-"));
    const socket = join(folder, "gw.sock");
    {
      await using world = await aGateway(
        anthropic,
        { type: "text", text: "Hi." },
        { port: undefined, socket },
      );
      expect(world.gateway.address).toBe(socket);
      expect(statSync(socket).mode & 0o777).toBe(0o666);
      const status = await new Promise((resolve) => {
        const headers = { "content-type": "application/json" };
        const sent = request(
          { socketPath: socket, path: "/v1/messages", method: "POST", headers },
          (answer) => {
            answer.resume();
            answer.on("end", () => resolve(answer.statusCode));
          },
        );
        sent.end(JSON.stringify(anthropic.body(true)));
      });
      expect(status).toBe(200);
    }
    rmSync(folder, { recursive: true });
  });

  it.each([
    [openai, "/proxy/openai/v1", "/proxy/openai/v1/responses"],
    [chat, "/api/paas/v4/", "/api/paas/v4/chat/completions"],
    [chat, "", "/v1/chat/completions"],
    [anthropic, "/anthropic", "/anthropic/v1/messages"],
    [anthropic, "/v1", "/v1/messages"],
    [gemini, "/google/v1beta", "/google/v1beta/models/model-a:streamGenerateContent"],
  ])("keeps the path of a base URL ($1.name, %s)", async (asking, base, path) => {
    await using other = await aGateway(asking, { type: "text", text: "Hi." });
    await using world = await aGateway(
      asking,
      { type: "text", text: "Hi." },
      { baseUrl: other.api.url + base },
    );
    await (await world.ask()).text();
    expect(other.api.requests.map((sent) => sent.path)).toEqual([path]);
  });

  it("ends everything under way when it is stopped", async () => {
    await using world = await aGateway(anthropic, { type: "stall", events: 3 });
    const response = await world.ask();
    const body = response.text().catch(() => "broken");
    await world.gateway.stop();
    expect(await body).toBe("broken");
    await until(() => world.api.requests[0]!.aborted);
    expect(world.api.requests[0]!.aborted).toBe(true);
    expect(world.entries).toHaveLength(1);
  });
});
