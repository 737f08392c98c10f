import { describe, expect, it } from "vitest";
import { mergeAgents, mergeSkills, pickAgents, profilesOf } from "../../../core/prompt/merge-agents.ts";
import { shippedRoles } from "../../../core/select/roles.ts";
import { select } from "../../../core/select/select.ts";
import { describeProblems, type SourceFile } from "../../../core/sources/load-sources.ts";
import { aConfig } from "../select/a-selection.ts";
import { shippedFiles } from "./shipped-files.ts";

const shipped = shippedFiles("agents");
const own = (name: string, more = "", text = "Own words.") => ({
  path: `.gsd/agents/${name}.md`,
  text: `---\nname: ${name}\ndescription: Ours.\n${more}---\n${text}\n`,
});

function merged(files: SourceFile[]) {
  const { agents, problems } = mergeAgents(shipped, files);
  expect(problems).toEqual([]);
  return agents;
}

describe("a repository's own roles", () => {
  it("are not needed", () => {
    const agents = merged([]);
    expect(agents.forPrompt["task"]?.name).toBe("executor");
    expect(agents.forPrompt["qa"]?.name).toBe("planner");
    expect(profilesOf(agents)).toMatchObject(shippedRoles);
  });

  it("replace ours by name and take over the prompts they list", () => {
    const agents = merged([own("senior"), own("painter", "prompts: [task, paint]\ntiers: [fast]\n")]);
    expect(agents.byName["senior"]?.instructions).toBe("Own words.");
    expect(agents.forPrompt["task"]?.name).toBe("painter");
    expect(agents.forPrompt["paint"]?.name).toBe("painter");
    expect(agents.forPrompt["fix"]?.name).toBe("executor");
  });

  it("can be selected by a task", () => {
    const roles = profilesOf(merged([own("painter", "tiers: [fast]\n")]));
    const result = select({ action: "implement", config: aConfig(), command: { role: "painter" }, roles });
    expect(result).toMatchObject({ ok: true, selection: { role: "painter", tier: "fast" } });
  });

  it("bring their way of working to a prompt that another role has the words for", () => {
    const agents = merged([own("painter")]);
    const pick = (prompt: string, role: string) => {
      const picked = pickAgents(agents, { prompt, role });
      return [picked?.agent.name, picked?.role?.name];
    };
    expect(pick("task", "painter")).toEqual(["executor", "painter"]);
    expect(pick("debug", "senior")).toEqual(["researcher", "senior"]);
    expect(pick("review", "reviewer")).toEqual(["reviewer", undefined]);
    expect(pick("review", "constructor")).toEqual(["reviewer", undefined]);
    expect(pick("verify", "reviewer")).toEqual(["verifier", undefined]);
    expect(pickAgents(agents, { prompt: "toString", role: "senior" })).toBeUndefined();
  });

  it("cannot both have the words for a prompt", () => {
    const two = [own("a", "prompts: [task]\n"), own("b", "prompts: [task]\n")];
    const { agents, problems } = mergeAgents(shipped, two);
    expect(describeProblems(problems)).toBe(
      ".gsd/agents/b.md: prompts lists the prompt task, as a does; only one role can have it",
    );
    expect(agents.forPrompt["task"]?.name).toBe("a");
  });

  it("bring skills in the same way", () => {
    const skill = { ...own("tests", "checklist: [run them]\n"), path: ".gsd/skills/tests.md" };
    const { skills, problems } = mergeSkills(shippedFiles("agents/skills"), [skill]);
    expect(problems).toEqual([]);
    expect(skills.map(({ name }) => name)).toEqual([
      "code-review",
      "data-changes",
      "docs",
      "security",
      "tests",
    ]);
    expect(skills.at(-1)).toMatchObject({ checklist: ["run them"], text: "Own words." });
    const wrong = mergeSkills([], [own("empty")]);
    expect(describeProblems(wrong.problems)).toBe(".gsd/agents/empty.md:2: checklist is missing");
  });
});
