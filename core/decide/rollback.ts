import { closePull, type Draft, settled } from "../jobs/draft.ts";
import { replaceRollback } from "../jobs/rollback.ts";
import type { Command } from "../model/command.ts";
import type { TaskId } from "../model/ids.ts";
import { type Rollback, takenBack } from "../model/rollback.ts";
import { isOpen, type Track } from "../model/track.ts";
import type { Commented } from "../model/trigger.ts";
import { withoutUndefined } from "../model/without-undefined.ts";
import { mergedDependents, mergedTasks } from "../plan/merged-dependents.ts";
import { accepted, type Reply, refuse } from "./on-commented.ts";

type RollbackCommand = Extract<Command, { type: "rollback" }>;
type Asker = Pick<Commented, "sender" | "thread">;

/**
 * `/rollback T03`, `/rollback --track`: a revert pull request of one task, of it and the merged tasks that build on it, or of all.
 * `/rollback --undo`: one that takes such a revert back.
 */
export function rollback(draft: Draft, command: RollbackCommand, asker: Asker): Reply {
  const { track } = draft;
  const { task: id } = command;
  const known = id === undefined ? undefined : track.tasks[id];
  if (id !== undefined && !known) return refuse({ type: "unknown-task", task: id });
  if (track.phase === "cancelled" || track.phase === "failed") {
    return refuse({ type: "track-over", command: "rollback" });
  }
  if (command.undo) return undo(draft, id, asker);
  if (id === undefined) {
    const tasks = mergedTasks(track);
    const task = tasks.at(-1);
    if (task === undefined) return refuse({ type: "nothing-merged" });
    return start(draft, { task, tasks, whole: true }, asker);
  }
  if (known?.status !== "completed" || !known.merge) return refuse({ type: "not-merged", task: id });
  const tasks = command.withDependents ? [...mergedDependents(track, id), id] : [id];
  return start(draft, { task: id, tasks, whole: false }, asker);
}

/** Takes the newest rollback back, or the newest of a task, unless its tasks were begun anew since. */
function undo(draft: Draft, id: TaskId | undefined, asker: Asker): Reply {
  const { track } = draft;
  const found = track.rollbacks.findLast(
    (one) => isUndoable(track, one) && (id === undefined || one.tasks.includes(id)),
  );
  if (!found)
    return refuse(id === undefined ? { type: "nothing-to-undo" } : { type: "nothing-to-undo", task: id });
  const anew = takenBack(found).filter((task) => !isRolledBack(track, task));
  if (anew.length > 0) return refuse({ type: "done-anew", tasks: anew });
  const { task, attempt: undoes, whole = false } = found;
  return start(draft, { task, tasks: takenBack(found), whole, undoes }, asker);
}

/** A rollback that was merged, and was not taken back in turn. */
function isUndoable({ rollbacks }: Track, rollback: Rollback): boolean {
  const { task, attempt, status, undoes, merge } = rollback;
  if (status !== "completed" || undoes !== undefined || merge === undefined) return false;
  if (takenBack(rollback).length === 0) return false;
  return !rollbacks.some((one) => one.task === task && one.undoes === attempt && one.status === "completed");
}

function isRolledBack({ tasks }: Track, id: TaskId): boolean {
  const { status = "pending", rolledBack } = tasks[id] ?? {};
  return rolledBack !== undefined && (status === "needs_input" || status === "skipped");
}

/** One that git could not make alone makes room for the next: its branch stays. */
function giveUp(draft: Draft, rollback: Rollback): void {
  replaceRollback(draft, { ...settled(rollback), status: "failed" });
  if (rollback.proposal) closePull(draft, rollback.proposal.pull);
}

/** What is reverted, with what builds on others first; what was asked for names the rollback. */
interface Reverting {
  task: TaskId;
  tasks: TaskId[];
  whole: boolean;
  undoes?: number;
}

function start(draft: Draft, reverting: Reverting, { sender, thread }: Asker): Reply {
  const { track } = draft;
  const { task, tasks, whole, undoes } = reverting;
  const others = track.rollbacks.filter(
    ({ status, tasks: theirs }) =>
      (status === "running" || status === "open") && theirs.some((other) => tasks.includes(other)),
  );
  const running = others.find(({ proposal }) => !proposal?.left);
  if (running) return refuse({ type: "rollback-under-way", task: running.task, attempt: running.attempt });
  for (const other of others) giveUp(draft, other);
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
  track.rollbacks.push(withoutUndefined({ ...next, whole: whole || undefined, undoes }));
  if (!track.paused || !isOpen(track)) return accepted;
  return { ok: true, notice: whole ? { type: "rollback-waits" } : { type: "rollback-waits", task } };
}
