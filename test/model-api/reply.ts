/** The four ways to ask a model that the API on loopback speaks. */
export type Wire = "messages" | "responses" | "chat" | "gemini";

/** A call of one of the CLI's own tools; `input` is for tools that take free text instead of JSON. */
export interface ToolCall {
  name: string;
  args?: Record<string, unknown>;
  input?: string;
  namespace?: string;
}

/** Tokens as we count them: `input` includes `cached` and `cacheWrite`, `output` includes `thinking`. */
export interface ReplyUsage {
  input: number;
  output: number;
  cached: number;
  cacheWrite: number;
  thinking: number;
}

interface Said {
  usage?: Partial<ReplyUsage>;
  /** Words of thought before the answer. */
  thinking?: string;
  /** Slow tokens: so many characters a piece, so many milliseconds between them. */
  pace?: { everyMs: number; characters?: number };
  lie?: Lie;
}

/** No count at all; one token for everything; a content type that hides whether it is a stream. */
export type Lie = "no-count" | "small-count" | "content-type";

/** What the model does in one turn. */
export type Reply =
  | (Said & { type: "text"; text: string })
  | (Said & { type: "tools"; calls: ToolCall[]; text?: string })
  /** An answer by schema: as text, or through the CLI's own tool for it where it offers one. */
  | (Said & { type: "json"; value: unknown })
  | { type: "fail"; status: number; retryAfter?: number; message?: string; headers?: Record<string, string> }
  /** A 200 whose stream then says that it failed. */
  | { type: "fail-inside"; status: number; message?: string }
  /** Opens the stream and says nothing; with `events`, after so many of them. Without headers: not even a status. */
  | { type: "stall"; events?: number; headers?: false }
  /** The connection breaks after so many events. */
  | { type: "cut"; events?: number }
  | { type: "malformed" }
  /** Anything else, byte by byte. */
  | {
      type: "raw";
      status?: number;
      headers?: Record<string, string>;
      chunks: (string | Buffer)[];
      everyMs?: number;
    };

/** The replies that hold an answer. */
export type Answer = Extract<Reply, { type: "text" | "tools" | "json" }>;

/** One part of an answer, the same for every wire. */
export type Part =
  | { type: "thinking"; text: string }
  | { type: "text"; text: string }
  | { type: "call"; id: string; call: ToolCall };

/** What a wire makes of an answer: one body, or the events of a stream. */
export interface Rendered {
  body: object;
  events: string[];
}

/** Everything that a wire needs to render. */
export interface Scene {
  model: string;
  /** Makes ids differ between turns. */
  turn: number;
  parts: Part[];
  usage: ReplyUsage;
  /** Cuts text into the pieces that are streamed. */
  pieces: (text: string) => string[];
  request: Record<string, unknown>;
}

const defaultUsage: ReplyUsage = { input: 100, output: 20, cached: 0, cacheWrite: 0, thinking: 0 };

/** The parts of an answer, in the order in which a model says them. */
export function partsOf(answer: Answer, toolNames: string[], turn: number): Part[] {
  const parts: Part[] = answer.thinking ? [{ type: "thinking", text: answer.thinking }] : [];
  const call = (call: ToolCall, index: number): Part => ({ type: "call", id: `${turn}x${index}`, call });
  if (answer.type === "text") return [...parts, { type: "text", text: answer.text }];
  if (answer.type === "tools") {
    if (answer.text) parts.push({ type: "text", text: answer.text });
    return [...parts, ...answer.calls.map(call)];
  }
  const tool = toolNames.find((name) => name === "StructuredOutput");
  if (tool) return [...parts, call({ name: tool, args: answer.value as Record<string, unknown> }, 0)];
  return [...parts, { type: "text", text: JSON.stringify(answer.value) }];
}

export function usageOf(answer: Answer): ReplyUsage {
  return { ...defaultUsage, ...answer.usage };
}

/** Cuts text into pieces as a model's tokens would. */
export function cutInto(characters: number): (text: string) => string[] {
  return (text) => text.match(new RegExp(`[^]{1,${characters}}`, "gu")) ?? [];
}

/** One event of a stream. */
export function sse(data: unknown, event?: string): string {
  return `${event ? `event: ${event}\n` : ""}data: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`;
}
