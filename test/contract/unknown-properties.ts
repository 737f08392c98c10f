import type { Schema } from "./contract.ts";

type Definitions = Record<string, Schema>;

/** JSON pointers of the properties of `value` that its schema does not name, at any depth. */
export function unknownProperties(schema: Schema, value: unknown, definitions: Definitions): string[] {
  const shapes = alternatives([schema], definitions);
  if (Array.isArray(value)) {
    const items = shapes.flatMap((shape) => (shape.items ? [shape.items] : []));
    return value.flatMap((item, index) => below(`/${index}`, items, item, definitions));
  }
  if (typeof value !== "object" || value === null) return [];

  const objects = shapes.filter((shape) => shape.properties);
  const open = shapes.some(
    (shape) => shape.additionalProperties || (isAnyObject(shape) && objects.length === 0),
  );
  return Object.entries(value).flatMap(([key, part]) => {
    const schemas = objects.flatMap((shape) => (shape.properties?.[key] ? [shape.properties[key]] : []));
    if (schemas.length > 0) return below(`/${key}`, schemas, part, definitions);
    return open || objects.length === 0 ? [] : [`/${key}`];
  });
}

function below(prefix: string, schemas: Schema[], value: unknown, definitions: Definitions): string[] {
  if (schemas.length === 0) return [];
  return unknownProperties({ anyOf: schemas }, value, definitions).map((pointer) => prefix + pointer);
}

/** The schema and everything that it is composed of, references resolved. */
function alternatives(schemas: Schema[], definitions: Definitions): Schema[] {
  return schemas.flatMap((schema) => {
    const target = schema.$ref ? [definitions[schema.$ref.replace("#/definitions/", "")] ?? {}] : [];
    const parts = [...target, ...(schema.allOf ?? []), ...(schema.anyOf ?? [])];
    return [schema, ...(parts.length > 0 ? alternatives(parts, definitions) : [])];
  });
}

function isAnyObject(schema: Schema): boolean {
  return [schema.type].flat().includes("object") && !schema.properties;
}
