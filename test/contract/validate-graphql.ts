import type { GraphqlField, GraphqlTypes } from "./contract.ts";
import { type GraphqlValue, type Operation, parseOperations, type Selection } from "./parse-graphql.ts";
import type { GraphqlLine } from "./record.ts";

interface Check {
  types: GraphqlTypes;
  operation: Operation;
  variables: Record<string, unknown>;
  errors: string[];
}

/** What in a GraphQL exchange GitHub would not have taken, or not have answered. */
export function validateGraphql(line: GraphqlLine, types: GraphqlTypes): string[] {
  const errors: string[] = [];
  const response = (line.response ?? {}) as { data?: unknown; errors?: unknown };
  const refused = Array.isArray(response.errors);
  for (const operation of parseOperations(line.query)) {
    const check: Check = { types, operation, variables: line.variables ?? {}, errors };
    checkVariables(check);
    const root = operation.kind === "mutation" ? "Mutation" : "Query";
    checkSelections(check, root, operation.selections, refused ? undefined : response.data, "/data");
  }
  return errors;
}

function checkVariables({ operation, variables, types, errors }: Check): void {
  for (const [name, type] of Object.entries(operation.variables)) {
    checkInput(types, type, variables[name], `variable $${name}`, errors);
  }
  for (const name of Object.keys(variables)) {
    if (!(name in operation.variables)) errors.push(`variable $${name}: given and not declared`);
  }
}

/** `data` is undefined when the answer is not to be looked at (the request was refused). */
function checkSelections(
  check: Check,
  typeName: string,
  selections: Selection[],
  data: unknown,
  pointer: string,
): void {
  for (const part of selections) {
    if (part.kind === "inline") {
      const possible = check.types.possible[typeName];
      if (part.on && part.on !== typeName && possible && !possible.includes(part.on)) {
        check.errors.push(`${typeName} is never a ${part.on} (it is one of ${possible.join(", ")})`);
      }
      const actual = part.on && isObject(data) && data.__typename !== part.on ? undefined : data;
      checkSelections(check, part.on ?? typeName, part.selections, actual, pointer);
      continue;
    }
    const field = findField(check, typeName, part.name);
    if (!field) continue;
    checkArgs(check, `${typeName}.${part.name}`, field, part.args);
    const found = isObject(data) ? data[part.alias] : undefined;
    const at = `${pointer}/${part.alias}`;
    if (isObject(data)) checkOutput(check.types, field.type, found, at, check.errors);
    if (part.selections.length === 0) continue;
    for (const item of Array.isArray(found) ? found : [found]) {
      checkSelections(check, baseName(field.type), part.selections, item ?? undefined, at);
    }
  }
}

function findField({ types, errors }: Check, typeName: string, name: string): GraphqlField | undefined {
  if (name === "__typename") return undefined;
  const fields = types.objects[typeName];
  if (!fields) errors.push(`type ${typeName} is not in the contract: add it to graphql.types in routes.json`);
  else if (!fields[name]) errors.push(`GitHub's type ${typeName} has no field "${name}"`);
  return fields?.[name];
}

function checkArgs(
  check: Check,
  where: string,
  field: GraphqlField,
  args: Record<string, GraphqlValue>,
): void {
  const known = field.args ?? {};
  for (const [name, value] of Object.entries(args)) {
    const type = known[name];
    if (!type) check.errors.push(`${where} takes no argument "${name}"`);
    else checkArgument(check, type, value, `${where}(${name})`);
  }
  for (const [name, type] of Object.entries(known)) {
    if (type.endsWith("!") && !(name in args))
      check.errors.push(`${where} lacks its argument "${name}: ${type}"`);
  }
}

function checkArgument(check: Check, type: string, value: GraphqlValue, where: string): void {
  if (value.kind === "variable") {
    const declared = check.operation.variables[value.name];
    if (declared?.replace(/!$/, "") !== type.replace(/!$/, "")) {
      check.errors.push(`${where}: expected ${type}, found $${value.name}: ${declared ?? "not declared"}`);
    }
    return;
  }
  const input = check.types.inputs[baseName(type)];
  if (value.kind !== "object" || !input) return;
  for (const [name, part] of Object.entries(value.fields)) {
    const expected = input[name];
    if (!expected) check.errors.push(`${where}: ${baseName(type)} has no field "${name}"`);
    else checkArgument(check, expected, part, `${where}.${name}`);
  }
  for (const [name, expected] of Object.entries(input)) {
    if (expected.endsWith("!") && !(name in value.fields))
      check.errors.push(`${where}: lacks "${name}: ${expected}"`);
  }
}

function checkInput(
  types: GraphqlTypes,
  type: string,
  value: unknown,
  where: string,
  errors: string[],
): void {
  if (value === undefined || value === null) {
    if (type.endsWith("!")) errors.push(`${where}: expected ${type}, found ${String(value)}`);
    return;
  }
  const fields = types.inputs[baseName(type)];
  if (fields && isObject(value)) {
    for (const name of Object.keys(value)) {
      if (!fields[name]) errors.push(`${where}: ${baseName(type)} has no field "${name}"`);
    }
    for (const [name, expected] of Object.entries(fields)) {
      checkInput(types, expected, value[name], `${where}.${name}`, errors);
    }
    return;
  }
  checkScalar(types, type, value, where, errors);
}

function checkOutput(
  types: GraphqlTypes,
  type: string,
  value: unknown,
  where: string,
  errors: string[],
): void {
  if (value === undefined) errors.push(`${where}: selected, and missing in the answer`);
  else if (value === null && type.endsWith("!")) errors.push(`${where}: expected ${type}, found null`);
  else if (value !== null) checkScalar(types, type, value, where, errors);
}

const SCALARS: Record<string, string> = { Int: "number", Float: "number", Boolean: "boolean" };

function checkScalar(
  types: GraphqlTypes,
  type: string,
  value: unknown,
  where: string,
  errors: string[],
): void {
  if (type.replace(/!$/, "").startsWith("[")) {
    if (!Array.isArray(value)) errors.push(`${where}: expected ${type}, found ${JSON.stringify(value)}`);
    return;
  }
  const base = baseName(type);
  const values = types.enums[base];
  const scalar = types.scalars.includes(base) ? (SCALARS[base] ?? "string") : undefined;
  if (values && !values.includes(value as string)) {
    errors.push(`${where}: expected one of ${values.join(", ")}, found ${JSON.stringify(value)}`);
  } else if (scalar && typeof value !== scalar) {
    errors.push(`${where}: expected ${type}, found ${JSON.stringify(value)}`);
  }
}

function baseName(type: string): string {
  return type.replace(/[[\]!]/g, "");
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
