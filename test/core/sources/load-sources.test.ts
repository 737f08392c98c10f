import { describe, expect, it } from "vitest";
import { describeProblems, loadSources, type SourceKind } from "../../../core/sources/load-sources.ts";

/** Files whose first line is their name; one that begins with `!` is wrong in its second line. */
const kind: SourceKind<{ name: string; text: string }> = {
  extension: ".yml",
  parse: (text) =>
    text.startsWith("!")
      ? { ok: false, problems: [{ path: "steps[0].id", message: "is missing", line: 2 }] }
      : { ok: true, value: { name: text.split("\n")[0] ?? "", text } },
  nameOf: ({ name }) => name,
};
const ours = ["one", "two"].map((name) => ({ path: `agents/recipes/${name}.yml`, text: `${name}\nours` }));
const own = (name: string, text = `${name}\ntheirs`) => ({ path: `.gsd/recipes/${name}`, text });
const load = (...files: { path: string; text: string }[]) => loadSources(kind, ours, files);

describe("what we ship and what a repository brings", () => {
  it("is ours where the repository has nothing", () => {
    expect(load().values.map(({ name, isOwn }) => [name, isOwn])).toEqual([
      ["one", false],
      ["two", false],
    ]);
  });

  it("is theirs where both have the same name, in the order of names", () => {
    const { values, problems } = load(own("two.yml", "two\ntheirs"), own("a.yml", "a\ntheirs"));
    expect(problems).toEqual([]);
    expect(values.map(({ name, value }) => [name, value.text.split("\n")[1]])).toEqual([
      ["a", "theirs"],
      ["one", "ours"],
      ["two", "theirs"],
    ]);
  });

  it("names each file that cannot be used with its line, and drops nothing else", () => {
    const { values, problems } = load(
      own("broken.yml", "!"),
      own("other.yml", "name\n"),
      own("late.yaml", "late\n"),
      own("fine.yml", "fine\n"),
      { path: ".gsd/recipes/deep/fine.yml", text: "fine\n" },
    );
    expect(describeProblems(problems)).toBe(`.gsd/recipes/broken.yml:2: steps[0].id is missing
.gsd/recipes/other.yml: is named name; call the file name.yml
.gsd/recipes/late.yaml: is not read; files in this folder end in .yml
.gsd/recipes/deep/fine.yml: is the second file for fine`);
    expect(values.map(({ name }) => name)).toEqual(["fine", "one", "two"]);
  });

  it("does not fall back to ours when theirs is wrong", () => {
    const { values, problems } = load(own("two.yml", "!"));
    expect(values.map(({ name }) => name)).toEqual(["one"]);
    expect(problems).toHaveLength(1);
  });

  it("leaves alone what people put beside such files", () => {
    expect(load(own("README.md", "# Ours"), own(".gitkeep", ""), own("readme", "")).problems).toEqual([]);
  });
});
