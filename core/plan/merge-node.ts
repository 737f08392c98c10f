import { type Document, isMap, isScalar, isSeq, type Node, visit, type YAMLMap, type YAMLSeq } from "yaml";

/** A value in place of a node's: what is the same keeps its node, with its comments and the way it was written. */
export function mergeNode(document: Document, old: unknown, value: unknown): Node {
  if (isMap(old) && isRecord(value)) return mergeMap(document, old, value);
  if (isSeq(old) && Array.isArray(value)) return mergeList(document, old, value);
  if (isScalar(old) && old.value === value) return old;
  const node = create(document, value);
  if (!isScalar(old)) return node;
  if (old.comment) node.comment = old.comment;
  if (old.commentBefore) node.commentBefore = old.commentBefore;
  return node;
}

/** Several lines are written as a block, each as it is. */
function create(document: Document, value: unknown): Node {
  const node = document.createNode(value, { aliasDuplicateObjects: false }) as Node;
  visit(node, {
    Scalar: (_, scalar) => {
      if (typeof scalar.value === "string" && scalar.value.includes("\n")) scalar.type = "BLOCK_LITERAL";
    },
  });
  return node;
}

function mergeMap(document: Document, old: YAMLMap, value: Record<string, unknown>): Node {
  const known = old.items.filter(({ key }) => value[nameOf(key)] !== undefined);
  const names = new Set(known.map(({ key }) => nameOf(key)));
  for (const pair of known) pair.value = mergeNode(document, pair.value, value[nameOf(pair.key)]);
  const added = Object.entries(value).filter(([name, one]) => !names.has(name) && one !== undefined);
  old.items = [...known, ...added.map(([name, one]) => document.createPair(name, create(document, one)))];
  return old;
}

function mergeList(document: Document, old: YAMLSeq, value: readonly unknown[]): Node {
  const left = [...old.items];
  old.items = value.map((one) => {
    const at = left.findIndex((node) => isScalar(node) && node.value === one);
    return at < 0 ? create(document, one) : left.splice(at, 1)[0];
  });
  return old;
}

function nameOf(key: unknown): string {
  return isScalar(key) ? String(key.value) : String(key);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
