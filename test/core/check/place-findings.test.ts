import { describe, expect, it } from "vitest";
import { looseFindings } from "../../../core/check/place-findings.ts";
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

  it("is at ten lines for what rules suggest, whatever else there is", () => {
    const byRules = Array.from({ length: 12 }, (_, at) => finding({ rule: "no-x", line: at + 1 }));
    const blockers = Array.from({ length: 12 }, () => finding({ rule: "no-y", severity: "blocker" }));
    const byReviewers = Array.from({ length: 12 }, () => finding());
    expect(looseFindings([...byRules, ...blockers, ...byReviewers])).toEqual(byRules.slice(10));
  });
});
