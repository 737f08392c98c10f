import type { Mistake } from "../text/describe-schema-error.ts";
import { fits } from "./fits.ts";
import { sharedSchemas } from "./schema.ts";

/** A part of a JSON schema: its keywords by name. */
type Part = Readonly<Record<string, unknown>>;

/** Where a value and its schema are. */
type Place = Pick<Mistake, "segments" | "trail">;

/** Finds what one keyword says of a value, where it says more than yes or no. */
type Explain = (value: unknown, wanted: never, place: Place, part: Part) => Mistake[];

/** All that keeps a value from fitting a JSON schema; `fits` says whether there is anything. */
export function explain(
  schema: object,
  value: unknown,
  place: Place = { segments: [], trail: [] },
): Mistake[] {
  const part = schema as Part;
  return Object.entries(part).flatMap(([keyword, wanted]) => {
    const here = { ...place, trail: [...place.trail, keyword] };
    const found = explanations[keyword]?.(value, wanted as never, here, part);
    if (found) return found;
    return fits({ [keyword]: wanted }, value) ? [] : [{ keyword, wanted, part, value, ...here }];
  });
}

const explanations: Readonly<Record<string, Explain>> = {
  items: (value, part: Part, place) =>
    Array.isArray(value) ? value.flatMap((item, at) => explain(part, item, within(place, at))) : [],
  properties: (value, parts: Record<string, Part>, place) =>
    fieldsOf(value).flatMap(([name, field]) => {
      const part = Object.hasOwn(parts, name) ? parts[name] : undefined;
      return part === undefined || field === undefined ? [] : explain(part, field, within(place, name, name));
    }),
  required: (value, names: string[], place, part) => {
    if (!isObject(value)) return [];
    const missing = names.filter((name) => value[name] === undefined);
    return missing.map((name) => ({
      keyword: "required",
      wanted: names,
      part,
      value,
      ...within(place, name),
    }));
  },
  additionalProperties: (value, rest: boolean | Part, place, part) => {
    if (rest === true) return [];
    const known = (part["properties"] ?? {}) as object;
    const others = fieldsOf(value).filter(([name]) => !Object.hasOwn(known, name));
    return others.flatMap(([name, field]) =>
      rest === false
        ? [{ keyword: "additionalProperties", wanted: rest, part, value, ...within(place, name) }]
        : explain(rest, field, within(place, name)),
    );
  },
  propertyNames: (value, names: Part, place, part) =>
    fieldsOf(value).flatMap(([name]) => {
      const mistakes = explain(names, name, place);
      const whole = { keyword: "propertyNames", wanted: names, part, value, ...place };
      return mistakes.length === 0 ? [] : [...mistakes, whole];
    }),
  allOf: (value, parts: Part[], place) =>
    parts.flatMap((part, at) => explain(part, value, branch(place, at))),
  anyOf: (value, forms: Part[], place, part) => explainForms("anyOf", value, forms, place, part),
  oneOf: (value, forms: Part[], place, part) => {
    const { propertyName: tag } = (part["discriminator"] ?? {}) as { propertyName?: string };
    if (tag === undefined) return explainForms("oneOf", value, forms, place, part);
    if (!isObject(value)) return [];
    const at = forms.findIndex((form) => fits(tagOf(form, tag), value[tag]));
    const form = forms[at];
    if (form) return explain(form, value, branch(place, at));
    return [{ keyword: "discriminator", wanted: tag, part, value, ...place }];
  },
  if: (value, condition: Part, place, part) => {
    const next = (fits(condition, value) ? part["then"] : part["else"]) as Part | undefined;
    return next === undefined ? [] : explain(next, value, place);
  },
  $ref: (value, address: string, place) => explain(sharedSchemas().get(address) ?? {}, value, place),
};

/** What keeps a value from each form, and that it should have one. */
function explainForms(keyword: string, value: unknown, forms: Part[], place: Place, part: Part): Mistake[] {
  if (fits({ [keyword]: forms }, value)) return [];
  const mistakes = forms.flatMap((form, at) => explain(form, value, branch(place, at)));
  return [...mistakes, { keyword, wanted: forms, part, value, ...place }];
}

/** What a form of a tagged alternative wants of its tag; a form without one has no value that fits. */
function tagOf(form: Part, tag: string): Part {
  const { [tag]: wanted } = form["properties"] as Record<string, Part>;
  return wanted ?? { enum: [] };
}

function within({ segments, trail }: Place, segment: string | number, ...more: string[]): Place {
  return { segments: [...segments, segment], trail: [...trail, ...more] };
}

function branch({ segments, trail }: Place, at: number): Place {
  return { segments, trail: [...trail, at] };
}

function fieldsOf(value: unknown): [string, unknown][] {
  return isObject(value) ? Object.entries(value) : [];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
