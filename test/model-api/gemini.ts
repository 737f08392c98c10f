import { type Part, type Rendered, type ReplyUsage, type Scene, sse } from "./reply.ts";

/** Gemini: https://ai.google.dev/api/generate-content */
export function renderGemini({ model, turn, parts, usage, pieces }: Scene): Rendered {
  const about = { modelVersion: model, responseId: `r${turn}` };
  const content = (inner: object[]) => ({ parts: inner, role: "model" });
  const whole = { content: content(parts.map(partOf)), finishReason: "STOP", index: 0 };
  const body = { candidates: [whole], usageMetadata: usageFields(usage), ...about };

  const inner = parts.flatMap((part) => piecesOf(part, pieces));
  const events = inner.map((one, index) => {
    const last = index === inner.length - 1;
    const candidate = { content: content([one]), ...(last ? { finishReason: "STOP" } : {}), index: 0 };
    // The counts grow with the stream; each chunk carries the sum so far.
    const soFar = last ? usage : { ...usage, output: Math.min(usage.output, index + 1), thinking: 0 };
    return sse({ candidates: [candidate], usageMetadata: usageFields(soFar), ...about });
  });
  return { body, events };
}

/** Thoughts stand beside `candidatesTokenCount`; cached tokens are part of `promptTokenCount`. */
function usageFields({ input, output, cached, thinking }: ReplyUsage) {
  return {
    promptTokenCount: input,
    candidatesTokenCount: output - thinking,
    totalTokenCount: input + output,
    ...(cached > 0
      ? { cachedContentTokenCount: cached, cacheTokensDetails: [{ modality: "TEXT", tokenCount: cached }] }
      : {}),
    promptTokensDetails: [{ modality: "TEXT", tokenCount: input }],
    ...(thinking > 0 ? { thoughtsTokenCount: thinking } : {}),
  };
}

function partOf(part: Part): object {
  if (part.type === "text") return { text: part.text };
  if (part.type === "thinking") return { text: part.text, thought: true };
  return {
    functionCall: { id: `call_${part.id}`, name: part.call.name, args: part.call.args ?? {} },
    thoughtSignature: "c2lnbmF0dXJl",
  };
}

function piecesOf(part: Part, pieces: Scene["pieces"]): object[] {
  if (part.type === "call") return [partOf(part)];
  return pieces(part.text).map((text) => partOf({ ...part, text }));
}
