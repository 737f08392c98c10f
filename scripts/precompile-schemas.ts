import { Ajv } from "ajv";
import standalone from "ajv/dist/standalone/index.js";
import type { Plugin } from "rolldown";
import { ruleSchema } from "../core/check/rules.ts";
import { answerSchemas } from "../core/model/answers.ts";
import { backlogSchema } from "../core/model/backlog.ts";
import { configSchema } from "../core/model/config.ts";
import { daySchema } from "../core/model/day.ts";
import { manifestSchema } from "../core/model/manifest.ts";
import { repositorySchema } from "../core/model/repository.ts";
import { trackSchema } from "../core/model/track.ts";
import { checking } from "../core/model/validate.ts";
import { agentSchema } from "../core/prompt/parse-agent.ts";
import { skillSchema } from "../core/prompt/parse-skill.ts";

/** The schemas that a started bundle needs; compiling them took a third of its life. */
const schemas: Record<string, object> = {
  ...{ track: trackSchema, config: configSchema, backlog: backlogSchema, manifest: manifestSchema },
  ...{ day: daySchema, repository: repositorySchema },
  ...{ agent: agentSchema, skill: skillSchema, rule: ruleSchema },
  ...Object.fromEntries(Object.entries(answerSchemas).map(([kind, schema]) => [`answer:${kind}`, schema])),
};

/** Puts compiled checks in the place of `core/model/precompiled.ts`. */
export function precompileSchemas(): Plugin {
  return {
    name: "precompile-schemas",
    load: (id) => (id.endsWith("/core/model/precompiled.ts") ? compile() : null),
  };
}

function compile(): string {
  const ajv = new Ajv({ ...checking, code: { source: true, esm: true } });
  const names = Object.keys(schemas);
  const exported = Object.fromEntries(names.map((name, index) => [`check${index}`, name]));
  for (const name of names) ajv.addSchema(withoutId(schemas[name]!), name);
  const entries = names.map((name, index) => `${JSON.stringify(name)}: check${index}`);
  return `${standalone.default(ajv, exported)}\nexport const precompiled = { ${entries.join(", ")} };\n`;
}

/** Ajv would find it by that instead of its name. */
function withoutId(schema: object): object {
  const { $id: _, ...rest } = schema as { $id?: string };
  return rest;
}
