import { type Debris, findDebris } from "../context/find-debris.ts";
import { findPastedFiles } from "../context/find-pasted-code.ts";
import { taskIdsIn } from "../context/task-ids-in.ts";
import type { Backlog, BacklogTask } from "../model/backlog.ts";
import { formatPath, type Locate, limitProblems, type Problem } from "../model/validate.ts";
import { countFiles } from "./count-files.ts";
import type { GraphProblem } from "./find-graph-problems.ts";
import { findUncovered, type Requirement } from "./requirements.ts";

/** What one task may be at most: more than that is more than one pull request. */
export const largestTask = { hours: 8, files: 10 };

interface Options {
  /** What SPEC.md asks for, where it is known. */
  requirements?: readonly Requirement[];
  locate?: Locate;
}

/**
 * What a planner has to put right while it is still there, and what people may leave as it is: notes from planning, pasted
 * files and other tasks' ids in a task's text, tasks that are too large, requirements and tasks without each other.
 */
export function findFaults(backlog: Backlog, { requirements = [], locate }: Options): Problem[] {
  const found = [
    ...backlog.tasks.flatMap((task, index) => [...textFaults(task, index), ...sizeFaults(task, index)]),
    ...findUncovered(backlog, requirements),
  ];
  const problems = found.map(({ segments, message }) => ({
    path: formatPath(segments),
    message,
    ...locate?.(segments),
  }));
  return limitProblems(problems);
}

function sizeFaults({ id, scope }: BacklogTask, index: number): GraphProblem[] {
  const { estimated_hours: hours = 0, files_hint } = scope;
  const files = countFiles(files_hint);
  const sizes = [
    hours > largestTask.hours ? `${hours} h` : "",
    files > largestTask.files ? `about ${files} files` : "",
  ].filter(Boolean);
  if (sizes.length === 0) return [];
  const message = `${id} is too large for one task (${sizes.join(", ")}; the limit is ${largestTask.hours} h and ${largestTask.files} files); split it`;
  return [{ segments: ["tasks", index, "scope"], message }];
}

function textFaults(task: BacklogTask, index: number): GraphProblem[] {
  const debris = debrisIn(task).flatMap(({ text, sure }) => (sure ? [text] : []));
  return Object.entries(textsOf(task)).flatMap(([key, text]) =>
    faultsIn(text, task.id, debris).map((message) => ({ segments: ["tasks", index, key], message })),
  );
}

/** What a task says, by its key. */
function textsOf({ title, description, acceptance, context }: BacklogTask): Record<string, string> {
  return {
    title,
    description,
    acceptance: acceptance.join("\n"),
    context: Object.values(context ?? {})
      .flat()
      .join("\n"),
  };
}

function debrisIn(task: BacklogTask): Debris[] {
  return findDebris(Object.values(textsOf(task)).join("\n"));
}

/** Words of deliberation that may just as well be what a task is about: for people to look at. */
export function doubtsAbout(task: BacklogTask): string[] {
  const doubts = debrisIn(task).flatMap(({ text, sure }) => (sure ? [] : [text]));
  return [...new Set(doubts)];
}

function faultsIn(text: string, id: string, notes: readonly string[]): string[] {
  const debris = findDebris(text).flatMap(({ text: words }) => (notes.includes(words) ? [words] : []));
  const foreign = [...taskIdsIn(text).keys()].filter((other) => other !== id);
  const pasted = findPastedFiles(text);
  return [
    ...[...new Set(debris)].map(
      (words) =>
        `${id} contains notes from planning: ${JSON.stringify(words)}; say what to do, not how it was found`,
    ),
    ...foreign.map((other) => `${id} mentions ${other}; say what it needs from there instead`),
    ...pasted.map(
      ({ lines }) => `${id} contains a pasted file of ${lines} lines; name the file and its lines instead`,
    ),
  ];
}
