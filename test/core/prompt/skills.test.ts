import { describe, expect, it } from "vitest";
import { matchSkills, type SkillQuery } from "../../../core/prompt/match-skills.ts";
import { mergeSkills } from "../../../core/prompt/merge-agents.ts";
import { parseSkill } from "../../../core/prompt/parse-skill.ts";
import { shippedFiles } from "./shipped-files.ts";

const files = shippedFiles("agents/skills");
const { skills } = mergeSkills(files, []);
const matched = (query: SkillQuery) => matchSkills(skills, query).map(({ name }) => name);

describe("the skills in agents/skills/", () => {
  it.each(files.map(({ path, text }) => [path, text] as const))("%s parses and is short", (path, text) => {
    const parsed = parseSkill(text);
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
    const { name, checklist, text: words } = parsed.value;
    expect(`agents/skills/${name}.md`).toBe(path);
    expect(Buffer.byteLength(JSON.stringify([checklist, words]))).toBeLessThan(1_500);
  });

  it("weigh findings as blocker, suggestion and nitpick", () => {
    const { checklist } = skills.find(({ name }) => name === "code-review")!;
    for (const severity of ["BLOCKER", "SUGGESTION", "NITPICK"]) expect(checklist.join()).toContain(severity);
  });
});

describe("matching skills", () => {
  it("goes by role and action, by files, and by words", () => {
    expect(matched({ role: "reviewer", action: "review" })).toEqual(["code-review"]);
    expect(matched({ role: "developer", action: "implement", files: ["README.md"] })).toEqual(["docs"]);
    expect(matched({ role: "senior", action: "implement", text: "Fix the LOGIN page" })).toEqual([
      ...["security", "tests"],
    ]);
    expect(matched({ role: "developer", action: "implement", files: ["db/migrations/**"] })).toEqual([
      "data-changes",
    ]);
    expect(matched({ role: "ops", action: "status", files: ["README.md"], text: "test" })).toEqual([]);
  });

  it("takes words as words", () => {
    expect(matched({ role: "senior", action: "implement", text: "the latest keyboard" })).toEqual([]);
    expect(matched({ role: "senior", action: "implement", text: "a_key, (test)" })).toEqual([
      ...["security", "tests"],
    ]);
  });

  it("is bounded and the same for the same question, whatever the text", () => {
    const text = `${"test login readme schema ".repeat(50_000)}\u0000${"(".repeat(1_000)}`;
    const query = { role: "reviewer", action: "review", files: ["**", "../x", ""], text } as const;
    expect(matched(query)).toHaveLength(4);
    expect(matched(query)).toEqual(matched(query));
  });

  it("puts what was asked for before what always applies", () => {
    expect(matched({ role: "reviewer", action: "review", files: ["a.test.ts"], text: "bug" })).toEqual([
      ...["tests", "code-review"],
    ]);
  });
});

describe("a skill file", () => {
  it.each([
    ["has no checklist", "---\nname: a\ndescription: d\n---\n", /checklist is missing/],
    ["has an empty checklist", "---\nname: a\ndescription: d\nchecklist: []\n---\n", /checklist/],
    [
      "misspells a trigger",
      "---\nname: a\ndescription: d\nchecklist: [x]\ntriggers: {file: [x]}\n---\n",
      /did you mean "files"/,
    ],
    ["pollutes a prototype", "---\nname: a\n__proto__: {x: 1}\n---\n", /__proto__, which is not allowed/],
  ])("that %s is refused", (_, text, words) => {
    const parsed = parseSkill(text);
    const problems = parsed.ok ? [] : parsed.problems.map(({ path, message }) => `${path} ${message}`);
    expect(problems.join("\n")).toMatch(words);
  });
});
