import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import { closest } from "../text/closest.ts";

/** One thing wrong with a document, in words for the person who wrote it. */
export interface Problem {
  /** Where, as people write it: `tasks[2].title`; empty for the whole document. */
  path: string;
  message: string;
  line?: number;
  column?: number;
}

export interface Position {
  line: number;
  column: number;
}

/** The way into a document: keys and indexes from its root. */
export type Segments = readonly (string | number)[];

/** Finds where in its text a part of a document begins. */
export type Locate = (segments: Segments) => Position | undefined;

export type Validation<T> = { ok: true; value: T } | { ok: false; problems: Problem[] };

export type Validator<T> = (value: unknown, locate?: Locate) => Validation<T>;

const mostProblems = 100;

/** Checks a value against a JSON schema and fills in defaults, in a copy. The schema is compiled at first use. */
export function createValidator<T>(schema: object): Validator<T> {
  let validate: ValidateFunction | undefined;

  return (input, locate) => {
    validate ??= compile(schema);
    const value: unknown = structuredClone(input);
    if (validate(value)) return { ok: true, value: value as T };
    const errors = pickBranches((validate.errors ?? []).slice(0, 20 * mostProblems));
    const problems = errors.map((error) => describe(error, value, locate));
    return { ok: false, problems: limitProblems(problems.sort(byLine)) };
  };
}

let shared: Ajv | undefined;

function compile(schema: object): ValidateFunction {
  shared ??= new Ajv({ allErrors: true, useDefaults: true, verbose: true, strict: true, strictTypes: false });
  return shared.compile(schema);
}

/** At most a hundred problems, so that a hostile document cannot fill a comment. */
export function limitProblems(problems: Problem[]): Problem[] {
  if (problems.length <= mostProblems) return problems;
  const more = problems.length - mostProblems;
  return [...problems.slice(0, mostProblems), { path: "", message: `and ${more} more problems` }];
}

function byLine(a: Problem, b: Problem): number {
  return (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0);
}

/** Writes segments as people do: `tasks[2].title`. */
export function formatPath(segments: Segments): string {
  return segments.reduce<string>((path, segment) => {
    if (typeof segment === "number") return `${path}[${segment}]`;
    if (!/^[\w-]{1,60}$/.test(segment)) return `${path}[${quote(segment)}]`;
    return path ? `${path}.${segment}` : segment;
  }, "");
}

/** Of an alternative that fits in no form, only what keeps it from the nearest form. */
function pickBranches(errors: ErrorObject[]): ErrorObject[] {
  const dropped = new Set<ErrorObject>();
  for (const error of errors.filter(({ keyword }) => keyword === "oneOf" || keyword === "anyOf")) {
    const branches = Map.groupBy(
      errors.filter((other) => isWithin(other, error)),
      (other) => other.schemaPath.slice(error.schemaPath.length).split("/")[1] ?? "",
    );
    const [nearest, ...others] = [...branches.values()].sort((a, b) => a.length - b.length);
    if (nearest) dropped.add(error);
    for (const other of others.flat()) dropped.add(other);
  }
  return errors.filter((error) => !dropped.has(error));
}

function isWithin(inner: ErrorObject, outer: ErrorObject): boolean {
  return (
    inner.schemaPath.startsWith(`${outer.schemaPath}/`) &&
    (inner.instancePath === outer.instancePath || inner.instancePath.startsWith(`${outer.instancePath}/`))
  );
}

function describe(error: ErrorObject, root: unknown, locate: Locate | undefined): Problem {
  const segments = segmentsOf(error, root);
  return { path: formatPath(segments), message: messageOf(error), ...locate?.(segments) };
}

function segmentsOf(error: ErrorObject, root: unknown): (string | number)[] {
  const segments: (string | number)[] = [];
  let parent: unknown = root;
  for (const part of error.instancePath.split("/").slice(1)) {
    const key = part.replaceAll("~1", "/").replaceAll("~0", "~");
    segments.push(Array.isArray(parent) ? Number(key) : key);
    parent = (parent as Record<string, unknown> | undefined)?.[key];
  }
  if (error.keyword === "required") segments.push(error.params["missingProperty"]);
  if (error.keyword === "additionalProperties") segments.push(error.params["additionalProperty"]);
  return segments;
}

function messageOf(error: ErrorObject): string {
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
      return `should match ${params["pattern"]}, but is ${show(data)}`;
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
    case "minimum":
    case "exclusiveMinimum":
    case "maximum":
    case "exclusiveMaximum":
      return `should be ${comparisons[keyword]} ${params["limit"]}, but is ${show(data)}`;
    default:
      return error.message ?? "is not valid";
  }
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
  return `is not a known key; known are ${known.join(", ")}`;
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

function quote(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 57)}…"` : text;
}
