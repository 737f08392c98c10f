import { describe, expect, it } from "vitest";
import { disputesIn, isForPeople, numberFindings } from "../../../core/check/disputes.ts";
import type { StepRecord } from "../../../core/model/manifest.ts";
import { aFinding, aFix, anAgent, aReviewer } from "../../builders/a-manifest.ts";

const wrong = aFinding({ message: "The loop never ends for an empty list." });
const nit = aFinding({ severity: "nitpick", message: "A shorter name would do." });

function disputing(round: number, finding = "F1"): StepRecord {
  const value = { summary: "Left as it is.", disputes: [{ finding, why: "src/a.ts:9 returns first." }] };
  return { ...aFix("", round), answer: { type: "change", value } };
}

const review = (round: number, findings = [wrong], role = "correctness") =>
  aReviewer(role, findings, { round, ok: false });

describe("findings under a number", () => {
  it("come with blockers first, whoever found them", () => {
    const found = numberFindings([aReviewer("security", [nit]), aReviewer("correctness", [nit, wrong])]);
    expect(found.map(({ number, reviewer, finding }) => [number, reviewer, finding.severity])).toEqual([
      ["F1", "correctness", "blocker"],
      ["F2", "security", "nitpick"],
      ["F3", "correctness", "nitpick"],
    ]);
  });

  it("may be disputed by it, in any case; a number that nobody gave is nobody's", () => {
    const steps = [review(1), disputing(1, " f1 "), review(2), disputing(2, "F7")];
    expect(disputesIn(steps)).toMatchObject([
      { round: 1, reviewer: "correctness", finding: wrong, why: "src/a.ts:9 returns first." },
    ]);
  });
});

describe("a blocker that its author disputes", () => {
  it("goes to a person once it was disputed twice and stands still", () => {
    const moved = { ...wrong, line: 12, message: "The loop still never ends for an empty list." };
    const once = [review(1), disputing(1)];
    const twice = [...once, review(2), disputing(2)];
    expect(isForPeople(review(2), once)).toBe(false);
    expect(isForPeople(review(3, [moved]), twice)).toBe(true);
  });

  it("does not, while the reviewer has another blocker, or while it is another one's", () => {
    const twice = [review(1), disputing(1), review(2), disputing(2)];
    const another = aFinding({ message: "Secrets are written to the log." });
    expect(isForPeople(review(3, [wrong, another]), twice)).toBe(false);
    expect(isForPeople(review(3, [wrong], "security"), twice)).toBe(false);
    expect(isForPeople(review(3, [nit]), twice)).toBe(false);
  });

  it("is nothing that an answer without disputes knows of", () => {
    expect(disputesIn([review(1), anAgent(), aFix("Done.", 1)])).toEqual([]);
  });
});
