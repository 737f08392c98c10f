import type { Tokens } from "../gateway.ts";
import { isObject, type Notes, type Shape } from "./shape.ts";

export type Body = Record<string, unknown>;

/** The provider's own count, as far as one event or body tells it. */
export interface Count {
  tokens: Partial<Tokens>;
  /** True when nothing more will be counted. */
  final: boolean;
}

/** One way to ask a model: what its requests may hold, and how its answers are counted. */
export interface Wire {
  /** A request's body as engines need it. What runs, is stored or is fetched at the provider, or costs more than the price list says, has no place in it. */
  shape: Shape;
  /** Every limit on the answer that a body gives, by whatever name. */
  limits(body: Body): unknown[];
  /** The fields of a rebuilt body that depend on the limit, with the limit set; the others of the body come before them. */
  limited(body: Body, limit: number | undefined): Body;
  count(event: Body): Count | undefined;
  /** How many bytes of output an event of a stream, or a whole answer, shows. */
  written(event: Body): number;
  /** What a stream says when we end it. */
  failureEvent(message: string): string;
}

/** Builds a request anew from the parts that its wire knows, so that what was checked is what is read. */
export function rebuild(wire: Wire, given: Body): { body: Body; notes: Notes } {
  const notes: Notes = { dropped: new Set(), images: new Set() };
  const built = wire.shape(given, notes);
  return { body: isObject(built) ? built : {}, notes };
}

/** The one rule for the most that an answer may have: the smallest limit that makes sense, whatever its name. */
export function limitOf(wire: Wire, body: Body): number | undefined {
  const given = wire.limits(body).filter((value) => Number.isSafeInteger(value) && Number(value) > 0);
  return given.length > 0 ? Math.min(...given.map(Number)) : undefined;
}

export function objectsIn(value: unknown): Body[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

export function objectIn(value: unknown, name: string): Body {
  const inner = isObject(value) ? value[name] : undefined;
  return isObject(inner) ? inner : {};
}

export function numberIn(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : undefined;
}

export function bytesOf(...values: unknown[]): number {
  return values.reduce<number>((sum, value) => sum + size(value), 0);
}

function size(value: unknown): number {
  if (typeof value === "string") return Buffer.byteLength(value);
  return isObject(value) ? Buffer.byteLength(JSON.stringify(value)) : 0;
}

export function sum(numbers: number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
