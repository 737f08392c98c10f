import type { BacklogTask } from "../model/backlog.ts";
import type { PlanFact } from "../model/facts.ts";
import type { TaskId } from "../model/ids.ts";
import type { TrackTask } from "../model/task.ts";
import { type Track, taskEntries } from "../model/track.ts";
import type { Problem } from "../model/validate.ts";
import { findGraphProblems } from "./find-graph-problems.ts";

/** What an edited backlog changes about the tasks of a track. */
export interface Amendment {
  added: { task: TaskId; title: string }[];
  changed: { task: TaskId; what: string[] }[];
  removed: TaskId[];
  /** Tasks that differ or are gone, and have started: they stay as they were approved. */
  fixed: TaskId[];
}

/** Compares the tasks of a track with an edited backlog; problems are what would not fit with what has started. */
export function compareTasks(track: Track, plan: PlanFact): Amendment & { problems: Problem[] } {
  const entries = plan.backlog?.tasks ?? [];
  const known = taskEntries(track);
  const differing = entries.flatMap((entry) => {
    const task = track.tasks[entry.id];
    return task && task.digest !== plan.digests[entry.id] ? [{ entry, task }] : [];
  });
  const gone = known.filter(([id]) => !entries.some((entry) => entry.id === id));
  const amendment: Amendment = {
    added: entries.filter(({ id }) => !track.tasks[id]).map(({ id, title }) => ({ task: id, title })),
    changed: differing
      .filter(({ task }) => !hasStarted(task))
      .map(({ entry, task }) => ({ task: entry.id, what: fieldsOf(entry, task) })),
    removed: gone.filter(([, task]) => !hasStarted(task)).map(([id]) => id),
    fixed: [
      ...differing.filter(({ task }) => hasStarted(task)).map(({ entry }) => entry.id),
      ...gone.filter(([, task]) => hasStarted(task)).map(([id]) => id),
    ].sort(),
  };
  if (plan.problems.length > 0) return { ...amendment, problems: plan.problems };
  return { ...amendment, problems: misfits(track, plan, amendment) };
}

/** Whether its text is in use, or merged. What failed or was skipped may be put right. */
export function hasStarted({ status }: TrackTask): boolean {
  return !["pending", "failed", "skipped"].includes(status);
}

/** In which of the things that people see two versions of a task differ. */
function fieldsOf(entry: BacklogTask, task: TrackTask): string[] {
  const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
  const fields = [
    same(entry.title, task.title) ? "" : "title",
    same(entry.depends_on, task.dependsOn) ? "" : "dependencies",
    same(entry.scope.files_hint, task.files) ? "" : "files",
    task.acceptance === undefined || same(entry.acceptance, task.acceptance) ? "" : "acceptance criteria",
    (entry.scope.estimated_hours ?? 0) === (task.hours ?? 0) ? "" : "estimate",
    entry.engine === task.engine ? "" : "engine",
  ].filter(Boolean);
  return fields.length > 0 ? fields : ["description"];
}

/** What started keeps its old dependencies: they have to stay, and to make no cycle with the new ones. */
function misfits(track: Track, plan: PlanFact, { removed, fixed }: Amendment): Problem[] {
  const entries = new Map((plan.backlog?.tasks ?? []).map((entry) => [entry.id, entry]));
  const started = taskEntries(track).filter(([id, task]) => fixed.includes(id) || hasStarted(task));
  const missing = started.flatMap(([id, { dependsOn }]) =>
    dependsOn
      .filter((dependency) => removed.includes(dependency))
      .map((dependency) =>
        located(plan, id, `${id} has started and builds on ${dependency}; put ${dependency} back`),
      ),
  );
  if (missing.length > 0) return missing;
  const old = new Map(started.map(([id, { dependsOn }]) => [id, dependsOn]));
  const ids = [...new Set([...entries.keys(), ...old.keys()])];
  const graph = ids.map((id) => ({ id, depends_on: old.get(id) ?? entries.get(id)?.depends_on ?? [] }));
  return findGraphProblems(graph).map(({ segments, message }) => {
    const id = ids[Number(segments[1])];
    return id === undefined ? { path: "tasks", message } : located(plan, id, message);
  });
}

function located({ lines }: PlanFact, id: TaskId, message: string): Problem {
  const line = lines?.[id];
  return line === undefined ? { path: id, message } : { path: id, message, line };
}
