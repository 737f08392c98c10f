import type { Sha, TaskId } from "../../core/model/ids.ts";
import type { Chance } from "../builders/random.ts";
import { applyOps, aTree, type ModelTree, type Op, someOps, textOf } from "./a-model.ts";

/** A task of a random graph, with what it changed. */
export interface ModelTask {
  id: TaskId;
  dependsOn: TaskId[];
  ops: Op[];
}

/** How a pull request is merged, as GitHub's buttons say it. */
const methods = ["merge", "squash", "rebase"] as const;

/** A track whose tasks were merged one after the other, and maybe the track itself. */
export interface History {
  base: ModelTree;
  /** In the order in which they were merged. */
  tasks: ModelTask[];
  /** How each task was merged. */
  method: "merge" | "squash";
  /** How the track was merged into the default branch, which had moved on meanwhile; undefined while it is open. */
  landed: (typeof methods)[number] | undefined;
  /** What the default branch got besides. */
  elsewhere: Op[];
}

/** A random graph of tasks, merged in a random order that its dependencies allow. */
export function aHistory(chance: Chance): History {
  const base = aTree(chance);
  const count = 2 + chance.number(6);
  const graph = Array.from({ length: count }, (_, at) => ({
    id: idOf(at),
    dependsOn: Array.from({ length: at }, (_, other) => idOf(other)).filter(() => chance.oneIn(3)),
  }));
  const tasks: ModelTask[] = [];
  let tree = base;
  while (tasks.length < count) {
    const merged = tasks.map(({ id }) => id);
    const next = chance.pick(
      graph.filter(
        ({ id, dependsOn }) => !merged.includes(id) && dependsOn.every((one) => merged.includes(one)),
      ),
    );
    const ops = someOps(chance, tree, next.id);
    tree = applyOps(tree, ops) ?? tree;
    tasks.push({ ...next, ops });
  }
  const landed = chance.oneIn(2) ? chance.pick(methods) : undefined;
  const elsewhere = landed && chance.oneIn(2) ? someOps(chance, base, "main") : [];
  const fits = applyOps(base, [...elsewhere, ...tasks.flatMap(({ ops }) => ops)]) !== undefined;
  return {
    base,
    tasks,
    method: chance.pick(["merge", "squash"]),
    landed,
    elsewhere:
      fits &&
      !meet(
        elsewhere,
        tasks.flatMap(({ ops }) => ops),
      )
        ? elsewhere
        : [],
  };
}

function idOf(at: number): TaskId {
  return `T${String(at + 1).padStart(2, "0")}` as TaskId;
}

/** Whether two sets of changes touch the same file. */
export function meet(some: readonly Op[], others: readonly Op[]): boolean {
  const files = new Set(some.map(({ file }) => file));
  return others.some(({ file }) => files.has(file));
}

/** The tree that would be there without some tasks; undefined where the others could not have been done. */
export function treeWithout(
  { base, elsewhere, tasks }: History,
  gone: readonly TaskId[],
): ModelTree | undefined {
  const rest = tasks.filter(({ id }) => !gone.includes(id));
  return applyOps(base, [...elsewhere, ...rest.flatMap(({ ops }) => ops)]);
}

/** Names of commits in a stream for `git fast-import`. */
export interface Stream {
  /** A commit of a whole tree; the answer is its mark. Parents are marks of this stream, or commits that are there. */
  commit(tree: ModelTree, parents: readonly (number | Sha)[]): number;
  text(): string;
}

/** Writes whole trees as commits. One stream makes all histories of a test, by one process. */
export function createStream(): Stream {
  const parts: string[] = [];
  let marks = 0;
  return {
    commit(tree, parents) {
      const mark = ++marks;
      const [first, ...others] = parents.map((one) => (typeof one === "number" ? `:${one}` : one));
      parts.push(
        "commit refs/made/all",
        `mark :${mark}`,
        `committer Test <test@example.com> ${1_700_000_000 + mark} +0000`,
        "data 0",
        ...(first === undefined ? [] : [`from ${first}`]),
        ...others.map((other) => `merge ${other}`),
        "deleteall",
      );
      for (const [name, file] of tree) {
        const text = textOf(name, file);
        parts.push(`M ${file.executable ? "100755" : "100644"} inline ${file.path}`);
        parts.push(`data ${Buffer.byteLength(text)}`, text);
      }
      parts.push("");
      // The next commit that names no parent begins anew.
      parts.push("reset refs/made/all", "");
      return mark;
    },
    text: () => `${parts.join("\n")}\n`,
  };
}

/** The commits of a history, by their marks. */
export interface Commits {
  merges: Map<TaskId, number>;
  /** The newest commit of the track branch, or of the default branch once the track is merged. */
  head: number;
  /** The commit without some tasks, where there can be one. */
  start: number;
}

/** Writes a history as GitHub would have made it. */
export function writeHistory(stream: Stream, history: History): Commits {
  const { base, tasks, method, landed, elsewhere } = history;
  const start = stream.commit(base, []);
  const merges = new Map<TaskId, number>();
  let head = start;
  let tree = base;
  for (const { id, ops } of tasks) {
    tree = applyOps(tree, ops) ?? tree;
    const parents = method === "squash" ? [head] : [head, stream.commit(tree, [head])];
    head = stream.commit(tree, parents);
    merges.set(id, head);
  }
  if (!landed) return { merges, head, start };
  const main = elsewhere.length > 0 ? stream.commit(applyOps(base, elsewhere) ?? base, [start]) : start;
  return { merges, start, head: land(stream, history, { main, track: head }) };
}

function land(stream: Stream, history: History, { main, track }: { main: number; track: number }): number {
  const all = treeWithout(history, []) ?? history.base;
  if (history.landed === "merge") return stream.commit(all, [main, track]);
  if (history.landed === "squash") return stream.commit(all, [main]);
  let head = main;
  const done: Op[] = [];
  for (const { ops } of history.tasks) {
    done.push(...ops);
    head = stream.commit(applyOps(history.base, [...history.elsewhere, ...done]) ?? all, [head]);
  }
  return head;
}
