import type { TaskId } from "../model/ids.ts";
import type { Rollback } from "../model/rollback.ts";
import type { Track } from "../model/track.ts";
import { mergedDependents } from "../plan/merged-dependents.ts";
import { taskIds } from "./phrases.ts";

type Named = Pick<Rollback, "task" | "attempt">;

/** The rollback that is meant; of one that the track has forgotten, what its name tells. */
export function rollbackOf(track: Track, { task, attempt }: Named): Rollback {
  const found = track.rollbacks.find((one) => one.task === task && one.attempt === attempt);
  if (found) return found;
  return {
    task,
    attempt,
    tasks: [task],
    into: "track",
    by: track.requestedBy,
    thread: track.issue,
    status: "failed",
    crashes: 0,
  };
}

/** What a rollback's pull request and its commit are called. */
export function rollbackTitle({ issue }: Track, { tasks, whole, undoes }: Rollback): string {
  const verb = undoes === undefined ? "revert" : "reapply";
  return whole ? `${verb}: the track of #${issue}` : `${verb}: ${tasks.join(", ")}`;
}

interface Nameable {
  tasks: TaskId[];
  undoes?: number | undefined;
}

/** "rollback of T03", "return of T03". */
export function rollbackName({ tasks, undoes }: Nameable): string {
  return `${undoes === undefined ? "rollback" : "return"} of ${taskIds(tasks)}`;
}

/** Merged tasks that build on what is reverted, and stay. */
export function leftBehind(track: Track, task: TaskId, tasks: readonly TaskId[]): TaskId[] {
  return mergedDependents(track, task).filter((id) => !tasks.includes(id));
}
