import { cleanText } from "../core/text/clean-text.ts";

/**
 * Anybody's words as one line that a terminal only shows. What could move the cursor, change a colour, set a title,
 * hide a word or turn its direction is left out. Whatever comes from a repository is printed through here.
 */
export function printable(text: string): string {
  return cleanText(text).text.replaceAll(/\s+/g, " ").trim();
}

/** The same for text of several lines. */
export function printableLines(text: string): string {
  return cleanText(text).text;
}

/** A value as JSON that a terminal only shows: what is not to be seen stands there as `\u001b`. */
export function printableJson(value: unknown): string {
  return escapedJson(JSON.stringify(value, null, 2));
}

/** The same in one line. */
export function printableJsonLine(value: unknown): string {
  return escapedJson(JSON.stringify(value));
}

function escapedJson(text: string): string {
  return `${text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (found) => (found === "\n" ? found : escaped(found)))}\n`;
}

function escaped(found: string): string {
  return found
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
}
