/** What a piece of a track's work is. */
export const spanKinds = [
  "track",
  "loop",
  "effect",
  "job",
  "wait",
  "agent",
  "commands",
  "code",
  "publish",
  "request",
] as const;
export type SpanKind = (typeof spanKinds)[number];

/** One piece of work with its begin and its end. It holds names and numbers of ours: never a prompt, an answer or a payload. */
export interface Span {
  /** Sixteen hexadecimal digits; the same whoever tells of it. */
  id: string;
  /** The piece that it is a part of. */
  parent?: string;
  kind: SpanKind;
  name: string;
  /** Milliseconds since 1970. */
  start: number;
  end: number;
  /** Why it went wrong, by its code: `timeout`, `checks-failed`. */
  failed?: string;
  attributes: Record<string, string | number | boolean>;
}
