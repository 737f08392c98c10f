import type { RestOperation, RestParameter, Schema } from "../contract.ts";
import { normalizeSchema } from "./normalize-schema.ts";

/** The parts of an OpenAPI document that are read here. */
export interface OpenApi {
  paths?: Record<string, Record<string, OpenApiOperation>>;
  webhooks?: Record<string, { post: OpenApiOperation }>;
  components: Record<string, Record<string, unknown>>;
}

interface OpenApiOperation {
  operationId: string;
  parameters?: { $ref?: string }[];
  requestBody?: OpenApiBody;
  responses: Record<string, OpenApiBody & { $ref?: string }>;
}

interface OpenApiBody {
  required?: boolean;
  content?: Record<string, { schema?: Schema }>;
}

/** Collects the definitions that are referred to, each once, from one or more documents. */
export interface Collector {
  definitions: Record<string, Schema>;
  /** Adds a schema of a document under a name of our own. */
  add(document: OpenApi, name: string, schema: Schema): string;
  inline(document: OpenApi, schema: Schema): Schema;
}

export function createCollector(): Collector {
  const definitions: Record<string, Schema> = {};
  const names = new Map<OpenApi, Map<string, string>>();

  const reference = (document: OpenApi) => (ref: string) => {
    const name = ref.split("/").pop() as string;
    const known = names.get(document) ?? new Map<string, string>();
    names.set(document, known);
    const given = known.get(name);
    if (given) return `#/definitions/${given}`;
    const free = name in definitions ? `hook-${name}` : name;
    known.set(name, free);
    definitions[free] = {};
    definitions[free] = normalizeSchema(resolve<Schema>(document, ref), reference(document));
    return `#/definitions/${free}`;
  };

  const inline = (document: OpenApi, schema: Schema) => normalizeSchema(schema, reference(document));
  return {
    definitions,
    inline,
    add(document, name, schema) {
      if (schema.$ref) return inline(document, schema).$ref?.split("/").pop() as string;
      definitions[name] = inline(document, schema);
      return name;
    },
  };
}

/** Where the description contradicts GitHub itself: here it asks for an account that is a user and an enterprise at once. */
const CORRECTED: Record<string, Schema> = {
  "GET /app/installations 200": { type: "array", items: { $ref: "#/components/schemas/installation" } },
};

/** One operation by `METHOD /template`; a template that GitHub does not have is an error. */
export function extractOperation(document: OpenApi, route: string, collector: Collector): RestOperation {
  const [method = "", template = ""] = route.split(" ");
  const operation = document.paths?.[template]?.[method.toLowerCase()];
  if (!operation)
    throw new Error(`GitHub's description has no "${route}": check the spelling of the template`);

  const name = operation.operationId.replaceAll("/", ".");
  const parameters = (operation.parameters ?? [])
    .map((part) => parameter(document, part, collector))
    .filter(saysSomething);
  const body = jsonSchema(operation.requestBody);
  const responses = Object.entries(operation.responses).map(([status, response]) => {
    const described = jsonSchema(response.$ref ? resolve<OpenApiBody>(document, response.$ref) : response);
    const schema = CORRECTED[`${route} ${status}`] ?? described;
    return [status, schema ? collector.add(document, `${name}.${status}`, schema) : null];
  });
  return {
    parameters,
    ...(body && {
      body: {
        required: operation.requestBody?.required === true,
        schema: collector.add(document, `${name}.body`, body),
      },
    }),
    responses: Object.fromEntries(responses),
  };
}

/** Events whose action is the sender's own word; GitHub describes them by one sample. */
const SAMPLED: Record<string, string> = { repository_dispatch: "repository-dispatch-sample.collected" };

/** One webhook by `event.action` or `event`: the name of its payload's definition. */
export function extractWebhook(document: OpenApi, webhook: string, collector: Collector): string {
  const key = SAMPLED[webhook] ?? webhook.replace(".", "-").replaceAll("_", "-");
  const schema = jsonSchema(document.webhooks?.[key]?.post.requestBody);
  if (!schema) throw new Error(`GitHub's description has no webhook "${webhook}" (looked for "${key}")`);
  return collector.add(document, `webhook.${webhook}`, schema);
}

function parameter(document: OpenApi, part: { $ref?: string }, collector: Collector): RestParameter {
  const found = (part.$ref ? resolve(document, part.$ref) : part) as RestParameter;
  return {
    name: found.name,
    in: found.in,
    required: found.required === true,
    schema: collector.inline(document, found.schema),
  };
}

/** The template names the parts of the path already: only those that are more than text are worth keeping. */
function saysSomething(found: RestParameter): boolean {
  return (
    found.in === "query" || (found.in === "path" && JSON.stringify(found.schema) !== '{"type":"string"}')
  );
}

function jsonSchema(body: OpenApiBody | undefined): Schema | undefined {
  return body?.content?.["application/json"]?.schema;
}

function resolve<T>(document: OpenApi, ref: string): T {
  const [, , kind = "", name = ""] = ref.split("/");
  return document.components[kind]?.[name] as T;
}
