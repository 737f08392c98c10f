import type { TaskId } from "../model/ids.ts";

/** What the graph needs to know of a task. */
export interface GraphTask {
  id: TaskId;
  depends_on: readonly TaskId[];
  /** How long it takes, in any unit; 1 when not said. */
  weight?: number;
}

/** Every task after all it depends on, otherwise in the given order. Tasks in a cycle are left out. */
export function topologicalOrder(tasks: readonly GraphTask[]): TaskId[] {
  return waves(tasks).flat();
}

/** Tasks by how deep their dependencies go: for display, since a task starts when it is ready. */
export function waves(tasks: readonly GraphTask[]): TaskId[][] {
  const waiting = new Map<TaskId, number>();
  const dependents = directDependents(tasks);
  for (const task of tasks) waiting.set(task.id, knownDependencies(task, dependents).length);

  const all: TaskId[][] = [];
  let wave = [...waiting].filter(([, count]) => count === 0).map(([id]) => id);
  while (wave.length > 0) {
    all.push(wave);
    const next: TaskId[] = [];
    for (const dependent of wave.flatMap((id) => dependents.get(id) ?? [])) {
      const left = (waiting.get(dependent) ?? 0) - 1;
      waiting.set(dependent, left);
      if (left === 0) next.push(dependent);
    }
    wave = next;
  }
  return all;
}

/** For each task, the weight of the longest way from its start to the end of the track. */
export function longestPaths(tasks: readonly GraphTask[]): Map<TaskId, number> {
  const weights = new Map(tasks.map((task) => [task.id, task.weight ?? 1]));
  const dependents = directDependents(tasks);
  const paths = new Map<TaskId, number>();
  for (const id of topologicalOrder(tasks).reverse()) {
    const rest = (dependents.get(id) ?? []).reduce((most, next) => Math.max(most, paths.get(next) ?? 0), 0);
    paths.set(id, rest + (weights.get(id) ?? 1));
  }
  return paths;
}

/** The tasks of the longest way through the track, in their order: no track is done sooner than these. */
export function criticalPath(tasks: readonly GraphTask[]): TaskId[] {
  const paths = longestPaths(tasks);
  const dependents = directDependents(tasks);
  const longest = (ids: readonly TaskId[]) =>
    ids.reduce<TaskId | undefined>(
      (best, id) => (best !== undefined && (paths.get(best) ?? 0) >= (paths.get(id) ?? 0) ? best : id),
      undefined,
    );
  const path: TaskId[] = [];
  let next = longest([...paths.keys()].reverse());
  while (next !== undefined) {
    path.push(next);
    next = longest(dependents.get(next) ?? []);
  }
  return path;
}

/** All tasks that need this one, directly or not, each after what it depends on. */
export function dependentsOf(tasks: readonly GraphTask[], id: TaskId): TaskId[] {
  const found = reach([id], directDependents(tasks));
  return topologicalOrder(tasks).filter((other) => other !== id && found.has(other));
}

/** All tasks that need one of these, directly or not. */
export function dependentsOfAny(tasks: readonly GraphTask[], ids: readonly TaskId[]): Set<TaskId> {
  const direct = directDependents(tasks);
  return reach(
    ids.flatMap((id) => direct.get(id) ?? []),
    direct,
  );
}

/** All tasks that this one needs, directly or not. */
export function dependenciesOf(tasks: readonly GraphTask[], id: TaskId): Set<TaskId> {
  const direct = new Map(tasks.map((task) => [task.id, task.depends_on]));
  const found = reach([id], direct);
  found.delete(id);
  return found;
}

function reach(from: TaskId[], next: ReadonlyMap<TaskId, readonly TaskId[]>): Set<TaskId> {
  const found = new Set(from);
  for (const id of found) for (const other of next.get(id) ?? []) found.add(other);
  return found;
}

/** Who directly depends on each task; ids without a task are left out. */
function directDependents(tasks: readonly GraphTask[]): Map<TaskId, TaskId[]> {
  const dependents = new Map<TaskId, TaskId[]>(tasks.map((task) => [task.id, []]));
  for (const task of tasks) {
    for (const dependency of knownDependencies(task, dependents)) dependents.get(dependency)?.push(task.id);
  }
  return dependents;
}

function knownDependencies(task: GraphTask, known: ReadonlyMap<TaskId, unknown>): TaskId[] {
  return [...new Set(task.depends_on)].filter((id) => known.has(id));
}
