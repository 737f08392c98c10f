import type { TaskId } from "../model/ids.ts";
import type { GraphTask } from "./graph.ts";

/** Something wrong with the graph, at a place in the list of tasks. */
export interface GraphProblem {
  segments: (string | number)[];
  message: string;
}

/** Doubled ids, dependencies on nothing or on oneself, and cycles. */
export function findGraphProblems(tasks: readonly GraphTask[]): GraphProblem[] {
  return [...findDuplicates(tasks), ...findBadDependencies(tasks), ...findCycles(tasks)];
}

function findDuplicates(tasks: readonly GraphTask[]): GraphProblem[] {
  const first = new Map<TaskId, number>();
  return tasks.flatMap(({ id }, index) => {
    const earlier = first.get(id);
    if (earlier === undefined) {
      first.set(id, index);
      return [];
    }
    const message = `${id} is already the id of tasks[${earlier}]; give this task an id of its own`;
    return [{ segments: ["tasks", index, "id"], message }];
  });
}

function findBadDependencies(tasks: readonly GraphTask[]): GraphProblem[] {
  const known = new Set(tasks.map(({ id }) => id));
  return tasks.flatMap(({ id, depends_on }, index) =>
    depends_on.flatMap((dependency, position) => {
      const segments = ["tasks", index, "depends_on", position];
      if (dependency === id) return [{ segments, message: `${id} depends on itself; remove ${id} here` }];
      if (known.has(dependency)) return [];
      return [{ segments, message: `${id} depends on ${dependency}, which is not in this backlog` }];
    }),
  );
}

const mostCycles = 20;

/** One cycle for each way back that a walk along the dependencies finds. */
function findCycles(tasks: readonly GraphTask[]): GraphProblem[] {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const done = new Set<TaskId>();
  const problems: GraphProblem[] = [];

  for (const { id } of tasks) {
    if (done.has(id) || problems.length >= mostCycles) continue;
    for (const cycle of walk(id, byId, done)) {
      const index = tasks.findIndex((task) => task.id === cycle[0]);
      const message = `cycle: ${showCycle(cycle)}; remove one of these dependencies`;
      problems.push({ segments: ["tasks", index, "depends_on"], message });
    }
  }
  return problems.slice(0, mostCycles);
}

type ById = ReadonlyMap<TaskId, GraphTask>;

/** Depth first, with a stack of its own: ten thousand tasks in a row are no deeper than ten. */
function walk(start: TaskId, byId: ById, done: Set<TaskId>): TaskId[][] {
  const cycles: TaskId[][] = [];
  const path: { id: TaskId; next: number }[] = [{ id: start, next: 0 }];
  const onPath = new Map<TaskId, number>([[start, 0]]);

  for (let top = path.at(-1); top; top = path.at(-1)) {
    const dependency = byId.get(top.id)?.depends_on[top.next++];
    if (dependency === undefined) {
      done.add(top.id);
      onPath.delete(top.id);
      path.pop();
      continue;
    }
    const back = onPath.get(dependency);
    if (back !== undefined && dependency !== top.id && cycles.length < mostCycles) {
      cycles.push([...path.slice(back).map(({ id }) => id), dependency]);
    }
    if (back !== undefined || done.has(dependency) || !byId.has(dependency)) continue;
    onPath.set(dependency, path.length);
    path.push({ id: dependency, next: 0 });
  }
  return cycles;
}

function showCycle(cycle: TaskId[]): string {
  const shown = cycle.length > 12 ? [...cycle.slice(0, 6), "…", ...cycle.slice(-5)] : cycle;
  return shown.join(" → ");
}
