/** What was noticed while a request was rebuilt. */
export interface Notes {
  /** Fields, tools and parts that did not pass. */
  dropped: Set<string>;
  /** Why the request may not pass at all. */
  refused?: string;
  /** The places where an image's data stands: its price does not follow from its bytes. */
  images: Set<unknown>;
}

/** Rebuilds a value from what we know of it; nothing for a value that may not pass. */
export type Shape = (value: unknown, notes: Notes) => unknown;

type Fields = Readonly<Record<string, Shape>>;

const maxDepth = 100;
const maxNames = 30;

export const text: Shape = (value) => (typeof value === "string" ? value : undefined);
export const number: Shape = (value) => (Number.isFinite(value) ? value : undefined);
export const flag: Shape = (value) => (typeof value === "boolean" ? value : undefined);

export function word(...allowed: string[]): Shape {
  return (value) => (allowed.some((one) => one === value) ? value : undefined);
}

/** The first of several shapes that fits. */
export function either(...shapes: Shape[]): Shape {
  return (value, notes) => {
    for (const shape of shapes) {
      const built = shape(value, notes);
      if (built !== undefined) return built;
    }
    return undefined;
  };
}

/** Data that is nobody's but the model's and the engine's: tools' arguments and results. */
export const data: Shape = (value, notes) => copy(value, notes, { depth: 0, isAllowed: () => true });

/** A description of data, which stands here and not somewhere else. */
export const schema: Shape = (value, notes) =>
  copy(value, notes, { depth: 0, isAllowed: (name, one) => name !== "$ref" || String(one).startsWith("#") });

interface Copying {
  depth: number;
  isAllowed: (name: string, value: unknown) => boolean;
}

function copy(value: unknown, notes: Notes, { depth, isAllowed }: Copying): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (depth > maxDepth) return refuse(notes, `it is nested deeper than ${maxDepth} levels`);
  const inner = (one: unknown) => copy(one, notes, { depth: depth + 1, isAllowed });
  if (Array.isArray(value)) return value.map(inner);
  const entries = Object.entries(value);
  for (const [name, one] of entries) if (!isAllowed(name, one)) drop(notes, name);
  return Object.fromEntries(
    entries.filter(([name, one]) => isAllowed(name, one)).map(([name, one]) => [name, inner(one)]),
  );
}

/** Fields by name, in this order; all others are dropped. `rename` is for APIs that know a field by two names. */
export function record(fields: Fields, rename = (name: string) => name): Shape {
  const alike = new Set(Object.keys(fields).map(flat));
  return (value, notes) => {
    if (!isObject(value)) return undefined;
    const built = new Map<string, unknown>();
    for (const [given, one] of Object.entries(value)) {
      if (one === null || one === undefined) continue;
      const name = rename(given);
      const shape = Object.hasOwn(fields, name) ? fields[name] : undefined;
      const passed = shape?.(one, notes);
      if (passed !== undefined) built.set(name, passed);
      // Some servers (all that use Go's JSON) read names without regard to case.
      else if (!shape && alike.has(flat(given)))
        refuse(notes, `it holds "${given.slice(0, 40)}": write names as the API does`);
      else drop(notes, given);
    }
    const names = Object.keys(fields).filter((name) => built.has(name));
    return Object.fromEntries(names.map((name) => [name, built.get(name)]));
  };
}

/** Several values; one alone stands for a list of one, as some servers read it. */
export function list(shape: Shape): Shape {
  return (value, notes) => {
    const given = Array.isArray(value) ? value : [value];
    const built = given.map((one) => shape(one, notes)).filter((one) => one !== undefined);
    return Array.isArray(value) || built.length > 0 ? built : undefined;
  };
}

/** Values told apart by their `type`; those of another type are dropped by its name. */
export function typed(shapes: Fields, otherwise: Shape = dropByType): Shape {
  return (value, notes) => {
    if (!isObject(value)) return undefined;
    const type = value["type"];
    const shape = typeof type === "string" && Object.hasOwn(shapes, type) ? shapes[type] : undefined;
    return (shape ?? otherwise)(value, notes);
  };
}

const dropByType: Shape = (value, notes) => {
  drop(notes, isObject(value) ? String(value["type"]) : "value");
  return undefined;
};

/** What would be fetched, or is stored, somewhere else: without it the request would mean something else. */
function foreign(why: string): Shape {
  return (_, notes) => refuse(notes, why);
}

/** A part that is left out, with a word to the model in its place, so that a conversation can go on without it. */
export function replaced(what: string, note: (text: string) => unknown): Shape {
  return (_, notes) => {
    drop(notes, what);
    return note(
      `[A part (${what}) was here. Only text and images reach the model: convert it to one of them.]`,
    );
  };
}

const urlRefusal =
  "a URL in the request's content would be fetched by the provider; send the file's content instead";
const stateRefusal =
  "it refers to something that is stored at the provider, which the gateway cannot look into; send it along instead";

export const byAddress = foreign(urlRefusal);
export const byReference = foreign(stateRefusal);

/** The data of an image. */
export const image: Shape = (value, notes) => {
  if (typeof value !== "string") return undefined;
  const place = { toJSON: () => value };
  notes.images.add(place);
  return place;
};

/** An image within its own address. */
export const imageUrl: Shape = (value, notes) => {
  if (typeof value !== "string") return undefined;
  return /^data:image\/[\w.+-]+;base64,/.test(value) ? image(value, notes) : byAddress(value, notes);
};

function refuse(notes: Notes, why: string): undefined {
  notes.refused ??= why;
  return undefined;
}

export function drop(notes: Notes, name: string): void {
  if (notes.dropped.size < maxNames) notes.dropped.add(name.slice(0, 60));
}

function flat(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
