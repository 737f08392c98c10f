import { describe, expect, it } from "vitest";
import { findForeign, withKnownPaths, withoutForeignBlockers } from "../../../core/check/merge-reviews.ts";
import { isInDiff, readPatch, textOf } from "../../../core/check/read-patch.ts";
import type { Remark } from "../../../core/model/answers.ts";

const lines = Array.from({ length: 30 }, (_, index) => ` line ${index + 1}`);
const patch = [
  "diff --git a/src/a.ts b/src/a.ts",
  "index 1..2 100644",
  "--- a/src/a.ts",
  "+++ b/src/a.ts",
  "@@ -1,30 +1,31 @@",
  ...lines.slice(0, 15),
  "+--- a/not/a/header.ts",
  ...lines.slice(15),
  "diff --git a/src/old.ts b/src/old.ts",
  "deleted file mode 100644",
  "--- a/src/old.ts",
  "+++ /dev/null",
  "@@ -1 +0,0 @@",
  "-gone",
  'diff --git "a/we\\"ird.ts" "b/we\\"ird.ts"',
  "new file mode 100644",
  "",
].join("\n");
const diff = readPatch(patch);

const remark = (fields: Partial<Remark>): Remark => ({
  path: "src/a.ts",
  severity: "blocker",
  message: "No.",
  ...fields,
});

describe("a patch", () => {
  it("is read with all lines, whatever stands in them", () => {
    expect(diff.map(({ path, state }) => `${path} ${state}`)).toEqual([
      "src/a.ts changed",
      "src/old.ts deleted",
      'we"ird.ts added',
    ]);
    const [first] = diff;
    expect(first && textOf(first, "before")).toHaveLength(30);
    expect(first && textOf(first, "after")[15]).toBe("--- a/not/a/header.ts");
  });

  it("covers the changed lines and three around them, as GitHub shows it", () => {
    const covered = [12, 13, 16, 19, 20].map((line) => isInDiff(diff, { path: "src/a.ts", line }));
    expect(covered).toEqual([false, true, true, true, false]);
  });
});

describe("a file that a reviewer names in another way", () => {
  const pathsOf = (...paths: string[]) =>
    withKnownPaths(
      paths.map((path) => remark({ path })),
      diff,
    ).map(({ path, line }) => `${path} ${line ?? "-"}`);

  it("is the changed one that it means", () => {
    expect(pathsOf("./src/a.ts", "/src/a.ts", "src\\a.ts", "b/src/a.ts", " src/a.ts")).toEqual(
      Array(5).fill("src/a.ts -"),
    );
    expect(pathsOf("src/a.ts:16", "./src/a.ts:16-18", "a/src/a.ts:16:4")).toEqual(
      Array(3).fill("src/a.ts 16"),
    );
    const [both] = withKnownPaths([remark({ path: "src/a.ts:16", line: 15 })], diff);
    expect(both).toMatchObject({ path: "src/a.ts", line: 15 });
  });

  it("stays as it is where the change has no such file", () => {
    const others = ["src/b.ts", "../src/a.ts", "c/src/a.ts", "a.ts", "src/a.ts:x", ""];
    expect(pathsOf(...others)).toEqual(others.map((path) => `${path} -`));
  });
});

describe("a remark about several lines", () => {
  it("is about the change if one of them is, whatever order they are in", () => {
    const ranges = [
      [1, 30],
      [13, 13],
      [1, 12],
      [20, 30],
      [16, 2],
      [19, 900],
    ];
    const remarks = ranges.map(([line = 1, last_line = 1]) => remark({ line, last_line }));
    expect(findForeign(remarks, diff)).toEqual([2, 3]);
  });
});

describe("a remark about something that the change does not touch", () => {
  it("never blocks: neither for its path nor for its line", () => {
    const remarks = [
      remark({ line: 16 }),
      remark({}),
      remark({ path: "src/old.ts", line: 9 }),
      remark({ line: 99 }),
      remark({ path: "src/b.ts" }),
      remark({ path: "src/b.ts", line: 1, severity: "nitpick" }),
    ];
    const outside = findForeign(remarks, diff);
    expect(outside).toEqual([3, 4, 5]);
    const held = withoutForeignBlockers(remarks, outside);
    expect(held.map(({ severity }) => severity)).toEqual([
      "blocker",
      "blocker",
      "blocker",
      "suggestion",
      "suggestion",
      "nitpick",
    ]);
    expect(held.map(({ outside: one = false }) => one)).toEqual([false, false, false, true, true, true]);
  });
});
