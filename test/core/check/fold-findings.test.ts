import { describe, expect, it } from "vitest";
import { foldFindings } from "../../../core/check/fold-findings.ts";
import type { Finding } from "../../../core/model/answers.ts";
import { aFinding } from "../../builders/a-manifest.ts";

const fold = (correctness: Finding[], security: Finding[]) =>
  foldFindings([
    { reviewer: "correctness", findings: correctness },
    { reviewer: "security", findings: security },
  ]);

describe("what several reviewers found", () => {
  const quoting = aFinding({
    line: 3,
    severity: "suggestion",
    message: "A quote inside a field is not escaped.",
  });

  it("stands once with all who found it, and counts as the worst of them", () => {
    const same = aFinding({
      line: 4,
      message: "The quote inside of a field is never escaped, so rows break.",
    });
    expect(fold([quoting], [{ ...same, severity: "blocker" }])).toEqual([
      { ...same, severity: "blocker", by: ["correctness", "security"] },
    ]);
  });

  it("keeps what only one of them has: a replacement, a suggestion", () => {
    const [only] = fold([quoting], [{ ...quoting, replacement: "  quote(field)," }]);
    expect(only).toMatchObject({ replacement: "  quote(field),", by: ["correctness", "security"] });
  });

  it("stays apart where it is about another file, another line, or something else", () => {
    const others = [
      aFinding({ ...quoting, path: "src/other.ts" }),
      aFinding({ ...quoting, line: 40 }),
      aFinding({ ...quoting, message: "The file is read whole into memory." }),
    ];
    expect(fold([quoting], others).map(({ by }) => by)).toEqual([
      ["correctness"],
      ["security"],
      ["security"],
      ["security"],
    ]);
  });

  it("stands once where one reviewer repeats itself about the same place, and counts as the worse", () => {
    const again: Finding = { ...quoting, severity: "blocker" };
    expect(fold([quoting, again, quoting], [])).toEqual([{ ...again, by: ["correctness"] }]);
  });

  it("stays apart where one reviewer says the same of two places", () => {
    expect(fold([quoting, { ...quoting, line: 5 }], [])).toHaveLength(2);
  });

  it("blocks if one of them saw it in the change", () => {
    const note: Finding = { ...quoting, outside: true };
    expect(fold([note], [{ ...quoting, severity: "blocker" }])[0]).not.toHaveProperty("outside");
    expect(fold([note], [note])[0]).toMatchObject({ outside: true });
  });
});
