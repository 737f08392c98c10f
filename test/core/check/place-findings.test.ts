import { describe, expect, it } from "vitest";
import { looseFindings, placeInPatch, placeOf } from "../../../core/check/place-findings.ts";
import type { Finding } from "../../../core/model/answers.ts";

const finding = (fields: Partial<Finding> = {}): Finding => ({
  path: "src/a.ts",
  line: 1,
  severity: "suggestion",
  message: "No.",
  ...fields,
});

describe("where findings stand in a review", () => {
  it("is at their line, but for what has none in the change", () => {
    const { line: _, ...whole } = finding();
    const outside = finding({ outside: true });
    expect(looseFindings([finding(), whole, outside])).toEqual([whole, outside]);
  });

  it("is at twenty lines for what reviewers suggest, and at fifty for what blocks", () => {
    const many = (count: number, fields: Partial<Finding>) =>
      Array.from({ length: count }, (_, at) => finding({ line: at + 1, ...fields }));
    const [remarks, blockers] = [many(30, {}), many(60, { severity: "blocker" })];
    expect(looseFindings([...remarks, ...blockers])).toEqual([...remarks.slice(20), ...blockers.slice(50)]);
  });

  it("is at ten lines for what rules suggest, whatever else there is", () => {
    const byRules = Array.from({ length: 12 }, (_, at) => finding({ rule: "no-x", line: at + 1 }));
    const blockers = Array.from({ length: 12 }, () => finding({ rule: "no-y", severity: "blocker" }));
    const byReviewers = Array.from({ length: 12 }, () => finding());
    expect(looseFindings([...byRules, ...blockers, ...byReviewers])).toEqual(byRules.slice(10));
  });
});

describe("where GitHub takes a remark", () => {
  const patch =
    "@@ -10,3 +10,4 @@ a()\n b\n+c\n d\n e\n@@ -40 +41,2 @@\n-f\n+g\n+h\n@@ -90,2 +90,0 @@\n-i\n-j";
  const place = (line: number | undefined, last_line?: number, fields: Partial<Finding> = {}) =>
    placeInPatch(finding({ line, last_line, ...fields } as Partial<Finding>), patch);

  it("is the line itself, and the lines of one hunk", () => {
    expect(placeOf(finding({ line: 3 }))).toEqual({ line: 3 });
    expect(placeOf(finding({ line: 3, last_line: 5 }))).toEqual({ line: 5, startLine: 3 });
    expect(place(13)).toEqual({ line: 13 });
    expect(place(41, 42)).toEqual({ line: 42, startLine: 41 });
  });

  it("is as many of its lines as one hunk has", () => {
    expect(place(1, 11)).toEqual({ line: 11, startLine: 10 });
    expect(place(12, 60)).toEqual({ line: 13, startLine: 12 });
  });

  it("is nowhere for other lines, for a file without a patch, and where a replacement would replace the wrong lines", () => {
    expect([place(9), place(14), place(43), place(90), place(undefined)]).toEqual(Array(5).fill(undefined));
    expect(placeInPatch(finding(), undefined)).toBeUndefined();
    expect(place(12, 60, { replacement: "x" })).toBeUndefined();
    expect(place(12, 13, { replacement: "x" })).toEqual({ line: 13, startLine: 12 });
  });
});
