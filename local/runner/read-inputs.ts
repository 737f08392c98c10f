import { GsdError } from "../../core/gsd-error.ts";
import type { InputDocument } from "./documents.ts";

type Declared = Record<string, InputDocument | null> | undefined;

/** `inputs.*` of a called workflow: typed as declared, with defaults. A wrong type is an error, as on GitHub. */
export function readCallInputs(declared: Declared, given: Record<string, unknown>): Record<string, unknown> {
  return readInputs(declared, given, (value, type, name) => {
    if (value === null || value === undefined) return emptyOf(type);
    if (type === "string") return typeof value === "object" ? JSON.stringify(value) : String(value);
    if (typeof value === type) return value;
    throw new GsdError("input-type", `Input '${name}': unexpected value '${value}', expected type: ${type}`);
  });
}

/** `inputs.*` of a dispatched workflow: the event carries strings. */
export function readDispatchInputs(
  declared: Declared,
  given: Record<string, unknown>,
): Record<string, unknown> {
  return readInputs(declared, given, (value, type, name) => {
    if (value === null || value === undefined) return emptyOf(type);
    if (type === "boolean") return value === true || value === "true";
    if (type !== "number") return String(value);
    if (!Number.isNaN(Number(value))) return Number(value);
    throw new GsdError("input-type", `Input '${name}': expected a number, found '${value}'`);
  });
}

function readInputs(
  declared: Declared,
  given: Record<string, unknown>,
  convert: (value: unknown, type: string, name: string) => unknown,
): Record<string, unknown> {
  const byName = new Map(Object.entries(given).map(([name, value]) => [name.toLowerCase(), value]));
  const entries = Object.entries(declared ?? {}).map(([name, definition]) => {
    const value = byName.get(name.toLowerCase()) ?? definition?.default;
    return [name, convert(value, definition?.type ?? "string", name)];
  });
  return Object.fromEntries(entries);
}

function emptyOf(type: string): unknown {
  return type === "boolean" ? false : type === "number" ? 0 : "";
}
