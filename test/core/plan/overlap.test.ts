import { describe, expect, it } from "vitest";
import { createClaims } from "../../../core/plan/claims.ts";

function overlaps(a: string[], b: string[]): boolean {
  const claims = createClaims();
  claims.add(a);
  return claims.meet(b);
}

describe("overlap of files", () => {
  it.each([
    ["src/a.ts", "src/a.ts"],
    ["src", "src/a.ts"],
    ["src/", "src/deep/a.ts"],
    ["src/*.ts", "src/a.ts"],
    ["src/*.ts", "src/a*"],
    ["**/*.test.ts", "test/core/**"],
    ["src/{a,b}.ts", "src/b.ts"],
    ["src/?.ts", "src/x.ts"],
    ["**", "README.md"],
    ["a/**/z", "a/z"],
    ["packages/*/src/", "packages/a/src/b.ts"],
  ])("%s and %s may name the same file", (a, b) => {
    expect(overlaps([a], [b])).toBe(true);
    expect(overlaps([b], [a])).toBe(true);
  });

  it.each([
    ["src/a.ts", "src/b.ts"],
    ["src/a.ts", "src/a.tsx"],
    ["src", "src2/a.ts"],
    ["src/*.ts", "src/a.js"],
    ["a/**/*.ts", "b/**/*.ts"],
    ["src/[id].ts", "src/i.ts"],
    ["src/{a,b}.ts", "src/c.ts"],
    ["**/a.ts", "**/b.ts"],
    ["src/*", "src/deep/a.ts"],
  ])("%s and %s never do", (a, b) => {
    expect(overlaps([a], [b])).toBe(false);
    expect(overlaps([b], [a])).toBe(false);
  });

  it("is not slowed down by a glob made to be slow", () => {
    const glob = `${"*a".repeat(200)}b`;
    expect(overlaps([glob], [`${"*a".repeat(200)}c`])).toBe(false);
    expect(overlaps(["{a,b}".repeat(40)], ["{a,b}".repeat(40)])).toBe(true);
  });
});
