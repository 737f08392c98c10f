import { expect, it } from "vitest";
import { mergeReviews, type Review } from "../../../core/check/merge-reviews.ts";
import type { Finding } from "../../../core/model/answers.ts";

const remark = (fields: Partial<Finding> = {}): Finding => ({
  ...{ path: "src/a.ts", line: 3, severity: "suggestion", message: "Name it." },
  ...fields,
});
const review = (role: string, findings: Finding[], summary = "Fine."): Review => ({
  role,
  summary,
  findings,
});

it("says who said what, and each remark once, at its gravest", () => {
  const blocker = remark({ severity: "blocker" });
  const merged = mergeReviews([
    review("reviewer", [remark(), remark({ line: 9 })], "Reads well."),
    review("architect", [blocker], "Too clever."),
  ]);
  expect(merged.summary).toBe("**reviewer:** Reads well.\n\n**architect:** Too clever.");
  expect(merged.findings).toEqual([blocker, remark({ line: 9 })]);
});

it("stays within the bounds of one review, blockers first", () => {
  const many = Array.from({ length: 90 }, (_, line) => remark({ line: line + 1 }));
  const merged = mergeReviews([
    review("reviewer", many, "x".repeat(4_000)),
    review("architect", [
      ...many.map((one) => ({ ...one, path: "b" })),
      remark({ path: "c", severity: "blocker" }),
    ]),
  ]);
  expect(merged.findings).toHaveLength(100);
  expect(merged.findings[0]).toMatchObject({ path: "c", severity: "blocker" });
  expect(merged.summary.length).toBeLessThanOrEqual(4_000);
});

it("of nobody says that nobody looked", () => {
  expect(mergeReviews([])).toEqual({
    summary: "No reviewer is configured; only the repository's own checks ran.",
    findings: [],
  });
});
