import { describe, expect, it } from "vitest";
import { loadLibrary } from "../../../core/prompt/load-library.ts";
import { walkRecipe } from "../../../core/recipe/next-moves.ts";
import { describeProblems, type SourceFile } from "../../../core/sources/load-sources.ts";
import { shippedFiles } from "./shipped-files.ts";

const shipped = (["agents", "agents/skills", "agents/recipes", "rules"] as const).flatMap(shippedFiles);
const load = (...own: SourceFile[]) => loadLibrary({ shipped, own }, { protectedPaths: [".gsd/**"] });

const threatModel = `name: threat-model
kind: report
description: Lists what an attacker could try, and what stands in the way.
to: docs/threats/<slug>.md
steps:
  - id: look
    each: [architect, reviewer]
    agent: { role: "\${{ item }}", prompt: analyze, answer: report }
  - id: report
    agent: { role: architect, prompt: check-report, answer: report }
    with: [look]
`;

describe("all that we ship", () => {
  it("is right: roles, skills, recipes and rules", () => {
    const library = load();
    expect(describeProblems(library.problems)).toBe("");
    expect(Object.keys(library.recipes)).toEqual([
      ...[
        "analyze",
        "catch-up",
        "debug",
        "gaps",
        "health",
        "plan",
        "quick",
        "rebase",
        "replan",
        "research",
        "retrofit",
        "review",
        "rollback",
        "split",
        "task",
        "update",
        "verify",
      ],
    ]);
    expect(library.skills).toHaveLength(5);
    // The packs that everybody has; test/core/check/rules/packs.test.ts looks at all of them.
    const rules = library.rules.map(({ id }) => id);
    expect(rules).toEqual(expect.arrayContaining(["no-debugger", "go-no-tls-skip", "py-no-bare-except"]));
    expect(rules).not.toEqual(expect.arrayContaining(["ts-file-names"]));
    expect(library.agents.forPrompt["research"]?.name).toBe("researcher");
  });
});

describe("someone new", () => {
  it("adds a recipe by writing one file", () => {
    const { recipes, problems } = load({ path: ".gsd/recipes/threat-model.yml", text: threatModel });
    expect(problems).toEqual([]);
    const scope = { limits: { fixes: 2 }, reviewers: ["reviewer"], text: "the login" };
    const moves = walkRecipe(recipes["threat-model"]!, scope);
    expect(moves.map(({ step, role, prompt }) => [step.id, role, prompt])).toEqual([
      ["look", "architect", "analyze"],
      ["look", "reviewer", "analyze"],
      ["report", "architect", "check-report"],
    ]);
  });

  it("may bring the role and the prompt for it", () => {
    const text = threatModel
      .replaceAll("prompt: analyze", "prompt: attack")
      .replace("reviewer]", "attacker]");
    const role =
      "---\nname: attacker\ndescription: Breaks things.\nprompts: [attack]\n---\nThink like a thief.\n";
    const recipe = { path: ".gsd/recipes/threat-model.yml", text };
    expect(load(recipe, { path: ".gsd/agents/attacker.md", text: role }).problems).toEqual([]);
    expect(describeProblems(load(recipe).problems)).toBe(
      [
        '.gsd/recipes/threat-model.yml:8: steps[0].agent.role is "attacker", but there is no such role; use one of auto, architect, correctness, developer, executor, ops, planner, product, researcher, reviewer, security, senior, verifier',
        '.gsd/recipes/threat-model.yml:8: steps[0].agent.prompt is "attack", but there is no such prompt; use one of task, fix, resolve, spec, arch, qa, backlog, revise, gaps, rebase, split, research, check-report, debug, analyze, retrofit, review, verify',
      ].join("\n"),
    );
  });

  it("is told what is wrong in every file, by line, and the rest still works", () => {
    const library = load(
      { path: ".gsd/recipes/threat-model.yml", text: threatModel.replace("with: [look]", "with: [loook]") },
      { path: ".gsd/agents/poet.md", text: "Just words" },
      { path: ".gsd/skills/x.md", text: "---\nname: x\ndescription: d\n---\n" },
      {
        path: ".gsd/rules/bad.yml",
        text: "id: bad\nfiles: [src/**]\ndeny: ['(.)\\1']\nseverity: blocker\nmessage: No.\n",
      },
      { path: ".gsd/notes/any.md", text: "not read" },
    );
    expect(describeProblems(library.problems).replaceAll(/(?<=deny\[0\] ).*/g, "…")).toBe(
      [
        ".gsd/agents/poet.md:1: should start with front matter between two lines of `---`",
        ".gsd/skills/x.md:2: checklist is missing",
        '.gsd/recipes/threat-model.yml:11: steps[1].with[0] names the step "loook", which does not exist; did you mean look?',
        ".gsd/rules/bad.yml:3: deny[0] …",
      ].join("\n"),
    );
    expect(library.recipes["task"]?.kind).toBe("task");
    expect(library.recipes["threat-model"]).toBeUndefined();
  });
});
