import { type Part, type Rendered, type ReplyUsage, type Scene, sse } from "./reply.ts";

/** OpenAI Chat Completions: https://platform.openai.com/docs/api-reference/chat-streaming */
export function renderChat(scene: Scene): Rendered {
  const { parts, usage } = scene;
  const id = `chatcmpl-0${scene.turn}`;
  const about = { created: 1_750_000_000, model: scene.model, system_fingerprint: "fp_0" };
  const calls = parts.flatMap((part) => (part.type === "call" ? [part] : []));
  const finish_reason = calls.length > 0 ? "tool_calls" : "stop";
  const textOf = (type: Part["type"]) =>
    parts.flatMap((part) => (part.type === type && part.type !== "call" ? [part.text] : [])).join("");
  const message = {
    role: "assistant",
    content: textOf("text") || null,
    // Not OpenAI's own, but what compatible servers with thinking models send.
    ...(textOf("thinking") ? { reasoning_content: textOf("thinking") } : {}),
    ...{ refusal: null, annotations: [] },
    ...(calls.length > 0 ? { tool_calls: calls.map(callOf) } : {}),
  };
  const choice = { index: 0, message, logprobs: null, finish_reason };
  const body = { id, object: "chat.completion", ...about, choices: [choice], usage: usageFields(usage) };
  const wantsUsage = (scene.request["stream_options"] as { include_usage?: boolean })?.include_usage === true;
  const envelope = { id, object: "chat.completion.chunk", ...about };
  const chunk = (delta: object, finish: string | null = null) =>
    sse({
      ...envelope,
      choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
      ...(wantsUsage ? { usage: null } : {}),
    });
  const events = [
    chunk({ role: "assistant", content: "", refusal: null }),
    ...deltasOf(scene).map((delta) => chunk(delta)),
    chunk({}, finish_reason),
    ...(wantsUsage ? [sse({ ...envelope, choices: [], usage: usageFields(usage) })] : []),
    sse("[DONE]"),
  ];
  return { body, events };
}

function usageFields({ input, output, cached, thinking }: ReplyUsage) {
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details: { cached_tokens: cached, audio_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: thinking, audio_tokens: 0 },
  };
}

function callOf({ id, call }: Part & { type: "call" }) {
  return {
    id: `call_${id}`,
    type: "function",
    function: { name: call.name, arguments: JSON.stringify(call.args ?? {}) },
  };
}

function deltasOf({ parts, pieces }: Scene): object[] {
  let index = -1;
  return parts.flatMap((part): object[] => {
    if (part.type === "text") return pieces(part.text).map((content) => ({ content }));
    if (part.type === "thinking")
      return pieces(part.text).map((reasoning_content) => ({ reasoning_content }));
    index += 1;
    const { id, type, function: called } = callOf(part);
    return [
      { tool_calls: [{ index, id, type, function: { name: called.name, arguments: "" } }] },
      ...pieces(called.arguments).map((piece) => ({
        tool_calls: [{ index, function: { arguments: piece } }],
      })),
    ];
  });
}
