import { findSecrets } from "./find-secrets.ts";

/** Words of an agent without credentials: the lines that have one are replaced; a text that still has one is replaced as a whole. */
export function maskSecrets(text: string): string {
  const found = findSecrets(text, "");
  if (found.length === 0) return text;
  const lines: (string | undefined)[] = text.split("\n");
  for (const { line, last, kind } of found) {
    lines.fill(undefined, line, last);
    lines[line - 1] = notice(kind);
  }
  const masked = lines.filter((line) => line !== undefined).join("\n");
  return findSecrets(masked, "").length === 0 ? masked : notice(found[0]?.kind ?? "unknown");
}

/** The same for every text in a value, whatever its form. Keys come from schemas of ours. */
export function maskAll<T>(value: T): T {
  return maskValue(value) as T;
}

function maskValue(value: unknown): unknown {
  if (typeof value === "string") return maskSecrets(value);
  if (Array.isArray(value)) return value.map(maskValue);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, maskValue(one)]));
}

function notice(kind: string): string {
  return `(gsd took this out: it looked like a secret, ${kind})`;
}
