import { describe, expect, it } from "vitest";
import { findClashes } from "../../../core/check/find-clashes.ts";
import { foldName } from "../../../core/text/fold-name.ts";
import { createChance } from "../../builders/random.ts";

describe("paths that some disk cannot keep apart", () => {
  it.each([
    [["src/a.ts"], ["src/A.ts"], "`src/a.ts` clashes with `src/A.ts`"],
    [["SRC/new.ts"], ["src/a.ts"], "`SRC/new.ts` clashes with `src`"],
    [["a/B/c"], ["a/b/d"], "`a/B/c` clashes with `a/b`"],
    [["ﬁle.ts"], ["file.ts"], "`\\u{fb01}le.ts` clashes with `file.ts`"],
    [["straße"], ["STRASSE"], "`stra\\u{df}e` clashes with `STRASSE`"],
    [["İ.ts"], ["i.ts"], "`\\u{130}.ts` clashes with `i.ts`"],
    [["a.ts"], ["a\u200c.ts"], "`a.ts` clashes with `a\\u{200c}.ts`"],
    [["src"], ["src/a.ts"], "`src` is a file, but `src/a.ts` needs it to be a folder"],
    [["SRC"], ["src/"], "`SRC` clashes with `src`"],
    [["src"], ["src/"], "`src` is a file, but `src/` needs it to be a folder"],
    [["SRC/x"], ["src/"], "`SRC/x` clashes with `src`"],
    [["lib/a"], ["lib"], "`lib/a` needs `lib` to be a folder, but it is a file"],
    [["a/b", "a/b/c"], [], "`a/b` is a file, but `a/b/c` needs it to be a folder"],
  ])("are found: %j on %j", (written, existing, problem) => {
    expect(findClashes(written, existing)).toContain(problem);
  });

  it.each([
    [["src/a.ts"], ["src/a.ts", "src/b.ts"]],
    [["src/new.ts"], ["src/", "lib"]],
    [["café"], ["cafe"]],
    // The base has both already.
    [["a/x"], ["a/x", "A/x", "a/y"]],
    [["a/new"], ["A/x", "a/y"]],
    [["b"], ["a", "A", "a/x"]],
  ])("are not seen where there are none that are new: %j on %j", (written, existing) => {
    expect(findClashes(written, existing)).toEqual([]);
  });

  it("are those that a table of all spellings has, for random paths", () => {
    const chance = createChance(5);
    const aPath = () =>
      Array.from({ length: 1 + chance.number(3) }, () => chance.pick(["a", "A", "b", "é", "É"])).join("/");
    let clashes = 0;
    for (let round = 0; round < 2_000; round++) {
      const existing = new Set(Array.from({ length: chance.number(3) }, aPath));
      const written = new Set(Array.from({ length: 1 + chance.number(3) }, aPath));
      const found = findClashes([...written], existing).length > 0;
      clashes += Number(found);
      const wanted = hasNewClash([...written], [...existing]);
      expect([[...written], [...existing], found]).toEqual([[...written], [...existing], wanted]);
    }
    expect(clashes).toBeGreaterThan(300);
  });
});

/** Slow and plain: every part of every path against every part of every other. */
function hasNewClash(written: string[], existing: string[]): boolean {
  const prefixes = (path: string) =>
    path.split("/").map((_, at, parts) => ({
      text: parts.slice(0, at + 1).join("/"),
      isFile: at === parts.length - 1,
    }));
  const old = existing.flatMap(prefixes);
  const all = [...old, ...written.flatMap(prefixes)];
  return written.flatMap(prefixes).some((one) =>
    all.some((other) => {
      if (foldName(one.text) !== foldName(other.text)) return false;
      if (one.isFile !== other.isFile) return true;
      return one.text !== other.text && !old.some(({ text }) => text === one.text);
    }),
  );
}
