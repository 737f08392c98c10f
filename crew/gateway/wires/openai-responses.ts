import {
  byAddress,
  byReference,
  data,
  either,
  flag,
  imageUrl,
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
import { bytesOf, numberIn, objectIn, objectsIn, sum, type Wire } from "./wire.ts";

const leftOut = (what: string) => replaced(what, (words) => ({ type: "input_text", text: words }));
const file: Shape = (value, notes) => {
  if (!isObject(value)) return undefined;
  if (value["file_url"]) return byAddress(value, notes);
  return value["file_id"] ? byReference(value, notes) : leftOut("file")(value, notes);
};
const part = typed({
  input_text: record({ type: text, text }),
  output_text: record({ type: text, text }),
  summary_text: record({ type: text, text }),
  reasoning_text: record({ type: text, text }),
  refusal: record({ type: text, refusal: text }),
  input_image: record({
    type: text,
    image_url: imageUrl,
    file_id: byReference,
    detail: word("low", "high", "auto"),
  }),
  input_file: file,
  input_audio: leftOut("audio"),
});
const content = either(text, list(part));

const named = { type: text, name: text, description: text, defer_loading: flag };
const localTools = {
  function: record({ ...named, strict: flag, parameters: schema }),
  custom: record({ ...named, format: record({ type: text, syntax: text, definition: text }) }),
  local_shell: record({ type: text }),
  apply_patch: record({ type: text }),
  tool_search: record({ ...named, execution: word("client"), parameters: schema }),
};
// Tools that the CLI runs; web_search, mcp, code_interpreter, file_search, image_generation, shell, … run at OpenAI.
const tool = typed({
  ...localTools,
  namespace: record({ ...named, tools: list(typed(localTools)) }),
});

const item = { type: text, id: text, status: text };
const call = { ...item, call_id: text, name: text, namespace: text };
const output = record({ ...item, call_id: text, output: content });
const message = record({
  ...item,
  role: word("user", "assistant", "system", "developer"),
  content,
  phase: text,
});
/** Without a type it is a message, or the address of something stored. */
const untyped: Shape = (value, notes) =>
  isObject(value) && value["role"] !== undefined ? message(value, notes) : byReference(value, notes);
const items = typed(
  {
    message,
    item_reference: byReference,
    reasoning: record({ ...item, summary: list(part), content: list(part), encrypted_content: text }),
    compaction: record({ ...item, encrypted_content: text }),
    function_call: record({ ...call, arguments: text }),
    function_call_output: output,
    custom_tool_call: record({ ...call, input: text }),
    custom_tool_call_output: output,
    local_shell_call: record({ ...call, action: data }),
    local_shell_call_output: output,
    apply_patch_call: record({ ...call, operation: data }),
    apply_patch_call_output: output,
    tool_search_call: record({ ...call, execution: word("client"), arguments: data }),
    tool_search_output: record({ ...item, call_id: text, execution: word("client"), tools: list(tool) }),
    // Newer models get their tools as an item of the input.
    additional_tools: record({ ...item, role: text, tools: list(tool) }),
  },
  untyped,
);

const finalEvents = ["response.completed", "response.incomplete", "response.failed"];

/** https://platform.openai.com/docs/api-reference/responses */
export const openaiResponses: Wire = {
  shape: record({
    tools: list(tool),
    instructions: text,
    input: either(text, list(items)),
    model: text,
    stream: flag,
    stream_options: record({ include_obfuscation: flag }),
    tool_choice: either(
      word("auto", "none", "required"),
      record({ type: word("function", "custom", "apply_patch", "local_shell"), name: text }),
    ),
    parallel_tool_calls: flag,
    reasoning: record({ effort: text, summary: text, context: text }),
    text: record({
      verbosity: text,
      format: record({ type: text, name: text, description: text, strict: flag, schema }),
    }),
    include: list(word("reasoning.encrypted_content")),
    store: flag,
    prompt_cache_key: text,
    client_metadata: data,
    truncation: word("auto", "disabled"),
    temperature: number,
    top_p: number,
    previous_response_id: byReference,
    conversation: byReference,
    prompt: byReference,
    max_output_tokens: number,
  }),

  limits: (body) => [body["max_output_tokens"]],
  limited: (_, limit) => ({ max_output_tokens: limit }),

  count(event) {
    const final = finalEvents.includes(String(event["type"]));
    const usage = objectIn(final ? event["response"] : event, "usage");
    const input = numberIn(usage["input_tokens"]);
    const output = numberIn(usage["output_tokens"]);
    if (input === undefined || output === undefined) return undefined;
    const from = objectIn(usage, "input_tokens_details");
    const tokens = {
      input,
      output,
      cached: numberIn(from["cached_tokens"]) ?? 0,
      cacheWrite: numberIn(from["cache_write_tokens"]) ?? 0,
      thinking: numberIn(objectIn(usage, "output_tokens_details")["reasoning_tokens"]) ?? 0,
    };
    return { tokens, final: final || event["object"] === "response" };
  },

  written(event) {
    if (String(event["type"]).endsWith(".delta")) return bytesOf(event["delta"]);
    if (event["object"] !== "response") return 0;
    const parts = objectsIn(event["output"]).flatMap((one) => [
      one,
      ...objectsIn(one["content"]),
      ...objectsIn(one["summary"]),
    ]);
    return sum(parts.map((one) => bytesOf(one["text"], one["arguments"], one["input"])));
  },

  failureEvent(message) {
    const error = { code: "insufficient_quota", message };
    const response = { id: "resp_gsd", object: "response", status: "failed", error, output: [] };
    const data = { type: "response.failed", sequence_number: 0, response };
    return `event: response.failed\ndata: ${JSON.stringify(data)}\n\n`;
  },
};
