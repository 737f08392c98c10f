import { describe, expect, it } from "vitest";
import { groupByOwners, mostOwnerRules, parseCodeOwners } from "../../../core/check/code-owners.ts";

const ownersIn = (text: string, path: string) =>
  groupByOwners(parseCodeOwners(text) ?? [], [path])?.[0]?.owners ?? [];

describe("CODEOWNERS", () => {
  it.each([
    ["* @all", "a/b/c.ts", ["@all"]],
    ["*.js @js", "deep/in/x.js", ["@js"]],
    ["*.js @js", "x.ts", []],
    ["/build/logs/ @doc", "build/logs/x/y.txt", ["@doc"]],
    ["/build/logs/ @doc", "a/build/logs/x.txt", []],
    ["docs/* a@example.com", "docs/start.md", ["a@example.com"]],
    ["docs/* @doc", "docs/deep/start.md", []],
    ["apps/ @octo", "x/apps/y/z.ts", ["@octo"]],
    ["/docs @doc", "docs/a/b.md", ["@doc"]],
    ["**/logs @logs", "a/b/logs/x.log", ["@logs"]],
    ["/scripts/ @doc @acme/leads # both", "scripts/x", ["@doc", "@acme/leads"]],
    ["/with\\ blank/ @doc", "with blank/x", ["@doc"]],
    ["\uFEFF* @all", "x", ["@all"]],
    ["* @all\r", "x", ["@all"]],
    ["/src/**/test @qa", "src/a/b/test/x.ts", ["@qa"]],
    ["/src/**/test @qa", "src/test", ["@qa"]],
    ["/src/** @src", "src", []],
    ["/src/** @src", "src/a/b.ts", ["@src"]],
    ["apps/*/web/ @web", "apps/x/web/y/z.ts", ["@web"]],
    ["apps/*/web/ @web", "apps/x/web", []],
    ["** @all", "a/b", ["@all"]],
    ["/** @all", "a/b", ["@all"]],
    ["Makefile @ops", "deep/Makefile", ["@ops"]],
    ["Makefile @ops", "Makefile/x", ["@ops"]],
    ["/a?.ts @one", "ab.ts", ["@one"]],
    ["/ @none", "a", []],
    ["* @all\n/src nobody", "src/a", ["@all"]],
    ["* @all\n/src @acme/leads/more", "src/a", ["@all"]],
    ["* @all\n/src @one,@two", "src/a", ["@all"]],
    ["/src @my-app[bot]", "src/a", ["@my-app[bot]"]],
  ])("by %j, %s is owned by %j", (text, path, owners) => {
    expect(ownersIn(text, path)).toEqual(owners);
  });

  it("takes the last line that fits, also one that names nobody", () => {
    const text = "* @all\n/apps/ @octo\n/apps/github\n";
    expect(ownersIn(text, "apps/x")).toEqual(["@octo"]);
    expect(ownersIn(text, "apps/github/x")).toEqual([]);
  });

  it("skips what GitHub skips: comments, negated patterns, sets, words that are no owners", () => {
    const text = "* @all\n# *.ts @no\n!*.ts @no\n[ab].ts @no\n*.ts @no@no@no @ok\n";
    expect(ownersIn(text, "a.ts")).toEqual(["@all"]);
  });

  it("is not read where it has too many lines", () => {
    expect(parseCodeOwners("* @all\n".repeat(mostOwnerRules + 1))).toBeUndefined();
    expect(parseCodeOwners("# nothing\n".repeat(mostOwnerRules + 1))).toEqual([]);
  });

  it("is read quickly, however many lines and files there are; what would take too long is refused", () => {
    const many = (lineOf: (at: number) => string) =>
      parseCodeOwners(Array.from({ length: mostOwnerRules }, (_, at) => lineOf(at)).join("\n")) ?? [];
    const paths = Array.from({ length: 1_000 }, (_, at) => `src/folder${at}/${"deep/".repeat(20)}a.ts`);
    const start = process.cpuUsage();
    expect(
      groupByOwners(
        many((at) => `/src/folder${at}/ @o${at}`),
        paths,
      ),
    ).toHaveLength(1_000);
    expect(
      groupByOwners(
        many((at) => `folder${at}/ @o${at}`),
        paths,
      ),
    ).toHaveLength(1_000);
    expect(
      groupByOwners(
        many((at) => `/**/*a*${at}*b*/**/x @o`),
        paths,
      ),
    ).toBeUndefined();
    const { user, system } = process.cpuUsage(start);
    expect((user + system) / 1_000_000).toBeLessThan(60);
  });

  it("groups changed files by their owners, whatever the order and the case of their names", () => {
    const rules = parseCodeOwners("*.ts @ada @bob\n*.md @Bob @ada\n*.go @eve\n") ?? [];
    const paths = ["a.ts", "b.md", "c.ts", "d.ts", "x.go", "nobody.txt"];
    expect(groupByOwners(rules, paths)).toEqual([
      { owners: ["@ada", "@bob"], paths: ["a.ts", "b.md", "c.ts"], count: 4 },
      { owners: ["@eve"], paths: ["x.go"], count: 1 },
    ]);
  });
});
