import type { BacklogTask } from "../model/backlog.ts";
import type { TaskId } from "../model/ids.ts";
import { contextCut, contextDrift, contextProblem, oddText } from "../render/notes.ts";
import { compressContext } from "./compress-context.ts";
import { detectDrift } from "./detect-drift.ts";
import { findOddities } from "./find-oddities.ts";
import { verifyContext } from "./verify-context.ts";

export interface ContextReview {
  bytes: number;
  /** What a person should know of it, in sentences; empty when all is well. */
  notes: string[];
}

/** What to know of a task's context before an agent gets it; measured against the first attempt's, which had no feedback. */
export function reviewContext(task: BacklogTask, feedback: readonly string[] = []): ContextReview {
  const first = compressContext({ task });
  const now = feedback.length === 0 ? first : compressContext({ task, feedback });
  const drift = detectDrift(first.text, now.text);
  return {
    bytes: now.bytes,
    notes: [
      ...oddNotes(`The text of ${task.id}`, wordsIn(task)),
      ...oddNotes(`The feedback on ${task.id}`, feedback),
      ...(now.cut.length > 0 ? [contextCut(task.id, now.cut)] : []),
      ...problemsOf(first.text, now.text, task.id),
      ...(drift.drifted ? [contextDrift(task.id, drift)] : []),
    ],
  };
}

/** What is not what it seems in texts; `what` is how they are called. */
export function oddNotes(what: string, texts: readonly string[]): string[] {
  const odd = findOddities(texts.join("\n"));
  return odd ? [oddText(what, odd)] : [];
}

/** What is wrong with the task's own words, then what its feedback adds to that. */
function problemsOf(first: string, now: string, taskId: TaskId): string[] {
  const messages = (text: string) =>
    verifyContext(text, { taskId })
      // A context is clean by now, and what was not is said of the whole text.
      .filter(({ kind }) => kind !== "hidden" && kind !== "lookalike")
      .map(({ message }) => message);
  const own = messages(first);
  const added = messages(now).filter((message) => !own.includes(message));
  return [
    ...own.map((message) => contextProblem(taskId, message)),
    ...added.map((message) => contextProblem(`The feedback on ${taskId}`, message)),
  ];
}

/** All words of a value, wherever they stand in it. */
export function wordsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(wordsIn) : [];
}
