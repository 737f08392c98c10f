import { sharedSchemas } from "../../core/model/schema.ts";
import type { Chance } from "./random.ts";

type Schema = Record<string, unknown>;

const oddities = [null, "", "x", -1, 1.5, 10 ** 9, true, [], {}, ["x"], "é".repeat(300)];

/** A value that mostly fits a schema; with some chance a part of it does not. */
export function fitting(schema: Schema, chance: Chance, wrongOneIn = 40): unknown {
  if (chance.oneIn(wrongOneIn)) return chance.pick(oddities);
  const within = (inner: unknown) => fitting(inner as Schema, chance, wrongOneIn);
  if (schema["$ref"]) return within(sharedSchemas().get(String(schema["$ref"])));
  if (schema["allOf"]) return Object.assign({}, ...(schema["allOf"] as Schema[]).map(within));
  const forms = (schema["oneOf"] ?? schema["anyOf"]) as Schema[] | undefined;
  if (forms) return within(chance.pick(forms));
  if ("const" in schema) return schema["const"];
  if (schema["enum"]) return chance.pick(schema["enum"] as unknown[]);
  const types = [schema["type"]].flat();
  switch (chance.pick(types)) {
    case "object":
      return anObject(schema, chance, wrongOneIn);
    case "array":
      return Array.from({ length: Number(schema["minItems"] ?? 0) + chance.number(2) }, () =>
        within(schema["items"] ?? {}),
      );
    case "string":
      return aString(schema, chance);
    case "integer":
    case "number":
      return Number(schema["minimum"] ?? 0) + chance.number(3);
    case "boolean":
      return chance.oneIn(2);
    default:
      return null;
  }
}

function anObject(schema: Schema, chance: Chance, wrongOneIn: number): object {
  const within = (inner: unknown) => fitting(inner as Schema, chance, wrongOneIn);
  const properties = Object.entries((schema["properties"] ?? {}) as Schema);
  const required = (schema["required"] ?? []) as string[];
  const chosen = properties.filter(([key]) =>
    required.includes(key) ? !chance.oneIn(wrongOneIn) : chance.oneIn(2),
  );
  const value = Object.fromEntries(chosen.map(([key, inner]) => [key, within(inner)]));
  const others = schema["additionalProperties"];
  if (typeof others === "object" && chance.oneIn(2))
    return { ...value, [chance.pick(["T01", "one"])]: within(others) };
  return chance.oneIn(wrongOneIn) ? { ...value, surprise: 1 } : value;
}

const texts = [
  "x",
  "T01",
  "a-b",
  "a".repeat(40),
  "0".repeat(64),
  "2026-11-16T03:00:00.000Z",
  "42/task/T01/1",
  "src/a.ts",
];

function aString({ pattern, minLength = 0, maxLength = 100 }: Schema, chance: Chance): string {
  const wanted = new RegExp(typeof pattern === "string" ? pattern : "", "u");
  const fits = texts.filter(
    (text) => wanted.test(text) && text.length >= Number(minLength) && text.length <= Number(maxLength),
  );
  return chance.pick(fits.length > 0 ? fits : texts);
}
