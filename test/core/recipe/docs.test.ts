import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { loadLibrary } from "../../../core/prompt/load-library.ts";
import { describeProblems } from "../../../core/sources/load-sources.ts";
import { shippedFiles } from "../prompt/shipped-files.ts";

const page = readFileSync(new URL("../../../docs/recipes.md", import.meta.url), "utf8");
const shipped = (["agents", "agents/skills", "agents/recipes", "rules"] as const).flatMap(shippedFiles);

function problemsIn(text: string): string {
  const name = /^name: ([\w-]+)/m.exec(text)?.[1];
  const own = [{ path: `.gsd/recipes/${name}.yml`, text }];
  return describeProblems(loadLibrary({ shipped, own }, { protectedPaths: [".github/**"] }).problems);
}

describe("docs/recipes.md", () => {
  const examples = [...page.matchAll(/```yaml\n([\s\S]*?)```/g)].map((match) => match[1] ?? "");
  const broken = [...page.matchAll(/```yaml broken\n([\s\S]*?)```\n\n```text what gsd says\n([\s\S]*?)```/g)];

  it("has examples that work", () => {
    expect(examples).toHaveLength(2);
    expect(examples.map(problemsIn)).toEqual(["", ""]);
  });

  it("shows errors as people see them", () => {
    expect(broken).toHaveLength(2);
    for (const [, text = "", problems = ""] of broken) expect(`${problemsIn(text)}\n`).toBe(problems);
  });

  it("names every key, code and answer that a recipe can have", () => {
    const names = "id if with timeout retries each agent run code parallel repeat between until most to";
    const more =
      "gate merge-documents check-backlog revert health document backlog change review verification report";
    const missing = `${names} ${more}`
      .split(" ")
      .filter((name) => !page.includes(`\`${name}`) && !page.includes(`${name}:`));
    expect(missing).toEqual([]);
  });
});
