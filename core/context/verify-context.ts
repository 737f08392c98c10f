import type { TaskId } from "../model/ids.ts";
import type { Problem } from "../model/validate.ts";
import { cleanText } from "../text/clean-text.ts";
import { quote } from "../text/describe-schema-error.ts";
import { bytesOf } from "./cut-to.ts";
import { findDebris } from "./find-debris.ts";
import { findLookalikes } from "./find-lookalikes.ts";
import { findPastedCode } from "./find-pasted-code.ts";
import { maxContextBytes } from "./parts.ts";
import { taskIdsIn } from "./task-ids-in.ts";

export interface ContextProblem extends Problem {
  kind: "size" | "debris" | "foreign-task" | "pasted-code" | "hidden" | "lookalike";
}

/** What is wrong with a context before a run: too long, still thinking, about another task, full of code, not what it seems. */
export function verifyContext(text: string, { taskId }: { taskId: TaskId }): ContextProblem[] {
  return [
    ...checkSize(text),
    ...checkSight(text),
    ...findDebris(text)
      .filter(({ sure }) => sure)
      .map(({ line, text: words }) =>
        problem(
          "debris",
          `contains notes from planning: ${quote(words)}; say what to do, not how it was found`,
          line,
        ),
      ),
    ...foreignTasks(text, taskId).map(({ id, line }) =>
      problem(
        "foreign-task",
        `mentions ${id}, but is about ${taskId}; say what it needs from there instead`,
        line,
      ),
    ),
    ...findPastedCode(text).map(({ line, lines }) =>
      problem("pasted-code", `contains ${lines} lines of code; name the file and its lines instead`, line),
    ),
  ];
}

function problem(kind: ContextProblem["kind"], message: string, line?: number): ContextProblem {
  return line === undefined ? { kind, path: "", message } : { kind, path: "", message, line };
}

function checkSize(text: string): ContextProblem[] {
  const bytes = bytesOf(text);
  return bytes > maxContextBytes
    ? [problem("size", `is ${bytes} bytes long; an agent gets at most ${maxContextBytes}`)]
    : [];
}

function checkSight(text: string): ContextProblem[] {
  const { dropped } = cleanText(text);
  const words = findLookalikes(text);
  return [
    ...(dropped.count > 0
      ? [problem("hidden", `contains ${dropped.kinds.join(" and ")} that nobody can see`)]
      : []),
    ...(words.length > 0
      ? [problem("lookalike", `contains words of mixed alphabets: ${words.map(quote).join(", ")}`)]
      : []),
  ];
}

function foreignTasks(text: string, taskId: TaskId): { id: string; line: number }[] {
  return [...taskIdsIn(text)].filter(([id]) => id !== taskId).map(([id, line]) => ({ id, line }));
}
