import type { Finding, Remark } from "../model/answers.ts";
import { type DiffFile, isInDiff } from "./read-patch.ts";

/** Which remarks, by their place in the list, are about something that the change does not touch. */
export function findForeign(remarks: readonly Remark[], diff: readonly DiffFile[]): number[] {
  return remarks.flatMap((remark, index) => (isInDiff(diff, remark) ? [] : [index]));
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
