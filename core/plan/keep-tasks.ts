import type { BacklogTask } from "../model/backlog.ts";
import type { TaskId } from "../model/ids.ts";
import { parseBacklog } from "../model/parse-backlog.ts";

/** Tasks of an earlier backlog that stay as they are. */
export interface Keep {
  /** BACKLOG.yaml as it is. */
  text: string;
  tasks: readonly TaskId[];
}

/** An agent's backlog with these tasks as they were, whether it changed them or left them out. */
export function keepTasks(value: object, { text, tasks }: Keep): object {
  const before = parseBacklog(text);
  const written = "tasks" in value && Array.isArray(value.tasks) ? (value.tasks as unknown[]) : undefined;
  if (!before.ok || !written) return value;
  const kept = new Map(
    before.backlog.tasks.filter(({ id }) => tasks.includes(id)).map((one) => [one.id, one]),
  );
  const ids = written.map(idOf);
  const dropped = [...kept.values()].filter(({ id }) => !ids.includes(id));
  return { ...value, tasks: [...dropped, ...written.map((one) => kept.get(idOf(one) as TaskId) ?? one)] };
}

function idOf(entry: unknown): BacklogTask["id"] | undefined {
  return typeof entry === "object" && entry !== null && "id" in entry ? (entry.id as TaskId) : undefined;
}
