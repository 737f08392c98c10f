import type { Finding } from "../model/answers.ts";
import { neutralise } from "../text/neutralise.ts";
import { code, fitLines, inline } from "./phrases.ts";

/** One remark, as an inline comment or a part of a review. */
export function renderFinding(finding: Finding): string {
  const suggestion = finding.suggestion ? ` ${neutralise(finding.suggestion)}` : "";
  const rule = finding.rule ? ` (rule ${code(finding.rule)})` : "";
  const outside = finding.outside ? " (not in this change, so it does not block)" : "";
  const what = finding.outside ? "NOTE" : finding.severity.toUpperCase();
  return `**${what}** ${placeOf(finding)} ${neutralise(finding.message)}${suggestion}${rule}${outside}`;
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
