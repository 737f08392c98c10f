/** Reading of values whose shape nobody promised: what is not as expected reads as empty. */
export type Json = Record<string, unknown>;

export function record(value: unknown): Json {
  return value !== null && typeof value === "object" && !Array.isArray(value) ? (value as Json) : {};
}

export function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

export function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

export function positive(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && (value as number) > 0 ? (value as number) : undefined;
}

/** ISO 8601 with milliseconds, so that instants compare as strings; what is no time is the beginning of time. */
export function instant(value: unknown): string {
  const time = Date.parse(text(value));
  return new Date(Number.isNaN(time) ? 0 : time).toISOString();
}
