import { describe, expect, it } from "vitest";
import { aGateway, anthropic, type askings, chat, gemini, openai, until } from "./a-gateway.ts";

type Form = [name: string, asking: (typeof askings)[number], body: object];

const url = "https://evil.example/?q=secret";
const answer = { type: "text", text: "Hi." } as const;
const png = "iVBORw0KGgo=";
const said = (content: unknown) => ({ messages: [{ role: "user", content }] });
const given = (content: unknown) => ({ input: [{ role: "user", content }] });
const parts = (...all: unknown[]) => ({ contents: [{ role: "user", parts: all }] });
const source = { type: "url", url };
const inline = (data: object) => ({ inlineData: { mimeType: "video/mp4", data: "AAAA" }, ...data });

/** Each would reach the web, other models or things stored at the provider, or cost what nobody can tell before. */
const forms: Form[] = [
  ["an image by address", anthropic, said([{ type: "image", source }])],
  ["one block where a list is usual", anthropic, said({ type: "image", source })],
  [
    "one message where a list is usual",
    anthropic,
    { messages: { role: "user", content: [{ type: "image", source }] } },
  ],
  ["a document by address", anthropic, said([{ type: "document", source }])],
  [
    "a document in a result",
    anthropic,
    said([{ type: "tool_result", content: { type: "document", source } }]),
  ],
  [
    "a document within a document",
    anthropic,
    said([{ type: "document", source: { type: "content", content: [{ type: "image", source }] } }]),
  ],
  ["an image in the system prompt", anthropic, { system: [{ type: "image", source }] }],
  ["a stored file", anthropic, said([{ type: "image", source: { type: "file", file_id: "evil.example" } }])],
  ["a stored file to a container", anthropic, said([{ type: "container_upload", file_id: "evil.example" }])],
  ["a container", anthropic, { container: { id: "evil.example", skills: [{ skill_id: "evil.example" }] } }],
  ["types in capitals", anthropic, said([{ type: "IMAGE", source }])],
  ["names in capitals", anthropic, said([{ type: "image", Source: source }])],
  ["a remote MCP server", anthropic, { mcp_servers: [{ type: "url", url }] }],
  ["one MCP server where a list is usual", anthropic, { mcp_servers: { type: "url", url } }],
  ["an MCP toolset", anthropic, { tools: [{ type: "mcp_toolset", mcp_server_name: "evil.example" }] }],
  [
    "one tool where a list is usual",
    anthropic,
    { tools: { type: "web_fetch_20250910", name: "evil.example" } },
  ],
  [
    "a tool like one of the CLI's",
    anthropic,
    { tools: [{ type: "bash_code_execution_20250825", name: "evil.example" }] },
  ],
  ["results of a search", anthropic, said([{ type: "web_search_tool_result", content: [{ url }] }])],
  ["a fallback", anthropic, { fallbacks: [{ model: "evil.example" }], models: ["evil.example"] }],
  [
    "an hour in the cache",
    anthropic,
    said([{ type: "text", text: "hi", cache_control: { type: "ephemeral", ttl: "evil.example" } }]),
  ],

  ["an image by address", chat, said([{ type: "image_url", image_url: { url } }])],
  ["an image by a bare address", chat, said([{ type: "image_url", image_url: url }])],
  [
    "an image of another scheme",
    chat,
    said([{ type: "image_url", image_url: { url: "file:///etc/evil.example" } }]),
  ],
  [
    "an address after a look-alike",
    chat,
    said([{ type: "image_url", image_url: { url: `data:text/html,${url}` } }]),
  ],
  ["one part where a list is usual", chat, said({ type: "image_url", image_url: { url } })],
  ["an image without its type", chat, said([{ image_url: { url } }])],
  ["a film", chat, said([{ type: "video_url", video_url: { url } }])],
  ["sound", chat, said([{ type: "audio_url", audio_url: { url } }])],
  [
    "sound as data",
    chat,
    said([{ type: "input_audio", input_audio: { data: "evil.example", format: "wav" } }]),
  ],
  ["a file by address", chat, said([{ type: "file", file: { file_url: url, file_data: url } }])],
  ["a stored file", chat, said([{ type: "file", file: { file_id: "evil.example" } }])],
  [
    "an image in an answer",
    chat,
    {
      messages: [
        { role: "assistant", content: null, audio: { id: "evil.example" }, images: [{ image_url: { url } }] },
      ],
    },
  ],
  ["other models", chat, { models: ["evil.example"], route: "fallback", fallbacks: ["evil.example"] }],
  [
    "another provider",
    chat,
    { provider: { order: ["evil.example"] }, api_base: url, base_url: url, api_key: "evil.example" },
  ],
  ["hidden in extra_body", chat, { extra_body: { api_base: url }, litellm_params: { api_base: url } }],
  [
    "search at the provider",
    chat,
    { web_search_options: { q: url }, plugins: [{ id: "web", q: url }], search_parameters: { q: url } },
  ],
  [
    "a hosted tool",
    chat,
    {
      tools: [
        { type: "web_search", q: url },
        { type: "mcp", server_url: url },
      ],
    },
  ],
  [
    "old names for tools",
    chat,
    { functions: [{ name: "evil.example" }], function_call: { name: "evil.example" } },
  ],
  ["a prediction that is paid", chat, { prediction: { type: "content", content: "evil.example" } }],
  ["sound as an answer", chat, { modalities: ["evil.example"], audio: { voice: "evil.example" } }],
  [
    "a schema elsewhere",
    chat,
    { tools: [{ type: "function", function: { name: "a", parameters: { $ref: url } } }] },
  ],

  ["an image by address", openai, given([{ type: "input_image", image_url: url }])],
  ["an image by an object", openai, given([{ type: "input_image", image_url: { url } }])],
  ["one part where a list is usual", openai, given({ type: "input_image", image_url: url })],
  [
    "one item where a list is usual",
    openai,
    { input: { role: "user", content: [{ type: "input_image", image_url: url }] } },
  ],
  ["a file by address", openai, given([{ type: "input_file", file_url: url }])],
  ["a stored file", openai, given([{ type: "input_file", file_id: "evil.example" }])],
  ["a stored image", openai, given([{ type: "input_image", file_id: "evil.example" }])],
  [
    "a file in a result",
    openai,
    {
      input: [
        { type: "custom_tool_call_output", call_id: "1", output: { type: "input_file", file_url: url } },
      ],
    },
  ],
  [
    "a screenshot by address",
    openai,
    { input: [{ type: "computer_call_output", output: { type: "computer_screenshot", image_url: url } }] },
  ],
  ["a stored item", openai, { input: [{ type: "item_reference", id: "evil.example" }] }],
  ["a stored item without its type", openai, { input: [{ id: "evil.example" }] }],
  ["an earlier answer", openai, { previous_response_id: "evil.example" }],
  ["a stored conversation", openai, { conversation: { id: "evil.example" } }],
  ["a stored prompt", openai, { prompt: { id: "evil.example", variables: { a: url } } }],
  ["an MCP server", openai, { tools: [{ type: "mcp", server_url: url, connector_id: "evil.example" }] }],
  ["one tool where a list is usual", openai, { tools: { type: "mcp", server_url: url } }],
  [
    "a hosted tool two levels down",
    openai,
    {
      tools: [
        {
          type: "namespace",
          name: "n",
          tools: [{ type: "namespace", tools: [{ type: "mcp", server_url: url }] }],
        },
      ],
    },
  ],
  [
    "tools among the input",
    openai,
    { input: [{ type: "additional_tools", role: "developer", tools: { type: "mcp", server_url: url } }] },
  ],
  ["the choice of a hosted tool", openai, { tool_choice: { type: "mcp", server_label: "evil.example" } }],
  [
    "an address on a local tool",
    openai,
    { tools: [{ type: "function", name: "a", parameters: {}, server_url: url }] },
  ],
  [
    "names in capitals",
    openai,
    { TOOLS: [{ type: "mcp", server_url: url }], Previous_Response_Id: "evil.example" },
  ],

  ["a file by address", gemini, parts({ fileData: { fileUri: url } })],
  ["the same in snake case", gemini, parts({ file_data: { file_uri: url } })],
  ["the same in capitals", gemini, parts({ FILE_DATA: { file_uri: url } })],
  [
    "one part where a list is usual",
    gemini,
    { contents: [{ role: "user", parts: { fileData: { fileUri: url } } }] },
  ],
  [
    "one content where a list is usual",
    gemini,
    { contents: { role: "user", parts: [{ fileData: { fileUri: url } }] } },
  ],
  ["a file in the instructions", gemini, { systemInstruction: { parts: [{ fileData: { fileUri: url } }] } }],
  [
    "a file in a result",
    gemini,
    parts({ functionResponse: { name: "a", response: {}, parts: [{ file_data: { file_uri: url } }] } }),
  ],
  ["a film as data", gemini, parts(inline({ videoMetadata: { fps: 24, note: url } }))],
  ["a stored cache", gemini, { cachedContent: "cachedContents/evil.example" }],
  ["a stored cache in snake case", gemini, { cached_content: "cachedContents/evil.example" }],
  ["one tool where a list is usual", gemini, { tools: { url_context: { a: url } } }],
  [
    "tools at Google",
    gemini,
    {
      tools: [
        { googleSearch: { a: url } },
        { code_execution: { a: url } },
        { mcpServers: [{ url }] },
        { fileSearch: { a: url } },
      ],
    },
  ],
  [
    "another model",
    gemini,
    { model: "models/evil.example", generateContentRequest: { model: "models/evil.example" } },
  ],
  [
    "pictures as an answer",
    gemini,
    { generationConfig: { responseModalities: ["evil.example"], imageConfig: { a: url } } },
  ],
];

describe("a request is rebuilt from what engines need", () => {
  it.each(forms)("$0 does not pass ($1.name)", async (_, asking, body) => {
    await using world = await aGateway(asking, answer);
    const response = await world.ask(true, { body });
    expect([200, 400]).toContain(response.status);
    expect(world.api.requests.length).toBe(response.status === 200 ? 1 : 0);
    const sent = world.api.requests.map(({ text, path, query }) => text + path + query).join();
    expect(sent).not.toMatch(/evil|https?:|AAAA/);
    await until(() => world.entries.length === 1);
    if (response.status === 200) expect(world.entries[0]?.dropped ?? []).not.toEqual([]);
  });

  it.each([
    [anthropic, said([{ type: "image", source: { type: "base64", media_type: "image/png", data: png } }])],
    [openai, given([{ type: "input_image", image_url: `data:image/png;base64,${png}`, detail: "high" }])],
    [chat, said([{ type: "image_url", image_url: { url: `data:image/png;base64,${png}` } }])],
    [gemini, parts({ inlineData: { mimeType: "image/png", data: png } })],
  ])("images with their content pass ($0.name)", async (asking, body) => {
    await using world = await aGateway(asking, answer);
    expect((await world.ask(true, { body })).status).toBe(200);
    expect(world.api.requests[0]!.body).toMatchObject(body);
  });

  it("a picture is not paid by its bytes, and the same bytes as text are", async () => {
    const large = "A".repeat(1_000_000);
    const picture = { type: "image", source: { type: "base64", media_type: "image/png", data: large } };
    await using world = await aGateway(anthropic, answer, { budget: { usd: 0.1 } });
    expect((await world.ask(true, { body: said([picture]) })).status).toBe(200);
    expect((await world.ask(true, { body: said([picture, { type: "text", text: large }]) })).status).toBe(
      403,
    );
    const many = Array.from({ length: 20 }, () => ({ ...picture, source: { ...picture.source, data: png } }));
    expect((await world.ask(true, { body: said(many) })).status).toBe(403);
  });

  it("a document that cannot pass leaves a word in its place, so that the work can go on", async () => {
    const source = { type: "base64", media_type: "application/pdf", data: "AAAA" };
    await using world = await aGateway(anthropic, answer);
    const body = said([{ type: "tool_result", tool_use_id: "t", content: [{ type: "document", source }] }]);
    expect((await world.ask(true, { body })).status).toBe(200);
    expect(world.api.requests[0]!.text).toMatch(/Only text and images reach the model/);
    expect(world.api.requests[0]!.text).not.toContain("AAAA");
  });

  it("nesting without end is refused, and names of the prototype are only names", async () => {
    await using world = await aGateway(anthropic, answer);
    const deep = `{"model":"model-a","messages":[{"role":"user","content":[{"type":"tool_use","id":"a","name":"b","input":${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}}]}]}`;
    const ask = (body: string) => fetch(`${world.gateway.address}/v1/messages`, { method: "POST", body });
    expect((await ask(deep)).status).toBe(400);
    const odd = `{"model":"model-a","__proto__":{"stream":true},"messages":[{"role":"user","content":"a","constructor":1}]}`;
    expect((await ask(odd)).status).toBe(200);
    expect(world.api.requests[0]!.text).toBe(
      `{"messages":[{"role":"user","content":"a"}],"model":"model-a","max_tokens":32000}`,
    );
  });
});
