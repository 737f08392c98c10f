/** An object out of JSON; nothing for anything else. */
export function readObject(text: string | undefined): object | undefined {
  try {
    return asObject(JSON.parse(text ?? "null"));
  } catch {
    return undefined;
  }
}

export function asObject(value: unknown): object | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
}

/** A property that the file itself has; never one of JavaScript's own. */
export function own(value: object, key: string): unknown {
  return Object.entries(value).find(([name]) => name === key)?.[1];
}
