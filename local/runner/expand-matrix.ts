import { isDeepStrictEqual } from "node:util";
import { GsdError } from "../../core/gsd-error.ts";

export type MatrixLeg = Record<string, unknown>;

const maximum = 256;

/** The legs of a matrix whose expressions are resolved: vectors multiplied, `exclude` taken away, `include` added. */
export function expandMatrix(matrix: unknown): MatrixLeg[] {
  if (matrix === null || typeof matrix !== "object" || Array.isArray(matrix)) {
    throw new GsdError("matrix-invalid", "The matrix must be a mapping of vectors");
  }
  const { include, exclude, ...vectors } = matrix as Record<string, unknown>;
  const base = excludeLegs(multiply(vectors), legList(exclude, "exclude"));
  const legs = includeLegs(base, Object.keys(vectors), legList(include, "include"));
  if (legs.length === 0) throw new GsdError("matrix-empty", "Matrix must define at least one vector");
  if (legs.length > maximum) {
    throw new GsdError(
      "matrix-too-large",
      `The matrix makes ${legs.length} jobs; at most ${maximum} are allowed`,
    );
  }
  return legs;
}

function multiply(vectors: Record<string, unknown>): MatrixLeg[] {
  const entries = Object.entries(vectors);
  if (entries.length === 0) return [];
  let legs: MatrixLeg[] = [{}];
  for (const [name, values] of entries) {
    if (!Array.isArray(values))
      throw new GsdError("matrix-invalid", `Matrix vector '${name}' must be a list`);
    if (values.length === 0) {
      throw new GsdError("matrix-empty", `Matrix vector '${name}' does not contain any values`);
    }
    legs = legs.flatMap((leg) => values.map((value) => ({ ...leg, [name]: value })));
  }
  return legs;
}

function excludeLegs(legs: MatrixLeg[], excludes: MatrixLeg[]): MatrixLeg[] {
  return legs.filter((leg) => !excludes.some((exclude) => agrees(leg, exclude, Object.keys(exclude))));
}

/** An include extends every original leg whose own values it does not overwrite; one that fits none is a leg of its own. */
function includeLegs(base: MatrixLeg[], vectors: string[], includes: MatrixLeg[]): MatrixLeg[] {
  const legs = base.map((leg) => ({ ...leg }));
  const added: MatrixLeg[] = [];
  for (const include of includes) {
    const shared = Object.keys(include).filter((key) => vectors.includes(key));
    const fits = legs.filter((leg) => agrees(leg, include, shared));
    for (const leg of fits) Object.assign(leg, include);
    if (fits.length === 0) added.push({ ...include });
  }
  return [...legs, ...added];
}

function agrees(leg: MatrixLeg, pattern: MatrixLeg, keys: string[]): boolean {
  return keys.every((key) => isDeepStrictEqual(leg[key], pattern[key]));
}

function legList(value: unknown, name: string): MatrixLeg[] {
  if (value === undefined || value === null) return [];
  const valid = Array.isArray(value) && value.every((item) => item !== null && typeof item === "object");
  if (!valid) throw new GsdError("matrix-invalid", `Matrix '${name}' must be a list of mappings`);
  return value as MatrixLeg[];
}
