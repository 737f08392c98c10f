import { describeMistake, type Mistake, quote } from "../text/describe-schema-error.ts";
import { explain } from "./explain.ts";
import { fits } from "./fits.ts";

/** One thing wrong with a document, in words for the person who wrote it. */
export interface Problem {
  /** Where, as people write it: `tasks[2].title`; empty for the whole document. */
  path: string;
  message: string;
  line?: number;
  column?: number;
  /** Where it is not in the file that everyone thinks of: `acme/.github/gsd.yml`. */
  file?: string;
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

/** Checks a value against a JSON schema and fills in defaults, in a copy. */
export function createValidator<T>(schema: object): Validator<T> {
  return (input, locate) => {
    if (isTooDeep(input))
      return { ok: false, problems: [{ path: "", message: `is nested more than ${deepest} levels deep` }] };
    const value: unknown = structuredClone(input);
    if (fits(schema, value)) return { ok: true, value: value as T };
    const mistakes = onceForNames(pickBranches(explain(schema, value).slice(0, 20 * mostProblems)));
    const problems = mistakes.map((mistake) => ({
      path: formatPath(mistake.segments),
      message: describeMistake(mistake),
      ...locate?.(mistake.segments),
    }));
    return { ok: false, problems: limitProblems(problems.sort(byLine)) };
  };
}

/** Deeper than anything that we read; what walks through a value calls itself for each level. */
const deepest = 100;

function isTooDeep(input: unknown): boolean {
  let level: unknown[] = [input];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepest) return true;
    level = level.flatMap((value) =>
      typeof value === "object" && value !== null ? Object.values(value) : [],
    );
  }
  return false;
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

/** Keys that are in no list are told together, and not a second time as values. */
function onceForNames(mistakes: Mistake[]): Mistake[] {
  const places = new Set(mistakes.filter(({ keyword }) => keyword === "propertyNames").map(placeIn));
  const told = new Set<string>();
  return mistakes.filter((mistake) => {
    const place = placeIn(mistake);
    if (mistake.keyword === "enum") return !places.has(place) || typeof mistake.value !== "string";
    return mistake.keyword !== "propertyNames" || (!told.has(place) && told.add(place));
  });
}

function placeIn({ segments }: Mistake): string {
  return JSON.stringify(segments);
}

/** Of an alternative that fits in no form, only what keeps it from the nearest form. */
function pickBranches(mistakes: Mistake[]): Mistake[] {
  const dropped = new Set<Mistake>();
  for (const mistake of mistakes.filter(({ keyword }) => keyword === "oneOf" || keyword === "anyOf")) {
    const branches: Mistake[][] = [];
    for (const other of mistakes.filter((candidate) => isWithin(candidate, mistake))) {
      const branch = Number(other.trail[mistake.trail.length]);
      branches[branch] = [...(branches[branch] ?? []), other];
    }
    // A list with a wrong item is nearer to a list than to a text.
    const isOther = (branch: Mistake[]) => Number(branch.some((one) => isOtherKind(one, mistake)));
    const [nearest, ...others] = branches
      .filter(Boolean)
      .sort((a, b) => isOther(a) - isOther(b) || a.length - b.length);
    if (nearest) dropped.add(mistake);
    for (const other of others.flat()) dropped.add(other);
  }
  return mistakes.filter((mistake) => !dropped.has(mistake));
}

/** Whether it says that the value as a whole is of another kind. */
function isOtherKind({ keyword, segments }: Mistake, outer: Mistake): boolean {
  return segments.length === outer.segments.length && ["type", "const", "enum"].includes(keyword);
}

function isWithin(inner: Mistake, outer: Mistake): boolean {
  return (
    inner !== outer && beginsWith(inner.trail, outer.trail) && beginsWith(inner.segments, outer.segments)
  );
}

function beginsWith(whole: Segments, start: Segments): boolean {
  return start.every((part, at) => part === whole[at]);
}
