import { expect, it } from "vitest";
import { aForge } from "../../forge/a-forge.ts";
import { aGitHub } from "./a-github.ts";

it("finds no commit where a branch does not exist, which GitHub answers with 422", async () => {
  await using forge = await aForge();
  const github = aGitHub(forge);
  expect(await github.commit("gsd-task/1/T99")).toBeUndefined();
  expect(await github.commit("main")).toHaveProperty("sha");
});

it("finds no changes and nothing to compare where a commit or a branch does not exist", async () => {
  await using forge = await aForge();
  const github = aGitHub(forge);
  expect(await github.changesOf("f".repeat(40))).toBeUndefined();
  expect(await github.changesOf("gsd-task/1/T99")).toBeUndefined();
  expect(await github.compare("main", "gsd-task/1/T99")).toBeUndefined();
  expect(await github.compare("f".repeat(40), "main")).toBeUndefined();
});
