import {
  data,
  either,
  flag,
  imageUrl,
  list,
  number,
  record,
  replaced,
  schema,
  text,
  typed,
  word,
} from "./shape.ts";
import { type Body, bytesOf, numberIn, objectIn, objectsIn, sum, type Wire } from "./wire.ts";

const leftOut = (what: string) => replaced(what, (words) => ({ type: "text", text: words }));
const cache_control = record({ type: word("ephemeral") });
const part = typed(
  {
    text: record({ type: text, text, cache_control }),
    refusal: record({ type: text, refusal: text }),
    image_url: record({
      type: text,
      image_url: either(imageUrl, record({ url: imageUrl, detail: word("low", "high", "auto") })),
      cache_control,
    }),
  },
  leftOut("media"),
);
const call = record({
  id: text,
  type: text,
  index: number,
  function: record({ name: text, arguments: text }),
  custom: record({ name: text, input: text }),
});
const message = record({
  role: word("system", "developer", "user", "assistant", "tool"),
  content: either(text, list(part)),
  name: text,
  refusal: text,
  reasoning_content: text,
  reasoning: text,
  reasoning_details: data,
  tool_calls: list(call),
  tool_call_id: text,
});
const named = record({ name: text });
const format = record({ type: text, grammar: record({ syntax: text, definition: text }) });
const tool = typed({
  function: record({
    type: text,
    function: record({ name: text, description: text, parameters: schema, strict: flag }),
    cache_control,
  }),
  custom: record({ type: text, custom: record({ name: text, description: text, format }) }),
});

/** https://platform.openai.com/docs/api-reference/chat */
export const openaiChat: Wire = {
  shape: record({
    tools: list(tool),
    messages: list(message),
    model: text,
    stream: flag,
    // Without this a stream is not counted at all; `limited` sets it.
    stream_options: record({ include_usage: flag }),
    tool_choice: either(
      word("auto", "none", "required"),
      record({ type: word("function", "custom"), function: named, custom: named }),
    ),
    parallel_tool_calls: flag,
    response_format: record({
      type: text,
      json_schema: record({ name: text, description: text, strict: flag, schema }),
    }),
    reasoning_effort: text,
    reasoning: record({ effort: text, enabled: flag, exclude: flag }),
    thinking: record({ type: word("enabled", "disabled") }),
    enable_thinking: flag,
    verbosity: text,
    temperature: number,
    top_p: number,
    top_k: number,
    min_p: number,
    frequency_penalty: number,
    presence_penalty: number,
    repetition_penalty: number,
    seed: number,
    stop: either(text, list(text)),
    user: text,
    prompt_cache_key: text,
    max_tokens: number,
    max_completion_tokens: number,
  }),

  limits: (body) => [body["max_tokens"], body["max_completion_tokens"]],
  limited(body, limit) {
    const stream_options = body["stream"] === true ? { include_usage: true } : undefined;
    const isNew = body["max_tokens"] === undefined && body["max_completion_tokens"] !== undefined;
    return {
      stream_options,
      max_tokens: isNew ? undefined : limit,
      max_completion_tokens: isNew ? limit : undefined,
    };
  },

  count(event) {
    const usage = objectIn(event, "usage");
    const output = numberIn(usage["completion_tokens"]);
    if (output === undefined) return undefined;
    const from = objectIn(usage, "prompt_tokens_details");
    const tokens = {
      input: numberIn(usage["prompt_tokens"]) ?? 0,
      output,
      cached: numberIn(from["cached_tokens"]) ?? 0,
      cacheWrite: numberIn(from["cache_write_tokens"]) ?? 0,
      thinking: numberIn(objectIn(usage, "completion_tokens_details")["reasoning_tokens"]) ?? 0,
    };
    // Some servers count in every chunk: what they said last counts, once no more words follow.
    return { tokens, final: true };
  },

  written: (event) =>
    sum(
      objectsIn(event["choices"]).map(
        (one) => shownIn(objectIn(one, "delta")) + shownIn(objectIn(one, "message")),
      ),
    ),

  failureEvent: (message) =>
    `data: ${JSON.stringify({ error: { message, type: "insufficient_quota", param: null, code: "insufficient_quota" } })}\n\n`,
};

function shownIn(said: Body): number {
  const calls = objectsIn(said["tool_calls"]).flatMap((one) => [
    objectIn(one, "function")["arguments"],
    objectIn(one, "custom")["input"],
  ]);
  return bytesOf(said["content"], said["reasoning_content"] ?? said["reasoning"], ...calls);
}
