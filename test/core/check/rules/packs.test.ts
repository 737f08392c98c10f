import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { languageNames } from "../../../../core/check/rules/languages.ts";
import { checkExamples, parseRule } from "../../../../core/check/rules/parse-rule.ts";
import type { Rule } from "../../../../core/check/rules/rule.ts";
import { packNames } from "../../../../core/model/config/rules.ts";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const paths = globSync("rules/*/*.yml", { cwd: root }).sort();
const shipped = paths.map((path) => {
  const text = readFileSync(root + path, "utf8");
  const reading = parseRule(text);
  if (!reading.ok) throw new Error(`${path}: ${JSON.stringify(reading.problems)}`);
  return { path, text, pack: path.split("/")[1], rule: reading.rule };
});

describe("the rules that we ship", () => {
  it.each(shipped)("$path catches what it says, and leaves alone what it says", ({ text, rule }) => {
    expect(rule.examples?.catches.length).toBeGreaterThan(0);
    expect(rule.examples?.passes.length).toBeGreaterThan(0);
    expect(checkExamples(text)).toEqual([]);
  });

  it("are named like their files, each name once, in the packs that the configuration knows", () => {
    expect(shipped.map(({ rule, pack }) => `rules/${pack}/${rule.id}.yml`)).toEqual(paths);
    expect(new Set(shipped.map(({ rule }) => rule.id)).size).toBe(paths.length);
    expect([...new Set(shipped.map(({ pack }) => pack))].sort()).toEqual([...packNames].sort());
  });

  it("have something for each language in each pack", () => {
    const packs = packNames.filter((name) => name !== "base");
    const pairs = packs.flatMap((pack) => languageNames.map((language) => ({ pack, language })));
    const isThere = (pair: { pack: string; language: Rule["language"] }) =>
      shipped.some(({ pack, rule }) => pack === pair.pack && rule.language === pair.language);
    expect(pairs.filter((pair) => !isThere(pair))).toEqual([]);
  });

  it("block only what is surely wrong", () => {
    const blockers = shipped.filter(({ rule }) => rule.severity === "blocker").map(({ rule }) => rule.id);
    expect(blockers).toEqual(["no-conflict-markers", "no-focused-tests", "always-test"]);
  });
});
