import { describe, expect, it } from "vitest";
import { parseAgent } from "../../../core/prompt/parse-agent.ts";
import { shippedRoles } from "../../../core/select/roles.ts";
import { shippedFiles } from "./shipped-files.ts";

const files = shippedFiles("agents");
const parsed = files.map(({ path, text }) => parseAgent(text, path));

describe("the roles in agents/", () => {
  it.each(files.map(({ path }, index) => [path, parsed[index]!] as const))(
    "%s is named like its file, short, and instructs every job it lists",
    (path, agent) => {
      expect(`${agent.name}.md`).toBe(path);
      expect(agent.tiers.length).toBeGreaterThan(0);
      expect(agent.instructions.length).toBeLessThan(1_500);
      for (const job of agent.jobs)
        expect((agent.perJob[job] ?? agent.instructions).length).toBeGreaterThan(100);
    },
  );

  it("cover every job that a model does, once", () => {
    expect(parsed.flatMap(({ jobs }) => jobs).sort()).toEqual([
      ...["backlog", "plan-arch", "plan-qa", "plan-spec", "review", "task", "verify"],
    ]);
  });

  it("are there for the six roles, as selection knows them", () => {
    const found = Object.keys(shippedRoles).map((role) => {
      const agent = parsed.find(({ name }) => name === role)!;
      const { capabilities, actions, temperature, tiers } = agent;
      return [role, { capabilities, actions, temperature, tiers }];
    });
    expect(Object.fromEntries(found)).toEqual(shippedRoles);
  });
});

describe("a role file", () => {
  const header = "name: tester\ndescription: Tests.\njobs: [review, verify]";

  it("has shared instructions and a section per job", () => {
    const agent = parseAgent(
      `---\r\n${header}\r\n---\r\nAll.\n\n## Job: review\n\nOne.\n\n### Inner\n\n## Job: verify\nTwo.\n`,
    );
    expect(agent).toEqual({
      ...{ name: "tester", description: "Tests.", jobs: ["review", "verify"], instructions: "All." },
      ...{ capabilities: [], actions: [], tiers: [] },
      perJob: { review: "One.\n\n### Inner", verify: "Two." },
    });
  });

  it("may be a way of working without a job", () => {
    const agent = parseAgent("---\nname: a\ndescription: d\ntemperature: 0.4\n---\nBe calm.");
    expect(agent).toMatchObject({ jobs: [], temperature: 0.4, instructions: "Be calm." });
  });

  it.each([
    ["has no front matter", "Just text", /two lines of `---`/],
    ["is not YAML", "---\nname: [\n---\n", /cannot be read/],
    ["lacks a name", "---\ndescription: d\njobs: [task]\n---\n", /name is missing/],
    [
      "names an unknown job",
      "---\nname: a\ndescription: d\njobs: [fly]\n---\n",
      /line 4: jobs\[0\] should be/,
    ],
    ["names an unknown action", "---\nname: a\ndescription: d\nactions: [fly]\n---\n", /actions\[0\]/],
    ["misspells a key", "---\nname: a\ndescription: d\njob: [task]\n---\n", /did you mean "jobs"/],
    ["has a section for a job it does not list", `---\n${header}\n---\n## Job: task\nx\n`, /"task"/],
    ["says nothing about a job", `---\n${header}\n---\n## Job: review\nx\n`, /nothing about verify/],
    ["says nothing", "---\nname: a\ndescription: d\n---\n", /says nothing/],
    ["uses a tag", "---\n!!js/function x: y\n---\n", /cannot be read|wrong/],
    ["uses an alias", "---\nname: &a x\ndescription: *a\n---\n", /alias|anchor/],
    ["is a book", `---\n${header}\n---\n${"x".repeat(20_001)}`, /more than 20000 bytes/],
  ])("that %s is refused", (_, text, words) => {
    expect(() => parseAgent(text)).toThrow(words);
  });

  it("is named in its errors", () => {
    expect(() => parseAgent("x", ".gsd/agents/x.md")).toThrow(/^\.gsd\/agents\/x\.md starts with/);
  });
});
