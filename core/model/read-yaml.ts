import {
  Composer,
  type CST,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  Parser,
  visit,
  type YAMLMap,
} from "yaml";
import { type Locate, limitProblems, type Position, type Problem, type Segments } from "./validate.ts";

export type YamlReading = { ok: true; value: unknown; locate: Locate } | { ok: false; problems: Problem[] };

const deepest = 30;
const forbiddenKeys = new Set(["__proto__", "constructor", "prototype"]);

/** Reads one plain YAML document from untrusted text: no anchors, no tags, no doubled keys; all problems at once. */
export function readYaml(text: string, { maxBytes }: { maxBytes: number }): YamlReading {
  const bytes = new TextEncoder().encode(text).length;
  if (bytes > maxBytes) return refuse(`is ${bytes} bytes long; the limit is ${maxBytes}`);

  const lines = new LineCounter();
  const tokens = [...new Parser(lines.addNewLine).parse(text)];
  const tooDeep = findTooDeep(tokens);
  if (tooDeep !== undefined)
    return refuse(`is nested more than ${deepest} levels deep`, lines.linePos(tooDeep));

  const documents = [...new Composer({ prettyErrors: false, uniqueKeys: false }).compose(tokens)];
  const document = documents[0];
  if (!document) return { ok: true, value: undefined, locate: () => undefined };

  const problems = findProblems(document, lines);
  const second = documents[1];
  if (second) {
    problems.push(problemAt("contains more than one document; keep only one", second.range?.[0], lines));
  }
  if (problems.length > 0) return { ok: false, problems: limitProblems(problems) };
  return { ok: true, value: document.toJS(), locate: createLocate(document, lines) };
}

function refuse(message: string, position?: { line: number; col: number }): YamlReading {
  const problem: Problem = { path: "", message };
  const { line, col: column } = position ?? {};
  return { ok: false, problems: [line ? { ...problem, line, column } : problem] };
}

/** Where the nesting exceeds the limit. On tokens and with its own stack: the composer recurses. */
function findTooDeep(tokens: CST.Token[]): number | undefined {
  const stack: { token: CST.Token; depth: number }[] = tokens.map((token) => ({ token, depth: 0 }));
  for (let entry = stack.pop(); entry; entry = stack.pop()) {
    const { token, depth } = entry;
    if (depth > deepest) return "offset" in token ? token.offset : 0;
    if (token.type === "document" && token.value) stack.push({ token: token.value, depth });
    if (!("items" in token)) continue;
    for (const item of token.items) {
      if (item.key) stack.push({ token: item.key, depth: depth + 1 });
      if (item.value) stack.push({ token: item.value, depth: depth + 1 });
    }
  }
  return undefined;
}

function findProblems(document: Document.Parsed, lines: LineCounter): Problem[] {
  const problems = document.errors.map((error) => problemAt(sentence(error.message), error.pos[0], lines));
  const add = (message: string, offset: number | undefined) =>
    void problems.push(problemAt(message, offset, lines));

  visit(document, {
    // One visitor for all nodes: a more specific one beside it would keep its nodes from this one.
    Node: (_, node) => {
      if (isAlias(node)) return add("uses an alias; write the value out instead", node.range?.[0]);
      if (node.anchor) add("sets an anchor; write the value out instead", node.range?.[0]);
      if (node.tag)
        add(`uses the tag ${node.tag.slice(0, 60)}; write the plain value instead`, node.range?.[0]);
      if (isMap(node)) for (const { message, offset } of checkKeys(node)) add(message, offset);
    },
  });
  return problems;
}

/** The package's own check for doubled keys takes the square of their number. */
function checkKeys({ items }: YAMLMap): { message: string; offset: number | undefined }[] {
  const seen = new Set<string>();
  return items.flatMap(({ key }) => {
    const offset = rangeOf(key);
    if (!isScalar(key)) return [{ message: "uses a list or mapping as a key; keys are plain words", offset }];
    const name = String(key.value);
    if (forbiddenKeys.has(name)) return [{ message: `uses the key ${name}, which is not allowed`, offset }];
    if (seen.has(name)) return [{ message: `has the key ${name.slice(0, 60)} twice`, offset }];
    seen.add(name);
    return [];
  });
}

function rangeOf(node: unknown): number | undefined {
  return (node as { range?: [number, number, number] } | null)?.range?.[0];
}

function problemAt(message: string, offset: number | undefined, lines: LineCounter): Problem {
  if (offset === undefined) return { path: "", message };
  const { line, col } = lines.linePos(offset);
  return { path: "", message, line: Math.max(1, line), column: Math.max(1, col) };
}

function sentence(message: string): string {
  return `is not valid YAML: ${message.slice(0, 200)}`;
}

/** Finds a part of the document, or the nearest one around it that is there. */
function createLocate(document: Document.Parsed, lines: LineCounter): Locate {
  return (segments: Segments): Position | undefined => {
    let node: unknown = document.contents;
    let offset = rangeOf(node);
    for (const segment of segments) {
      const pair = isMap(node)
        ? node.items.find(({ key }) => isScalar(key) && String(key.value) === String(segment))
        : undefined;
      const child = pair ? pair.key : isSeq(node) ? node.items[Number(segment)] : undefined;
      if (child === undefined) break;
      offset = rangeOf(child) ?? offset;
      node = pair ? pair.value : child;
    }
    if (offset === undefined) return undefined;
    const { line, col } = lines.linePos(offset);
    return { line, column: col };
  };
}
