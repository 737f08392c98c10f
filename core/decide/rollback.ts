import type { Draft } from "../jobs/draft.ts";
import type { TaskId } from "../model/ids.ts";
import { isOpen } from "../model/track.ts";
import type { Commented } from "../model/trigger.ts";
import { mergedDependents } from "../plan/merged-dependents.ts";
import { accepted, type Reply, refuse } from "./on-commented.ts";

/** `/rollback T03`: a revert pull request, with the merged tasks that build on it only when told so. */
export function rollback(
  { track }: Draft,
  { task: id, withDependents }: { task: TaskId; withDependents: boolean },
  { sender, thread }: Pick<Commented, "sender" | "thread">,
): Reply {
  const known = track.tasks[id];
  if (!known) return refuse({ type: "unknown-task", task: id });
  if (track.phase === "cancelled" || track.phase === "failed") {
    return refuse({ type: "track-over", command: "rollback" });
  }
  if (known.status !== "completed" || !known.merge) return refuse({ type: "not-merged", task: id });
  const tasks = withDependents ? [...mergedDependents(track, id), id] : [id];
  const running = track.rollbacks.find(
    (one) =>
      (one.status === "running" || one.status === "open") && one.tasks.some((other) => tasks.includes(other)),
  );
  if (running) return refuse({ type: "rollback-under-way", task: running.task, attempt: running.attempt });
  track.rollbacks.push({
    task: id,
    attempt: track.rollbacks.filter((one) => one.task === id).length + 1,
    tasks,
    into: track.phase === "merged" ? "default" : "track",
    by: sender.login,
    thread,
    status: "running",
    crashes: 0,
  });
  return track.paused && isOpen(track)
    ? { ok: true, notice: { type: "rollback-waits", task: id } }
    : accepted;
}
