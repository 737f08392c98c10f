import type { Backlog, BacklogTask } from "../model/backlog.ts";
import type { TaskId } from "../model/ids.ts";
import { parseBacklog } from "../model/parse-backlog.ts";
import type { Problem } from "../model/validate.ts";
import { type BacklogDraft, draftBacklog } from "./draft-backlog.ts";

/** What is proposed in place of one task. */
export interface AmendmentRequest {
  /** BACKLOG.yaml as it is. */
  text: string;
  /** BACKLOG.yaml as its author saw it, where people changed it since. */
  seen?: string;
  task: TaskId;
  /** Whether it becomes several. */
  split: boolean;
  /** What an agent wrote; nobody has looked at it yet. */
  tasks: readonly unknown[];
  protectedPaths: readonly string[];
}

/** How many tasks one may be split into. */
export const mostParts = 10;

/** The backlog with a better version of one task in its place, held to what every backlog is held to. */
export function amendBacklog(request: AmendmentRequest): BacklogDraft {
  const { text, task, split, tasks, protectedPaths } = request;
  const refuse = (message: string, path = ""): BacklogDraft => ({
    text,
    problems: [{ path, message }],
    faults: [],
  });
  const reading = parseBacklog(text);
  if (!reading.ok) return { text, problems: reading.problems, faults: [] };
  const { backlog } = reading;
  const old = backlog.tasks.find(({ id }) => id === task);
  if (!old) return refuse(`${task} is not in BACKLOG.yaml any more`);
  if (!isSeen(old, request.seen))
    return refuse(`somebody changed ${task} in BACKLOG.yaml while this was written, and that stays`);
  const wrong = countProblem(split, tasks.length);
  if (wrong) return refuse(wrong, "tasks");
  const parts = tasks.filter(isEntry);
  if (parts.length < tasks.length) return refuse("each should be a task with an id such as T03", "tasks");
  if (new Set(parts.map(({ id }) => id)).size < parts.length)
    return refuse("two of them have the same id", "tasks");
  const value = { ...backlog, tasks: replaceTask(backlog, old, parts) };
  // What people wrote about the other tasks stays, and what they left as it is there is none of its author's business.
  const draft = draftBacklog(value, { protectedPaths, keep: { text, tasks: [] } });
  const same = draft.backlog?.tasks.find(({ id }) => id === task);
  if (JSON.stringify(same) !== JSON.stringify(old)) return draft;
  return refuse(
    split
      ? `${task} is as it was; leave it less to do, and the rest to the other tasks`
      : `${task} is as it was; change what kept it from being done`,
  );
}

/** Whether a task is as the author of its better version saw it. */
function isSeen(task: BacklogTask, seen: string | undefined): boolean {
  if (seen === undefined) return true;
  const reading = parseBacklog(seen);
  const before = reading.ok ? reading.backlog.tasks.find(({ id }) => id === task.id) : undefined;
  return JSON.stringify(before) === JSON.stringify(task);
}

function countProblem(split: boolean, count: number): string | undefined {
  if (!split)
    return count === 1 ? undefined : `has ${count} tasks; there should be one, in place of the old one`;
  if (count >= 2 && count <= mostParts) return undefined;
  return `has ${count} tasks; the task should be split into 2 to ${mostParts}`;
}

type Part = Pick<BacklogTask, "id"> & Partial<BacklogTask>;

/** What else is wrong with it is found once the whole is read. */
function isEntry(value: unknown): value is Part {
  if (typeof value !== "object" || value === null) return false;
  const { id, depends_on = [] } = value as { id?: unknown; depends_on?: unknown };
  return typeof id === "string" && Array.isArray(depends_on);
}

/** The parts stand where the task stood; whoever built on it builds on those that no other part builds on. */
function replaceTask({ tasks }: Backlog, old: BacklogTask, parts: readonly Part[]): object[] {
  const names = nameParts(tasks, old.id, parts);
  const renamed = parts.map((part) => {
    const own = (part.depends_on ?? []).map((id) => names.get(id) ?? id);
    const isFirst = !own.some((id) => [...names.values()].includes(id));
    const needs = isFirst && parts.length > 1 ? [...own, ...old.depends_on] : own;
    return { ...part, id: names.get(part.id) ?? part.id, depends_on: [...new Set(needs)] };
  });
  const needed = new Set(renamed.flatMap(({ depends_on }) => depends_on));
  const last = renamed.map(({ id }) => id).filter((id) => !needed.has(id));
  const repoint = (id: TaskId) => (id === old.id ? last : [id]);
  return tasks.flatMap((task): object[] => {
    if (task === old) return renamed;
    if (!task.depends_on.includes(old.id)) return [task];
    return [{ ...task, depends_on: [...new Set(task.depends_on.flatMap(repoint))] }];
  });
}

/** One part keeps the task's id, so that what is known of it stays; the others get the next free ones. */
function nameParts(tasks: readonly BacklogTask[], task: TaskId, parts: readonly Part[]): Map<TaskId, TaskId> {
  const keeps = parts.find(({ id }) => id === task) ?? parts[0];
  let next = Math.max(...tasks.map(({ id }) => Number(id.slice(1))));
  return new Map(
    parts.map((part) => {
      if (part === keeps) return [part.id, task];
      next += 1;
      return [part.id, `T${String(next).padStart(2, "0")}` as TaskId];
    }),
  );
}

/** In words, for its author or for people. */
export function describeProblem({ path, message }: Problem): string {
  return path ? `${path}: ${message}` : message;
}
