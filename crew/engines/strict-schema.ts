type Schema = Readonly<Record<string, unknown>>;

/**
 * A schema as OpenAI's strict mode takes it (https://platform.openai.com/docs/guides/structured-outputs): every
 * property is required, what was optional may be null instead, and bounds are left out, since we check them ourselves.
 * Nothing for a schema that cannot be said that way.
 */
export function toStrictSchema(schema: object): object | undefined {
  try {
    return strict(schema as Schema);
  } catch (error) {
    if (error instanceof Inexpressible) return undefined;
    throw error;
  }
}

class Inexpressible extends Error {}

function strict(schema: Schema): object {
  const { type, properties, items, enum: values, const: value, oneOf, anyOf, description } = schema;
  const about = typeof description === "string" ? { description } : {};
  const choices = (anyOf ?? oneOf) as Schema[] | undefined;
  if (choices) return { anyOf: choices.map(strict), ...about };
  const listed = value === undefined ? (values as unknown[] | undefined) : [value];
  if (listed) return { type: jsonType(listed[0]), enum: listed, ...about };
  if (type === "object")
    return { ...strictObject(schema, (properties ?? {}) as Record<string, Schema>), ...about };
  if (type === "array" && items) return { type, items: strict(items as Schema), ...about };
  if (typeof type === "string" && type !== "array") return { type, ...about };
  throw new Inexpressible();
}

function strictObject(schema: Schema, properties: Record<string, Schema>): object {
  // A map from any name has no list of properties.
  if (schema["additionalProperties"] !== false) throw new Inexpressible();
  const required = (schema["required"] ?? []) as string[];
  const entries = Object.entries(properties).map(([name, property]) => {
    const inner = strict(property);
    return [name, required.includes(name) ? inner : { anyOf: [inner, { type: "null" }] }] as const;
  });
  return {
    type: "object",
    properties: Object.fromEntries(entries),
    required: entries.map(([name]) => name),
    additionalProperties: false,
  };
}

function jsonType(value: unknown): string {
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  if (typeof value === "string" || typeof value === "boolean") return typeof value;
  throw new Inexpressible();
}

/** Takes the properties away that are null: how an answer by a strict schema leaves something out. */
export function dropNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(dropNulls);
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(([, inner]) => inner !== null);
  return Object.fromEntries(kept.map(([name, inner]) => [name, dropNulls(inner)]));
}
