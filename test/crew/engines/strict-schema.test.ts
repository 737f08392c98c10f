import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { answerSchemas } from "../../../core/model/answers.ts";
import { dropNulls, toStrictSchema } from "../../../crew/engines/strict-schema.ts";

type Schema = { properties?: Record<string, Schema>; required?: string[]; items?: Schema; anyOf?: Schema[] };

/** Every object in a schema. */
function objectsIn(schema: Schema): Schema[] {
  const inner = [
    ...Object.values(schema.properties ?? {}),
    ...(schema.items ? [schema.items] : []),
    ...(schema.anyOf ?? []),
  ];
  return [...(schema.properties ? [schema] : []), ...inner.flatMap(objectsIn)];
}

describe("schemas in OpenAI's strict mode", () => {
  it.each(Object.entries(answerSchemas))("says all of %s", (_, schema) => {
    const strict = toStrictSchema(schema) as Schema;
    expect(strict).toBeDefined();
    for (const object of objectsIn(strict)) expect(object.required).toEqual(Object.keys(object.properties!));
    expect(JSON.stringify(strict)).not.toMatch(/"(minLength|maxLength|maxItems|pattern|oneOf|default)":/);
  });

  it("makes an optional property one that may be null, and takes the null away again", () => {
    const strict = toStrictSchema(answerSchemas.review) as object;
    const finding = {
      path: "a.ts",
      line: null,
      last_line: null,
      severity: "nitpick",
      message: "m",
      suggestion: null,
      replacement: null,
    };
    const answer = { summary: "s", findings: [finding] };
    expect(new Ajv().validate(strict, answer)).toBe(true);
    expect(dropNulls(answer)).toEqual({
      summary: "s",
      findings: [{ path: "a.ts", severity: "nitpick", message: "m" }],
    });
  });

  it("gives up on a map, which has no list of properties", () => {
    expect(toStrictSchema({ type: "object", additionalProperties: { type: "string" } })).toBeUndefined();
  });
});
