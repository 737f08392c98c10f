import { Ajv, type ErrorObject } from "ajv";
import { describe, expect, it } from "vitest";
import { ruleSchema } from "../../../core/check/rules/rule.ts";
import { answerSchemas } from "../../../core/model/answers.ts";
import { backlogSchema } from "../../../core/model/backlog.ts";
import { configSchema } from "../../../core/model/config.ts";
import { daySchema } from "../../../core/model/day.ts";
import { explain } from "../../../core/model/explain.ts";
import { fits } from "../../../core/model/fits.ts";
import { manifestSchema } from "../../../core/model/manifest.ts";
import { repositorySchema } from "../../../core/model/repository.ts";
import { sharedSchemas } from "../../../core/model/schema.ts";
import { trackSchema } from "../../../core/model/track.ts";
import { agentSchema } from "../../../core/prompt/parse-agent.ts";
import { skillSchema } from "../../../core/prompt/parse-skill.ts";
import { recipeSchemas } from "../../../core/recipe/recipe-schemas.ts";
import { fitting } from "../../builders/fitting.ts";
import { createChance } from "../../builders/random.ts";
import { rounds } from "../../builders/rounds.ts";

const schemas: Record<string, object> = {
  track: trackSchema,
  day: daySchema,
  repository: repositorySchema,
  config: configSchema,
  "BACKLOG.yaml": backlogSchema,
  manifest: manifestSchema,
  agent: agentSchema,
  skill: skillSchema,
  rule: ruleSchema,
  ...recipeSchemas,
  ...answerSchemas,
};
/** What makes a value fit. */
const checking = { useDefaults: true, discriminator: true, strict: true, strictTypes: false } as const;

const counts = { fit: 0, not: 0 };

describe("our own check of a value against a schema", () => {
  it.each(Object.entries(schemas))(
    "says the same of a %s as Ajv, and fills in the same defaults",
    (_, schema) => {
      const ajv = new Ajv(checking);
      for (const [address, part] of sharedSchemas()) ajv.addSchema(part, address);
      const judge = ajv.compile(schema);
      const chance = createChance(11);
      for (let round = 0; round < rounds(400); round += 1) {
        const value = fitting(schema as Record<string, unknown>, chance, 30 + 10 * round);
        const [ours, theirs] = [structuredClone(value), structuredClone(value)];
        const expected = judge(theirs);
        expect(fits(schema, ours), JSON.stringify(value)).toBe(expected);
        if (expected) expect(ours).toEqual(theirs);
        counts[expected ? "fit" : "not"] += 1;
      }
    },
  );

  it.each(Object.entries(schemas))("finds the same mistakes in a %s as Ajv", (_, schema) => {
    const ajv = new Ajv({ ...checking, allErrors: true });
    for (const [address, part] of sharedSchemas()) ajv.addSchema(part, address);
    const judge = ajv.compile(schema);
    const chance = createChance(12);
    for (let round = 0; round < rounds(400); round += 1) {
      const value = fitting(schema as Record<string, unknown>, chance, 30 + 10 * round);
      const [ours, theirs] = [structuredClone(value), structuredClone(value)];
      judge(theirs);
      fits(schema, ours);
      const found = explain(schema, ours).map(
        ({ keyword, segments }) => `${keyword} ${["", ...segments.map(String)].join("/")}`,
      );
      const expected = (judge.errors ?? []).filter(({ keyword }) => keyword !== "if").map(nameOf);
      expect(new Set(found), JSON.stringify(value)).toEqual(new Set(expected));
    }
  });

  it("has seen values of both sorts", () => {
    expect(counts.fit).toBeGreaterThan(rounds(500));
    expect(counts.not).toBeGreaterThan(rounds(500));
  });

  it.each<[string, object, unknown, boolean]>([
    ["counts characters, not halves of them", { type: "string", maxLength: 1 }, "😀", true],
    ["takes no fraction for an integer", { type: "integer" }, 1.5, false],
    ["takes no endless number", { type: "number" }, Number.POSITIVE_INFINITY, false],
    ["takes no list for an object", { type: "object" }, [], false],
    ["takes null for nothing else", { type: "object" }, null, false],
  ])("%s", (_, schema, value, expected) => {
    expect(fits(schema, value)).toBe(expected);
  });

  it("refuses a keyword that it does not know rather than pass over it", () => {
    expect(() => fits({ multipleOf: 2 }, 3)).toThrow(/multipleOf/);
  });
});

/** The keyword and the place of one of Ajv's errors, with the field that is missing or too many. */
function nameOf({ keyword, instancePath, params }: ErrorObject): string {
  const field = params["missingProperty"] ?? params["additionalProperty"];
  const path = instancePath.replaceAll("~1", "/").replaceAll("~0", "~");
  return `${keyword} ${path}${field === undefined ? "" : `/${field}`}`;
}
