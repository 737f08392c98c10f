import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parseAgent } from "../../../core/prompt/parse-agent.ts";

const folder = new URL("../../../agents/", import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith(".md"));

describe("the roles in agents/", () => {
  it.each(files)("%s is named like its file and instructs every job it lists", (file) => {
    const agent = parseAgent(readFileSync(new URL(file, folder), "utf8"));
    expect(`${agent.name}.md`).toBe(file);
    for (const job of agent.jobs)
      expect((agent.perJob[job] ?? agent.instructions).length).toBeGreaterThan(100);
  });

  it("cover every job that a model does, once", () => {
    const jobs = files.flatMap((file) => parseAgent(readFileSync(new URL(file, folder), "utf8")).jobs);
    expect(jobs.sort()).toEqual(["backlog", "plan-arch", "plan-qa", "plan-spec", "review", "task", "verify"]);
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
      perJob: { review: "One.\n\n### Inner", verify: "Two." },
    });
  });

  it.each([
    ["has no front matter", "Just text", /two lines of `---`/],
    ["is not YAML", "---\nname: [\n---\n", /not YAML/],
    ["lacks a name", "---\ndescription: d\njobs: [task]\n---\n", /required property 'name'/],
    ["names an unknown job", "---\nname: a\ndescription: d\njobs: [fly]\n---\n", /role\/jobs\/0/],
    ["has a section for a job it does not list", `---\n${header}\n---\n## Job: task\nx\n`, /"task"/],
    ["uses a tag", "---\n!!js/function x: y\n---\n", /wrong|not YAML/],
  ])("that %s is refused", (_, text, words) => {
    expect(() => parseAgent(text)).toThrow(words);
  });
});
