import { describe, expect, it } from "vitest";
import { createMatch, mostWork } from "../../../core/plan/match-paths.ts";
import { expandBraces } from "../../../core/plan/overlap.ts";
import { createChance } from "../../builders/random.ts";

const covers = (hints: string[], path: string) => createMatch(hints, { unsure: true })(path);

describe("which files a list of paths and globs names", () => {
  it.each([
    ["src/a.ts", "src/a.ts"],
    ["src", "src/deep/a.ts"],
    ["src/*.ts", "src/a.ts"],
    ["src/?.ts", "src/🚀.ts"],
    ["src/{a,b/c}.ts", "src/b/c.ts"],
    ["**", "README.md"],
    ["a/**/z", "a/z"],
    ["a/**/z", "a/b/c/z"],
    ["**/x", "x"],
    ["x/**", "x"],
    ["*a*b*", "aab"],
    ["packages/*/src/", "packages/a/src/b.ts"],
    [".", "any/thing"],
  ])("%s names %s", (hint, path) => {
    expect(covers([hint], path)).toBe(true);
  });

  it.each([
    ["src/a.ts", "src/a.tsx"],
    ["src", "src2/a.ts"],
    ["src/*", "src/deep/a.ts"],
    ["src/?.ts", "src/.ts"],
    ["a/**/z", "a/bz"],
    ["**/x", "ax"],
    ["x/**", "xa/b"],
    ["src/[ab].ts", "src/a.ts"],
    ["*a*b", "aba"],
    ["any", "a"],
    ["?", "any"],
  ])("%s does not name %s", (hint, path) => {
    expect(covers([hint], path)).toBe(false);
  });

  it("takes the name of a changed file literally, whatever is in it", () => {
    expect(covers(["src/a.ts"], "**")).toBe(false);
    expect(covers(["src/a.ts"], "src/{a,b}.ts")).toBe(false);
    expect(covers(["src/*"], "src/*")).toBe(true);
    expect(covers(["app/[id]/page.tsx"], "app/[id]/page.tsx")).toBe(true);
  });

  it("does not take a folder above for the folder", () => {
    expect(covers(["src/export"], "src")).toBe(false);
    expect(covers(["src/export"], "src/export/csv.ts")).toBe(true);
    expect(covers([], "src/a.ts")).toBe(false);
  });

  it("agrees with a regular expression about random patterns, asked one after the other", () => {
    const chance = createChance(9);
    const pick = (words: string[]) => words[chance.number(words.length)] ?? "";
    const makeGlob = () => {
      const parts = Array.from({ length: 1 + chance.number(4) }, () =>
        chance.oneIn(3)
          ? "**"
          : Array.from({ length: 1 + chance.number(3) }, () => pick(["a", "b", "*", "?", "{a,b}"])).join(""),
      );
      return parts.join("/");
    };
    const makePath = () =>
      Array.from({ length: 1 + chance.number(4) }, () => pick(["a", "b", "ab", "ba", "aab", "c"])).join("/");
    let named = 0;
    for (let round = 0; round < 400; round++) {
      const hints = [makeGlob(), makeGlob()].filter((hint) => /[*?{]/.test(hint));
      const match = createMatch(hints, { unsure: true });
      for (let at = 0; at < 10; at++) {
        const path = makePath();
        const wanted = hints.flatMap(expandBraces).some((hint) => toRegExp(hint).test(`${path}/`));
        named += Number(wanted);
        expect([hints, path, match(path)]).toEqual([hints, path, wanted]);
      }
    }
    expect(named).toBeGreaterThan(500);
  });
});

describe("lists that are made to be slow", () => {
  const hard: [string, string[], string][] = [
    ["stars", Array.from({ length: 100 }, (_, at) => `**/${"*a".repeat(80)}b${at}`), "a".repeat(250)],
    [
      "single characters",
      Array.from({ length: 100 }, (_, at) => `**/*a${"?".repeat(150)}${at}`),
      "ab".repeat(120),
    ],
    ["folders", Array.from({ length: 100 }, (_, at) => `${"**/a/".repeat(35)}${at}`), "a/".repeat(400)],
    ["choices", Array.from({ length: 100 }, (_, at) => `{a,b}`.repeat(30) + at), "ab".repeat(120)],
    [
      "choices at the end",
      Array.from({ length: 100 }, (_, at) => `**/${at}${"{a,b*}".repeat(6)}c`),
      "b".repeat(250),
    ],
  ];

  it.each(hard)("are answered in bounded work: %s", (_, hints, path) => {
    const chance = createChance(1);
    const paths = Array.from({ length: 5_000 }, (_, at) => {
      const letters = Array.from({ length: 20 }, () => "ab"[chance.number(2)]).join("");
      return `${path.slice(0, 900)}${letters}${at}`;
    });
    const closed = createMatch(hints, { unsure: true });
    const open = createMatch(hints, { unsure: false });
    for (const one of paths) if (open(one)) expect(closed(one)).toBe(true);
    // The last step may go beyond it, once. A list that is too long is not worked on at all.
    for (const { work } of [open, closed])
      expect(work() === Number.POSITIVE_INFINITY || work() < 1.1 * mostWork).toBe(true);
  });

  it("are answered with what the caller takes for safe once the work is used up", () => {
    const hints = Array.from({ length: 100 }, (_, at) => `**/*a${"?".repeat(150)}${at}`);
    const chance = createChance(2);
    const paths = Array.from({ length: 2_000 }, () =>
      Array.from({ length: 900 }, () => "ab"[chance.number(2)]).join(""),
    );
    const closed = createMatch(hints, { unsure: true });
    const open = createMatch(hints, { unsure: false });
    expect(paths.filter(closed).length).toBeGreaterThan(1_000);
    expect(paths.filter(open)).toEqual([]);
  });
});

/** For short patterns only: this backtracks. */
function toRegExp(glob: string): RegExp {
  const parts = glob.split("/").map((part) => {
    if (part === "**") return "(?:[^/]+/)*";
    return `${part.replaceAll(/\*+/g, "[^/]*").replaceAll("?", "[^/]")}/`;
  });
  return new RegExp(`^${parts.join("")}$`, "u");
}
