import { cleanText } from "../clean-text.ts";
import { takeApart, withoutMarkers } from "./live-words.ts";

/**
 * Anybody's words in the title of a pull request, in a commit's subject or beside a status. These are no Markdown, but mentions
 * and closing words work in them, and `[skip ci]` in the newest commit would keep a task's checks from running.
 */
export function title(text: string): string {
  const line = takeApart(withoutMarkers(cleanText(text).text).replaceAll(/\s+/g, " "));
  const plain = line.replaceAll("[", "(").replaceAll("]", ")").trim();
  return [...plain].slice(0, 100).join("").trimEnd();
}

/**
 * Anybody's words in a job's log. The runner takes a line for a command that begins with `::` after blanks of its own choice, and
 * overlooks characters without a width when it compares. So every line begins with a sign of ours.
 */
export function logLines(text: string): string {
  return logLine(text)
    .split("\n")
    .map((line) => `│ ${line}`)
    .join("\n");
}

/** The same for the rest of a line that begins with words of ours: the older form of commands counts anywhere. */
export function logLine(text: string): string {
  return cleanText(text).text.replaceAll("##[", "## [");
}
