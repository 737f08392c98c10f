import type { Finding } from "../model/answers.ts";

/** Remarks of rules that stand at their lines, besides blockers: more would drown what reviewers say. */
const mostInline = 10;

/** The findings that have no line of their own in a review: what is about no line of the change, and what would be too much. */
export function looseFindings(findings: readonly Finding[]): Finding[] {
  let left = mostInline;
  return findings.filter(({ line, outside, rule, severity }) => {
    if (line === undefined || outside) return true;
    if (rule === undefined || severity === "blocker") return false;
    left -= 1;
    return left < 0;
  });
}
