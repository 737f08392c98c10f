import { type Finding, severities } from "../model/answers.ts";
import { saysAlike } from "../text/says-alike.ts";

/** What one reviewer found. */
export interface FoundBy {
  reviewer: string;
  findings: readonly Finding[];
}

/** Lines that two reviewers may be apart and still mean the same place. */
const mostLinesApart = 3;

/** What several reviewers found, each thing once and with all who found it; in the order of `found`. */
export function foldFindings(found: readonly FoundBy[]): Finding[] {
  const folded: Finding[] = [];
  for (const { reviewer, findings } of found) {
    for (const finding of findings) {
      const isOwn = (one: Finding) => one.by?.includes(reviewer) ?? false;
      const same = folded.findIndex((one) =>
        isOwn(one) ? isRepeated(one, finding) : isSameRemark(one, finding),
      );
      const known = folded[same];
      if (known) folded[same] = together(known, finding, reviewer);
      else folded.push({ ...finding, by: [reviewer] });
    }
  }
  return folded;
}

function together(known: Finding, finding: Finding, reviewer: string): Finding {
  const [worse, other] = rank(finding) < rank(known) ? [finding, known] : [known, finding];
  // What nobody who saw the change finds in it is outside of it.
  const { outside: _, ...both } = { ...other, ...worse, by: [...new Set([...(known.by ?? []), reviewer])] };
  return known.outside && finding.outside ? { ...both, outside: true } : both;
}

function rank({ severity }: Finding): number {
  return severities.indexOf(severity);
}

/** One reviewer may say the same of two places; of one place it says nothing new. */
function isRepeated(a: Finding, b: Finding): boolean {
  return a.path === b.path && a.line === b.line && a.message.trim() === b.message.trim();
}

/** Whether two remarks are about the same thing. */
function isSameRemark(a: Finding, b: Finding): boolean {
  if (a.path !== b.path || !saysAlike(a.message, b.message)) return false;
  if (a.line === undefined || b.line === undefined) return a.line === b.line;
  return Math.abs(a.line - b.line) <= mostLinesApart;
}
