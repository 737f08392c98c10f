import type { ErrorObject } from "ajv";
import { closest } from "./closest.ts";

/** What a schema asked for and what it found, in plain words. */
export function describeSchemaError(error: ErrorObject): string {
  const { keyword, params, data } = error;
  switch (keyword) {
    case "required":
      return "is missing";
    case "additionalProperties":
      return unknownKey(error);
    case "type":
      return `should be ${article(String(params["type"]))}, but is ${kindOf(data)}`;
    case "enum":
      return `should be one of ${(params["allowedValues"] as unknown[]).map(show).join(", ")}, but is ${show(data)}`;
    case "const":
      return `should be ${show(params["allowedValue"])}, but is ${show(data)}`;
    case "pattern":
      return `should ${wanted(error)}, but is ${show(data)}`;
    case "minLength":
      return params["limit"] === 1
        ? "should not be empty"
        : `should have at least ${params["limit"]} characters, but has ${[...String(data)].length}`;
    case "maxLength":
      return `should have at most ${params["limit"]} characters, but has ${[...String(data)].length}`;
    case "minItems":
      return `should have at least ${entries(params["limit"])}, but has ${(data as unknown[]).length}`;
    case "maxItems":
      return `should have at most ${entries(params["limit"])}, but has ${(data as unknown[]).length}`;
    case "uniqueItems":
      return `should not have the same entry twice, but ${params["j"]} and ${params["i"]} are the same (counted from 0)`;
    case "minimum":
    case "exclusiveMinimum":
    case "maximum":
    case "exclusiveMaximum":
      return `should be ${comparisons[keyword]} ${params["limit"]}, but is ${show(data)}`;
    default:
      return error.message ?? "is not valid";
  }
}

/** In words where the schema has them. */
function wanted({ params, parentSchema }: ErrorObject): string {
  const title = parentSchema?.["title"];
  return typeof title === "string" ? `be ${title}` : `match ${params["pattern"]}`;
}

const comparisons = {
  minimum: "at least",
  exclusiveMinimum: "more than",
  maximum: "at most",
  exclusiveMaximum: "less than",
};

function unknownKey({ params, parentSchema }: ErrorObject): string {
  const known = Object.keys((parentSchema?.["properties"] as object | undefined) ?? {});
  const near = closest(String(params["additionalProperty"]), known);
  if (near) return `is not a known key; did you mean ${quote(near)}?`;
  return `is not a known key; the keys are ${known.join(", ")}`;
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return "empty";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "a mapping";
  return `the ${typeof value === "string" ? "text" : typeof value} ${show(value)}`;
}

function article(type: string): string {
  const names: Record<string, string> = {
    string: "a text",
    integer: "a whole number",
    number: "a number",
    boolean: "true or false",
    array: "a list",
    object: "a mapping",
    null: "empty",
  };
  return names[type] ?? type;
}

function entries(count: unknown): string {
  return count === 1 ? "1 entry" : `${count} entries`;
}

function show(value: unknown): string {
  if (value === null || value === undefined) return "empty";
  return typeof value === "object" ? kindOf(value) : quote(value);
}

/** A value as it would be written, with what cannot be seen made visible. */
export function quote(value: unknown): string {
  const text = (JSON.stringify(value) ?? String(value)).replaceAll(
    /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]|\p{Default_Ignorable_Code_Point}/gu,
    (point) => `\\u{${point.codePointAt(0)!.toString(16)}}`,
  );
  return text.length > 60 ? `${text.slice(0, 57)}…"` : text;
}
