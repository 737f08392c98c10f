import type { Backlog, BacklogTask } from "../model/backlog.ts";
import type { PlanDifference } from "../model/plan-difference.ts";

/** What people call the parts of a task. */
const parts: Record<string, (task: BacklogTask) => unknown> = {
  title: ({ title }) => title,
  description: ({ description }) => description,
  dependencies: ({ depends_on }) => depends_on,
  files: ({ scope }) => scope.files_hint,
  "acceptance criteria": ({ acceptance }) => acceptance,
  estimate: ({ scope }) => scope.estimated_hours ?? 0,
  context: ({ context }) => context ?? {},
  engine: ({ role, engine, model }) => [role ?? "", engine ?? "", model ?? ""],
};

/** Compares two backlogs by the ids of their tasks. */
export function compareBacklogs(before: Backlog, after: Backlog): Omit<PlanDifference, "documents"> {
  const old = new Map(before.tasks.map((task) => [task.id, task]));
  const ids = new Set(after.tasks.map(({ id }) => id));
  return {
    added: after.tasks.filter(({ id }) => !old.has(id)).map(({ id, title }) => ({ task: id, title })),
    changed: after.tasks.flatMap((task) => {
      const known = old.get(task.id);
      const what = known ? differingParts(known, task) : [];
      return what.length > 0 ? [{ task: task.id, what }] : [];
    }),
    removed: before.tasks.flatMap(({ id }) => (ids.has(id) ? [] : [id])),
  };
}

function differingParts(before: BacklogTask, after: BacklogTask): string[] {
  return Object.entries(parts).flatMap(([name, part]) =>
    JSON.stringify(part(before)) === JSON.stringify(part(after)) ? [] : [name],
  );
}
