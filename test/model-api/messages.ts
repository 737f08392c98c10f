import { type Part, type Rendered, type ReplyUsage, type Scene, sse } from "./reply.ts";

/** Anthropic Messages: https://platform.claude.com/docs/en/build-with-claude/streaming */
export function renderMessages(scene: Scene): Rendered {
  const { model, turn, parts, usage, pieces } = scene;
  const tokens = usageFields(usage);
  const stop_reason = parts.some((part) => part.type === "call") ? "tool_use" : "end_turn";
  const message = {
    id: `msg_0${turn}`,
    ...{ type: "message", role: "assistant", model },
    content: parts.map(blockOf),
    ...{ stop_reason, stop_sequence: null, usage: tokens },
  };
  const named = (type: string, fields: object = {}) => sse({ type, ...fields }, type);
  const opening = {
    ...message,
    ...{
      content: [],
      stop_reason: null,
      usage: { ...tokens, output_tokens: 1, output_tokens_details: null },
    },
  };
  const { service_tier: _, cache_creation: __, ...last } = tokens;
  const events = [
    named("message_start", { message: opening }),
    named("ping"),
    ...parts.flatMap((part, index) => [
      named("content_block_start", { index, content_block: emptyBlock(part) }),
      ...deltasOf(part, pieces).map((delta) => named("content_block_delta", { index, delta })),
      named("content_block_stop", { index }),
    ]),
    named("message_delta", { delta: { stop_reason, stop_sequence: null }, usage: last }),
    named("message_stop"),
  ];
  return { body: message, events };
}

/** Cached and written tokens stand beside `input_tokens` here, not within. */
function usageFields({ input, output, cached, cacheWrite, thinking }: ReplyUsage) {
  return {
    input_tokens: input - cached - cacheWrite,
    cache_creation_input_tokens: cacheWrite,
    cache_read_input_tokens: cached,
    cache_creation: { ephemeral_5m_input_tokens: cacheWrite, ephemeral_1h_input_tokens: 0 },
    output_tokens: output,
    output_tokens_details: { thinking_tokens: thinking },
    service_tier: "standard",
  };
}

function blockOf(part: Part): object {
  if (part.type === "text") return { type: "text", text: part.text, citations: null };
  if (part.type === "thinking") return { type: "thinking", thinking: part.text, signature: "c2lnbmF0dXJl" };
  const { name, args = {} } = part.call;
  return { type: "tool_use", id: `toolu_0${part.id}`, name, input: args };
}

function emptyBlock(part: Part): object {
  const block = blockOf(part);
  if (part.type === "text") return { ...block, text: "" };
  if (part.type === "thinking") return { ...block, thinking: "", signature: "" };
  return { ...block, input: {} };
}

function deltasOf(part: Part, pieces: Scene["pieces"]): object[] {
  if (part.type === "text") return pieces(part.text).map((text) => ({ type: "text_delta", text }));
  if (part.type === "thinking") {
    const thought = pieces(part.text).map((thinking) => ({ type: "thinking_delta", thinking }));
    return [...thought, { type: "signature_delta", signature: "c2lnbmF0dXJl" }];
  }
  const json = pieces(JSON.stringify(part.call.args ?? {}));
  return ["", ...json].map((partial_json) => ({ type: "input_json_delta", partial_json }));
}
