import { describe, expect, it } from "vitest";
import { compilePattern } from "../../../../core/check/rules/compile-pattern.ts";
import { type Chance, createChance } from "../../../builders/random.ts";

const atoms = [
  ..."abcAB1 _.é😀",
  "\\.",
  "\\w",
  "\\W",
  "\\d",
  "\\s",
  "\\S",
  "\\b",
  "\\B",
  "^",
  "$",
  "[a-c]",
  "[^ab]",
  "[\\w.-]",
  "[\\]b]",
  "\\p{L}",
  "\\P{L}",
  "\\x62",
  "\\(",
  "\\t",
];
const quantifiers = ["", "", "", "*", "+", "?", "{2}", "{1,3}", "{2,}", "{0}", "*?", "+?", "{1,2}?"];

function aPattern(chance: Chance, depth = 2): string {
  const pieces = Array.from({ length: 1 + chance.number(3) }, () => {
    if (depth > 0 && chance.oneIn(3)) {
      const open = chance.pick(["(", "(?:", "(?<n>"]);
      const name = open === "(?<n>" ? `(?<n${chance.number(1e9)}>` : open;
      return `${name}${aPattern(chance, depth - 1)})${chance.pick(quantifiers)}`;
    }
    const atom = chance.pick(atoms);
    // Nothing can be repeated that has no length.
    return /^(?:\^|\$|\\b|\\B)$/i.test(atom) && atom.length < 3 && !/^[bB]$/.test(atom)
      ? atom
      : atom + chance.pick(quantifiers);
  });
  return chance.oneIn(4)
    ? `${pieces.join("")}|${aPattern(chance, depth - 1 < 0 ? 0 : depth - 1)}`
    : pieces.join("");
}

describe("a pattern", () => {
  it("finds what a regular expression of JavaScript finds where both have a word for it", () => {
    const chance = createChance(5);
    let hits = 0;
    for (let round = 0; round < 4_000; round += 1) {
      const source = aPattern(chance);
      const ours = compilePattern(source);
      if (typeof ours === "string") throw new Error(`${source}: ${ours}`);
      const theirs = new RegExp(source, "u");
      // JavaScript finds `\\B` within a pair of surrogates.
      const characters = [..."abcAB1 _.é(\t", source.includes("\\B") ? "é" : "😀"];
      for (let look = 0; look < 5; look += 1) {
        const line = Array.from({ length: chance.number(8) }, () => chance.pick(characters)).join("");
        expect({ source, line, found: ours.test(line) }).toEqual({ source, line, found: theirs.test(line) });
        if (theirs.test(line)) hits += 1;
      }
    }
    expect(hits).toBeGreaterThan(2_000);
    expect(hits).toBeLessThan(19_000);
  });

  it.each([
    ["(", "is not a regular expression"],
    ["a**", "is not a regular expression that RE2 knows"],
    ["(?=a)", "looks ahead or behind"],
    ["x(?<!a)", "looks ahead or behind"],
    ["(a)\\1", "uses a back reference"],
    ["\\u0061", "is not a regular expression that RE2 knows"],
    ["a{501}", "repeats too much"],
  ])("is refused for what it is: %s", (source, message) => {
    expect(compilePattern(source)).toEqual(expect.stringContaining(message));
  });
});
