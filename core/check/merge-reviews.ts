import type { Finding, Remark } from "../model/answers.ts";
import { type DiffFile, isInDiff } from "./read-patch.ts";

/** Which remarks, by their place in the list, are about something that the change does not touch. */
export function findForeign(remarks: readonly Remark[], diff: readonly DiffFile[]): number[] {
  return remarks.flatMap((remark, index) => (isInDiff(diff, remark) ? [] : [index]));
}

/** Reviewers name files as they come: `./src/a.ts`, `b/src/a.ts` as in a patch, `src/a.ts:12`. What names a changed file means it. */
export function withKnownPaths(remarks: readonly Remark[], diff: readonly DiffFile[]): Remark[] {
  const known = new Set(diff.map(({ path }) => path));
  return remarks.map((remark) => {
    if (known.has(remark.path)) return remark;
    const plain = remark.path
      .trim()
      .replaceAll("\\", "/")
      .replace(/^(?:\.?\/)+/, "");
    const [, path = plain, line] = /^(.*?):(\d{1,9})(?:[-:]\d{1,9})?$/.exec(plain) ?? [];
    const meant = [plain, path, path.replace(/^[ab]\//, "")].find((one) => known.has(one));
    if (meant === undefined) return remark;
    const at = remark.line ?? Number(line ?? 0);
    return at > 0 && meant !== plain ? { ...remark, path: meant, line: at } : { ...remark, path: meant };
  });
}

/** Remarks as we hold them: those about something that the change does not touch are notes, and block nothing. */
export function withoutForeignBlockers(
  remarks: readonly Remark[],
  foreign: readonly number[] = [],
): Finding[] {
  return remarks.map((remark, index): Finding => {
    if (!foreign.includes(index)) return remark;
    const severity = remark.severity === "blocker" ? "suggestion" : remark.severity;
    return { ...remark, severity, outside: true };
  });
}
