import type { Tokens } from "../gateway.ts";

export type Body = Record<string, unknown>;

/** What a screened request lost, or why it may not pass at all. */
export interface Screened {
  dropped: string[];
  refused?: string;
}

/** The provider's own count, as far as one event or body tells it. */
export interface Count {
  tokens: Partial<Tokens>;
  /** True when nothing more will be counted. */
  final: boolean;
}

/** One way to ask a model: what its requests may hold and how its answers are counted. */
export interface Wire {
  /** Takes out of `body` what runs or is fetched at the provider, or costs more than the price list says. */
  screen(body: Body, hostedTools: string[]): Screened;
  /** The most tokens that may be written, where the request says so. */
  maxOutput(body: Body): number | undefined;
  count(event: Body): Count | undefined;
  /** How many characters of output an event of a stream brings. */
  written(event: Body): number;
  /** What a stream says when we end it. */
  failureEvent(message: string): string;
}

export function isObject(value: unknown): value is Body {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function objectsIn(value: unknown): Body[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

export function numberIn(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : undefined;
}

export function lengthOf(...values: unknown[]): number {
  return values.reduce<number>((sum, value) => sum + (typeof value === "string" ? value.length : 0), 0);
}

/** Removes fields from a body and says which there were. */
export function dropFields(body: Body, names: string[]): string[] {
  const found = names.filter((name) => body[name] !== undefined && body[name] !== null);
  for (const name of names) delete body[name];
  return found;
}

/** Keeps the tools that `isLocal` says run in the CLI; names the others. */
export function dropTools(
  body: Body,
  isLocal: (tool: Body) => boolean,
  nameOf: (tool: Body) => string,
): string[] {
  if (body["tools"] === undefined || body["tools"] === null) return [];
  const tools = objectsIn(body["tools"]);
  const hosted = tools.filter((tool) => !isLocal(tool));
  body["tools"] = tools.filter(isLocal);
  return hosted.map(nameOf);
}

export const urlRefusal =
  "a URL in the request's content would be fetched by the provider; send the file's content instead";
