import type { Finding } from "../model/answers.ts";
import { code, inline } from "../text/foreign.ts";
import { fitLines, followedBy } from "./phrases.ts";

/** One remark, as an inline comment or a part of a review. */
export function renderFinding(finding: Finding): string {
  const rule = finding.rule ? ` (rule ${code(finding.rule)})` : "";
  const outside = finding.outside ? " (not in this change, so it does not block)" : "";
  const what = finding.outside ? "NOTE" : finding.severity.toUpperCase();
  const remark = followedBy(`**${what}** ${placeOf(finding)}${rule}${outside}`, finding.message);
  return finding.suggestion ? followedBy(remark, finding.suggestion) : remark;
}

/** A list with one line for each remark. */
export function findingList(findings: readonly Finding[], maxBytes = 20_000): string {
  const line = (finding: Finding) => `- ${placeOf(finding)}: ${inline(finding.message)}`;
  return fitLines(findings, line, { maxBytes, more: (count) => `- and ${count} more` }).join("\n");
}

/** Where a remark belongs, as code. */
function placeOf({ path, line }: Finding): string {
  return code(line ? `${path}:${line}` : path);
}
