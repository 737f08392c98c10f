import { describe, expect, it } from "vitest";
import { findSignals } from "../../../core/check/find-signals.ts";
import { isOutside, neverChanged } from "../../../core/check/task-scope.ts";
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
    expect(isOutside(path, hints)).toBe(false);
  });

  it.each(["src/deep/x.ts", "package.json", "lib/deep/x.py", "other/x.md", "specs/csv/spec.md"])(
    "shows people %s",
    (path) => {
      expect(isOutside(path, hints)).toBe(true);
    },
  );

  it("takes the lockfile of its manifest for its own", () => {
    expect(isOutside("package-lock.json", ["packages/a/package.json"])).toBe(false);
    expect(isOutside("go.sum", ["packages/a/package.json"])).toBe(true);
  });

  it("is told to agents with what nobody but a person may change", () => {
    const text = scopeRule([".github/**"]);
    expect(text).toContain("tests, and other files in the same folders");
    for (const path of neverChanged([".github/**"])) expect(text).toContain(`\`${path}\``);
  });

  it("is a part of what code sees in a change", () => {
    const diff = aDiff({ "src/a.ts": [undefined, "a"], "README.md": ["a", "b"] });
    expect(findSignals({ diff, hints: ["src/a.ts"], checks: [], tests: [] })).toEqual([
      { code: "outside-hints", path: "README.md" },
    ]);
  });
});
