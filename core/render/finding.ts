import type { Finding } from "../model/answers.ts";
import { code, codeBlock, inline } from "../text/foreign.ts";
import { codeList, fitLines, followedBy, plural } from "./phrases.ts";

/** One remark as a comment on its lines: what is to replace them can be taken over with one click. */
export function renderInline(finding: Finding): string {
  const { replacement } = finding;
  return replacement === undefined ? remarkOf(finding) : `${remarkOf(finding)}\n\n${suggested(replacement)}`;
}

/** One remark as a part of a review. */
export function renderFinding(finding: Finding): string {
  const { replacement } = finding;
  return replacement === undefined ? remarkOf(finding) : `${remarkOf(finding)}\n\n${codeBlock(replacement)}`;
}

/** GitHub's own block for a replacement, which one click commits; plain code where it could not show exactly what is meant. */
function suggested(replacement: string): string {
  // The block ends the last line, and the file knows which ends its lines have.
  const lines = replacement.replaceAll(/\r\n?/g, "\n").replace(/(?<!^)\n$/, "");
  const shown = codeBlock(lines);
  const mark = /^`+/.exec(shown)?.[0] ?? "";
  const offer = (info: string) => `${mark}${info}\n${lines}\n${mark}`;
  return shown === offer("text") ? offer("suggestion") : shown;
}

function remarkOf(finding: Finding): string {
  const rule = finding.rule ? ` (rule ${code(finding.rule)})` : "";
  const outside = finding.outside ? " (not in this change, so it does not block)" : "";
  const what = finding.outside ? "NOTE" : finding.severity.toUpperCase();
  const remark = followedBy(
    `**${what}** ${placeOf(finding)}${whoFound(finding)}${rule}${outside}`,
    finding.message,
  );
  const better = finding.suggestion ? followedBy(remark, finding.suggestion) : remark;
  const whole = finding.more
    ? `${better}\n\nThe same rule found ${plural(finding.more, "more place")}.`
    : better;
  if (finding.dispute === undefined) return whole;
  return `${whole}\n\n${followedBy("**The author disagrees:**", finding.dispute)}`;
}

/** Who found it, where several looked; that they agree says something. */
function whoFound({ by = [] }: Finding): string {
  if (by.length === 0) return "";
  return by.length === 1 ? ` (${codeList(by)})` : ` (${codeList(by)} agree)`;
}

/** A list with one line for each remark. */
export function findingList(findings: readonly Finding[], maxBytes = 20_000): string {
  const line = (finding: Finding) => `- ${placeOf(finding)}: ${inline(finding.message)}`;
  return fitLines(findings, line, { maxBytes, more: (count) => `- and ${count} more` }).join("\n");
}

/** Where a remark belongs, as code. */
function placeOf({ path, line, last_line: last }: Finding): string {
  if (!line) return code(path);
  return code(last && last > line ? `${path}:${line}-${last}` : `${path}:${line}`);
}
