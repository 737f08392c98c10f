import type { Schema } from "../contract.ts";

/** Keywords that decide whether a value is right; everything else in an OpenAPI schema is for people. */
const KEPT = new Set([
  "type",
  "const",
  "minimum",
  "maximum",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "minProperties",
  "maxProperties",
]);

/** Renames what a `$ref` points to; the caller follows the names that it hands out. */
export type NameReference = (ref: string) => string;

/**
 * An OpenAPI 3.0 or 3.1 schema as a plain JSON schema with only the keywords that decide.
 * `oneOf` becomes `anyOf`: GitHub's alternatives overlap, so "exactly one" refuses GitHub's own answers.
 */
export function normalizeSchema(schema: Schema, name: NameReference): Schema {
  const plain = dropNullable(schema);
  if (plain.nullable) return withNull(normalizeSchema({ ...plain, nullable: undefined }, name));
  if (plain.$ref) return { $ref: name(plain.$ref) };

  const result: Schema = {};
  for (const [keyword, value] of Object.entries(plain)) {
    if (KEPT.has(keyword) && value !== undefined) result[keyword] = value;
  }
  if (plain.enum) result.enum = plain.enum.toSorted();
  if (plain.required) result.required = [...plain.required].sort();
  if (plain.format === "date-time") result.format = "date-time";
  if (plain.properties) {
    result.properties = Object.fromEntries(
      Object.keys(plain.properties)
        .sort()
        .map((key) => [key, normalizeSchema(plain.properties?.[key] as Schema, name)]),
    );
  }
  if (plain.items) result.items = normalizeSchema(plain.items, name);
  const additional = plain.additionalProperties;
  if (additional !== undefined) {
    result.additionalProperties =
      typeof additional === "boolean" ? additional : normalizeSchema(additional, name);
  }
  if (plain.allOf) result.allOf = plain.allOf.map((part) => normalizeSchema(part, name));
  const choices = plain.anyOf ?? plain.oneOf;
  if (choices) result.anyOf = choices.map((part) => normalizeSchema(part, name));
  return result;
}

/** `nullable` folded into `type` and `enum` where there is a type; left standing where there is none. */
function dropNullable(schema: Schema): Schema {
  if (!schema.nullable || !schema.type) return schema;
  const types = [schema.type].flat();
  const { nullable: _, ...rest } = schema;
  return {
    ...rest,
    type: types.includes("null") ? types : [...types, "null"],
    ...(schema.enum && !schema.enum.includes(null) ? { enum: [...schema.enum, null] } : {}),
  };
}

function withNull(schema: Schema): Schema {
  return { anyOf: [{ type: "null" }, schema] };
}
