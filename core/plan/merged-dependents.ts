import type { TaskId } from "../model/ids.ts";
import { type Track, taskEntries } from "../model/track.ts";
import { dependentsOf, topologicalOrder } from "./graph.ts";

/** All merged tasks; those that need others of them come first. */
export function mergedTasks(track: Pick<Track, "tasks">): TaskId[] {
  const graph = taskEntries(track).map(([task, { dependsOn }]) => ({ id: task, depends_on: dependsOn }));
  return topologicalOrder(graph)
    .filter((id) => track.tasks[id]?.status === "completed" && track.tasks[id]?.merge)
    .reverse();
}

/** Merged tasks that need `id`, directly or not; those that need others of them come first. */
export function mergedDependents(track: Pick<Track, "tasks">, id: TaskId): TaskId[] {
  const graph = taskEntries(track).map(([task, { dependsOn }]) => ({ id: task, depends_on: dependsOn }));
  return dependentsOf(graph, id)
    .filter((dependent) => track.tasks[dependent]?.status === "completed")
    .reverse();
}
