/** The part of JSON Schema that documents of people use. */
export interface Schema {
  type?: string;
  title?: string;
  const?: unknown;
  enum?: readonly unknown[];
  default?: unknown;
  description?: string;
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  minItems?: number;
  maxItems?: number;
  items?: Schema;
  anyOf?: readonly Schema[];
  required?: readonly string[];
  properties?: Readonly<Record<string, Schema>>;
  propertyNames?: Schema;
  additionalProperties?: boolean | Schema;
}

export interface Entry {
  /** As people write it: `limits.parallel`, `roles.<name>.engine`, `tasks[].title`. */
  path: string;
  schema: Schema;
  required: boolean;
}

/** Every key of a document by its path; those within a group follow it. */
export function listEntries(schema: Schema, prefix = ""): Entry[] {
  const { required = [], properties = {}, additionalProperties, items } = schema;
  const named = Object.entries(properties).flatMap(([name, inner]) => [
    { path: prefix + name, schema: inner, required: required.includes(name) },
    ...listEntries(inner, `${prefix}${name}.`),
  ]);
  const others =
    typeof additionalProperties === "object" ? listEntries(additionalProperties, `${prefix}<name>.`) : [];
  const each = items?.type === "object" ? listEntries(items, `${prefix.slice(0, -1)}[].`) : [];
  return [...named, ...others, ...each];
}

/** What may be written for a key, in a few words. */
export function describeValue(schema: Schema): string {
  if (schema.const !== undefined) return code(schema.const);
  if (schema.anyOf) return schema.anyOf.map(describeValue).join(", or ");
  if (schema.enum) return schema.enum.map(code).join(", ");
  switch (schema.type) {
    case "object":
      return typeof schema.additionalProperties === "object" ? "settings by name" : "settings";
    case "boolean":
      return "`true`, `false`";
    case "array":
      return describeList(schema);
    case "integer":
      return `whole number, ${describeRange(schema)}`;
    case "number":
      return `number, ${describeRange(schema)}`;
    case "string":
      return describeText(schema);
    default:
      throw new Error(`There are no words for ${JSON.stringify(schema)}.`);
  }
}

function describeRange({ minimum, exclusiveMinimum, maximum }: Schema): string {
  const least = exclusiveMinimum === undefined ? minimum : undefined;
  if (least !== undefined && maximum !== undefined) return `${amount(least)} to ${amount(maximum)}`;
  const bounds = [
    exclusiveMinimum === undefined ? "" : `more than ${amount(exclusiveMinimum)}`,
    least === undefined ? "" : `${amount(least)} or more`,
    maximum === undefined ? "" : `at most ${amount(maximum)}`,
  ];
  return bounds.filter(Boolean).join(", ") || "any";
}

function describeText(schema: Schema): string {
  const { title, pattern, maxLength } = schema;
  if (pattern !== undefined && title === undefined)
    throw new Error(`The pattern ${pattern} needs a title: what it is, in words.`);
  if (title !== undefined) return title;
  return maxLength === undefined ? "text" : `text, at most ${amount(maxLength)} characters`;
}

function describeList({ minItems = 0, maxItems, items }: Schema): string {
  const most =
    maxItems === undefined ? "" : ` of ${minItems > 0 ? `${minItems} to` : "at most"} ${amount(maxItems)}`;
  return items === undefined || items.type === "object"
    ? `list${most}`
    : `list${most}: ${describeValue(items)}`;
}

export function code(value: unknown): string {
  return `\`${typeof value === "string" ? value : JSON.stringify(value)}\``;
}

/** A cell of a table. */
export function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}

function amount(value: number): string {
  return value.toLocaleString("en");
}
