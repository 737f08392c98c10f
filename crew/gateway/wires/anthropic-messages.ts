import type { Tokens } from "../gateway.ts";
import {
  byAddress,
  byReference,
  data,
  drop,
  either,
  flag,
  image,
  isObject,
  list,
  number,
  record,
  replaced,
  type Shape,
  schema,
  text,
  typed,
  word,
} from "./shape.ts";
import { type Body, bytesOf, numberIn, objectIn, objectsIn, sum, type Wire } from "./wire.ts";

// Without its `ttl`: an hour in the cache costs more than the price list says.
const cache_control = record({ type: word("ephemeral") });
const textBlock = record({ type: text, text, cache_control });
const source = typed({
  base64: record({ type: text, media_type: text, data: image }),
  url: byAddress,
  file: byReference,
});
const imageBlock = record({ type: text, source, cache_control });
const plain = record({ type: text, media_type: text, data: text });
const documentText = record({
  type: text,
  source: typed({ text: plain }),
  title: text,
  context: text,
  cache_control,
});
const pages = replaced("document", (words) => ({ type: "text", text: words }));

const documentBlock: Shape = (value, notes) => {
  const type = objectIn(value, "source")["type"];
  if (type === "text") return documentText(value, notes);
  if (type === "url") return byAddress(value, notes);
  return type === "file" ? byReference(value, notes) : pages(value, notes);
};

const result = typed({
  text: textBlock,
  image: imageBlock,
  document: documentBlock,
  tool_reference: record({ type: text, tool_name: text, cache_control }),
});
const block = typed({
  text: textBlock,
  image: imageBlock,
  document: documentBlock,
  thinking: record({ type: text, thinking: text, signature: text }),
  redacted_thinking: record({ type: text, data: text }),
  tool_use: record({ type: text, id: text, name: text, input: data, cache_control }),
  tool_result: record({
    type: text,
    tool_use_id: text,
    is_error: flag,
    content: either(text, list(result)),
    cache_control,
  }),
});
const output_config = record({ effort: text, format: record({ type: text, schema }) });
const message = record({
  role: word("user", "assistant", "system"),
  content: either(text, list(block)),
  output_config,
});

const custom = record({
  type: text,
  name: text,
  description: text,
  input_schema: schema,
  strict: flag,
  eager_input_streaming: flag,
  defer_loading: flag,
  cache_control,
});
// Tools of Anthropic's that the CLI runs; the others (web_search, web_fetch, code_execution, …) run at Anthropic.
const cliTool = /^(bash|text_editor|computer|memory)_\d{8}$/;
const known = record({
  type: text,
  name: text,
  max_characters: number,
  display_width_px: number,
  display_height_px: number,
  display_number: number,
  cache_control,
});
const tool: Shape = (value, notes) => {
  if (!isObject(value)) return undefined;
  const type = String(value["type"] ?? "custom");
  if (type === "custom") return custom(value, notes);
  if (cliTool.test(type)) return known(value, notes);
  drop(notes, type);
  return undefined;
};

const edit = record({
  type: word("clear_thinking_20251015", "clear_tool_uses_20250919"),
  keep: data,
  trigger: data,
  clear_at_least: data,
  exclude_tools: list(text),
  clear_tool_inputs: either(flag, list(text)),
});

/** https://platform.claude.com/docs/en/api/messages */
export const anthropicMessages: Wire = {
  shape: record({
    tools: list(tool),
    system: either(text, list(textBlock)),
    messages: list(message),
    model: text,
    stream: flag,
    tool_choice: record({
      type: word("auto", "any", "tool", "none"),
      name: text,
      disable_parallel_tool_use: flag,
    }),
    metadata: record({ user_id: text }),
    context_management: record({ edits: list(edit) }),
    output_config,
    output_format: record({ type: text, schema }),
    temperature: number,
    top_p: number,
    top_k: number,
    stop_sequences: list(text),
    container: byReference,
    max_tokens: number,
    thinking: record({
      type: word("enabled", "disabled", "adaptive"),
      budget_tokens: number,
      display: text,
      block_binding: record({ prefix_mismatch_behavior: text }),
    }),
  }),

  limits: (body) => [body["max_tokens"]],
  limited: (body, limit) => ({ max_tokens: limit, thinking: thinkingWithin(body["thinking"], limit) }),

  count(event) {
    if (event["type"] === "message") return { tokens: readTokens(event["usage"], true), final: true };
    if (event["type"] === "message_delta") return { tokens: readTokens(event["usage"], true), final: true };
    if (event["type"] !== "message_start") return undefined;
    return { tokens: readTokens(objectIn(event, "message")["usage"], false), final: false };
  },

  written(event) {
    if (event["type"] === "content_block_delta") return shownIn(objectIn(event, "delta"));
    return event["type"] === "message" ? sum(objectsIn(event["content"]).map(shownIn)) : 0;
  },

  failureEvent: (message) =>
    `event: error\ndata: ${JSON.stringify({ type: "error", error: { type: "permission_error", message } })}\n\n`,
};

/** Anthropic wants at least 1,024 tokens for thinking, and fewer than the answer may have. */
function thinkingWithin(thinking: unknown, limit = Number.POSITIVE_INFINITY): Body | undefined {
  if (!isObject(thinking)) return undefined;
  const budget = numberIn(thinking["budget_tokens"]);
  if (budget === undefined || budget < limit) return thinking;
  return limit > 1_024 ? { ...thinking, budget_tokens: limit - 1 } : undefined;
}

function shownIn(part: Body): number {
  return bytesOf(part["text"], part["thinking"], part["partial_json"], part["input"]);
}

/** `input_tokens` leaves out what was read from or written to a cache. */
function readTokens(usage: unknown, withOutput: boolean): Partial<Tokens> {
  if (!isObject(usage)) return {};
  const tokens: Partial<Tokens> = {};
  const output = withOutput ? numberIn(usage["output_tokens"]) : undefined;
  const thinking = numberIn(objectIn(usage, "output_tokens_details")["thinking_tokens"]);
  if (output !== undefined) tokens.output = output;
  if (thinking !== undefined) tokens.thinking = thinking;
  const uncached = numberIn(usage["input_tokens"]);
  if (uncached === undefined) return tokens;
  const cached = numberIn(usage["cache_read_input_tokens"]) ?? 0;
  const cacheWrite = numberIn(usage["cache_creation_input_tokens"]) ?? 0;
  return { ...tokens, input: uncached + cached + cacheWrite, cached, cacheWrite };
}
