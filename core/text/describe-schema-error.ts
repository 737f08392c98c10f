import { closest } from "./closest.ts";

/** One keyword of a schema that a value does not pass. */
export interface Mistake {
  keyword: string;
  /** What the keyword asks for. */
  wanted: unknown;
  /** What stands beside the keyword. */
  part: Readonly<Record<string, unknown>>;
  /** The way to the value, or to the field of it that is missing or too many. */
  segments: readonly (string | number)[];
  value: unknown;
  /** The way through the schema, by which the forms of an alternative are told apart. */
  trail: readonly (string | number)[];
}

/** What a schema asked for and what it found, in plain words. */
export function describeMistake(mistake: Mistake): string {
  const { keyword, wanted, value } = mistake;
  switch (keyword) {
    case "required":
      return "is missing";
    case "additionalProperties":
      return unknownKey(mistake);
    case "type":
      return `should be ${article(String(wanted))}, but is ${kindOf(value)}`;
    case "enum":
      return `should be one of ${(wanted as unknown[]).map(show).join(", ")}, but is ${show(value)}`;
    case "const":
      return `should be ${show(wanted)}, but is ${show(value)}`;
    case "pattern":
      return `should ${matching(mistake)}, but is ${show(value)}`;
    case "minLength":
      return wanted === 1
        ? "should not be empty"
        : `should have at least ${wanted} characters, but has ${[...String(value)].length}`;
    case "maxLength":
      return `should have at most ${wanted} characters, but has ${[...String(value)].length}`;
    case "minItems":
      return `should have at least ${entries(wanted)}, but has ${(value as unknown[]).length}`;
    case "maxItems":
      return `should have at most ${entries(wanted)}, but has ${(value as unknown[]).length}`;
    case "uniqueItems":
      return `should not have the same entry twice, but ${theSame(value as unknown[])} are the same (counted from 0)`;
    case "minimum":
    case "exclusiveMinimum":
    case "maximum":
      return `should be ${comparisons[keyword]} ${wanted}, but is ${show(value)}`;
    case "minProperties":
      return `should have at least ${entries(wanted)}, but has ${Object.keys(value as object).length}`;
    case "maxProperties":
      return `should have at most ${entries(wanted)}, but has ${Object.keys(value as object).length}`;
    case "propertyNames":
      return unknownNames(mistake);
    case "discriminator":
      return `should say in ${quote(wanted)} which of the known forms it has`;
    default:
      return "has none of the forms that are allowed here";
  }
}

/** In words where the schema has them. */
function matching({ wanted, part }: Mistake): string {
  const title = part["title"];
  return typeof title === "string" ? `be ${title}` : `match ${wanted}`;
}

/** The first entry that comes a second time, and where it came before. */
function theSame(list: unknown[]): string {
  const texts = list.map((item) => JSON.stringify(item));
  const again = texts.findIndex((text, at) => texts.indexOf(text) < at);
  return `${texts.indexOf(texts[again] ?? "")} and ${again}`;
}

const comparisons = {
  minimum: "at least",
  exclusiveMinimum: "more than",
  maximum: "at most",
};

function unknownKey({ segments, part }: Mistake): string {
  const known = Object.keys((part["properties"] as object | undefined) ?? {});
  const near = closest(String(segments.at(-1)), known);
  if (near) return `is not a known key; did you mean ${quote(near)}?`;
  return `is not a known key; the keys are ${known.join(", ")}`;
}

/** Of names that are listed, the nearest can be told, as of any key. */
function unknownNames({ wanted, value }: Mistake): string {
  const known = (wanted as { enum?: unknown[] }).enum?.map(String);
  if (!known) return "has a key that is not allowed";
  const unknown = Object.keys(value as object).filter((name) => !known.includes(name));
  const words = unknown.slice(0, mostNames).map((name) => {
    const near = closest(name, known);
    return near ? `${quote(name)} (did you mean ${quote(near)}?)` : quote(name);
  });
  return `has the unknown key ${words.join(", ")}; the keys are ${known.join(", ")}`;
}

const mostNames = 5;

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
    (point) => `\\u{${point.codePointAt(0)?.toString(16)}}`,
  );
  return text.length > 60 ? `${text.slice(0, 57)}…"` : text;
}
