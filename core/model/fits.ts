import { sharedSchemas } from "./schema.ts";

/** A part of a JSON schema: its keywords by name. */
type Part = Readonly<Record<string, unknown>>;

/** Whether a value passes one keyword; `part` is what stands beside it. */
type Check = (value: unknown, wanted: never, part: Part) => boolean;

/** Says whether a value fits a JSON schema, and fills in defaults on the way. `explain` says why, where one does not. */
export function fits(schema: object, value: unknown): boolean {
  const part = schema as Part;
  return Object.keys(part).every((keyword) => {
    const check = checks[keyword];
    if (!check) throw new TypeError(`fits() does not know the keyword ${keyword} of JSON schema.`);
    return check(value, part[keyword] as never, part);
  });
}

const checks: Readonly<Record<string, Check>> = {
  type: (value, type: string) => isOf(type, value),
  const: (value, wanted: unknown) => value === wanted,
  enum: (value, values: unknown[]) => values.includes(value),
  pattern: (value, source: string) => typeof value !== "string" || patternOf(source).test(value),
  minLength: (value, least: number) => typeof value !== "string" || lengthOf(value) >= least,
  maxLength: (value, most: number) =>
    typeof value !== "string" || value.length <= most || lengthOf(value) <= most,
  minimum: (value, least: number) => typeof value !== "number" || value >= least,
  maximum: (value, most: number) => typeof value !== "number" || value <= most,
  exclusiveMinimum: (value, least: number) => typeof value !== "number" || value > least,
  minItems: (value, least: number) => !Array.isArray(value) || value.length >= least,
  maxItems: (value, most: number) => !Array.isArray(value) || value.length <= most,
  uniqueItems: (value, unique: boolean) =>
    !unique || !Array.isArray(value) || new Set(value.map(textOf)).size === value.length,
  items: (value, part: Part) => !Array.isArray(value) || value.every((item) => fits(part, item)),
  required: (value, names: string[]) => !isObject(value) || names.every((name) => value[name] !== undefined),
  minProperties: (value, least: number) => !isObject(value) || Object.keys(value).length >= least,
  maxProperties: (value, most: number) => !isObject(value) || Object.keys(value).length <= most,
  properties: (value, parts: Record<string, Part>) => !isObject(value) || fitsProperties(value, parts),
  additionalProperties: (value, rest: boolean | Part, { properties = {} }) =>
    !isObject(value) || fitsRest(value, rest, properties as object),
  propertyNames: (value, part: Part) =>
    !isObject(value) || Object.keys(value).every((name) => fits(part, name)),
  allOf: (value, parts: Part[]) => parts.every((part) => fits(part, value)),
  anyOf: (value, parts: Part[]) => parts.some((part) => fits(part, value)),
  oneOf: (value, parts: Part[], { discriminator }) =>
    discriminator
      ? fitsTagged(value, parts, (discriminator as { propertyName: string }).propertyName)
      : parts.filter((part) => fits(part, value)).length === 1,
  if: (value, condition: Part, part) => {
    const branch = (fits(condition, value) ? part["then"] : part["else"]) as Part | undefined;
    return branch === undefined || fits(branch, value);
  },
  $ref: (value, address: string) => {
    const part = sharedSchemas().get(address);
    if (!part) throw new TypeError(`No schema is shared as ${address}.`);
    return fits(part, value);
  },
  // Read with `if` and `oneOf`, or words for people.
  // biome-ignore lint/suspicious/noThenProperty: JSON schema's own word.
  then: () => true,
  else: () => true,
  discriminator: () => true,
  default: () => true,
  description: () => true,
  title: () => true,
  $id: () => true,
};

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isOf(type: string, value: unknown): boolean {
  if (type === "array") return Array.isArray(value);
  if (type === "object") return isObject(value);
  if (type === "null") return value === null;
  if (type === "integer") return typeof value === "number" && Number.isInteger(value);
  if (type === "number") return typeof value === "number" && Number.isFinite(value);
  return typeof value === type;
}

/** In characters as people count them, which is what JSON schema means. */
function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

const patterns = new Map<string, RegExp>();

function patternOf(source: string): RegExp {
  const known = patterns.get(source) ?? new RegExp(source, "u");
  patterns.set(source, known);
  return known;
}

function textOf(value: unknown): string {
  return JSON.stringify(value);
}

/** What is left out and has a default gets it. */
function fitsProperties(value: Record<string, unknown>, parts: Record<string, Part>): boolean {
  return Object.entries(parts).every(([name, part]) => {
    if (value[name] === undefined && "default" in part) value[name] = structuredClone(part["default"]);
    return value[name] === undefined || fits(part, value[name]);
  });
}

function fitsRest(value: Record<string, unknown>, rest: boolean | Part, known: object): boolean {
  const others = Object.keys(value).filter((name) => !Object.hasOwn(known, name));
  if (typeof rest === "boolean") return rest || others.length === 0;
  return others.every((name) => fits(rest, value[name]));
}

/** The one form that a value says it has. */
function fitsTagged(value: unknown, parts: Part[], tag: string): boolean {
  if (!isObject(value)) return false;
  const form = parts.find((part) => {
    const { [tag]: word } = part["properties"] as Record<string, { const?: unknown }>;
    return word !== undefined && "const" in word && word.const === value[tag];
  });
  return form !== undefined && fits(form, value);
}
