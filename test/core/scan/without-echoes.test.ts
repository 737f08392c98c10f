import { globSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Finding } from "../../../core/model/answers.ts";
import { withoutEchoes } from "../../../core/scan/without-echoes.ts";

const finding = (rule: string, fields: Partial<Finding> = {}): Finding => ({
  ...{ path: "src/a.ts", line: 3, severity: "suggestion", message: "Runs text.", rule },
  ...fields,
});

describe("what the scanner and a rule both say of a line", () => {
  it("is told once, by the scanner", () => {
    const scan = finding("scan/injection");
    expect(withoutEchoes([scan, finding("ts-no-eval")])).toEqual([scan]);
  });

  it("is told by both where the rule is for worse, or about another line, or says something else", () => {
    const all = [
      finding("scan/injection"),
      finding("ts-no-eval", { severity: "blocker" }),
      finding("ts-no-eval", { line: 4 }),
      finding("ts-no-eval", { path: "src/b.ts" }),
      finding("ts-no-sql-template"),
      finding("scan/privilege", { line: 9 }),
      finding("py-no-shell", { line: 9 }),
    ];
    expect(withoutEchoes(all)).toEqual(all);
  });

  it("is about rules that are there", () => {
    const rules = globSync("rules/security/*.yml").map((path) => path.replace(/^.*\/|\.yml$/g, ""));
    for (const rule of [
      "ts-no-eval",
      "ts-no-shell-template",
      "py-no-eval",
      "py-no-shell",
      "go-no-shell-command",
    ]) {
      expect(rules).toContain(rule);
      expect(withoutEchoes([finding("scan/injection"), finding(rule)])).toHaveLength(1);
    }
  });
});
