import type { Chance } from "../builders/random.ts";

/** One place of a file that changes on its own. */
interface Slot {
  id: string;
  value: string;
}

interface ModelFile {
  path: string;
  slots: Slot[];
  /** Whether lines that never change stand between the slots, so that git sees each on its own. */
  dense: boolean;
  executable: boolean;
  /** Whether it has nothing but its slots: a file that git itself reads. */
  bare?: boolean;
}

/** A tree as the model knows it: files by a name that stays when they are moved. */
export type ModelTree = Map<string, ModelFile>;

/** One change of a tree, by names that hold in any tree: so it can be asked what would be there without another change. */
export type Op =
  | { type: "edit"; file: string; slot: string; value: string }
  | { type: "insert"; file: string; after: string; slot: Slot }
  | { type: "remove"; file: string; slot: string }
  | { type: "create"; file: string; content: ModelFile }
  | { type: "delete"; file: string }
  | { type: "move"; file: string; path: string }
  | { type: "mode"; file: string; executable: boolean };

/**
 * The tree after some changes; undefined where one of them would not have been possible. A change of something that is not there
 * does no harm where that is removed later anyway.
 */
export function applyOps(tree: ModelTree, ops: readonly Op[]): ModelTree | undefined {
  const next: ModelTree = structuredClone(tree);
  const missed = new Set<string>();
  for (const op of ops) {
    const slot = "slot" in op ? (typeof op.slot === "string" ? op.slot : op.slot.id) : "";
    if (op.type === "delete") for (const one of missed) if (one.startsWith(`${op.file}/`)) missed.delete(one);
    if (op.type === "remove") missed.delete(`${op.file}/${slot}`);
    if (!applyOp(next, op)) missed.add(`${op.file}/${slot}`);
  }
  return missed.size === 0 ? next : undefined;
}

/** What is gone already can be removed once more. */
function applyOp(tree: ModelTree, op: Op): boolean {
  if (op.type === "create") {
    if (hasPath(tree, op.content.path)) return false;
    tree.set(op.file, structuredClone(op.content));
    return true;
  }
  const file = tree.get(op.file);
  if (!file) return op.type === "delete" || op.type === "remove";
  if (op.type === "delete") tree.delete(op.file);
  if (op.type === "mode") file.executable = op.executable;
  if (op.type === "remove") file.slots = file.slots.filter(({ id }) => id !== op.slot);
  if (op.type === "move") {
    if (hasPath(tree, op.path)) return false;
    file.path = op.path;
  }
  if (op.type === "edit" || op.type === "insert") return writeSlot(file, op);
  return true;
}

function writeSlot(file: ModelFile, op: Extract<Op, { type: "edit" | "insert" }>): boolean {
  const at = file.slots.findIndex(({ id }) => id === (op.type === "edit" ? op.slot : op.after));
  if (at < 0) return false;
  if (op.type === "edit") file.slots[at] = { id: op.slot, value: op.value };
  else file.slots.splice(at + 1, 0, { ...op.slot });
  return true;
}

function hasPath(tree: ModelTree, path: string): boolean {
  return [...tree.values()].some((file) => file.path === path);
}

/** A file's text. Words of its own keep git from taking one file for another. */
export function textOf(name: string, { slots, dense, bare }: ModelFile): string {
  const between = (id: string) => (dense ? [] : [1, 2, 3, 4, 5].map((line) => `${name} keeps ${id} ${line}`));
  const head = Array.from({ length: bare ? 0 : 6 }, (_, line) => `${name} begins ${line}`);
  return `${[...head, ...slots.flatMap(({ id, value }) => [value, ...between(id)])].join("\n")}\n`;
}

/** A tree of a few files to begin with. */
export function aTree(chance: Chance): ModelTree {
  const count = 2 + chance.number(4);
  return new Map(Array.from({ length: count }, (_, at) => [`file${at}`, aFile(chance, `src/file${at}.txt`)]));
}

function aFile(chance: Chance, path: string): ModelFile {
  const slots = Array.from({ length: 1 + chance.number(6) }, (_, at) => ({
    id: `s${at}`,
    value: `${path} says ${at}`,
  }));
  return { path, slots, dense: chance.oneIn(3), executable: false };
}

/** One or more changes that a task makes to a tree as it is. */
export function someOps(chance: Chance, tree: ModelTree, by: string): Op[] {
  const ops: Op[] = [];
  let now = tree;
  for (let count = 1 + chance.number(3); count > 0; count -= 1) {
    const op = someOp(chance, now, `${by}-${ops.length}`);
    const next = op && applyOps(now, [op]);
    if (!op || !next) continue;
    ops.push(op);
    now = next;
  }
  return ops;
}

function someOp(chance: Chance, tree: ModelTree, name: string): Op | undefined {
  const files = [...tree.keys()].filter((one) => !tree.get(one)?.bare);
  if (files.length === 0 || chance.oneIn(6)) {
    return { type: "create", file: name, content: aFile(chance, `src/${name}.txt`) };
  }
  const file = chance.pick(files);
  if (chance.oneIn(12)) return { type: "delete", file };
  if (chance.oneIn(12)) return { type: "move", file, path: `moved/${name}.txt` };
  if (chance.oneIn(12)) return { type: "mode", file, executable: !tree.get(file)?.executable };
  const slots = tree.get(file)?.slots ?? [];
  if (slots.length === 0) return undefined;
  const { id } = chance.pick(slots);
  if (chance.oneIn(4)) return { type: "insert", file, after: id, slot: { id: name, value: `${name} adds` } };
  if (chance.oneIn(8)) return { type: "remove", file, slot: id };
  return { type: "edit", file, slot: id, value: `${name} says so` };
}
