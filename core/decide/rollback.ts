import type { Draft } from "../jobs/draft.ts";
import type { Command } from "../model/command.ts";
import type { TaskId } from "../model/ids.ts";
import type { Rollback } from "../model/rollback.ts";
import { isOpen } from "../model/track.ts";
import type { Commented } from "../model/trigger.ts";
import { mergedDependents, mergedTasks } from "../plan/merged-dependents.ts";
import { accepted, type Reply, refuse } from "./on-commented.ts";

type RollbackCommand = Extract<Command, { type: "rollback" }>;
type Asker = Pick<Commented, "sender" | "thread">;

/** `/rollback T03`, `/rollback --track`: a revert pull request of one task, of it and the merged tasks that build on it, or of all. */
export function rollback(draft: Draft, command: RollbackCommand, asker: Asker): Reply {
  const { track } = draft;
  const { task: id } = command;
  const known = id === undefined ? undefined : track.tasks[id];
  if (id !== undefined && !known) return refuse({ type: "unknown-task", task: id });
  if (track.phase === "cancelled" || track.phase === "failed") {
    return refuse({ type: "track-over", command: "rollback" });
  }
  if (id === undefined) {
    const tasks = mergedTasks(track);
    return tasks.length > 0
      ? start(draft, { tasks, whole: true }, asker)
      : refuse({ type: "nothing-merged" });
  }
  if (known?.status !== "completed" || !known.merge) return refuse({ type: "not-merged", task: id });
  const tasks = command.withDependents ? [...mergedDependents(track, id), id] : [id];
  return start(draft, { tasks, whole: false }, asker);
}

/** What is reverted, newest first; what was asked for is last, and names the rollback. */
interface Reverting {
  tasks: TaskId[];
  whole: boolean;
}

function start({ track }: Draft, { tasks, whole }: Reverting, { sender, thread }: Asker): Reply {
  const running = track.rollbacks.find(
    (one) =>
      (one.status === "running" || one.status === "open") && one.tasks.some((other) => tasks.includes(other)),
  );
  if (running) return refuse({ type: "rollback-under-way", task: running.task, attempt: running.attempt });
  const task = tasks[tasks.length - 1] as TaskId;
  const next: Rollback = {
    task,
    attempt: track.rollbacks.filter((one) => one.task === task).length + 1,
    tasks,
    into: track.phase === "merged" ? "default" : "track",
    by: sender.login,
    thread,
    status: "running",
    crashes: 0,
  };
  track.rollbacks.push(whole ? { ...next, whole } : next);
  if (!track.paused || !isOpen(track)) return accepted;
  return { ok: true, notice: whole ? { type: "rollback-waits" } : { type: "rollback-waits", task } };
}
