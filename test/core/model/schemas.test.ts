import { Ajv } from "ajv";
import { expect, it } from "vitest";
import { answerSchemas } from "../../../core/model/answers.ts";
import { configSchema } from "../../../core/model/config.ts";
import { manifestSchema } from "../../../core/model/manifest.ts";
import { trackSchema } from "../../../core/model/track.ts";

const schemas = { config: configSchema, manifest: manifestSchema, track: trackSchema, ...answerSchemas };

it.each(Object.entries(schemas))("the schema of %s is a valid JSON schema", (_, schema) => {
  const ajv = new Ajv();
  expect(ajv.validateSchema(schema), ajv.errorsText()).toBe(true);
});
