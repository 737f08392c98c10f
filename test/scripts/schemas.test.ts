import { globSync, readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { formatBacklog } from "../../core/model/parse-backlog.ts";
import { product } from "../../core/product.ts";
import { aBacklog } from "../core/plan/a-backlog.ts";

const schema = (name: string) => JSON.parse(readFileSync(`docs/${name}.schema.json`, "utf8"));
const validator = (name: string) => new Ajv({ allErrors: true, strict: false }).compile(schema(name));

describe("the schemas for editors", () => {
  const isRecipe = validator("recipe");

  it.each(globSync("agents/recipes/*.yml"))(
    "let %s through, which names its own in the first line",
    (file) => {
      const text = readFileSync(file, "utf8");
      expect(isRecipe(parse(text)), JSON.stringify(isRecipe.errors)).toBe(true);
      expect(text.split("\n")[0]).toBe("# yaml-language-server: $schema=../../docs/recipe.schema.json");
    },
  );

  it.each([
    { steps: [] },
    { steps: [{ id: "a", agent: { role: "auto", prompt: "x", answer: "nothing" } }] },
    { steps: [{ repeat: { most: 1, until: "a" }, steps: [{ id: "a", run: "rm" }] }] },
    { kind: "party" },
  ])("refuse what is no recipe: %j", (fields) => {
    const recipe = { name: "a", kind: "report", description: "b", steps: [{ id: "a", run: "test" }] };
    expect(isRecipe(recipe)).toBe(true);
    expect(isRecipe({ ...recipe, ...fields })).toBe(false);
  });

  it("know the backlog that gsd writes, which names its own in the first line", () => {
    const isBacklog = validator("backlog");
    const backlog = {
      ...aBacklog({ requirements: ["R1"] }),
      for_people: [{ what: "Add a step", files: [".github/workflows/ci.yml"] }],
    };
    const text = formatBacklog(backlog);
    expect(isBacklog(parse(text)), JSON.stringify(isBacklog.errors)).toBe(true);
    expect(text.split("\n")[0]).toBe(`# yaml-language-server: $schema=${product.backlogSchemaUrl}`);
    expect(isBacklog({ version: 1, tasks: [{ id: 3 }] })).toBe(false);
  });
});
