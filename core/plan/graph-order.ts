import type { TaskId } from "../model/ids.ts";
import { type GraphTask, topologicalOrder } from "./graph.ts";

/** Whether one of two tasks, by their places in the list, waits for the other; for a graph without cycles. */
export function createIsOrdered(tasks: readonly GraphTask[]): (a: number, b: number) => boolean {
  const rows = findNeeds(tasks);
  const needs = (a: number, b: number) => (((rows[a]?.[b >> 5] ?? 0) >> (b & 31)) & 1) === 1;
  return (a, b) => needs(a, b) || needs(b, a);
}

/** For each task a bit for every task that it needs, directly or not: a thousand tasks take a few milliseconds. */
function findNeeds(tasks: readonly GraphTask[]): (Uint32Array | undefined)[] {
  const places = new Map<TaskId, number>(tasks.map(({ id }, index) => [id, index]));
  const rows: (Uint32Array | undefined)[] = [];
  for (const id of topologicalOrder(tasks)) {
    const at = places.get(id);
    if (at === undefined) continue;
    const needed = (tasks[at]?.depends_on ?? []).flatMap((dependency) => places.get(dependency) ?? []);
    if (needed.length > 0) rows[at] = joinRows(rows, needed, tasks.length);
  }
  return rows;
}

function joinRows(rows: readonly (Uint32Array | undefined)[], places: number[], tasks: number): Uint32Array {
  const joined = new Uint32Array((tasks + 31) >> 5);
  for (const place of places) {
    const row = rows[place];
    if (row)
      for (let word = 0; word < joined.length; word += 1)
        joined[word] = (joined[word] ?? 0) | (row[word] ?? 0);
    joined[place >> 5] = (joined[place >> 5] ?? 0) | (1 << (place & 31));
  }
  return joined;
}
