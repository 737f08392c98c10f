import { neutralise } from "../text/neutralise.ts";
import type { RemarkView } from "../view/view-remarks.ts";
import { code, fitLines, inline, plural } from "./phrases.ts";

/** What people said, and what was done about each: one line for each remark. */
export function renderRemarks(remarks: readonly RemarkView[]): string {
  if (remarks.length === 0) return "";
  const more = (count: number) => `- and ${plural(count, "more remark")}`;
  const lines = fitLines(remarks, renderRemark, { maxBytes: 16_000, more });
  return `**What was done about ${plural(remarks.length, "remark")}:**\n\n${lines.join("\n")}`;
}

function renderRemark({ words, done }: RemarkView): string {
  const { by, path, line, text } = words;
  const place = path === undefined ? "" : ` on ${code(line === undefined ? path : `${path}:${line}`)}`;
  const answer =
    done === undefined
      ? "The agent did not say what it did about this. Look at the changes yourself."
      : neutralise(done).trim().replaceAll("\n", "\n  ");
  return `- ${inline(by)}${place}, "${beginning(text)}": ${answer}`;
}

/** Enough of a remark to know it again. */
function beginning(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return inline(line.length > 80 ? `${line.slice(0, 80).trimEnd()}…` : line);
}
