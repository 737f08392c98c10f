import type { TaskId } from "../model/ids.ts";
import type { TrackTask } from "../model/task.ts";
import { type Track, taskEntries } from "../model/track.ts";
import { dependentsOfAny } from "../plan/graph.ts";
import { pick, taskIds } from "./phrases.ts";

/** What the failure of a task means for the others: who goes on, and who waits for it. */
export function otherTasks(track: Track, failed: TaskId): string {
  const graph = taskEntries(track).map(([id, { dependsOn }]) => ({ id, depends_on: dependsOn }));
  const stuck = taskEntries(track).flatMap(([id, task]) => (isStuck(task) ? [id] : []));
  const heldUp = dependentsOfAny(graph, stuck);
  const waitsForIt = dependentsOfAny(graph, [failed]);
  const open = taskEntries(track).flatMap(([id, task]) => (isOpen(task) && id !== failed ? [id] : []));
  const going = track.paused ? [] : open.filter((id) => !heldUp.has(id) && !waitsForIt.has(id));
  return [
    going.length > 0 ? ` ${taskIds(going)} ${pick(going.length, "continues", "continue")}.` : "",
    sentence(
      failed,
      open.filter((id) => waitsForIt.has(id)),
    ),
  ].join("");
}

function sentence(failed: TaskId, waiting: TaskId[]): string {
  if (waiting.length === 0) return "";
  return ` ${taskIds(waiting)} ${pick(waiting.length, "waits", "wait")} for ${failed}.`;
}

function isOpen({ status }: TrackTask): boolean {
  return status === "pending" || status === "in_progress";
}

function isStuck({ status }: TrackTask): boolean {
  return status === "failed" || status === "needs_input";
}
