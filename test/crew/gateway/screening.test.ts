import { describe, expect, it } from "vitest";
import { aGateway, anthropic, askings, chat, gemini, openai, until } from "./a-gateway.ts";

const answer = { type: "text", text: "Hi." } as const;

describe("what the gateway takes out of a request", () => {
  const local = { type: "function", name: "edit", parameters: {} };
  it.each([
    [
      anthropic,
      {
        tools: [
          { name: "edit", input_schema: {} },
          { type: "bash_20250124", name: "bash" },
          { type: "web_fetch_20250910", name: "web_fetch" },
        ],
        mcp_servers: [{ type: "url", url: "https://evil.example" }],
        service_tier: "auto",
      },
      ["web_fetch_20250910", "mcp_servers", "service_tier"],
      [
        { name: "edit", input_schema: {} },
        { type: "bash_20250124", name: "bash" },
      ],
    ],
    [
      openai,
      {
        tools: [
          local,
          { type: "web_search" },
          { type: "mcp", server_url: "https://evil.example" },
          { type: "namespace", name: "n", tools: [local, { type: "code_interpreter" }] },
        ],
        background: true,
      },
      ["web_search", "mcp", "code_interpreter", "background"],
      [local, { type: "namespace", name: "n", tools: [local] }],
    ],
    [
      chat,
      {
        tools: [{ type: "function", function: { name: "edit" } }],
        web_search_options: {},
        service_tier: "priority",
      },
      ["web_search_options", "service_tier"],
      [{ type: "function", function: { name: "edit" } }],
    ],
    [
      gemini,
      { tools: [{ functionDeclarations: [{ name: "edit" }], url_context: {} }, { googleSearch: {} }] },
      ["url_context", "googleSearch"],
      [{ functionDeclarations: [{ name: "edit" }] }],
    ],
  ])(
    "tools that run at the provider and reach the internet ($1.name)",
    async (asking, body, dropped, tools) => {
      await using world = await aGateway(asking, answer);
      expect((await world.ask(true, { body })).status).toBe(200);
      await until(() => world.entries.length === 1);
      expect(world.entries[0]!.dropped).toEqual(dropped);
      const sent = world.api.requests[0]!.body;
      expect(sent["tools"]).toEqual(tools);
      expect(JSON.stringify(sent)).not.toContain("evil.example");
      expect(sent).not.toHaveProperty("service_tier");
    },
  );

  it("such tools also where newer models are given theirs, in the input", async () => {
    await using world = await aGateway(openai, answer);
    const input = [
      {
        type: "additional_tools",
        tools: [local, { type: "web_search" }, { type: "mcp", server_url: "https://evil.example" }],
      },
      { role: "user", content: "hi" },
    ];
    await world.ask(true, { body: { input } });
    await until(() => world.entries.length === 1);
    expect(world.entries[0]!.dropped).toEqual(["web_search", "mcp"]);
    expect(JSON.stringify(world.api.requests[0]!.body)).not.toMatch(/web_search|evil\.example/);
  });

  it.each([
    [anthropic, "/v1/messages/count_tokens", { input_tokens: 100 }],
    [gemini, "/v1beta/models/model-a:countTokens", { totalTokens: 100 }],
  ])("no money for counting ($1.name)", async (asking, path, body) => {
    await using world = await aGateway(asking, answer);
    expect(await (await world.ask(true, { path })).json()).toMatchObject(body);
    expect(world.gateway.usage()).toMatchObject({ requests: 0, usd: 0 });
  });

  it.each(askings)("no list of models ($name)", async (asking) => {
    await using world = await aGateway(asking, answer);
    const path = asking === gemini ? "/v1beta/models" : "/v1/models";
    const response = await fetch(`${world.gateway.address}${path}`, { headers: asking.auth });
    expect(await response.text()).toContain("model-a");
  });
});
