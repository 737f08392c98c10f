import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv, type ErrorObject } from "ajv";
import type { Contract, RestOperation, RestParameter, Schema } from "./contract.ts";
import { type RecordLine, type RestLine, type WebhookLine, webhookName } from "./record.ts";
import { unknownProperties } from "./unknown-properties.ts";
import { validateGraphql } from "./validate-graphql.ts";

/**
 * Answers that any route may give and that GitHub's description lists only here and there:
 * no or wrong token, no permission, out of sight, limits, and a server that failed.
 */
const ANYWHERE: Record<string, string | null> = {
  401: "basic-error",
  403: "basic-error",
  404: "basic-error",
  429: "basic-error",
  500: null,
  502: null,
  503: null,
};

/** The contract that is checked in. */
export function loadContract(): Contract {
  const file = join(import.meta.dirname, "generated", "contract.json");
  return JSON.parse(readFileSync(file, "utf8")) as Contract;
}

/** What in one recorded exchange differs from GitHub's description; empty when nothing does. */
export function validateExchange(line: RecordLine, contract: Contract): string[] {
  if (line.type === "webhook") return validateWebhook(line, contract);
  if (line.type === "graphql") {
    const name = /(?:mutation|query)\s*\w*/.exec(line.query)?.[0] ?? "query";
    return validateGraphql(line, contract.graphql).map((error) => `graphql ${name}: ${error}`);
  }
  return validateRest(line, contract).map(
    (error) => `${line.method} ${line.path} → ${line.status}: ${error}`,
  );
}

/** The same over a whole record, each sentence once with how often it occurred. */
export function validateRecord(lines: RecordLine[], contract: Contract): string[] {
  const counts = new Map<string, number>();
  for (const error of lines.flatMap((line) => validateExchange(line, contract))) {
    counts.set(error, (counts.get(error) ?? 0) + 1);
  }
  return [...counts].map(([error, count]) => (count > 1 ? `${error} (${count} times)` : error));
}

function validateWebhook(line: WebhookLine, contract: Contract): string[] {
  const name = webhookName(line);
  const definition = contract.webhooks[name];
  if (!definition)
    return [`webhook ${name}: not in the contract; run node scripts/extract-contract.ts --from RECORD`];
  return check(contract, definition, line.payload).map((error) => `webhook ${name}: payload${error}`);
}

function validateRest(line: RestLine, contract: Contract): string[] {
  if (!line.status) return []; // The forge cut the connection on request: there is no answer to look at.
  if (!line.route || line.route === "unknown") return ["no route of GitHub's API that the forge knows"];
  const operation = contract.rest[`${line.method} ${line.route}`];
  if (!operation) {
    return [
      `${line.method} ${line.route} is not in the contract; run node scripts/extract-contract.ts --from RECORD`,
    ];
  }
  // A refused request may be a wrong one: that is what the refusal is about.
  const request =
    line.status < 400
      ? [...checkParameters(line, operation, contract), ...checkBody(line, operation, contract)]
      : [];
  return [...request, ...checkResponse(line, operation, contract)];
}

function checkParameters(line: RestLine, operation: RestOperation, contract: Contract): string[] {
  const known = operation.parameters.filter((parameter) => parameter.in === "query");
  const query = Object.entries(line.query ?? {}).flatMap(([name, value]) => {
    const parameter = known.find((candidate) => candidate.name === name);
    if (parameter) return checkParameter(parameter, value, contract);
    const names = known.map((candidate) => candidate.name).join(", ") || "none";
    return [`query parameter "${name}" is unknown to GitHub (known: ${names})`];
  });
  const parts = matchTemplate(line.route as string, line.path);
  if (!parts) return [...query, `the path does not fit ${line.route}`];
  const path = operation.parameters
    .filter((parameter) => parameter.in === "path")
    .flatMap((parameter) => checkParameter(parameter, parts[parameter.name], contract));
  return [...query, ...path];
}

/** The parts of a path by the names in its template; some hold slashes, and the top folder's path is empty. */
function matchTemplate(template: string, path: string): Record<string, string> | undefined {
  const pattern = template
    .replace(/[.]/g, "\\.")
    .replace("/contents/{path}", "/contents(?:/{path})?")
    .replace(/\{(\w+)\}/g, (_, name) => `(?<${name}>.*?)`);
  const match = new RegExp(`^${pattern}$`).exec(path);
  return match ? (match.groups ?? {}) : undefined;
}

function checkParameter(parameter: RestParameter, value: unknown, contract: Contract): string[] {
  const validate = compile(contract, `parameter ${JSON.stringify(parameter.schema)}`, parameter.schema);
  const readings = [value, ...(typeof value === "string" ? [toNumber(value), toBoolean(value)] : [])];
  if (readings.some((reading) => reading !== undefined && validate(reading))) return [];
  const expected = JSON.stringify(parameter.schema);
  return [`${parameter.in} parameter "${parameter.name}": expected ${expected}, found ${show(value)}`];
}

function checkBody(line: RestLine, operation: RestOperation, contract: Contract): string[] {
  const body = line.requestBody ?? undefined;
  const empty = body === undefined || body === "";
  if (!operation.body)
    return empty || show(body) === "{}" ? [] : [`request body: GitHub takes none here, found ${show(body)}`];
  if (empty) return operation.body.required ? ["request body: expected one, found none"] : [];
  const { schema } = operation.body;
  return [
    ...check(contract, schema, body),
    ...unknownProperties({ $ref: `#/definitions/${schema}` }, body, contract.definitions).map(
      (pointer) => `${pointer}: a property that GitHub does not know`,
    ),
  ].map((error) => `request body${error}`);
}

function checkResponse(line: RestLine, operation: RestOperation, contract: Contract): string[] {
  const status = String(line.status);
  const listed = status in operation.responses;
  if (!listed && status === "304" && line.method === "GET") return [];
  if (!listed && !(status in ANYWHERE)) {
    return [
      `GitHub never answers ${status} here (it answers ${Object.keys(operation.responses).join(", ")})`,
    ];
  }
  const definition = listed ? operation.responses[status] : ANYWHERE[status];
  if (!definition) return [];
  if (line.responseBody === undefined || line.responseBody === "")
    return ["response body: expected one, found none"];
  const errors = check(contract, definition, line.responseBody);
  // Refusals carry more than is described (`status`), on GitHub too.
  if (line.status >= 400) return errors.map((error) => `response body${error}`);
  return [
    ...errors,
    ...unknownProperties(
      { $ref: `#/definitions/${definition}` },
      line.responseBody,
      contract.definitions,
    ).map((pointer) => `${pointer}: not in GitHub's description, so nothing may rely on it`),
  ].map((error) => `response body${error}`);
}

const compiled = new WeakMap<Contract, { ajv: Ajv; schemas: Map<string, ReturnType<Ajv["compile"]>> }>();

function compile(contract: Contract, key: string, schema: Schema) {
  let cache = compiled.get(contract);
  if (!cache) {
    const ajv = new Ajv({
      strict: false,
      allErrors: true,
      verbose: true,
      formats: { "date-time": DATE_TIME },
    });
    ajv.addSchema({ $id: "contract", definitions: contract.definitions });
    cache = { ajv, schemas: new Map() };
    compiled.set(contract, cache);
  }
  let validate = cache.schemas.get(key);
  if (!validate) {
    validate = cache.ajv.compile(
      JSON.parse(JSON.stringify(schema).replaceAll('"#/definitions/', '"contract#/definitions/')),
    );
    cache.schemas.set(key, validate);
  }
  return validate;
}

const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)$/;

function check(contract: Contract, definition: string, value: unknown): string[] {
  const validate = compile(contract, definition, { $ref: `#/definitions/${definition}` });
  if (validate(value)) return [];
  return (validate.errors ?? []).filter(isTelling).map(formatError);
}

/** "must match a schema in anyOf" only repeats what its branches say. */
function isTelling(error: ErrorObject, _index: number, all: ErrorObject[]): boolean {
  return error.keyword !== "anyOf" || all.length === 1;
}

function formatError(error: ErrorObject): string {
  const { keyword, instancePath, params, data, message } = error;
  if (keyword === "required") return `${instancePath}/${params.missingProperty}: required, and missing`;
  if (keyword === "type")
    return `${instancePath}: expected ${[params.type].flat().join(" or ")}, found ${show(data)}`;
  if (keyword === "enum")
    return `${instancePath}: expected one of ${show(params.allowedValues)}, found ${show(data)}`;
  return `${instancePath}: ${message}, found ${show(data)}`;
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 120 ? `${text.slice(0, 117)}…` : text;
}

function toNumber(text: string): number | undefined {
  return /^-?\d+$/.test(text) ? Number(text) : undefined;
}

function toBoolean(text: string): boolean | undefined {
  return text === "true" || text === "false" ? text === "true" : undefined;
}
