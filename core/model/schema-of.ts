/** More of JSON schema's own words: bounds, defaults, descriptions. */
interface More {
  readonly [keyword: string]: unknown;
}

/**
 * What the schema of a type has to look like, for documents of people, whose schemas are written by hand for their
 * error texts: a field that is missing or of another type does not compile. Write `as const satisfies SchemaOf<…>`.
 */
export type SchemaOf<T> = More &
  ([T] extends [boolean]
    ? { readonly type: "boolean" } | { readonly const: T }
    : [T] extends [number]
      ? { readonly type: "integer" | "number" } | { readonly const: T }
      : [T] extends [string]
        ? { readonly type: "string" } | { readonly enum: readonly T[] } | { readonly const: T }
        : [T] extends [readonly (infer I)[]]
          ? { readonly type: "array"; readonly items: SchemaOf<I> }
          : [T] extends [object]
            ? ObjectSchema<T>
            : { readonly anyOf: readonly (T extends unknown ? SchemaOf<T> : never)[] });

type ObjectSchema<T extends object> = string extends keyof T
  ? { readonly type: "object"; readonly additionalProperties: SchemaOf<NonNullable<T[keyof T]>> }
  : {
      readonly type: "object";
      readonly required?: readonly (keyof T)[];
      readonly properties: { readonly [K in keyof T]-?: SchemaOf<NonNullable<T[K]>> };
    };
