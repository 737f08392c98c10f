import type { TaskId } from "../model/ids.ts";
import type { TrackTask } from "../model/task.ts";
import { type Track, taskEntries } from "../model/track.ts";
import { createClaims } from "../plan/claims.ts";
import { longestPaths } from "../plan/graph.ts";
import { isRevising } from "./amend-plan.ts";
import { heldByEdit } from "./announce-plan.ts";

/** Tasks that can start now, the longest remaining path first, within the limit of jobs at a time. */
export function findReady(track: Track): TaskId[] {
  // Its tasks may all be other ones in a moment.
  if (isRevising(track) || track.plan.edited?.problems) return [];
  const held = new Set(heldByEdit(track));
  const running = taskEntries(track).filter(([, task]) => isInFlight(task));
  const taken = createClaims();
  for (const [, task] of running) taken.add(task.files);
  const working = running.filter(([, task]) => task.status === "in_progress").length;
  let room = track.config.limits.parallel - working;
  const ready: TaskId[] = [];
  for (const [id, task] of byRemainingPath(track)) {
    if (room <= 0) break;
    // Its text is about to change.
    if (task.rebase?.status === "running" || held.has(id)) continue;
    if (task.status !== "pending" || !dependenciesMet(track, task) || taken.meet(task.files)) continue;
    ready.push(id);
    taken.add(task.files);
    room -= 1;
  }
  return ready;
}

/** Started and not yet merged or given up: its files are taken. */
function isInFlight(task: TrackTask): boolean {
  return task.status === "in_progress" || task.status === "review";
}

export function dependenciesMet(track: Track, task: TrackTask): boolean {
  return missingDependencies(track, task).length === 0;
}

/** What a task still waits for. A skipped dependency holds nothing up: skipping is how a person says "go on without it". */
export function missingDependencies(track: Track, { dependsOn }: TrackTask): TaskId[] {
  return dependsOn.filter((id) => !["completed", "skipped"].includes(track.tasks[id]?.status ?? ""));
}

/** Tasks, those first after which most is left to do. */
export function byRemainingPath(track: Track): [TaskId, TrackTask][] {
  const entries = taskEntries(track);
  const paths = longestPaths(
    entries.map(([id, task]) => ({ id, depends_on: task.dependsOn, weight: task.hours ?? 1 })),
  );
  return entries.sort(([a], [b]) => (paths.get(b) ?? 0) - (paths.get(a) ?? 0) || a.localeCompare(b));
}
