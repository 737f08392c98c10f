import type { Ajv, ErrorObject, ValidateFunction } from "ajv";
import { describeSchemaError, quote } from "../text/describe-schema-error.ts";
import { createAjv } from "./create-ajv.ts";
import { fits } from "./fits.ts";
import { sharedSchemas } from "./schema.ts";

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

/** Checks a value against a JSON schema and fills in defaults, in a copy. Ajv is loaded only to say what is wrong. */
export function createValidator<T>(schema: object): Validator<T> {
  let validate: ValidateFunction | undefined;

  return (input, locate) => {
    const value: unknown = structuredClone(input);
    if (fits(schema, value)) return { ok: true, value: value as T };
    validate ??= compile(schema);
    if (validate(value)) return { ok: true, value: value as T };
    const errors = pickBranches(said(validate.errors ?? []).slice(0, 20 * mostProblems));
    const problems = errors.map((error) => describe(error, value, locate));
    return { ok: false, problems: limitProblems(problems.sort(byLine)) };
  };
}

/** What makes a value fit, whoever compiles the check. */
export const checking = { useDefaults: true, discriminator: true, strict: true, strictTypes: false } as const;

let explaining: Ajv | undefined;

/** Done in haste: a process explains a document or two, and a test holds the schemas themselves. */
function compile(schema: object): ValidateFunction {
  explaining ??= createAjv({
    ...checking,
    allErrors: true,
    verbose: true,
    code: { optimize: false },
    validateSchema: false,
  });
  for (const [name, part] of sharedSchemas()) {
    if (!explaining.getSchema(name)) explaining.addSchema(part, name);
  }
  return explaining.compile(schema);
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

/** Without what only repeats that an `if` has a `then` which does not fit: its own errors say why. */
function said(errors: ErrorObject[]): ErrorObject[] {
  return errors.filter(({ keyword }) => keyword !== "if");
}

/** Of an alternative that fits in no form, only what keeps it from the nearest form. */
function pickBranches(errors: ErrorObject[]): ErrorObject[] {
  const dropped = new Set<ErrorObject>();
  for (const error of errors.filter(({ keyword }) => keyword === "oneOf" || keyword === "anyOf")) {
    const branches: ErrorObject[][] = [];
    for (const other of errors.filter((candidate) => isWithin(candidate, error))) {
      const branch = Number(other.schemaPath.slice(error.schemaPath.length).split("/")[1]);
      branches[branch] = [...(branches[branch] ?? []), other];
    }
    const [nearest, ...others] = branches.filter(Boolean).sort((a, b) => a.length - b.length);
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
  return { path: formatPath(segments), message: describeSchemaError(error), ...locate?.(segments) };
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
