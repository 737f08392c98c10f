import type { TaskStatus } from "../model/track.ts";
import type { Problem } from "../model/validate.ts";
import { cleanText } from "../text/clean-text.ts";

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

/** A stranger's words as code, on one line; they cannot close it, and hide no marker. */
export function code(text: string): string {
  const plain = cleanText(text)
    .text.replaceAll(/\s+/g, " ")
    .replaceAll("`", "'")
    .replaceAll("<!--", "<! --")
    .trim();
  return `\`${plain || " "}\``;
}

export function codeList(words: string[]): string {
  return list(few(words.map(code)));
}

/** Names up to ten tasks, then counts. */
export function taskIds(ids: string[]): string {
  return list(few(ids));
}

/** At most ten words; the rest is counted. */
export function few(words: string[]): string[] {
  return words.length <= 10 ? words : [...words.slice(0, 9), `${words.length - 9} more`];
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
