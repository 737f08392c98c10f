import type { Finding, ReviewAnswer } from "../model/answers.ts";

/** What one reviewer said, and who that is. */
export interface Review extends ReviewAnswer {
  role: string;
}

const longest = 4_000;
const mostFindings = 100;

/** Several reviews as one: each summary by its role, each remark once. */
export function mergeReviews(reviews: readonly Review[]): ReviewAnswer {
  const findings = new Map<string, Finding>();
  for (const finding of reviews.flatMap((review) => review.findings)) {
    const key = JSON.stringify([finding.path, finding.line, finding.message]);
    const known = findings.get(key);
    if (known?.severity !== "blocker") findings.set(key, finding);
  }
  const room = Math.floor(longest / Math.max(1, reviews.length)) - 60;
  const summaries = reviews.map(({ role, summary }) => `**${role}:** ${summary.slice(0, room)}`);
  return {
    summary: summaries.join("\n\n") || "No reviewer is configured; only the repository's own checks ran.",
    // Of very many, those that hold the task up come first.
    findings: [...findings.values()].sort(blockersFirst).slice(0, mostFindings),
  };
}

function blockersFirst(a: Finding, b: Finding): number {
  return Number(b.severity === "blocker") - Number(a.severity === "blocker");
}
