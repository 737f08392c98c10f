import type { TaskStatus } from "../model/track.ts";
import type { Problem } from "../model/validate.ts";

/** GitHub takes 65,536 characters; this leaves room for our markers. */
export const longestComment = 60_000;

export function short(sha: string): string {
  return sha.slice(0, 7);
}

/** `a, b and c`. */
export function list(words: string[]): string {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

/** Names up to ten tasks, then counts. */
export function taskIds(ids: string[]): string {
  return ids.length <= 10 ? list(ids) : `${ids.slice(0, 9).join(", ")} and ${ids.length - 9} more`;
}

export function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}

export const statusWords: Record<TaskStatus, string> = {
  pending: "waiting",
  in_progress: "running",
  review: "in review",
  completed: "merged",
  failed: "failed",
  skipped: "skipped",
  needs_input: "waiting for a person",
};

/** All problems at once, with their lines, at most thirty. */
export function problemList(problems: Problem[]): string {
  const lines = problems.slice(0, 30).map((problem) => {
    const where = problem.line
      ? `line ${problem.line}${problem.path ? ` (\`${problem.path}\`)` : ""}`
      : problem.path
        ? `\`${problem.path}\``
        : "";
    return `- ${where ? `${where}: ` : ""}${problem.message}`;
  });
  if (problems.length > 30) lines.push(`- and ${problems.length - 30} more`);
  return lines.join("\n");
}

/** Text for one cell of a Markdown table. */
export function cell(text: string): string {
  return text
    .replace(/[\r\n]+/g, " ")
    .replace(/\|/g, "\\|")
    .trim();
}
