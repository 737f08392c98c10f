import { describe, expect, it } from "vitest";
import { findSignals } from "../../../core/check/find-signals.ts";
import { createOutside } from "../../../core/check/task-scope.ts";
import { neverChanged } from "../../../core/plan/protection.ts";
import { scopeRule } from "../../../core/prompt/scope-rule.ts";
import { aDiff } from "./a-diff.ts";

describe("where a task may change files", () => {
  const hints = ["src/export.ts", "lib/{rows,cells}.py", "docs/**/*.md", "web/pages"];

  it.each([
    "src/export.ts",
    "src/import.ts",
    "lib/cells.py",
    "lib/other.py",
    "docs/a/b.md",
    "web/pages/deep/index.html",
    "test/export.test.ts",
    "src/deep/__tests__/x.ts",
    "pkg/rows_test.go",
    "tests/fixtures/a.json",
  ])("takes %s for its own", (path) => {
    expect(createOutside(hints)(path)).toBe(false);
  });

  it.each(["src/deep/x.ts", "package.json", "lib/deep/x.py", "other/x.md", "specs/csv/spec.md"])(
    "shows people %s",
    (path) => {
      expect(createOutside(hints)(path)).toBe(true);
    },
  );

  it("takes the lockfile of its manifest for its own", () => {
    expect(createOutside(["packages/a/package.json"])("package-lock.json")).toBe(false);
    expect(createOutside(["packages/a/package.json"])("go.sum")).toBe(true);
  });

  it("is told to agents with what nobody but a person may change", () => {
    const text = scopeRule(["deploy/**"]);
    expect(text).toContain("tests, and other files in the same folders");
    for (const path of neverChanged(["deploy/**"]))
      expect(text).toContain(`\`${path.replace(/^\*\*\//, "")}\``);
  });

  it("is a part of what code sees in a change", () => {
    const diff = aDiff({ "src/a.ts": [undefined, "a"], "README.md": ["a", "b"] });
    const config = (lines: number) => ({ protected_paths: [], limits: { lines } });
    const judged = { diff, hints: ["src/a.ts"], checks: [], tests: [] };
    const outside = { code: "outside-hints", path: "README.md" };
    expect(findSignals({ ...judged, config: config(3) })).toEqual([outside]);
    expect(findSignals({ ...judged, config: config(2) })).toEqual([
      { code: "large-change", lines: 3, most: 2 },
      outside,
    ]);
  });
});
