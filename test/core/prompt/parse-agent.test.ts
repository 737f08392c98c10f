import { describe, expect, it } from "vitest";
import { parseAgent } from "../../../core/prompt/parse-agent.ts";
import { shippedRoles } from "../../../core/select/roles.ts";
import { aRole, shippedFiles } from "./shipped-files.ts";

const files = shippedFiles("agents");
const parsed = files.map(({ text }) => aRole(text));

describe("the roles in agents/", () => {
  it.each(files.map(({ path }, index) => [path, parsed[index]!] as const))(
    "%s is named like its file, short, and has words for every prompt it lists",
    (path, agent) => {
      expect(`agents/${agent.name}.md`).toBe(path);
      expect(agent.tiers.length).toBeGreaterThan(0);
      expect(agent.instructions.length).toBeLessThan(1_500);
      for (const prompt of agent.prompts)
        expect((agent.sections[prompt] ?? agent.instructions).length).toBeGreaterThan(100);
    },
  );

  it("have each prompt once", () => {
    expect(parsed.flatMap(({ prompts }) => prompts).sort()).toEqual([
      ...[
        "analyze",
        "arch",
        "backlog",
        "check-report",
        "debug",
        "fix",
        "gaps",
        "qa",
        "rebase",
        "research",
        "resolve",
        "retrofit",
        "review",
      ],
      ...["revise", "spec", "split", "task", "verify"],
    ]);
  });

  it("are there for the six roles, as selection knows them", () => {
    const found = Object.keys(shippedRoles).map((role) => {
      const agent = parsed.find(({ name }) => name === role)!;
      const { capabilities, actions, tiers } = agent;
      return [role, { capabilities, actions, tiers }];
    });
    expect(Object.fromEntries(found)).toEqual(shippedRoles);
  });
});

describe("a role file", () => {
  const header = "name: tester\ndescription: Tests.\nprompts: [review, smoke-test]";

  it("has shared instructions and a section per prompt", () => {
    const agent = aRole(
      `---\r\n${header}\r\n---\r\nAll.\n\n## Prompt: review\n\nOne.\n\n### Inner\n\n## Prompt: smoke-test\nTwo.\n`,
    );
    expect(agent).toEqual({
      ...{ name: "tester", description: "Tests.", prompts: ["review", "smoke-test"], instructions: "All." },
      ...{ capabilities: [], actions: [], tiers: [] },
      sections: { review: "One.\n\n### Inner", "smoke-test": "Two." },
    });
  });

  it("may be a way of working without a prompt", () => {
    const agent = aRole("---\nname: a\ndescription: d\n---\nBe calm.");
    expect(agent).toMatchObject({ prompts: [], instructions: "Be calm." });
  });

  it.each<[string, string, string]>([
    ["has no front matter", "Just text", "1: should start with front matter between two lines of `---`"],
    ["is not YAML", "---\nname: [\n---\n", "2: is not valid YAML"],
    ["lacks a name", "---\ndescription: d\nprompts: [task]\n---\n", "2:name is missing"],
    [
      "names a prompt that cannot be one",
      "---\nname: a\ndescription: d\nprompts: [Fly!]\n---\n",
      "4:prompts[0] should be a name",
    ],
    [
      "names an unknown action",
      "---\nname: a\ndescription: d\nactions: [fly]\n---\n",
      "4:actions[0] should be one of",
    ],
    [
      "misspells a key",
      "---\nname: a\ndescription: d\nprompt: [task]\n---\n",
      '4:prompt is not a known key; did you mean "prompts"?',
    ],
    [
      "has a section for a prompt it does not list",
      `---\n${header}\n---\nAll.\n\n## Prompt: task\nx\n`,
      '8: has a section for the prompt "task", which its prompts do not list',
    ],
    [
      "has a section of the older form",
      `---\n${header}\n---\nAll.\n## Job: review\nx\n`,
      '7: has a section "## Job: review"; call it "## Prompt: …"',
    ],
    [
      "says nothing about a prompt",
      `---\n${header}\n---\n## Prompt: review\nx\n`,
      "undefined:prompts has no words for smoke-test",
    ],
    ["says nothing", "---\nname: a\ndescription: d\n---\n", "undefined: says nothing below its front matter"],
    ["uses a tag", "---\n!!js/function x: y\n---\n", "2: uses the tag"],
    ["uses an alias", "---\nname: &a x\ndescription: *a\n---\n", "2: sets an anchor"],
    ["is a book", `---\n${header}\n---\n${"x".repeat(20_001)}`, "undefined: is 20"],
  ])("that %s is refused, with the line", (_, text, words) => {
    const found = parseAgent(text);
    const problems = found.ok ? [] : found.problems.map((one) => `${one.line}:${one.path} ${one.message}`);
    expect(problems.map((one) => one.slice(0, words.length))).toContain(words);
  });
});
