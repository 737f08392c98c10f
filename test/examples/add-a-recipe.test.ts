import { expect, it } from "vitest";
import { aScriptedWorld } from "../e2e/a-scripted-world.ts";
import { ask } from "../e2e/a-visit.ts";

/** All that somebody new writes: two agents look, a third sums up. */
const recipe = `name: second-opinion
kind: report
description: Two roles look at something, a third sums up what they agree on.
steps:
  - id: look
    each: [senior, architect]
    agent: { role: "\${{ item }}", prompt: analyze, answer: report }

  - id: sum-up
    agent: { role: product, prompt: check-report, answer: report }
    with: [look]
`;

it("adding a recipe takes one file: it is listed, and runs", async () => {
  await using world = await aScriptedWorld({
    mode: "action",
    files: { ".gsd/recipes/second-opinion.yml": recipe },
  });
  const issue = await world.maintainer.openIssue({ title: "Tabs or spaces", body: "Well?" });
  const list = await ask(world, world.maintainer, issue, "/run");
  expect(list.text).toMatch(/`\/run second-opinion` \| Two roles look at something/);
  const { text } = await ask(world, world.maintainer, issue, "/run second-opinion Are tabs better?");
  expect(text).toMatch(/^### On check-report[\s\S]*Are tabs better\?/);
  const log = [...world.forge.world.jobs.values()].flatMap((job) => job.log).join("\n");
  expect([...log.matchAll(/agent: (.*)/g)].map(([, words]) => words).sort()).toEqual([
    "analyze 1 architect",
    "analyze 1 senior",
    "check-report 1",
  ]);
}, 120_000);
