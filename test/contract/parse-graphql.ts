/** A small reader of GraphQL operations: enough to hold what gsd sends against GitHub's schema. */
export interface Operation {
  kind: "query" | "mutation";
  /** Declared variables with their types as written. */
  variables: Record<string, string>;
  selections: Selection[];
}

export type Selection =
  | {
      kind: "field";
      name: string;
      alias: string;
      args: Record<string, GraphqlValue>;
      selections: Selection[];
    }
  | { kind: "inline"; on?: string; selections: Selection[] };

export type GraphqlValue =
  | { kind: "variable"; name: string }
  | { kind: "object"; fields: Record<string, GraphqlValue> }
  | { kind: "list"; items: GraphqlValue[] }
  | { kind: "enum"; name: string }
  | { kind: "literal"; value: unknown };

const TOKEN =
  /\s+|,|#[^\n]*|(\.\.\.|[{}()[\]:!$@=|&]|"""[\s\S]*?"""|"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?|[A-Za-z_]\w*)/gy;

/** The operations of a GraphQL document; named fragments are refused, since gsd uses none. */
export function parseOperations(source: string): Operation[] {
  const reader = createReader(source);
  const operations: Operation[] = [];
  while (reader.peek() !== undefined) operations.push(operation(reader));
  return operations;
}

interface Reader {
  peek(): string | undefined;
  next(): string;
  /** Takes the token if it comes next. */
  take(token: string): boolean;
  expect(token: string): void;
}

function createReader(source: string): Reader {
  const tokens: string[] = [];
  let end = 0;
  for (const match of source.matchAll(TOKEN)) {
    end = match.index + match[0].length;
    if (match[1] !== undefined) tokens.push(match[1]);
  }
  if (end !== source.length) throw new Error(`GraphQL: cannot read "${source.slice(end, end + 20)}"`);
  let at = 0;
  const next = () => tokens[at++] ?? fail("the end of the document");
  return {
    next,
    peek: () => tokens[at],
    take: (token) => tokens[at] === token && at++ >= 0,
    expect: (token) => {
      const found = next();
      if (found !== token) fail(`"${found}" where "${token}" belongs`);
    },
  };
}

function fail(what: string): never {
  throw new Error(`GraphQL: found ${what}`);
}

function operation(reader: Reader): Operation {
  if (reader.peek() === "{") return { kind: "query", variables: {}, selections: selectionSet(reader) };
  const kind = reader.next();
  if (kind !== "query" && kind !== "mutation") return fail(`"${kind}" where query or mutation belongs`);
  if (reader.peek() !== "(" && reader.peek() !== "{") reader.next();
  const variables: Record<string, string> = {};
  if (reader.take("(")) {
    while (!reader.take(")")) {
      reader.expect("$");
      const name = reader.next();
      reader.expect(":");
      variables[name] = type(reader);
      if (reader.take("=")) value(reader);
    }
  }
  return { kind, variables, selections: selectionSet(reader) };
}

function type(reader: Reader): string {
  let text: string;
  if (reader.take("[")) {
    text = `[${type(reader)}]`;
    reader.expect("]");
  } else {
    text = reader.next();
  }
  return reader.take("!") ? `${text}!` : text;
}

function selectionSet(reader: Reader): Selection[] {
  reader.expect("{");
  const selections: Selection[] = [];
  while (!reader.take("}")) selections.push(selection(reader));
  return selections;
}

function selection(reader: Reader): Selection {
  if (reader.take("...")) {
    if (reader.peek() === "{") return { kind: "inline", selections: selectionSet(reader) };
    reader.expect("on");
    return { kind: "inline", on: reader.next(), selections: selectionSet(reader) };
  }
  const alias = reader.next();
  const name = reader.take(":") ? reader.next() : alias;
  const args = reader.take("(") ? fields(reader, ")") : {};
  return { kind: "field", name, alias, args, selections: reader.peek() === "{" ? selectionSet(reader) : [] };
}

function fields(reader: Reader, end: string): Record<string, GraphqlValue> {
  const result: Record<string, GraphqlValue> = {};
  while (!reader.take(end)) {
    const name = reader.next();
    reader.expect(":");
    result[name] = value(reader);
  }
  return result;
}

function value(reader: Reader): GraphqlValue {
  if (reader.take("$")) return { kind: "variable", name: reader.next() };
  if (reader.take("{")) return { kind: "object", fields: fields(reader, "}") };
  if (reader.take("[")) {
    const items: GraphqlValue[] = [];
    while (!reader.take("]")) items.push(value(reader));
    return { kind: "list", items };
  }
  const token = reader.next();
  if (token.startsWith('"""')) return { kind: "literal", value: token.slice(3, -3) };
  if (/^["\d-]|^(?:true|false|null)$/.test(token)) return { kind: "literal", value: JSON.parse(token) };
  return { kind: "enum", name: token };
}
