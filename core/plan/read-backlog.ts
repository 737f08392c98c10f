import { backlogFile } from "../codec/paths.ts";
import type { Backlog, BacklogTask } from "../model/backlog.ts";
import type { TaskId } from "../model/ids.ts";
import { longestBacklog, parseBacklog } from "../model/parse-backlog.ts";
import { readYaml } from "../model/read-yaml.ts";
import type { Problem } from "../model/validate.ts";
import { checkBacklog } from "./check-backlog.ts";
import { findFaults } from "./find-faults.ts";

/** BACKLOG.yaml as plain data, with all that is wrong with it. */
export interface BacklogFile {
  /** Undefined where it does not have the form of one. */
  backlog?: Backlog;
  /** Where each task's entry begins. */
  lines: Record<TaskId, number>;
  problems: Problem[];
  /** What planners would have had to put right: of what people write it is only told. */
  faults: Problem[];
}

/** Reads BACKLOG.yaml and what its tasks mean together. */
export function readBacklog(
  text: string,
  { protectedPaths }: { protectedPaths: readonly string[] },
): BacklogFile {
  const reading = parseBacklog(text);
  if (!reading.ok) return { lines: {}, problems: reading.problems.map(inFile), faults: [] };
  const { backlog, locate } = reading;
  const lines = Object.fromEntries(
    backlog.tasks.map(({ id }, at) => [id, locate(["tasks", at])?.line ?? 1] as const),
  );
  const problems = checkBacklog(backlog, { protectedPaths, locate });
  return { backlog, lines, problems, faults: findFaults(backlog, { locate }) };
}

/** What is wrong with the whole names the file: people see it beside what is wrong with others. */
function inFile(problem: Problem, _: number, all: readonly Problem[]): Problem {
  const isWhole = problem.path === "" && (problem.line !== undefined || all.length === 1);
  return isWhole ? { ...problem, path: backlogFile } : problem;
}

/** What BACKLOG.yaml says, whether or not that is a backlog; undefined where it is no YAML. */
export function readBacklogValue(text: string): unknown {
  const reading = readYaml(text, { maxBytes: longestBacklog });
  return reading.ok ? reading.value : undefined;
}

/** The tasks of BACKLOG.yaml; none where it is not one. */
export function readTasks(text: string): BacklogTask[] {
  const reading = parseBacklog(text);
  return reading.ok ? reading.backlog.tasks : [];
}
