/** JSON schemas as values that know the TypeScript type of what they let through, so that a type and its schema cannot differ. */
declare const typed: unique symbol;

/** A JSON schema for a `T`; the type is known to the compiler only. */
export interface Schema<T> {
  readonly [typed]?: T;
}

/** A field that may be left out. */
export interface Optional<T> {
  readonly optional: Schema<T>;
}

// biome-ignore lint/suspicious/noExplicitAny: a field may be of any type.
type Fields = Record<string, Schema<any> | Optional<any>>;

/** What a schema lets through. */
export type Infer<S> = S extends Optional<infer T> ? T : S extends Schema<infer T> ? T : never;

type Flat<T> = { [K in keyof T]: T[K] };
type OptionalKeys<F> = { [K in keyof F]: F[K] extends Optional<unknown> ? K : never }[keyof F];
type Shape<F extends Fields> = Flat<
  { [K in Exclude<keyof F, OptionalKeys<F>>]: Infer<F[K]> } & { [K in OptionalKeys<F>]?: Infer<F[K]> }
>;

/** More of JSON schema's own words: `description`, `default`, `title`. */
type Words = Record<string, unknown>;

export const optional = <T>(schema: Schema<T>): Optional<T> => ({ optional: schema });

const shares = new Map<string, Schema<unknown>>();

/** A schema that several others hold: it is compiled once, and they refer to it by name. */
export function shared<T>(name: string, schema: Schema<T>): Schema<T> {
  const address = `gsd://schema/${name}`;
  shares.set(address, schema);
  return given({ $ref: address });
}

/** All schemas that others refer to, by their address, for whoever compiles one. */
export function sharedSchemas(): ReadonlyMap<string, object> {
  return shares;
}

/** A schema written by hand, for a type that is written by hand beside it. */
export const given = <T>(schema: object): Schema<T> => schema;

export const text = (maxLength = 100_000, words: Words = {}): Schema<string> =>
  given({ type: "string", maxLength, ...words });

export const word = <T extends string = string>(pattern: string, words: Words = {}): Schema<T> =>
  given({ type: "string", pattern, ...words });

export const integer = (minimum = 0, words: Words = {}): Schema<number> =>
  given({ type: "integer", minimum, ...words });

export const amount = (words: Words = {}): Schema<number> => given({ type: "number", minimum: 0, ...words });

export const flag = (words: Words = {}): Schema<boolean> => given({ type: "boolean", ...words });

export const only = <const T>(value: T): Schema<T> => given({ const: value });

export const oneOf = <const T extends readonly string[]>(values: T, words: Words = {}): Schema<T[number]> =>
  given({ enum: values, ...words });

export const list = <T>(items: Schema<T>, maxItems = 10_000, words: Words = {}): Schema<T[]> =>
  given({ type: "array", maxItems, items, ...words });

export const record = <K extends string, T>(key: Schema<K>, value: Schema<T>): Schema<Record<K, T>> =>
  given({ type: "object", propertyNames: key, additionalProperties: value });

/** An object with these fields; others are let through unless `closed`. */
export function object<const F extends Fields>(fields: F, { closed = false } = {}): Schema<Shape<F>> {
  const open = { type: "object", ...parts(fields) };
  return given(closed ? { ...open, additionalProperties: false } : open);
}

type Tagged<Tag extends string, Table extends Record<string, Fields>> = {
  [Name in keyof Table]: Flat<{ [K in Tag]: Name } & Shape<Table[Name]>>;
}[keyof Table];

/** One of several objects, told apart by the word under `tag`: a row for each word, with its fields. */
export function unionOf<Tag extends string, const Table extends Record<string, Fields>>(
  tag: Tag,
  table: Table,
): Schema<Tagged<Tag, Table>> {
  return given({
    type: "object",
    required: [tag],
    properties: { [tag]: { enum: Object.keys(table) } },
    discriminator: { propertyName: tag },
    oneOf: Object.entries(table).map(([name, fields]) => tagged(tag, name, fields)),
  });
}

function tagged(tag: string, name: string, fields: Fields): object {
  const { required, properties } = parts(fields);
  return { required, properties: { [tag]: { const: name }, ...properties } };
}

function parts(fields: Fields): { required: string[]; properties: Record<string, object> } {
  const entries = Object.entries(fields);
  return {
    required: entries.filter(([, field]) => !("optional" in field)).map(([name]) => name),
    properties: Object.fromEntries(
      entries.map(([name, field]) => [name, "optional" in field ? field.optional : field]),
    ),
  };
}
