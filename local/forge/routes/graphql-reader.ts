/** A selected field of a GraphQL operation. */
export interface Field {
  name: string;
  alias: string;
  arguments: Record<string, unknown>;
  selections: Field[];
}

/** Reads the fields of the first operation: enough of GraphQL for the mutations that REST lacks. Throws on what it cannot read. */
export function readOperation(
  source: string,
  variables: Record<string, unknown>,
): { type: string; fields: Field[] } {
  const tokens =
    source
      .replace(/#.*$/gm, "")
      .match(/\.\.\.|"(?:\\.|[^"\\])*"|[A-Za-z_]\w*|-?\d+(?:\.\d+)?|[{}()[\]:$!=@]/g) ?? [];
  const reader = { tokens, at: 0, variables };
  const type = tokens[0] === "{" ? "query" : (tokens[reader.at++] ?? "");
  if (!["query", "mutation"].includes(type))
    throw new Error(`Expected an operation, found ${type || "nothing"}`);
  if (peek(reader) !== "{" && peek(reader) !== "(") reader.at++;
  if (peek(reader) === "(") skipDefinitions(reader);
  return { type, fields: readSelections(reader) };
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

function readSelections(reader: Reader): Field[] {
  take(reader, "{");
  const fields: Field[] = [];
  while (peek(reader) !== "}") fields.push(readField(reader));
  take(reader, "}");
  return fields;
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
  return { name, alias: first, arguments: given, selections };
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
