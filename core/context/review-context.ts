import type { BacklogTask } from "../model/backlog.ts";
import type { TaskId } from "../model/ids.ts";
import type { Note } from "../model/note.ts";
import { compressContext } from "./compress-context.ts";
import { type Drift, detectDrift, mostGrowth } from "./detect-drift.ts";
import { findOddities } from "./find-oddities.ts";
import { type ContextProblem, verifyContext } from "./verify-context.ts";

export interface ContextReview {
  bytes: number;
  /** What a person should know of it; empty when all is well. */
  notes: Note[];
}

/** What to know of a task's context before an agent gets it; measured against the first attempt's, which had no feedback. `told` is said elsewhere. */
export function reviewContext(
  task: BacklogTask,
  feedback: readonly string[] = [],
  told: readonly ContextProblem["kind"][] = [],
): ContextReview {
  const first = compressContext({ task });
  const now = feedback.length === 0 ? first : compressContext({ task, feedback });
  const drift = detectDrift(first.text, now.text);
  return {
    bytes: now.bytes,
    notes: [
      ...oddNotes(`The text of ${task.id}`, wordsIn(task)),
      ...oddNotes(`The feedback on ${task.id}`, feedback),
      ...cutNotes(task.id, now.cut),
      ...problemsOf(task.id, [first.text, now.text], told),
      ...driftNotes(task.id, drift),
    ],
  };
}

/** What is not what it seems in texts; `what` is how they are called. */
export function oddNotes(what: string, texts: readonly string[]): Note[] {
  const odd = findOddities(texts.join("\n"));
  if (!odd) return [];
  const lookalikes = odd.lookalikes.slice(0, mostEntries).map((word) => word.slice(0, 200));
  return [{ ...odd, type: "odd-text", what, lookalikes }];
}

/** Notes are data that has to fit its schema, whatever it is about. */
const mostEntries = 20;

function cutNotes(task: TaskId, cut: readonly string[]): Note[] {
  if (cut.length === 0) return [];
  return [{ type: "context-cut", task, cut: cut.slice(0, mostEntries).map((part) => part.slice(0, 300)) }];
}

function driftNotes(task: TaskId, { growth, contaminated, debris, drifted }: Drift): Note[] {
  if (!drifted) return [];
  const signs: Extract<Note, { type: "context-drift" }>["signs"] = [];
  if (growth > mostGrowth) signs.push("longer");
  if (contaminated) signs.push("contaminated");
  if (debris) signs.push("debris");
  return [{ type: "context-drift", task, growth: Math.max(0, Math.round(growth * 100)), signs }];
}

/** What is wrong with the task's own words, then what its feedback adds to that. */
function problemsOf(
  taskId: TaskId,
  [first, now]: [string, string],
  told: readonly ContextProblem["kind"][],
): Note[] {
  const messages = (text: string) =>
    verifyContext(text, { taskId })
      // A context is clean by now, and what was not is said of the whole text.
      .filter(({ kind }) => kind !== "hidden" && kind !== "lookalike" && !told.includes(kind))
      .map(({ message }) => message);
  const own = messages(first);
  const added = messages(now).filter((message) => !own.includes(message));
  return [
    ...own.map((message) => problem(taskId, message)),
    ...added.map((message) => problem(`The feedback on ${taskId}`, message)),
  ];
}

function problem(what: string, message: string): Note {
  return { type: "context-problem", what, message: message.slice(0, 500) };
}

/** All words of a value, wherever they stand in it. */
export function wordsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(wordsIn) : [];
}
