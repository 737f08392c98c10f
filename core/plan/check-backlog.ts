import type { Backlog, BacklogTask } from "../model/backlog.ts";
import type { TaskId } from "../model/ids.ts";
import { formatPath, type Locate, limitProblems, type Problem } from "../model/validate.ts";
import { cleanText } from "../text/clean-text.ts";
import { findGraphProblems, type GraphProblem } from "./find-graph-problems.ts";
import { findUnorderedOverlaps } from "./find-unordered-overlaps.ts";
import type { Match } from "./match-paths.ts";
import { expandBraces, hasTooManyChoices } from "./overlap.ts";
import { createNaming, createProtection, neverChanged } from "./protection.ts";

interface Options {
  protectedPaths: readonly string[];
  /** From parseBacklog, so that problems get their lines. */
  locate?: Locate;
}

/** What a schema cannot see: how the tasks fit together, and what they may touch. */
export function checkBacklog(backlog: Backlog, { protectedPaths, locate }: Options): Problem[] {
  const { tasks } = backlog;
  const graph = findGraphProblems(tasks);
  const guard = {
    globs: neverChanged(protectedPaths),
    isProtected: createProtection(neverChanged(protectedPaths)),
    mayName: createNaming(
      protectedPaths,
      tasks.flatMap(({ scope }) => scope.files_hint),
    ),
  };
  const found: GraphProblem[] = [
    ...graph,
    ...tasks.flatMap((task, index) => [...checkTexts(task, index), ...checkFiles(task, index, guard)]),
    ...(graph.length === 0 ? checkOverlaps(tasks) : []),
    ...checkRoom(tasks),
  ];
  const problems = found.map(({ segments, message }) => ({
    path: formatPath(segments),
    message,
    ...locate?.(segments),
  }));
  return limitProblems(problems);
}

/** An agent sees at most 3,000 bytes; what it must know of a task has to fit with room for the rest. */
const mostBytes = 2_400;

/** What the ledger's file of 512 KB has for tasks; the rest is for history, findings and what is under way. */
const roomForTasks = 300_000;
/** What a task grows to beyond its entry until it is merged. */
const bytesOfProgress = 800;

/** Counted in bytes, as GitHub does: a text in Chinese has three for each character. */
function checkRoom(tasks: readonly BacklogTask[]): GraphProblem[] {
  let bytes = 0;
  const fitting = tasks.findIndex((task) => {
    bytes += bytesOf(task);
    return bytes > roomForTasks;
  });
  if (fitting < 0) return [];
  const message = `has ${tasks.length} tasks, and the first ${fitting} fit in one track: move the others to another issue, or put several into one`;
  return [{ segments: ["tasks"], message }];
}

function bytesOf({ id, title, depends_on, acceptance, scope }: BacklogTask): number {
  const entry = { id, title, depends_on, acceptance, files: scope.files_hint };
  return new TextEncoder().encode(JSON.stringify(entry, null, 3)).length + bytesOfProgress;
}

function checkTexts(task: BacklogTask, index: number): GraphProblem[] {
  const problems: GraphProblem[] = [];
  const add = (key: string, message: string) =>
    void problems.push({ segments: ["tasks", index, key], message });
  if (/[\r\n]/.test(task.title)) add("title", `the title of ${task.id} should be one line`);
  for (const key of ["title", "description", "acceptance", "context"] as const) {
    const { dropped } = cleanText(JSON.stringify(task[key] ?? ""));
    if (dropped.count > 0) add(key, `${task.id} contains ${dropped.kinds.join(" and ")}; remove them`);
  }
  const bytes = new TextEncoder().encode(
    [task.title, task.description, ...task.acceptance].join("\n"),
  ).length;
  if (bytes > mostBytes) {
    const advice = "shorten it, or split the task";
    add(
      "description",
      `title, description and acceptance of ${task.id} are ${bytes} bytes; the limit is ${mostBytes}: ${advice}`,
    );
  }
  return problems;
}

interface Guard {
  globs: readonly string[];
  isProtected: Match;
  /** Paths that are protected, and that people may say yes to by approving the plan. */
  mayName: Match;
}

function checkFiles(task: BacklogTask, index: number, guard: Guard): GraphProblem[] {
  return task.scope.files_hint.flatMap((path, position) => {
    const message = shapeMessage(task.id, path) ?? protectedMessage(task.id, path, guard);
    return message ? [{ segments: ["tasks", index, "scope", "files_hint", position], message }] : [];
  });
}

/** A glob that is longer says nothing that a folder would not. */
const longestGlob = 200;

/** What keeps a hint from being one that can be compared with others. */
function shapeMessage(id: TaskId, path: string): string | undefined {
  const shown = JSON.stringify(path.length > 100 ? `${path.slice(0, 100)}…` : path);
  if (!isPlainPath(path))
    return `${shown} of ${id} should be a path within the repository, such as src/export.ts or src/export/**`;
  if (!/[*?{]/.test(path)) return undefined;
  if (path.length > longestGlob)
    return `${shown} of ${id} is a pattern of ${path.length} characters; the limit is ${longestGlob}: name a folder instead`;
  if (hasTooManyChoices(path))
    return `${shown} of ${id} stands for more than 64 paths by its braces; name a folder instead`;
  return undefined;
}

function isPlainPath(path: string): boolean {
  if (/^[/~]|^[A-Za-z]:|\\/.test(path) || cleanText(path).dropped.count > 0 || /[\n\t]/.test(path))
    return false;
  return path
    .replace(/\/$/, "")
    .split("/")
    .every(
      (segment) => segment !== "" && segment !== "." && segment !== ".." && segment.toLowerCase() !== ".git",
    );
}

/** A glob counts by the simplest file that it names; what it also may reach is checked when a change is published. */
function protectedMessage(
  id: TaskId,
  path: string,
  { globs, isProtected, mayName }: Guard,
): string | undefined {
  if (mayName(path)) return undefined;
  const simplest = expandBraces(path.replace(/\/$/, "")).map((text) => text.replaceAll(/\*+|\?/g, "x"));
  const file = simplest.find(isProtected);
  const glob = file && globs.find((one) => createProtection([one])(file));
  return (
    glob &&
    `${path} of ${id} is protected (${glob}); a person has to change it, outside of gsd: move it to \`for_people\``
  );
}

function checkOverlaps(tasks: readonly BacklogTask[]): GraphProblem[] {
  const { overlaps, complete } = findUnorderedOverlaps(tasks);
  const problems: GraphProblem[] = overlaps.map(({ first, second, paths }) => {
    const [a, b] = paths;
    const both = a === b ? a : `${a} and ${b}`;
    const message = `${first.id} and ${second.id} may both change ${both}; make one depend on the other, or split the files`;
    return { segments: ["tasks", second.index, "scope", "files_hint"], message };
  });
  if (complete) return problems;
  const message = "contain too many globs to compare; name files or folders instead";
  return [...problems, { segments: ["tasks"], message }];
}
