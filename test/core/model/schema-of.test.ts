import { describe, expect, it } from "vitest";
import type { SchemaOf } from "../../../core/model/schema-of.ts";

interface Sample {
  name: string;
  sizes?: number[];
}

const right = {
  type: "object",
  required: ["name"],
  properties: {
    name: { type: "string", minLength: 1 },
    sizes: { type: "array", items: { type: "integer" } },
  },
} as const satisfies SchemaOf<Sample>;

const lacksField = {
  type: "object",
  properties: { name: { type: "string" } },
} as const;

const wrongType = {
  type: "object",
  properties: { name: { type: "integer" }, sizes: { type: "array", items: { type: "integer" } } },
} as const;

describe("a schema that is written by hand", () => {
  it("compiles only when it has every field of its type, with that type", () => {
    // @ts-expect-error: the field `sizes` is missing.
    lacksField satisfies SchemaOf<Sample>;
    // @ts-expect-error: the name is no number.
    wrongType satisfies SchemaOf<Sample>;
    expect(right.properties.name.type).toBe("string");
  });
});
