import { Ajv, type SchemaCxt } from "ajv";
import standalone from "ajv/dist/standalone/index.js";
import type { Plugin } from "rolldown";
import { ruleSchema } from "../core/check/rules.ts";
import { answerSchemas } from "../core/model/answers.ts";
import { backlogSchema } from "../core/model/backlog.ts";
import { configSchema } from "../core/model/config.ts";
import { daySchema } from "../core/model/day.ts";
import { manifestSchema } from "../core/model/manifest.ts";
import { repositorySchema } from "../core/model/repository.ts";
import { sharedSchemas } from "../core/model/schema.ts";
import { trackSchema } from "../core/model/track.ts";
import { checking } from "../core/model/validate.ts";
import { agentSchema } from "../core/prompt/parse-agent.ts";
import { skillSchema } from "../core/prompt/parse-skill.ts";
import { recipeSchemas } from "../core/recipe/recipe-schemas.ts";

/** The schemas that a started bundle needs, by the name that `createValidator` gets; a test finds one that is missing. */
export const schemas: Readonly<Record<string, object>> = {
  track: trackSchema,
  day: daySchema,
  repository: repositorySchema,
  config: configSchema,
  backlog: backlogSchema,
  manifest: manifestSchema,
  agent: agentSchema,
  skill: skillSchema,
  rule: ruleSchema,
  ...recipeSchemas,
  ...Object.fromEntries(Object.entries(answerSchemas).map(([kind, schema]) => [`answer:${kind}`, schema])),
};

/** Puts quick checks in the place of `core/model/precompiled.ts`. */
export function precompileSchemas(): Plugin {
  return {
    name: "precompile-schemas",
    load: (id) => (id.endsWith("/core/model/precompiled.ts") ? compileSchemas(schemas) : null),
  };
}

/** A module with a quick check of each schema. */
export function compileSchemas(byName: Readonly<Record<string, object>>): string {
  const ajv = new Ajv({ ...checking, messages: false, code: { source: true, esm: true } });
  ajv.addKeyword({ keyword: "quiet", before: "$ref", code: ({ it }) => leaveErrorsOut(it) });
  const names = Object.keys(byName);
  const exported = Object.fromEntries(names.map((name, index) => [`check${index}`, name]));
  for (const [name, schema] of sharedSchemas()) ajv.addSchema(quiet(schema), name);
  for (const [name, schema] of Object.entries(byName)) ajv.addSchema(quiet(schema), name);
  const entries = names.map((name, index) => `${JSON.stringify(name)}: check${index}`);
  const code = standalone.default(ajv, exported).replaceAll(/validate\d+\.errors = \[\{\}\];/g, "");
  return `${code}\nexport const precompiled = { ${entries.join(", ")} };\n`;
}

/** What Ajv does within `not` and `if`: the errors of each keyword were three quarters of the code. */
function leaveErrorsOut(context: SchemaCxt): void {
  Object.assign(context, { createErrors: false });
}

/** Ajv would find a schema by its `$id` instead of its name. */
function quiet(schema: object): object {
  const { $id: _, ...rest } = schema as { $id?: string };
  return { quiet: true, ...rest };
}
