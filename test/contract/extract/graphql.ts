import type { ContractList, GraphqlField, GraphqlTypes } from "../contract.ts";

/** GraphQL introspection, as far as it is read here. */
export interface Introspection {
  __schema: { types: IntrospectionType[] };
}

interface IntrospectionType {
  kind: string;
  name: string;
  fields: { name: string; type: TypeRef; args: { name: string; type: TypeRef }[] }[] | null;
  inputFields: { name: string; type: TypeRef }[] | null;
  enumValues: { name: string }[] | null;
  possibleTypes: { name: string }[] | null;
}

interface TypeRef {
  kind: string;
  name: string | null;
  ofType: TypeRef | null;
}

/** The listed root fields with their inputs, what they return, and the listed types. Other types are only names. */
export function extractGraphql(schema: Introspection, list: ContractList["graphql"]): GraphqlTypes {
  const types = new Map(schema.__schema.types.map((type) => [type.name, type]));
  const result: GraphqlTypes = { objects: {}, inputs: {}, enums: {}, possible: {}, scalars: [] };

  const rootFields = list.fields.map((field) => field.split(".") as [string, string]);
  for (const [root, name] of rootFields) {
    const field = types.get(root)?.fields?.find((candidate) => candidate.name === name);
    if (!field) throw new Error(`GitHub's GraphQL schema has no "${root}.${name}"`);
    result.objects[root] = { ...result.objects[root], [name]: formatField(field) };
    for (const arg of field.args) addInput(types, baseName(arg.type), result);
    addObject(types, baseName(field.type), result);
  }
  for (const name of list.types) addObject(types, name, result);
  return result;
}

function addObject(types: Map<string, IntrospectionType>, name: string, result: GraphqlTypes): void {
  const type = types.get(name);
  if (!type) throw new Error(`GitHub's GraphQL schema has no type "${name}"`);
  if (type.possibleTypes) result.possible[name] = type.possibleTypes.map((possible) => possible.name);
  if (!type.fields) return;
  result.objects[name] = Object.fromEntries(type.fields.map((field) => [field.name, formatField(field)]));
  for (const field of type.fields) {
    const base = types.get(baseName(field.type));
    if (base?.kind === "ENUM" || base?.kind === "SCALAR") addInput(types, base.name, result);
  }
}

function addInput(types: Map<string, IntrospectionType>, name: string, result: GraphqlTypes): void {
  const type = types.get(name);
  if (!type || name in result.inputs) return;
  if (type.kind === "SCALAR" && !result.scalars.includes(name)) result.scalars.push(name);
  if (type.enumValues) result.enums[name] = type.enumValues.map((value) => value.name);
  if (!type.inputFields) return;
  result.inputs[name] = Object.fromEntries(
    type.inputFields.map((field) => [field.name, formatType(field.type)]),
  );
  for (const field of type.inputFields) addInput(types, baseName(field.type), result);
}

function formatField(field: { type: TypeRef; args: { name: string; type: TypeRef }[] }): GraphqlField {
  const args = Object.fromEntries(field.args.map((arg) => [arg.name, formatType(arg.type)]));
  return { type: formatType(field.type), ...(field.args.length > 0 && { args }) };
}

function formatType(type: TypeRef): string {
  if (type.kind === "NON_NULL") return `${formatType(type.ofType as TypeRef)}!`;
  if (type.kind === "LIST") return `[${formatType(type.ofType as TypeRef)}]`;
  return type.name as string;
}

function baseName(type: TypeRef): string {
  return type.ofType ? baseName(type.ofType) : (type.name as string);
}
