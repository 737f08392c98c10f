import { describe, expect, it } from "vitest";
import type { Backlog } from "../../../core/model/backlog.ts";
import type { Config } from "../../../core/model/config.ts";
import { remarksOn } from "../../../core/plan/remarks-on.ts";
import { planCost, taskCosts } from "../../../core/render/plan-cost.ts";
import { estimateCost, expectedTokens } from "../../../core/select/cost.ts";
import { estimatePlan } from "../../../core/select/estimate-plan.ts";
import { aConfig, aTrack } from "../../builders/a-track.ts";
import { aPlan } from "../../builders/facts.ts";
import { aRecipe, shippedRecipe } from "../recipe/a-recipe.ts";

const [first, second] = aPlan().backlog!.tasks;
/** T01 is of low complexity; T02 of high. */
const backlog: Backlog = {
  version: 1,
  tasks: [first!, { ...second!, scope: { files_hint: ["src/**", "test/**"], estimated_hours: 5 } }],
};

const recipes = { task: shippedRecipe("task"), verify: shippedRecipe("verify") };

function estimate(settings: Partial<Config>, plan = backlog, leftUsd = 2) {
  const config = aConfig(settings);
  const found = estimatePlan(plan, { config, leftUsd, recipes });
  return { ...found, words: planCost(aTrack({ config }), found) };
}

const noRemarks = { faults: [], missing: [], required: undefined };

const cost = (model: string, ...what: Parameters<typeof expectedTokens>) =>
  estimateCost({ model }, expectedTokens(...what))!;

describe("what a plan is likely to cost", () => {
  it("is counted for each task with its review, by the models that will do it, and in sum with the verification", () => {
    const found = estimate({ engine: "codex" });
    const tasks = [
      cost("gpt-6-luna", "implement", "low") + cost("gpt-6.1-terra", "review", "low"),
      cost("gpt-6.1-sol", "implement", "high") + cost("gpt-6.1-sol", "review", "high"),
    ];
    expect(found.tasks).toMatchObject({
      T01: { type: "usd", usd: tasks[0] },
      T02: { type: "usd", usd: tasks[1] },
    });
    expect(found.usd).toBeCloseTo(tasks[0]! + tasks[1]! + cost("gpt-6.1-sol", "verify", "standard"));
    expect(found.refusals).toEqual([]);
    expect(found.words).toMatch(
      /^It will cost about \$\d\.\d\d \(\$\d\.\d\d for the tasks with their reviews, \$\d\.\d\d for the verification\), at prices of 2026-11-16; `budget.track` allows \$20\.00\. A task that fails is tried 3 times at most, and one more agent then proposes a better version of it, which waits for your `\/approve` \(`limits.rebases: 0` turns that off\)\.$/,
    );
    expect(taskCosts(found).cells("T01")).toEqual([
      expect.stringMatching(/^\d+k$/),
      expect.stringMatching(/^\$0\.\d\d$/),
      expect.stringMatching(/^\d+$/),
    ]);
  });

  it("is told in cents that add up", () => {
    const found = estimate({ engine: "codex" });
    const [first] = Object.values(found.tasks);
    if (first?.type !== "usd") throw new Error("the first task has a price");
    const odd = { ...found, usd: 0.285, tasks: { T01: { ...first, usd: 0.134 } } };
    expect(planCost(aTrack(), odd)).toContain(
      "about $0.28 ($0.13 for the tasks with their reviews, $0.15 for the verification)",
    );
    expect(planCost(aTrack(), { ...odd, usd: 0.286 })).toContain(
      "about $0.29 ($0.13 for the tasks with their reviews, $0.16",
    );
  });

  it("is more with more reviewers", () => {
    const found = estimate({ engine: "codex", reviewers: ["reviewer", "architect"] });
    const review = 2 * cost("gpt-6.1-terra", "review", "low");
    expect(found.tasks.T01).toMatchObject({
      type: "usd",
      usd: expect.closeTo(cost("gpt-6-luna", "implement", "low") + review),
    });
  });

  it("is less without reviewers", () => {
    expect(estimate({ engine: "codex", reviewers: [] }).tasks.T01).toMatchObject({
      type: "usd",
      usd: cost("gpt-6-luna", "implement", "low"),
    });
  });

  it("is that of the recipe that the repository has for its tasks", () => {
    const own = aRecipe(`name: task
kind: task
description: Two look at it before anyone writes.
steps:
  - { id: look, each: [architect, senior], agent: { role: "\${{ item }}", prompt: research, answer: report } }
  - { id: implement, agent: { role: auto, prompt: task, answer: change }, with: [look] }
`);
    const config = aConfig({ engine: "codex" });
    const found = estimatePlan(backlog, { config, leftUsd: 2, recipes: { ...recipes, task: own } });
    const looks = cost("gpt-6.1-terra", "research", "low") + cost("gpt-6.1-sol", "research", "low");
    expect(found.tasks.T01).toMatchObject({
      type: "usd",
      usd: expect.closeTo(looks + cost("gpt-6-luna", "implement", "low")),
    });
  });

  it("is nothing where only scripts work", () => {
    const found = estimate({ engine: "script" });
    expect(found).toMatchObject({ free: true, usd: 0, tasks: { T01: { type: "free" } } });
    expect(found.words).toBe("The engine is a script, so no model is paid for.");
  });

  it("counts roles that use a model where a script is only the default", () => {
    const found = estimate({ engine: "script", roles: { reviewer: { engine: "codex" } } });
    expect(found).toMatchObject({ free: false, tasks: { T02: { type: "usd" } } });
    expect(found.tasks.T02).toMatchObject({ type: "usd", usd: cost("gpt-6.1-sol", "review", "high") });
    expect(found.tasks.T01).toMatchObject({ type: "usd", usd: cost("gpt-6.1-terra", "review", "low") });
    expect(found.words).toMatch(/^It will cost about \$/);
  });

  it("is a script's nothing in a task that asks for it", () => {
    const own = { ...backlog, tasks: [{ ...first!, engine: "script" }, second!] };
    const found = estimate({ engine: "codex", reviewers: [] }, own);
    expect(found).toMatchObject({ free: false, tasks: { T01: { type: "free" }, T02: { type: "usd" } } });
  });

  it("goes by the prices of the configuration", () => {
    const models = { "my-model": { input: 1, output: 1 } };
    const found = estimate({ engine: "codex", model: "my-model", models, reviewers: [] });
    expect(found.tasks.T01).toMatchObject({
      type: "usd",
      usd: estimateCost({ model: "my-model" }, expectedTokens("implement", "low"), models),
    });
  });

  it("is unknown for models without a price, which says where to give it", () => {
    const found = estimate({ engine: "codex", model: "my-model" });
    expect(taskCosts(found).cells("T01")).toEqual(["unknown", "unknown", "unknown"]);
    expect(found.words).toBe(
      "The cost of T01, T02 and verification is unknown, and nothing runs without a price: list the prices of your models under `models` in `.github/gsd.yml`.",
    );
    expect(remarksOn(backlog, { ...found, ...noRemarks })).toEqual([]);
  });

  it("is unknown for one task that names a role nobody has, which is remarked", () => {
    const found = estimate({ engine: "codex" }, { ...backlog, tasks: [{ ...first!, role: "seniro" }] });
    expect(found.words).toMatch(/\$20\.00\. The cost of T01 is unknown; see the remarks\. A task that fails/);
    expect(remarksOn(backlog, { ...found, ...noRemarks })).toEqual([
      { type: "cannot-start", what: "T01", reason: 'there is no role "seniro"; did you mean senior?' },
    ]);
  });

  it("takes the cheaper model that the task's budget will force, and remarks what fits none", () => {
    const dear = estimate({ engine: "codex" }, backlog, 1);
    const cheaper = cost("gpt-6.1-sol", "implement", "high") + cost("gpt-6-luna", "review", "high");
    expect(dear.tasks.T02).toMatchObject({ type: "usd", usd: cheaper });
    const none = estimate({ engine: "codex" }, backlog, 0.001);
    expect(none.tasks.T02).toMatchObject({ type: "usd" });
    expect(remarksOn(backlog, { ...none, ...noRemarks })[0]).toMatchObject({
      type: "cannot-start",
      what: "T01",
      reason: expect.stringMatching(/would cost about/),
    });
  });
});
