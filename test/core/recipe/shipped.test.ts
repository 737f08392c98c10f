import { describe, expect, it } from "vitest";
import { jobKinds } from "../../../core/model/job.ts";
import { parseRecipe } from "../../../core/recipe/parse-recipe.ts";
import { shippedRecipeFiles } from "./a-recipe.ts";

const files = shippedRecipeFiles();

describe("the recipes in agents/recipes/", () => {
  it.each(files.map(({ path, text }) => [path, text] as const))(
    "%s is right in form and named like its file",
    (path, text) => {
      const reading = parseRecipe(text);
      expect(reading).toMatchObject({ ok: true, recipe: { name: path.replace(".yml", "") } });
    },
  );

  it("are there for every kind of job", () => {
    const kinds = files.flatMap(({ text }) => {
      const reading = parseRecipe(text);
      return reading.ok ? [reading.recipe.kind] : [];
    });
    expect([...new Set(kinds)].sort()).toEqual([...jobKinds].sort());
  });
});
