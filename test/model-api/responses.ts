import { type Part, type Rendered, type ReplyUsage, type Scene, sse } from "./reply.ts";

type Item = Record<string, unknown> & { id: string };

/** OpenAI Responses: https://platform.openai.com/docs/api-reference/responses-streaming */
export function renderResponses(scene: Scene): Rendered {
  const { parts, usage, pieces } = scene;
  const items = parts.map((part, index) => itemOf(part, `${scene.turn}_${index}`));
  const open = responseOf(scene, { status: "in_progress", output: [], usage: null });
  const done = responseOf(scene, { status: "completed", output: items, usage: usageFields(usage) });
  const events: object[] = [
    { type: "response.created", response: open },
    { type: "response.in_progress", response: open },
  ];
  for (const [output_index, part] of parts.entries()) {
    const item = items[output_index]!;
    events.push(
      { type: "response.output_item.added", output_index, item: openItem(item) },
      ...deltasOf(part, { output_index, item_id: item.id, pieces }),
      { type: "response.output_item.done", output_index, item },
    );
  }
  events.push({ type: "response.completed", response: done });
  return { body: done, events: numbered(events) };
}

function numbered(events: object[]): string[] {
  return events.map((event, sequence_number) =>
    sse({ ...event, sequence_number }, (event as { type: string }).type),
  );
}

function responseOf({ model, turn, request }: Scene, more: object) {
  const given = (name: string, otherwise: unknown) => request[name] ?? otherwise;
  return {
    id: `resp_0${turn}`,
    ...{ object: "response", created_at: 1_750_000_000, model, error: null, incomplete_details: null },
    ...{ instructions: given("instructions", null), metadata: {}, parallel_tool_calls: true, store: false },
    ...{ temperature: 1, top_p: 1, tool_choice: given("tool_choice", "auto"), tools: given("tools", []) },
    ...{ max_output_tokens: given("max_output_tokens", null), reasoning: given("reasoning", null) },
    ...more,
  };
}

function usageFields({ input, output, cached, cacheWrite, thinking }: ReplyUsage) {
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: cached, cache_write_tokens: cacheWrite },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: thinking },
    total_tokens: input + output,
  };
}

function itemOf(part: Part, id: string): Item {
  if (part.type === "text") {
    const content = [{ type: "output_text", text: part.text, annotations: [], logprobs: [] }];
    return { id: `msg_${id}`, type: "message", status: "completed", role: "assistant", content };
  }
  if (part.type === "thinking") {
    const summary = [{ type: "summary_text", text: part.text }];
    return { id: `rs_${id}`, type: "reasoning", summary, encrypted_content: null };
  }
  const { name, args, input, namespace } = part.call;
  const common = {
    call_id: `call_${part.id}`,
    name,
    status: "completed",
    ...(namespace ? { namespace } : {}),
  };
  if (input !== undefined) return { id: `ctc_${id}`, type: "custom_tool_call", input, ...common };
  return { id: `fc_${id}`, type: "function_call", arguments: JSON.stringify(args ?? {}), ...common };
}

function openItem(item: Item): Item {
  if (item["type"] === "message") return { ...item, status: "in_progress", content: [] };
  if (item["type"] === "reasoning") return { ...item, summary: [] };
  if (item["type"] === "function_call") return { ...item, status: "in_progress", arguments: "" };
  return { ...item, status: "in_progress", input: "" };
}

interface Place {
  output_index: number;
  item_id: string;
  pieces: Scene["pieces"];
}

function deltasOf(part: Part, { output_index, item_id, pieces }: Place): object[] {
  const at = { item_id, output_index };
  if (part.type === "text") {
    const text = { ...at, content_index: 0 };
    const empty = { type: "output_text", text: "", annotations: [], logprobs: [] };
    return [
      { type: "response.content_part.added", ...text, part: empty },
      ...pieces(part.text).map((delta) => ({
        ...{ type: "response.output_text.delta", ...text, delta, logprobs: [] },
      })),
      { type: "response.output_text.done", ...text, text: part.text, logprobs: [] },
      { type: "response.content_part.done", ...text, part: { ...empty, text: part.text } },
    ];
  }
  if (part.type === "thinking") {
    const place = { ...at, summary_index: 0 };
    const summary = (text: string) => ({ type: "summary_text", text });
    const name = "response.reasoning_summary";
    return [
      { type: `${name}_part.added`, ...place, part: summary("") },
      ...pieces(part.text).map((delta) => ({ type: `${name}_text.delta`, ...place, delta })),
      { type: `${name}_text.done`, ...place, text: part.text },
      { type: `${name}_part.done`, ...place, part: summary(part.text) },
    ];
  }
  return callDeltas(part, { output_index, item_id, pieces });
}

function callDeltas(part: Part & { type: "call" }, { output_index, item_id, pieces }: Place): object[] {
  const at = { item_id, output_index };
  const { name, args, input } = part.call;
  if (input !== undefined) {
    return [
      ...pieces(input).map((delta) => ({ type: "response.custom_tool_call_input.delta", ...at, delta })),
      { type: "response.custom_tool_call_input.done", ...at, input },
    ];
  }
  const text = JSON.stringify(args ?? {});
  return [
    ...pieces(text).map((delta) => ({ type: "response.function_call_arguments.delta", ...at, delta })),
    { type: "response.function_call_arguments.done", ...at, name, arguments: text },
  ];
}
