import { describe, expect, it } from "vitest";
import type { Outcome } from "../../../core/model/job.ts";
import type { CodeName, StepRecord } from "../../../core/model/manifest.ts";
import { findDoneSteps } from "../../../core/recipe/find-done-steps.ts";
import { needsOf } from "../../../core/recipe/needs-of.ts";
import { missingMembers, outcomeOf } from "../../../core/recipe/outcome-of.ts";
import { aRecipe, recipeOf } from "../../crew/a-crew.ts";

function agent(name: string, outcome: Outcome = "done", ok = outcome === "done"): StepRecord {
  const [id = "", round = "1", member = ""] = name.split(".");
  return {
    type: "agent",
    id,
    round: Number(round),
    member,
    outcome,
    ok,
    seconds: 1,
    role: "r",
    engine: "script",
    usage: { input: 0, output: 0 },
    usd: 0,
    ...(outcome === "done" ? {} : { reason: `${name} failed.` }),
  };
}

function code(name: string, piece: CodeName, outcome: Outcome = "done"): StepRecord {
  const [id = "", round = "1"] = name.split(".");
  const problems = outcome === "done" ? [] : ["It is wrong."];
  const base = { id, round: Number(round), member: "", outcome, ok: outcome === "done", seconds: 1 };
  return { type: "code", code: piece, problems, ...base, ...(problems[0] ? { reason: problems[0] } : {}) };
}

describe("the outcome of a job", () => {
  const task = aRecipe("task");
  const plan = aRecipe("plan");

  it("is done for a task with blockers that remain", () => {
    const steps = [agent("implement"), code("gate", "gate"), agent("review.1.reviewer", "done", false)];
    expect(outcomeOf(task, steps)).toEqual({ outcome: "done" });
  });

  it("is what the gate says where it still refuses, and not what it said before", () => {
    const early = [agent("implement"), code("gate.1", "gate", "refused-change")];
    expect(outcomeOf(task, early)).toEqual({ outcome: "refused-change", reason: "It is wrong." });
    expect(outcomeOf(task, [...early, agent("fix"), code("gate.2", "gate")])).toEqual({ outcome: "done" });
  });

  it("is that of an agent that brought nothing, named by its member", () => {
    expect(outcomeOf(task, [agent("implement", "timeout")])).toEqual({
      outcome: "timeout",
      reason: "implement failed.",
    });
    const both = [agent("implement"), agent("review.1.a", "crashed"), agent("review.1.b", "timeout")];
    expect(outcomeOf(task, both)).toEqual({ outcome: "timeout", reason: "b: review.1.b failed." });
  });

  it("is done although one of several reviewers failed, which is noted of the newest round", () => {
    const steps = [
      agent("implement"),
      agent("review.1.a", "crashed"),
      agent("review.1.b"),
      agent("review.2.a"),
      agent("review.2.b", "timeout"),
    ];
    expect(outcomeOf(task, steps)).toEqual({ outcome: "done" });
    expect(missingMembers(steps)).toEqual([
      { type: "member-missing", member: "b", outcome: "timeout", reason: "review.2.b failed." },
    ]);
  });

  it("of a plan without a backlog is what kept it from one", () => {
    const steps = [agent("documents.1.spec"), agent("documents.1.qa", "crashed"), code("health", "health")];
    expect(outcomeOf(plan, steps)).toEqual({ outcome: "crashed", reason: "qa: documents.1.qa failed." });
  });

  it("of a plan whose backlog has problems is left to people, who can fix them", () => {
    const wrong = [agent("backlog"), code("check.3", "check-backlog", "invalid-answer")];
    expect(outcomeOf(plan, wrong)).toEqual({ outcome: "done" });
  });

  it("is not spoilt by a base that is not well", () => {
    const ill = { ...code("health", "health"), ok: false };
    expect(outcomeOf(plan, [ill, agent("backlog")])).toEqual({ outcome: "done" });
  });

  it("says so where a recipe ends without what its kind is for", () => {
    const recipe = recipeOf(
      "name: odd\nkind: report\ndescription: x\nsteps:\n  - { id: check, run: test }\n",
    );
    expect(outcomeOf(recipe, [])).toEqual({
      outcome: "crashed",
      reason: "The recipe odd ended without a report.",
    });
  });
});

describe("what a recipe needs", () => {
  it.each([
    ["task", { editing: true, setup: "needed" }],
    ["plan", { editing: false, setup: "finding" }],
    ["rollback", { editing: true, setup: "finding" }],
    ["update", { editing: true, setup: "needed" }],
    ["verify", { editing: false, setup: "needed" }],
    ["analyze", { editing: false, setup: "none" }],
  ])("%s", (name, needs) => {
    expect(needsOf(aRecipe(name))).toEqual(needs);
  });
});

describe("what an earlier leg has done", () => {
  it("is known by step and member; steps of rounds, reviews and strangers do not count", () => {
    const names = ["implement", "fix", "review/reviewer", "nothing"];
    expect(findDoneSteps(aRecipe("task"), names).map(({ step }) => step.id)).toEqual(["implement"]);
    const documents = findDoneSteps(aRecipe("plan"), [
      "documents/spec",
      "documents/spec",
      "backlog",
      "revise",
    ]);
    expect(documents.map(({ step, member }) => [step.id, member])).toEqual([
      ["documents", "spec"],
      ["backlog", ""],
    ]);
  });
});
