import { describe, expect, it } from "vitest";
import { coverChange } from "../../../../core/check/coverage/cover-change.ts";
import { readLcov } from "../../../../core/check/coverage/read-lcov.ts";
import type { DiffFile } from "../../../../core/check/read-patch.ts";
import { percentOf } from "../../../../core/model/coverage.ts";

const origin = { file: "coverage/lcov.info", root: "/work/tree" };

/** A report of one file, with how often each line ran. */
function aReport(path: string, hits: Record<number, number>): string {
  const lines = Object.entries(hits).map(([line, times]) => `DA:${line},${times}`);
  return ["TN:", `SF:${path}`, ...lines, `LF:${lines.length}`, "end_of_record", ""].join("\n");
}

function aFile(path: string, lines: string, state: DiffFile["state"] = "changed"): DiffFile {
  const signs = lines.split("") as DiffFile["lines"][number]["sign"][];
  return { path, state, lines: signs.map((sign) => ({ sign, text: "x" })) };
}

describe("a report of what tests ran", () => {
  it.each([
    ["from the folder that tests ran in", "src/a.ts", origin.file],
    ["from the top of the disk", "/work/tree/src/a.ts", origin.file],
    ["by a tool of Windows", "src\\a.ts", origin.file],
    ["with detours", "./lib/../src//a.ts", origin.file],
    ["from its own package", "a.ts", "src/coverage/lcov.info"],
    ["from the repository, though it lies in a package", "src/a.ts", "src/lcov.info"],
  ])("names files %s", (_, named, file) => {
    const read = readLcov(aReport(named, { 1: 2 }), { ...origin, file });
    expect([...read]).toEqual([["src/a.ts", new Map([[1, 2]])]]);
  });

  it.each([["/etc/passwd"], ["../secrets.ts"], ["a/../../b.ts"], ["C:/x.ts"], [""], ["/work/tree-2/a.ts"]])(
    "says nothing of %j, which is not in the repository",
    (named) => {
      expect(readLcov(aReport(named, { 1: 1 }), origin).size).toBe(0);
    },
  );

  it("takes a line as run if it ran in any of several runs", () => {
    const text = aReport("a.ts", { 1: 0, 2: 3 }) + aReport("a.ts", { 1: 1, 2: 0 });
    expect(readLcov(text, origin).get("a.ts")).toEqual(
      new Map([
        [1, 1],
        [2, 3],
      ]),
    );
  });

  it("leaves out what it does not understand", () => {
    const text =
      "DA:1,1\nSF:a.ts\nDA:x,1\nDA:2\nDA:-1,4\nDA:3,-5\nDA:4,1,checksum\nend_of_record\nDA:9,9\n\0\r\n";
    expect(readLcov(text, origin)).toEqual(new Map([["a.ts", new Map([[4, 1]])]]));
  });
});

describe("what tests ran of a change", () => {
  const cover = (diff: DiffFile[], ...reports: string[]) =>
    coverChange(diff, readLcov(reports.join(""), origin));

  it("counts added lines that can run, and no others", () => {
    const report = aReport("a.ts", { 1: 0, 2: 1, 3: 0, 4: 5, 9: 0 });
    const coverage = cover([aFile("a.ts", " +-++ ")], report);
    expect(coverage).toEqual({
      lines: 3,
      covered: 2,
      missed: [{ path: "a.ts", from: 3, to: 3 }],
      unreported: [],
    });
    expect(percentOf(coverage)).toBe(66);
  });

  it("tells lines that follow each other as one place, over blank ones between them", () => {
    const report = aReport("a.ts", { 1: 0, 3: 0, 4: 1, 5: 0 });
    expect(cover([aFile("a.ts", "+++++", "added")], report).missed).toEqual([
      { path: "a.ts", from: 1, to: 3 },
      { path: "a.ts", from: 5, to: 5 },
    ]);
  });

  it("names changed code that the report does not mention, and neither tests nor data nor what only went away", () => {
    const diff = [
      aFile("lib/new.py", "+", "added"),
      aFile("test/new.test.ts", "+", "added"),
      aFile("README.md", "+"),
      aFile("package.json", "+"),
      aFile("lib/old.ts", "--", "deleted"),
    ];
    expect(cover(diff, aReport("a.ts", { 1: 1 }))).toEqual({
      lines: 0,
      covered: 0,
      missed: [],
      unreported: ["lib/new.py"],
    });
  });

  it("names no more places than a record may hold", () => {
    const lines = Array.from({ length: 200 }, (_, index) => [index + 1, index % 2] as const);
    const coverage = cover([aFile("a.ts", "+".repeat(200))], aReport("a.ts", Object.fromEntries(lines)));
    expect(coverage).toMatchObject({ lines: 200, covered: 100 });
    expect(coverage.missed).toHaveLength(50);
  });
});
