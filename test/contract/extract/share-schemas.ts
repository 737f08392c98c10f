import { createHash } from "node:crypto";
import type { Schema } from "../contract.ts";

const WORTH_SHARING = 90;

/**
 * The same definitions with every larger schema that occurs more than once written once.
 * GitHub's webhook schemas repeat whole users and repositories inline; this takes nine tenths away.
 */
export function shareSchemas(definitions: Record<string, Schema>): Record<string, Schema> {
  const { merged, renamed } = mergeEqual(definitions);
  const counts = new Map<string, number>();
  for (const schema of Object.values(merged)) count(schema, counts);

  const names = new Map(Object.entries(merged).map(([name, schema]) => [JSON.stringify(schema), name]));
  const shared: Record<string, Schema> = {};
  const share = (schema: Schema): Schema => {
    const text = JSON.stringify(schema);
    if (schema.$ref || text.length < WORTH_SHARING) return schema;
    const known = names.get(text);
    if (known) return { $ref: `#/definitions/${known}` };
    if ((counts.get(text) ?? 0) < 2) return mapChildren(schema, share);
    // Named by content, so that one more route does not rename everything.
    const name = `shared-${createHash("sha256").update(text).digest("hex").slice(0, 10)}`;
    names.set(text, name);
    shared[name] = mapChildren(schema, share);
    return { $ref: `#/definitions/${name}` };
  };
  for (const [name, schema] of Object.entries(merged)) shared[name] = mapChildren(schema, share);
  for (const [name, same] of renamed) shared[name] = { $ref: `#/definitions/${same}` };
  return Object.fromEntries(Object.entries(shared).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Calls `change` on each direct part of a schema. */
function mapChildren(schema: Schema, change: (part: Schema) => Schema): Schema {
  const result: Schema = { ...schema };
  if (schema.properties) {
    result.properties = Object.fromEntries(
      Object.entries(schema.properties).map(([key, value]) => [key, change(value)]),
    );
  }
  if (schema.items) result.items = change(schema.items);
  if (schema.additionalProperties && typeof schema.additionalProperties === "object") {
    result.additionalProperties = change(schema.additionalProperties);
  }
  for (const keyword of ["allOf", "anyOf"] as const) {
    const parts = schema[keyword];
    if (parts) result[keyword] = parts.map(change);
  }
  return result;
}

function count(schema: Schema, counts: Map<string, number>): void {
  const text = JSON.stringify(schema);
  counts.set(text, (counts.get(text) ?? 0) + 1);
  mapChildren(schema, (part) => {
    count(part, counts);
    return part;
  });
}

/** Definitions with different names and the same content: the first name wins. */
function mergeEqual(definitions: Record<string, Schema>) {
  const merged: Record<string, Schema> = {};
  const renamed = new Map<string, string>();
  const seen = new Map<string, string>();
  for (const [name, schema] of Object.entries(definitions)) {
    const text = JSON.stringify(schema);
    const same = seen.get(text);
    if (same && text.length >= WORTH_SHARING) renamed.set(name, same);
    else merged[name] = schema;
    if (!same) seen.set(text, name);
  }
  return { merged, renamed };
}
