import { describe, expect, it } from "vitest";
import { outcomes } from "../../../core/model/job.ts";
import { feedbackLine } from "../../../core/prompt/feedback.ts";
import { aFinding } from "../../builders/a-manifest.ts";

describe("what an agent is told of earlier runs", () => {
  it("is how an attempt ended, with all that is known of it", () => {
    expect(
      feedbackLine({ type: "attempt", outcome: "checks-failed", reason: "Failing: test.\nexpected 1" }),
    ).toBe(
      "An earlier attempt brought no result: the repository's own checks failed (`checks-failed`). Failing: test.\nexpected 1",
    );
  });

  it.each(outcomes)("has words for %s", (outcome) => {
    expect(feedbackLine({ type: "attempt", outcome })).toMatch(
      /^An earlier attempt brought no result: [a-z]/,
    );
  });

  it("is a remark with its place and what to do", () => {
    expect(feedbackLine({ type: "finding", finding: aFinding({ suggestion: "Count." }) })).toBe(
      "A review found (blocker) `src/a.ts:3`: This loops forever. Suggestion: Count.",
    );
    const { line: _, ...loose } = aFinding();
    expect(feedbackLine({ type: "finding", finding: loose })).toContain("`src/a.ts`:");
  });

  it("is a person's own words, by name", () => {
    expect(feedbackLine({ type: "words", by: "mia", text: "Use CRLF." })).toBe("mia wrote: Use CRLF.");
  });
});
