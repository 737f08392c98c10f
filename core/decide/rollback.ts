import type { TaskId } from "../model/ids.ts";
import { isOpen, type Track, taskEntries } from "../model/track.ts";
import { dependentsOf } from "../plan/graph.ts";
import { rollbackWaits } from "../render/answers.ts";
import * as refusals from "../render/refusals.ts";
import { type Draft, queueJob } from "./draft.ts";
import type { Reply } from "./on-commented.ts";

/** `/rollback T03`: a revert pull request, with the merged tasks that build on it only when told so. */
export function rollback(
  draft: Draft,
  command: { task: TaskId; withDependents: boolean },
  { by, thread }: { by: string; thread: number },
): Reply {
  const { track } = draft;
  const { task: id } = command;
  const task = track.tasks[id];
  if (!task) return { ok: false, text: refusals.unknownTask(track, id) };
  if (track.phase === "cancelled" || track.phase === "failed") {
    return { ok: false, text: refusals.trackOver(track, "roll back") };
  }
  if (task.status !== "completed" || !task.merge) return { ok: false, text: refusals.notMerged(id, task) };
  const tasks = command.withDependents ? [...mergedDependents(track, id), id] : [id];
  const running = track.rollbacks.find(
    (one) =>
      (one.status === "running" || one.status === "open") && one.tasks.some((other) => tasks.includes(other)),
  );
  if (running) return { ok: false, text: refusals.rollbackUnderWay(running) };
  const attempt = track.rollbacks.filter((one) => one.task === id).length + 1;
  track.rollbacks.push({
    task: id,
    attempt,
    tasks,
    into: track.phase === "merged" ? "default" : "track",
    by,
    thread,
    status: "running",
  });
  queueJob(draft, "rollback", attempt, id);
  return track.paused && isOpen(track) ? { ok: true, text: rollbackWaits(id) } : { ok: true };
}

/** Merged tasks that need `id`, directly or not; those that need others of them come first. */
export function mergedDependents(track: Track, id: TaskId): TaskId[] {
  const graph = taskEntries(track).map(([task, { dependsOn }]) => ({ id: task, depends_on: dependsOn }));
  return dependentsOf(graph, id)
    .filter((dependent) => track.tasks[dependent]?.status === "completed")
    .reverse();
}
