import type { Finding } from "../model/answers.ts";

/**
 * Remarks that stand at their lines: more would drown the change. What rules suggest has its own share, so that it takes none
 * from reviewers.
 */
const mostInline = { rules: 10, reviewers: 20, blockers: 50 } as const;

type Share = keyof typeof mostInline;

function shareOf({ severity, rule }: Finding): Share {
  if (severity === "blocker") return "blockers";
  return rule === undefined ? "reviewers" : "rules";
}

/** The findings that have no line of their own in a review: what is about no line of the change, and what would be too much. */
export function looseFindings(findings: readonly Finding[]): Finding[] {
  const left: Record<Share, number> = { ...mostInline };
  return findings.filter((finding) => {
    if (finding.line === undefined || finding.outside) return true;
    const share = shareOf(finding);
    left[share] -= 1;
    return left[share] < 0;
  });
}

/** Where a remark stands: the last of its lines, and the first where it is about several. */
export interface LinePlace {
  line: number;
  startLine?: number;
}

export function placeOf({ line, last_line: last = line }: Finding): LinePlace | undefined {
  if (line === undefined || last === undefined) return undefined;
  return last > line ? { line: last, startLine: line } : { line };
}

/**
 * The same in a patch as GitHub shows it, where it refuses all other lines: of several those that one hunk has. Undefined where
 * it has none, or not all that a replacement is for.
 */
export function placeInPatch(finding: Finding, patch: string | undefined): LinePlace | undefined {
  const { line, last_line = line, replacement } = finding;
  if (line === undefined || last_line === undefined) return undefined;
  const last = Math.max(line, last_line);
  const hunk = hunksOf(patch ?? "").find(([from, to]) => from <= last && line <= to);
  if (!hunk) return undefined;
  const [first, end] = [Math.max(line, hunk[0]), Math.min(last, hunk[1])];
  if (replacement !== undefined && (first > line || end < last)) return undefined;
  return end > first ? { line: end, startLine: first } : { line: end };
}

/** The first and last line of each hunk in the file as it is now; one that only takes lines away from its whole has none. */
function hunksOf(patch: string): [number, number][] {
  return [...patch.matchAll(/^@@ -\d+(?:,\d+)? \+(\d+)(?:,(\d+))? @@/gm)].flatMap(
    ([, start = "", count = "1"]): [number, number][] =>
      count === "0" ? [] : [[Number(start), Number(start) + Number(count) - 1]],
  );
}
