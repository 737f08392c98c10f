/** A selected field of a GraphQL operation. */
export interface Field {
  type: "field";
  name: string;
  alias: string;
  arguments: Record<string, unknown>;
  selections: Selection[];
}

/** What a selection holds: fields, and fragments written in place (`... on Blob { text }`). */
export type Selection = Field | { type: "fragment"; on: string | undefined; selections: Selection[] };

/** An operation with its variables filled in. */
export interface Operation {
  type: "query" | "mutation";
  fields: Field[];
}

/** Reads the first operation: as much of GraphQL as gsd uses. Throws on what it cannot read. */
export function readOperation(source: string, variables: Record<string, unknown>): Operation {
  const tokens =
    source
      .match(/#[^\n]*|\.\.\.|"(?:\\.|[^"\\])*"|[A-Za-z_]\w*|-?\d+(?:\.\d+)?|[{}()[\]:$!=@]/g)
      ?.filter((token) => !token.startsWith("#")) ?? [];
  const reader = { tokens, at: 0, variables };
  const type = tokens[0] === "{" ? "query" : (tokens[reader.at++] ?? "");
  if (type !== "query" && type !== "mutation")
    throw new Error(`Expected an operation, found ${type || "nothing"}`);
  if (peek(reader) !== "{" && peek(reader) !== "(") reader.at++;
  if (peek(reader) === "(") skipDefinitions(reader);
  return { type, fields: readSelections(reader).flatMap(fieldsWithin) };
}

/** A fragment at the root can only be on the root. */
function fieldsWithin(selection: Selection): Field[] {
  return selection.type === "field" ? [selection] : selection.selections.flatMap(fieldsWithin);
}

interface Reader {
  tokens: string[];
  at: number;
  variables: Record<string, unknown>;
}

const peek = (reader: Reader) => reader.tokens[reader.at];

function take(reader: Reader, expected?: string): string {
  const token = reader.tokens[reader.at++];
  if (token === undefined || (expected !== undefined && token !== expected))
    throw new Error(`Expected ${expected ?? "more"}, found ${token ?? "the end"}`);
  return token;
}

function skipDefinitions(reader: Reader): void {
  while (take(reader) !== ")");
}

function readSelections(reader: Reader): Selection[] {
  take(reader, "{");
  const selections: Selection[] = [];
  while (peek(reader) !== "}")
    selections.push(peek(reader) === "..." ? readFragment(reader) : readField(reader));
  take(reader, "}");
  return selections;
}

function readFragment(reader: Reader): Selection {
  take(reader, "...");
  if (peek(reader) === "{") return { type: "fragment", on: undefined, selections: readSelections(reader) };
  if (peek(reader) !== "on") throw new Error(`Cannot read the named fragment ${peek(reader)}`);
  take(reader, "on");
  return { type: "fragment", on: take(reader), selections: readSelections(reader) };
}

function readField(reader: Reader): Field {
  const first = take(reader);
  if (!/^[A-Za-z_]\w*$/.test(first)) throw new Error(`Cannot read ${first}`);
  let name = first;
  if (peek(reader) === ":") {
    take(reader);
    name = take(reader);
  }
  const given = peek(reader) === "(" ? readArguments(reader, ["(", ")"]) : {};
  const selections = peek(reader) === "{" ? readSelections(reader) : [];
  return { type: "field", name, alias: first, arguments: given, selections };
}

function readArguments(reader: Reader, [open, close]: [string, string]): Record<string, unknown> {
  take(reader, open);
  const result: Record<string, unknown> = {};
  while (peek(reader) !== close) {
    const name = take(reader);
    take(reader, ":");
    result[name] = readValue(reader);
  }
  take(reader, close);
  return result;
}

function readValue(reader: Reader): unknown {
  const token = peek(reader);
  if (token === "{") return readArguments(reader, ["{", "}"]);
  if (token === "[") {
    take(reader);
    const items: unknown[] = [];
    while (peek(reader) !== "]") items.push(readValue(reader));
    take(reader, "]");
    return items;
  }
  take(reader);
  if (token === "$") return reader.variables[take(reader)];
  if (token === "true" || token === "false") return token === "true";
  if (token === "null") return null;
  if (token?.startsWith('"')) return JSON.parse(token);
  return token !== undefined && /^-?\d/.test(token) ? Number(token) : token;
}
