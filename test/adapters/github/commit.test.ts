import { expect, it } from "vitest";
import { aForge } from "../../forge/a-forge.ts";
import { aGitHub } from "./a-github.ts";

it("finds no commit where a branch does not exist, which GitHub answers with 422", async () => {
  await using forge = await aForge();
  const github = aGitHub(forge);
  expect(await github.commit("gsd-task/1/T99")).toBeUndefined();
  expect(await github.commit("main")).toHaveProperty("sha");
});
