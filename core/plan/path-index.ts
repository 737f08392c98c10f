import { isPlain } from "./overlap.ts";

/** Values by patterns, found again by patterns that could stand for the same file. */
export interface PathIndex<T> {
  add(pattern: readonly string[], value: T): void;
  remove(pattern: readonly string[], value: T): void;
  /** All values whose patterns begin with the same plain names, as far as both have some: no others can meet this one. */
  near(pattern: readonly string[]): Iterable<T>;
}

interface Node<T> {
  below: Map<string, Node<T>>;
  values: Set<T>;
}

/** A tree of plain names: ten thousand paths are not compared with each other, but looked up. */
export function createPathIndex<T>(): PathIndex<T> {
  const root = createNode<T>();
  return {
    add(pattern, value) {
      let node = root;
      for (const name of plainStart(pattern)) {
        const next = node.below.get(name) ?? createNode<T>();
        node.below.set(name, next);
        node = next;
      }
      node.values.add(value);
    },
    remove(pattern, value) {
      let node: Node<T> | undefined = root;
      for (const name of plainStart(pattern)) node = node?.below.get(name);
      node?.values.delete(value);
    },
    *near(pattern) {
      let node: Node<T> | undefined = root;
      for (const name of plainStart(pattern)) {
        yield* node.values;
        node = node.below.get(name);
        if (!node) return;
      }
      yield* allIn(node);
    },
  };
}

function createNode<T>(): Node<T> {
  return { below: new Map(), values: new Set() };
}

/** With a stack of its own: a path may be deeper than calls can be. */
function* allIn<T>(top: Node<T>): Generator<T> {
  const nodes = [top];
  for (let node = nodes.pop(); node; node = nodes.pop()) {
    yield* node.values;
    for (const below of node.below.values()) nodes.push(below);
  }
}

function plainStart(pattern: readonly string[]): readonly string[] {
  const glob = pattern.findIndex((name) => !isPlain(name));
  return glob < 0 ? pattern : pattern.slice(0, glob);
}
