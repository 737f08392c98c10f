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

// Tools that the CLI runs; web_search, mcp, code_interpreter, file_search, image_generation, shell, … run at OpenAI.
const localTools = ["function", "custom", "local_shell", "apply_patch", "namespace", "tool_search"];
const finalEvents = ["response.completed", "response.incomplete", "response.failed"];

/** https://platform.openai.com/docs/api-reference/responses */
export const openaiResponses: Wire = {
  screen(body, hostedTools) {
    const dropped = [
      ...dropHosted(body, hostedTools),
      // In the background, an answer would come by a way that nobody counts.
      ...dropFields(body, ["background", "service_tier"]),
    ];
    return { dropped: [...new Set(dropped)], refused: hasUrl(body["input"]) ? urlRefusal : undefined };
  },

  maxOutput: (body) => numberIn(body["max_output_tokens"]),

  count(event) {
    const response = finalEvents.includes(String(event["type"])) ? event["response"] : event;
    if (!isObject(response) || !isObject(response["usage"])) return undefined;
    const usage = response["usage"];
    const input = numberIn(usage["input_tokens"]);
    if (input === undefined) return undefined;
    const part = (of: string, name: string) =>
      (isObject(usage[of]) ? numberIn(usage[of][name]) : undefined) ?? 0;
    const tokens = {
      input,
      output: numberIn(usage["output_tokens"]) ?? 0,
      cached: part("input_tokens_details", "cached_tokens"),
      cacheWrite: part("input_tokens_details", "cache_write_tokens"),
      thinking: part("output_tokens_details", "reasoning_tokens"),
    };
    return { tokens, final: true };
  },

  written: (event) => (String(event["type"]).endsWith(".delta") ? lengthOf(event["delta"]) : 0),

  failureEvent(message) {
    const error = { code: "insufficient_quota", message };
    const response = { id: "resp_gsd", object: "response", status: "failed", error, output: [] };
    const data = { type: "response.failed", sequence_number: 0, response };
    return `event: response.failed\ndata: ${JSON.stringify(data)}\n\n`;
  },
};

function dropHosted(body: Body, hostedTools: string[]): string[] {
  const nameOf = (tool: Body) => String(tool["type"]);
  const allowed = (tool: Body) => [...localTools, ...hostedTools].includes(nameOf(tool));
  const dropped = dropTools(body, allowed, nameOf);
  const groups = objectsIn(body["tools"]).filter((tool) => tool["type"] === "namespace");
  // Newer models get their tools as an item of the input.
  const carriers = objectsIn(body["input"]).filter((item) => item["tools"] !== undefined);
  return [...dropped, ...[...groups, ...carriers].flatMap((group) => dropHosted(group, hostedTools))];
}

/** Images and files by address; data URLs carry their content. */
function hasUrl(items: unknown): boolean {
  return objectsIn(items).some((item) => {
    const image = typeof item["image_url"] === "string" && !item["image_url"].startsWith("data:");
    return image || item["file_url"] !== undefined || hasUrl(item["content"]) || hasUrl(item["output"]);
  });
}
