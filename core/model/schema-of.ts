/** Holds a schema to its type: a field that is not checked does not compile. Write `as const satisfies SchemaOf<…>`. */
export interface SchemaOf<T extends object> {
  type: "object";
  required: readonly (keyof T)[];
  properties: Readonly<Record<keyof T, unknown>>;
}
