import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { recipeSchemas } from "../../../core/recipe/recipe-schemas.ts";
import { aRecipe, aTaskWith, problemsWith } from "./a-recipe.ts";

describe("a recipe file", () => {
  it("becomes steps whose type is told by their key", () => {
    const recipe = aRecipe(
      aTaskWith(`
  - parallel:
      - { id: lint, run: lint, timeout: 5 }
      - { id: gate, code: gate, if: steps.implement.ok }
  - repeat: { most: 2, until: steps.check.ok }
    steps:
      - { id: check, run: commands }
    between:
      - { id: fix, agent: { role: senior, prompt: fix, answer: change }, with: [check], retries: 1 }
  - { id: review, each: [a, b], agent: { role: "\${{ item }}", prompt: review, answer: review } }
`),
    );
    expect(recipe).toEqual({
      name: "own",
      kind: "task",
      description: "Ours.",
      steps: [
        { type: "agent", id: "implement", agent: { role: "auto", prompt: "task", answer: "change" } },
        {
          type: "parallel",
          steps: [
            { type: "run", id: "lint", run: "lint", timeout: 5 },
            { type: "code", id: "gate", code: "gate", if: "steps.implement.ok" },
          ],
        },
        {
          type: "repeat",
          most: 2,
          until: "steps.check.ok",
          steps: [{ type: "run", id: "check", run: "commands" }],
          between: [
            {
              type: "agent",
              id: "fix",
              agent: { role: "senior", prompt: "fix", answer: "change" },
              with: ["check"],
              retries: 1,
            },
          ],
        },
        {
          type: "agent",
          id: "review",
          each: ["a", "b"],
          agent: { role: "${{ item }}", prompt: "review", answer: "review" },
        },
      ],
    });
  });

  it("may leave out what comes between two rounds", () => {
    const recipe = aRecipe(
      aTaskWith("  - repeat: { most: 1, until: steps.a.ok }\n    steps: [{ id: a, run: test }]\n"),
    );
    expect(recipe.steps[1]).toMatchObject({ type: "repeat", between: [] });
  });

  it.each<[string, string, string]>([
    ["is empty", "", "line undefined: is empty; a recipe has a name, a kind, a description and steps"],
    ["is a list", "- a", "line 1: should be a mapping, but is a list"],
    ["has no steps", "name: a\nkind: task\ndescription: d\n", "line 1: steps is missing"],
    [
      "has an empty list of steps",
      "name: a\nkind: task\ndescription: d\nsteps: []\n",
      "line 4: steps should have at least 1 entry, but has 0",
    ],
    [
      "has a name that is no name",
      "name: A b\nkind: task\ndescription: d\nsteps: [{ id: a, run: test }]",
      'line 1: name should be a name of lower-case letters, digits and dashes, at most 32, but is "A b"',
    ],
    [
      "has a kind that there is not",
      "name: a\nkind: tsk\ndescription: d\nsteps: [{ id: a, run: test }]",
      'line 2: kind should be one of "plan", "verify", "update", "report", "health", "task", "review", "rebase", "rollback", but is "tsk"',
    ],
    [
      "misspells a key",
      "name: a\nkind: task\ndescription: d\nstep: []\nsteps: [{ id: a, run: test }]",
      'line 4: step is not a known key; did you mean "steps"?',
    ],
    ["has an alias", "name: &x a\nkind: *x\n", "line 1: sets an anchor; write the value out instead"],
    ["is not YAML", "name: [", "line 1: is not valid YAML"],
    [
      "has a step that does nothing",
      aTaskWith("  - { id: a }\n"),
      "line 6: steps[1] should have one of agent, run, code, parallel, repeat; it says what the step does",
    ],
    [
      "has a step that does two things",
      aTaskWith("  - { id: a, run: test, code: gate }\n"),
      "line 6: steps[1] should have one of agent, run, code, parallel, repeat, but has run and code",
    ],
    ["has a word for a step", aTaskWith("  - test\n"), "line 6: steps[1] should be a step, such as"],
    ["has a step without an id", aTaskWith("  - run: test\n"), "line 6: steps[1].id is missing"],
    [
      "runs a command that there is not",
      aTaskWith("  - { id: a, run: rm -rf }\n"),
      'line 6: steps[1].run should be one of "commands", "lint", "typecheck", "test", "build", but is "rm -rf"',
    ],
    [
      "names code that there is not",
      aTaskWith("  - { id: a, code: publish }\n"),
      'line 6: steps[1].code should be one of "gate",',
    ],
    [
      "asks for an answer that there is not",
      aTaskWith("  - { id: a, agent: { role: auto, prompt: task, answer: poem } }\n"),
      "line 6: steps[1].agent.answer should be one of",
    ],
    [
      "misspells a key of a step",
      aTaskWith("  - id: a\n    run: test\n    retrie: 1\n"),
      'line 8: steps[1].retrie is not a known key; did you mean "retries"?',
    ],
    [
      "tries too often",
      aTaskWith("  - { id: a, run: test, retries: 4 }\n"),
      "line 6: steps[1].retries should be at most 3, but is 4",
    ],
    [
      "has a member that is no name",
      aTaskWith("  - { id: a, each: [a, ../b], agent: { role: auto, prompt: task, answer: change } }\n"),
      'line 6: steps[1].each[1] should be a name of lower-case letters, digits and dashes, at most 32, but is "../b"',
    ],
    [
      "has the same member twice",
      aTaskWith("  - { id: a, each: [a, a], agent: { role: auto, prompt: task, answer: change } }\n"),
      "line 6: steps[1].each should not have the same entry twice",
    ],
    [
      "has one step side by side",
      aTaskWith("  - parallel:\n      - { id: a, run: test }\n"),
      "line 6: steps[1].parallel should have at least 2 entries, but has 1",
    ],
    [
      "has rounds without an end",
      aTaskWith("  - repeat: { most: 2 }\n    steps: [{ id: a, run: test }]\n"),
      "line 6: steps[1].repeat.until is missing",
    ],
    [
      "has rounds without steps",
      aTaskWith("  - repeat: { most: 2, until: steps.a.ok }\n"),
      "line 6: steps[1].steps is missing",
    ],
    [
      "goes on for ever",
      aTaskWith("  - repeat: { most: 1000, until: steps.a.ok }\n    steps: [{ id: a, run: test }]\n"),
      "line 6: steps[1].repeat.most should be at most 10, but is 1000",
    ],
    [
      "has a wrong step in a round",
      aTaskWith("  - repeat: { most: 1, until: steps.a.ok }\n    steps:\n      - { id: a, run: tset }\n"),
      "line 8: steps[1].steps[0].run should be one of",
    ],
    [
      "has an expression as long as a book",
      aTaskWith(`  - { id: a, run: test, if: "${"x".repeat(1_001)}" }\n`),
      "line 6: steps[1].if should have at most 1000 characters, but has 1001",
    ],
    ["is a book", `# ${"x".repeat(20_000)}`, "line undefined: is 20002 bytes long; the limit is 20000"],
  ])("that %s is refused, with the line", (_, text, problem) => {
    expect(problemsWith(text).map((one) => one.slice(0, problem.length))).toContain(problem);
  });

  it("is told everything that is wrong at once, from top to bottom", () => {
    const text = aTaskWith(
      "  - { id: a, run: x }\n  - { id: B, run: test }\n  - repeat: {}\n    steps: [{ id: c, code: y }]\n",
    );
    const lines = problemsWith(text.replace("kind: task", "kind: x"));
    expect(lines.map((line) => line.split(" ").slice(0, 3).join(" "))).toEqual([
      "line 2: kind",
      "line 6: steps[1].run",
      "line 7: steps[2].id",
      "line 8: steps[3].repeat.most",
      "line 8: steps[3].repeat.until",
      "line 9: steps[3].steps[0].code",
    ]);
  });
});

it.each(Object.entries(recipeSchemas))("the schema of %s is a valid JSON schema", (_, schema) => {
  const ajv = new Ajv();
  expect(ajv.validateSchema(schema), ajv.errorsText()).toBe(true);
});
