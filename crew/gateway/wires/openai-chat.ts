import {
  type Body,
  dropFields,
  dropTools,
  isObject,
  lengthOf,
  numberIn,
  objectsIn,
  urlRefusal,
  type Wire,
} from "./wire.ts";

/** https://platform.openai.com/docs/api-reference/chat */
export const openaiChat: Wire = {
  screen(body, hostedTools) {
    const nameOf = (tool: Body) => String(tool["type"]);
    const allowed = (tool: Body) => ["function", "custom", ...hostedTools].includes(nameOf(tool));
    const dropped = [
      ...dropTools(body, allowed, nameOf),
      ...dropFields(body, hostedTools.includes("web_search") ? [] : ["web_search_options"]),
      ...dropFields(body, ["service_tier", "plugins"]),
    ];
    // Without this a stream is not counted at all.
    const options = isObject(body["stream_options"]) ? body["stream_options"] : {};
    if (body["stream"] === true) body["stream_options"] = { ...options, include_usage: true };
    const messages = objectsIn(body["messages"]);
    const refused = messages.some((message) => hasUrl(message["content"])) ? urlRefusal : undefined;
    return { dropped, refused };
  },

  maxOutput: (body) => numberIn(body["max_completion_tokens"]) ?? numberIn(body["max_tokens"]),

  count(event) {
    const usage = event["usage"];
    if (!isObject(usage)) return undefined;
    const part = (of: string, name: string) =>
      (isObject(usage[of]) ? numberIn(usage[of][name]) : undefined) ?? 0;
    const tokens = {
      input: numberIn(usage["prompt_tokens"]) ?? 0,
      output: numberIn(usage["completion_tokens"]) ?? 0,
      cached: part("prompt_tokens_details", "cached_tokens"),
      cacheWrite: part("prompt_tokens_details", "cache_write_tokens"),
      thinking: part("completion_tokens_details", "reasoning_tokens"),
    };
    // Some servers count in every chunk: the count is final when its chunk brings no more words.
    return { tokens, final: event["object"] === "chat.completion" || openaiChat.written(event) === 0 };
  },

  written(event) {
    return objectsIn(event["choices"]).reduce((sum, { delta }) => {
      if (!isObject(delta)) return sum;
      const calls = objectsIn(delta["tool_calls"]).map((call) => call["function"]);
      const given = calls.map((call) => (isObject(call) ? lengthOf(call["arguments"]) : 0));
      const thought = lengthOf(delta["reasoning_content"] ?? delta["reasoning"]);
      return sum + lengthOf(delta["content"]) + thought + given.reduce((a, b) => a + b, 0);
    }, 0);
  },

  failureEvent: (message) =>
    `data: ${JSON.stringify({ error: { message, type: "insufficient_quota", param: null, code: "insufficient_quota" } })}\n\n`,
};

function hasUrl(content: unknown): boolean {
  return objectsIn(content).some((part) => {
    const image = isObject(part["image_url"]) ? part["image_url"]["url"] : part["image_url"];
    return typeof image === "string" && !image.startsWith("data:");
  });
}
