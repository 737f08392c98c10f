import { describe, expect, it } from "vitest";
import { aGateway, anthropic, askings, chat, gemini, openai, until } from "./a-gateway.ts";

const answer = { type: "text", text: "Hi." } as const;

describe("what the gateway refuses", () => {
  it.each([
    [anthropic, "POST", "/v1/messages/batches"],
    [anthropic, "POST", "/v1/files"],
    [anthropic, "GET", "/v1/messages"],
    [anthropic, "POST", "/v1/complete"],
    [anthropic, "GET", "/v1/organizations/me"],
    [anthropic, "POST", "/api/event_logging/batch"],
    [anthropic, "POST", "//evil.example/v1/messages"],
    [anthropic, "POST", "/v1/messages/../files"],
    [anthropic, "POST", "/v1/messages%2f"],
    [openai, "GET", "/v1/responses"],
    [openai, "POST", "/v1/files"],
    [openai, "GET", "/v1/responses/resp_1"],
    [openai, "DELETE", "/v1/models/model-a"],
    [openai, "POST", "/v1/embeddings"],
    [gemini, "POST", "/v1beta/cachedContents"],
    [gemini, "POST", "/upload/v1beta/files"],
    [gemini, "POST", "/v1beta/models/model-a:batchGenerateContent"],
    [gemini, "POST", "/v1beta/models/model-a:streamGenerateContent"],
    [gemini, "POST", "/v1beta/models/x%2F..:generateContent"],
    [gemini, "POST", "/v1beta/tunedModels/model-a:generateContent"],
  ])("a path that no engine needs ($1.name, %s %s)", async (asking, method, path) => {
    await using world = await aGateway(asking, answer);
    const body = method === "POST" ? JSON.stringify(asking.body(true)) : undefined;
    const response = await fetch(`${world.gateway.address}${path}`, { method, body });
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ error: { message: expect.stringContaining("this path") } });
    await until(() => world.entries.length === 1);
    expect(world.api.requests).toEqual([]);
    expect(world.entries).toMatchObject([{ outcome: "path-refused", status: 403 }]);
    // Telemetry that cannot leave says nothing about the run.
    expect(world.gateway.outcome()).toEqual({ type: "none" });
  });

  it.each(askings)("another model than allowed, in body or path ($name)", async (asking) => {
    await using world = await aGateway(asking, answer);
    const path = asking.path(true).replace("model-a", "model-b");
    const response = await world.ask(true, { path, body: { model: "model-b" } });
    expect(response.status).toBe(asking.provider.startsWith("openai") ? 400 : 403);
    expect(await response.text()).toContain("model-b");
    await until(() => world.entries.length === 1);
    expect(world.gateway.outcome()).toMatchObject({ type: "model-refused", model: "model-b" });
    expect(world.api.requests).toEqual([]);
  });

  it("a model hidden where only the provider would look", async () => {
    await using world = await aGateway(gemini, answer);
    const path = "/v1beta/models/model-a:countTokens";
    const nested = { generateContentRequest: { model: "models/model-b", contents: [] } };
    expect((await world.ask(true, { path, body: nested })).status).toBe(200);
    expect(world.api.requests[0]!.text).not.toContain("model-b");
    await using go = await aGateway(chat, answer);
    expect((await go.ask(true, { body: { MODEL: "model-b" } })).status).toBe(400);
    const twice = `{"model":"model-b","model":"model-a","messages":[]}`;
    await fetch(`${go.gateway.address}/v1/chat/completions`, { method: "POST", body: twice });
    expect(go.api.requests.map((request) => request.text)).toEqual([
      `{"messages":[],"model":"model-a","max_tokens":32000}`,
    ]);
    expect((await go.ask(true, { body: { model: undefined } })).status).toBe(400);
  });

  it.each([
    [
      anthropic,
      {
        messages: [
          {
            role: "user",
            content: [{ type: "image", source: { type: "url", url: "https://evil.example/?q=1" } }],
          },
        ],
      },
    ],
    [
      anthropic,
      {
        messages: [
          {
            role: "user",
            content: [
              {
                type: "tool_result",
                content: [{ type: "document", source: { type: "url", url: "https://evil.example" } }],
              },
            ],
          },
        ],
      },
    ],
    [
      openai,
      {
        input: [{ role: "user", content: [{ type: "input_image", image_url: "https://evil.example/?q=1" }] }],
      },
    ],
    [
      openai,
      {
        input: [
          {
            type: "function_call_output",
            output: [{ type: "input_file", file_url: "https://evil.example" }],
          },
        ],
      },
    ],
    [
      chat,
      {
        messages: [
          { role: "user", content: [{ type: "image_url", image_url: { url: "https://evil.example" } }] },
        ],
      },
    ],
    [gemini, { contents: [{ parts: [{ fileData: { fileUri: "https://evil.example" } }] }] }],
    [gemini, { system_instruction: { parts: [{ file_data: { file_uri: "https://evil.example" } }] } }],
  ])("a URL that the provider would fetch ($1.name)", async (asking, body) => {
    await using world = await aGateway(asking, answer);
    const response = await world.ask(true, { body });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain("would be fetched by the provider");
    expect(world.api.requests).toEqual([]);
  });

  it("content that is too large, compressed or no JSON", async () => {
    await using world = await aGateway(chat, answer, { maxRequestBytes: 1_000 });
    const post = (body: string | ReadableStream, headers = {}) =>
      fetch(`${world.gateway.address}/v1/chat/completions`, {
        method: "POST",
        body,
        headers,
        duplex: "half",
      } as RequestInit);
    expect((await post("x".repeat(2_000))).status).toBe(413);
    const chunks = new Blob(["x".repeat(4_000)]).stream();
    expect((await post(chunks).catch(() => ({ status: 413 }))).status).toBe(413);
    expect((await post("not json")).status).toBe(400);
    expect((await post("[1]")).status).toBe(400);
    expect((await post("{}", { "content-encoding": "gzip" })).status).toBe(400);
    expect(world.api.requests).toEqual([]);
  });
});
