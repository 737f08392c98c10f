import { describe, expect, it } from "vitest";
import { mergeAgents, mergeSkills, pickAgents, profilesOf } from "../../../core/prompt/merge-agents.ts";
import { shippedRoles } from "../../../core/select/roles.ts";
import { select } from "../../../core/select/select.ts";
import { aConfig } from "../select/a-selection.ts";
import { shippedFiles } from "./shipped-files.ts";

const shipped = shippedFiles("agents");
const own = (name: string, more = "", text = "Own words.") => ({
  path: `.gsd/agents/${name}.md`,
  text: `---\nname: ${name}\ndescription: Ours.\n${more}---\n${text}\n`,
});

describe("a repository's own roles", () => {
  it("are not needed", () => {
    const agents = mergeAgents(shipped, []);
    expect(agents.forJob.task.name).toBe("executor");
    expect(agents.forJob["plan-qa"].name).toBe("planner");
    expect(profilesOf(agents)).toMatchObject(shippedRoles);
  });

  it("replace ours by name and take over the jobs they list", () => {
    const agents = mergeAgents(shipped, [own("senior"), own("painter", "jobs: [task]\ntiers: [fast]\n")]);
    expect(agents.byName["senior"]?.instructions).toBe("Own words.");
    expect(agents.forJob.task.name).toBe("painter");
    expect(agents.forJob.review.name).toBe("reviewer");
  });

  it("can be selected by a task", () => {
    const agents = mergeAgents(shipped, [own("painter", "tiers: [fast]\ntemperature: 1\n")]);
    const roles = profilesOf(agents);
    const result = select({ kind: "task", config: aConfig(), command: { role: "painter" }, roles });
    expect(result).toMatchObject({ ok: true, selection: { role: "painter", tier: "fast", temperature: 1 } });
  });

  it("bring their way of working to a job that another role instructs", () => {
    const agents = mergeAgents(shipped, [own("painter")]);
    const picked = pickAgents(agents, { kind: "task", role: "painter" });
    expect([picked.agent.name, picked.role?.name]).toEqual(["executor", "painter"]);
    expect(pickAgents(agents, { kind: "review", role: "reviewer" }).role).toBeUndefined();
    expect(pickAgents(agents, { kind: "review", role: "constructor" }).role).toBeUndefined();
    const verifying = pickAgents(agents, { kind: "verify", role: "reviewer" });
    expect([verifying.agent.name, verifying.role]).toEqual(["verifier", undefined]);
  });

  it("are refused with everything that is wrong, file by file", () => {
    const broken = [
      { path: ".gsd/agents/a.md", text: "x" },
      { ...own("b"), path: ".gsd/agents/c.md" },
    ];
    expect(() => mergeAgents(shipped, [...broken, own("d"), own("d")])).toThrow(
      /^\.gsd\/agents\/a\.md starts with .*\n\.gsd\/agents\/c\.md is named b; call the file b\.md\.\nThere are two files for d\.$/,
    );
  });

  it("may not leave a job without anyone, or with two", () => {
    expect(() => mergeAgents(shipped, [own("planner", "jobs: [plan-spec]\n")])).toThrow(
      "No role lists the job plan-arch.\nNo role lists the job plan-qa.\nNo role lists the job backlog.",
    );
    const two = [own("a", "jobs: [task]\n"), own("b", "jobs: [task]\n")];
    expect(() => mergeAgents(shipped, two)).toThrow("a and b both list the job task.");
  });

  it("bring skills in the same way", () => {
    const skill = { ...own("tests", "checklist: [run them]\n"), path: ".gsd/skills/tests.md" };
    const skills = mergeSkills(shippedFiles("agents/skills"), [skill]);
    expect(skills.map(({ name }) => name)).toEqual([
      "code-review",
      "data-changes",
      "docs",
      "security",
      "tests",
    ]);
    expect(skills.at(-1)).toMatchObject({ checklist: ["run them"], text: "Own words." });
    expect(() => mergeSkills([], [own("empty")])).toThrow(/checklist is missing/);
  });
});
