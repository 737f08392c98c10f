import type { Tokens } from "../gateway.ts";
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

// Tools of Anthropic's that the CLI runs; the others (web_search, web_fetch, code_execution, …) run at Anthropic.
const localTool = /^(custom|(bash|text_editor|computer|memory|tool_search_tool)_\w+)$/;

/** https://platform.claude.com/docs/en/api/messages */
export const anthropicMessages: Wire = {
  screen(body, hostedTools) {
    const nameOf = (tool: Body) => String(tool["type"] ?? "custom");
    const allowed = (tool: Body) =>
      localTool.test(nameOf(tool)) || hostedTools.some((name) => nameOf(tool).startsWith(name));
    const dropped = [
      ...dropTools(body, allowed, nameOf),
      ...dropFields(body, ["mcp_servers", "container", "service_tier", "speed", "inference_geo"]),
    ];
    const messages = objectsIn(body["messages"]);
    const refused = messages.some((message) => hasUrl(message["content"])) ? urlRefusal : undefined;
    return { dropped, refused };
  },

  maxOutput: (body) => numberIn(body["max_tokens"]),

  count(event) {
    if (event["type"] === "message") return { tokens: readTokens(event["usage"], true), final: true };
    if (event["type"] === "message_delta") return { tokens: readTokens(event["usage"], true), final: true };
    if (event["type"] !== "message_start" || !isObject(event["message"])) return undefined;
    return { tokens: readTokens(event["message"]["usage"], false), final: false };
  },

  written(event) {
    const delta = event["delta"];
    if (event["type"] !== "content_block_delta" || !isObject(delta)) return 0;
    return lengthOf(delta["text"], delta["thinking"], delta["partial_json"]);
  },

  failureEvent: (message) =>
    `event: error\ndata: ${JSON.stringify({ type: "error", error: { type: "permission_error", message } })}\n\n`,
};

/** `input_tokens` leaves out what was read from or written to a cache. */
function readTokens(usage: unknown, withOutput: boolean): Partial<Tokens> {
  if (!isObject(usage)) return {};
  const details = usage["output_tokens_details"];
  const output = withOutput ? numberIn(usage["output_tokens"]) : undefined;
  const thinking = isObject(details) ? numberIn(details["thinking_tokens"]) : undefined;
  const rest = {
    ...(output === undefined ? {} : { output }),
    ...(thinking === undefined ? {} : { thinking }),
  };
  const plain = numberIn(usage["input_tokens"]);
  if (plain === undefined) return rest;
  const cached = numberIn(usage["cache_read_input_tokens"]) ?? 0;
  const cacheWrite = numberIn(usage["cache_creation_input_tokens"]) ?? 0;
  return { input: plain + cached + cacheWrite, cached, cacheWrite, ...rest };
}

function hasUrl(content: unknown): boolean {
  return objectsIn(content).some(
    (block) => (isObject(block["source"]) && block["source"]["type"] === "url") || hasUrl(block["content"]),
  );
}
