import type { AnsweredWords } from "../check/answers-to-words.ts";
import { code, inline } from "../text/foreign.ts";
import { entry, fitLines, followedBy, plural } from "./phrases.ts";

/** What people said, and what was done about each: one line for each remark. */
export function renderRemarks(remarks: readonly AnsweredWords[]): string {
  if (remarks.length === 0) return "";
  const more = (count: number) => `- and ${plural(count, "more remark")}`;
  const lines = fitLines(remarks, renderRemark, { maxBytes: 16_000, more });
  return `**What was done about ${plural(remarks.length, "remark")}:**\n\n${lines.join("\n")}`;
}

function renderRemark({ words, done }: AnsweredWords): string {
  const { by, path, line, text } = words;
  const place = path === undefined ? "" : ` on ${code(line === undefined ? path : `${path}:${line}`)}`;
  const remark = `${inline(by)}${place}, "${beginning(text)}":`;
  return entry(
    done === undefined
      ? `${remark} The agent did not say what it did about this. Look at the changes yourself.`
      : followedBy(remark, done),
  );
}

/** Enough of a remark to know it again. */
function beginning(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return inline(line.length > 80 ? `${line.slice(0, 80).trimEnd()}…` : line);
}
