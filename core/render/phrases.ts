import { isTaskId, type TaskId } from "../model/ids.ts";
import type { Phase, Track } from "../model/track.ts";
import type { Problem } from "../model/validate.ts";
import { block, code, inline } from "../text/foreign.ts";
import { type ShownStatus, shownStatus } from "../view/task-rows.ts";

/** GitHub takes 65,536 characters; this leaves room for our markers. */
export const longestComment = 60_000;

export function short(sha: string): string {
  return sha.replaceAll(/[^0-9a-f]/gi, "").slice(0, 7);
}

/** `a, b and c`. */
export function list(words: string[], between: "and" | "or" = "and"): string {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} ${between} ${words.at(-1)}`;
}

export function codeList(words: string[]): string {
  return list(few(words.map(code)));
}

/** People as they are called; a login is letters, digits and hyphens. */
export function mentions(logins: readonly string[]): string {
  return list(logins.map(mention));
}

export function mention(login: string): string {
  return `@${login.replaceAll(/[^A-Za-z0-9-]/g, "")}`;
}

/** Names up to ten tasks, then counts. */
export function taskIds(ids: string[]): string {
  return list(few(ids.map((id) => (isTaskId(id) ? id : code(id)))));
}

/** At most so many words; the rest is counted. */
export function few(words: string[], most = 10): string[] {
  const kept = most - 1;
  return words.length <= most ? words : [...words.slice(0, kept), `${words.length - kept} more`];
}

export function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}

/** "the problem", "the 2 problems". */
export function theProblems(count: number): string {
  return count === 1 ? "the problem" : `the ${count} problems`;
}

/** `fails` for one, `fail` for several. */
export function pick(count: number, one: string, several: string): string {
  return count === 1 ? one : several;
}

/** What follows "This track is". */
export const phaseWords: Readonly<Record<Phase, string>> = {
  asking: "answering questions",
  planning: "being planned",
  proposed: "waiting for its plan's approval",
  executing: "running",
  verifying: "being verified",
  ready: "ready to merge",
  merged: "merged",
  failed: "stopped",
  cancelled: "cancelled",
};

/** How a task is, with its name: "T03 has failed". */
export function stateOf(track: Pick<Track, "tasks" | "phase">, task: TaskId): string {
  const known = track.tasks[task];
  if (known === undefined) return `${task} is not in this track`;
  const status = shownStatus(track, known);
  return status === "failed" ? `${task} has failed` : `${task} is ${statusWords[status]}`;
}

export const statusWords: Readonly<Record<ShownStatus, string>> = {
  pending: "waiting",
  in_progress: "running",
  review: "in review",
  completed: "merged",
  failed: "failed",
  skipped: "skipped",
  needs_input: "waiting for you",
  rolled_back: "rolled back",
  stopped: "stopped",
  not_started: "not started",
};

/** Words of ours, then anybody's: on the same line if both are one, else below, where they can be as they are. */
export function followedBy(words: string, text: string): string {
  if (text.trim().includes("\n")) return `${words}\n\n${block(text)}`;
  return `${words}${words.includes("\n") ? "\n\n" : " "}${inline(text)}`.trimEnd();
}

/** One entry of a list, with all its lines. */
export function entry(text: string): string {
  return `- ${text.replaceAll(/\n(?=[^\n])/g, "\n  ")}`;
}

/** All problems at once, with their lines, at most thirty. */
export function problemList(problems: Problem[]): string {
  const lines = problems.slice(0, 30).map((problem) => {
    const path = problem.path ? code(problem.path) : "";
    const line = problem.line ? `line ${problem.line}${path ? ` (${path})` : ""}` : path;
    const where = [problem.file === undefined ? "" : code(problem.file), line].filter(Boolean).join(", ");
    return `- ${where ? `${where}: ` : ""}${inline(problem.message)}`;
  });
  if (problems.length > 30) lines.push(`- and ${problems.length - 30} more`);
  return lines.join("\n");
}

/** The file that problems of the configuration are in. */
export function brokenFile(problems: readonly Problem[]): string {
  return code(problems.find(({ file }) => file !== undefined)?.file ?? ".github/gsd.yml");
}

/** A sentence that may begin with a small letter, as one of its own. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** What there is room for, and what to say of the rest. */
export interface Room {
  maxBytes: number;
  more: (count: number) => string;
}

/** A line for each item, as long as they fit; what is left out is counted, and not even rendered. */
export function fitLines<T>(
  items: readonly T[],
  render: (item: T) => string,
  { maxBytes, more }: Room,
): string[] {
  const encoder = new TextEncoder();
  const lines: string[] = [];
  let bytes = 0;
  for (const item of items) {
    const line = render(item);
    bytes += encoder.encode(line).length + 1;
    if (bytes > maxBytes) return [...lines, more(items.length - lines.length)];
    lines.push(line);
  }
  return lines;
}
