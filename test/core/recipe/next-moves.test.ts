import { describe, expect, it } from "vitest";
import { answersFor } from "../../../core/recipe/answers-for.ts";
import { listSteps } from "../../../core/recipe/list-steps.ts";
import { moveKey, nextMoves, walkRecipe } from "../../../core/recipe/next-moves.ts";
import { aRecipe, aScope, aTaskWith, shippedRecipe } from "./a-recipe.ts";
import { failed, nameOf, notOk, play, well } from "./play.ts";

const task = shippedRecipe("task");
const plan = shippedRecipe("plan");

describe("the recipe of a task", () => {
  it("implements, checks and reviews; nothing to fix, so it ends", () => {
    expect(play(task, aScope())).toEqual({
      waves: [["implement"], ["gate"], ["rules"], ["check"], ["review(reviewer)"]],
      end: { ok: true, rounds: 1 },
    });
  });

  it("asks all reviewers side by side, each by its role", () => {
    const scope = aScope({ reviewers: ["reviewer", "architect"] });
    expect(play(task, scope).waves.at(-1)).toEqual(["review(reviewer)", "review(architect)"]);
    const moves = walkRecipe(task, scope);
    expect(moves.map(({ role, prompt }) => [role, prompt])).toEqual([
      ["auto", "task"],
      [undefined, undefined],
      [undefined, undefined],
      [undefined, undefined],
      ["reviewer", "review"],
      ["architect", "review"],
    ]);
  });

  it("is reviewed when there is nobody to review it", () => {
    expect(play(task, aScope({ reviewers: [] }))).toEqual({
      waves: [["implement"], ["gate"], ["rules"], ["check"]],
      end: { ok: true, rounds: 1 },
    });
  });

  it("fixes what was found, then checks and reviews again", () => {
    const { waves, end } = play(task, aScope(), { "review(reviewer)": notOk });
    expect(waves.flat()).toEqual([
      ...["implement", "gate", "rules", "check", "review(reviewer)", "fix"],
      ...["gate#2", "rules#2", "check#2", "review#2(reviewer)"],
    ]);
    expect(end).toEqual({ ok: true, rounds: 2 });
  });

  it("does not run what a failing step before it forbids, and does not count it as well", () => {
    const { waves, end } = play(task, aScope(), { gate: notOk, "check#2": notOk });
    expect(waves.flat()).toEqual([
      ...["implement", "gate", "rules", "fix", "gate#2", "rules#2", "check#2", "fix#2"],
      ...["gate#3", "rules#3", "check#3", "review#3(reviewer)"],
    ]);
    expect(end).toEqual({ ok: true, rounds: 3 });
  });

  it("asks no reviewer about a change that breaks a rule, and fixes it first", () => {
    const { waves } = play(task, aScope(), { rules: notOk });
    expect(waves.flat()).toEqual([
      ...["implement", "gate", "rules", "check", "fix"],
      ...["gate#2", "rules#2", "check#2", "review#2(reviewer)"],
    ]);
  });

  it("stops after its last round, which is a check and not a fix", () => {
    const always = { "review(reviewer)": notOk, "review#2(reviewer)": notOk, "review#3(reviewer)": notOk };
    const { waves, end } = play(task, aScope(), always);
    expect(waves.flat().at(-1)).toBe("review#3(reviewer)");
    expect(end).toEqual({ ok: false, rounds: 3 });
    expect(play(task, aScope({ limits: { fixes: 0 } }), always).end).toEqual({ ok: false, rounds: 1 });
  });

  it("clears what a round found before the next one", () => {
    const { waves } = play(task, aScope(), { "review(reviewer)": notOk, "gate#2": notOk });
    expect(waves.flat().slice(6)).toEqual([
      ...["gate#2", "rules#2", "fix#2", "gate#3", "rules#3", "check#3", "review#3(reviewer)"],
    ]);
  });

  it("takes at most ten more rounds, whatever the configuration says", () => {
    const recipe = aRecipe(
      aTaskWith(
        '  - repeat: { most: "${{ limits.fixes }}", until: steps.a.ok }\n    steps: [{ id: a, run: test }]\n',
      ),
    );
    const endings = Object.fromEntries(
      ["a", ...Array.from({ length: 20 }, (_, at) => `a#${at + 2}`)].map((name) => [name, notOk]),
    );
    expect(play(recipe, aScope({ limits: { fixes: 1_000_000 } }), endings).end).toEqual({
      ok: false,
      rounds: 11,
    });
  });
});

describe("an agent that brings no answer", () => {
  it("ends the recipe", () => {
    expect(play(task, aScope(), { implement: failed })).toEqual({
      waves: [["implement"]],
      end: { ok: false, rounds: 1 },
    });
    expect(play(task, aScope(), { "review(reviewer)": notOk, fix: failed }).waves.flat().at(-1)).toBe("fix");
  });

  it("only makes its step not ok when another member answered", () => {
    const scope = aScope({ reviewers: ["reviewer", "architect"] });
    const blocked = play(task, scope, { "review(architect)": failed, "review(reviewer)": notOk });
    expect(blocked.waves.flat().slice(5)).toEqual([
      ...["review(architect)", "fix", "gate#2", "rules#2", "check#2"],
      ...["review#2(reviewer)", "review#2(architect)"],
    ]);
    expect(blocked.end).toEqual({ ok: true, rounds: 2 });
    const none = play(task, scope, { "review(architect)": failed, "review(reviewer)": failed });
    expect(none.waves.flat().at(-1)).toBe("review(architect)");
    expect(none.end.ok).toBe(false);
  });

  it("starts no other round by itself: nobody has said what to fix", () => {
    const scope = aScope({ reviewers: ["reviewer", "architect"] });
    const { waves, end } = play(task, scope, { "review(architect)": failed });
    expect(waves.flat().at(-1)).toBe("review(architect)");
    expect(end).toEqual({ ok: false, rounds: 1 });
  });

  it("lets what runs beside it end, and starts nothing new", () => {
    const recipe = aRecipe(
      aTaskWith(
        "  - parallel:\n      - { id: a, agent: { role: auto, prompt: fix, answer: change } }\n      - { id: b, run: test }\n  - { id: c, run: lint }\n",
      ),
    );
    const done = [
      { id: "implement", round: 1, member: "", ...well },
      { id: "a", round: 1, member: "", ...failed },
    ];
    const running = [{ id: "b", round: 1, member: "" }];
    expect(nextMoves(recipe, aScope(), { done, running })).toEqual({ type: "wait" });
    const ended = [...done, { id: "b", round: 1, member: "", ...well }];
    expect(nextMoves(recipe, aScope(), { done: ended, running: [] })).toEqual({
      type: "end",
      ok: false,
      rounds: 1,
    });
  });
});

describe("the recipe of a plan", () => {
  it("writes three documents beside the health check, then the backlog", () => {
    expect(play(plan, aScope())).toEqual({
      waves: [
        ["health", "documents(spec)", "documents(arch)", "documents(qa)"],
        ["merge"],
        ["backlog"],
        ["check"],
      ],
      end: { ok: true, rounds: 1 },
    });
    expect(walkRecipe(plan, aScope())[1]).toMatchObject({ role: "auto", prompt: "spec", member: "spec" });
  });

  it("goes on while the health check still runs only where nothing waits for both", () => {
    const documents = ["spec", "arch", "qa"].map((member) => ({
      id: "documents",
      round: 1,
      member,
      ...well,
    }));
    const running = [{ id: "health", round: 1, member: "" }];
    expect(nextMoves(plan, aScope(), { done: documents, running })).toEqual({ type: "wait" });
  });

  it("has a wrong backlog revised twice at most", () => {
    const { waves, end } = play(plan, aScope(), { check: notOk, "check#2": notOk, "check#3": notOk });
    expect(waves.flat().slice(6)).toEqual(["check", "revise", "check#2", "revise#2", "check#3"]);
    expect(end).toEqual({ ok: false, rounds: 3 });
    expect(play(plan, aScope(), { check: notOk }).end).toEqual({ ok: true, rounds: 2 });
  });

  it("makes no backlog out of two documents", () => {
    const { waves, end } = play(plan, aScope(), { "documents(arch)": failed });
    expect(waves).toEqual([["health", "documents(spec)", "documents(arch)", "documents(qa)"]]);
    expect(end).toEqual({ ok: false, rounds: 1 });
  });

  it("is still a plan when the base is not well, which the end tells", () => {
    const { waves, end } = play(plan, aScope(), { health: notOk });
    expect(waves.flat().at(-1)).toBe("check");
    expect(end.ok).toBe(false);
  });
});

describe("steps side by side", () => {
  const recipe = aRecipe(
    aTaskWith(`  - parallel:
      - repeat: { most: 1, until: steps.a.ok }
        steps: [{ id: a, run: test }]
        between: [{ id: fix, agent: { role: auto, prompt: fix, answer: change } }]
      - { id: b, run: lint }
  - { id: c, run: build, if: steps.a.ok && steps.b.ok }
`),
  );
  const implement = { id: "implement", round: 1, member: "", ...well };

  it("progress each at its own pace", () => {
    const done = [implement, { id: "a", round: 1, member: "", ...notOk }];
    const running = [{ id: "b", round: 1, member: "" }];
    const next = nextMoves(recipe, aScope(), { done, running });
    expect(next.type === "do" && next.moves.map(nameOf)).toEqual(["fix"]);
  });

  it("are all awaited before what follows", () => {
    const done = [implement, { id: "a", round: 1, member: "", ...well }];
    const running = [{ id: "b", round: 1, member: "" }];
    expect(nextMoves(recipe, aScope(), { done, running })).toEqual({ type: "wait" });
    expect(play(recipe, aScope()).waves).toEqual([["implement"], ["a", "b"], ["c"]]);
    expect(play(recipe, aScope(), { b: notOk }).waves).toEqual([["implement"], ["a", "b"]]);
  });
});

describe("moves", () => {
  it("that are done or under way are not made again", () => {
    const scope = aScope({ reviewers: ["a", "b", "c"] });
    const done = ["implement", "gate", "rules", "check"].map((id) => ({ id, round: 1, member: "", ...well }));
    const running = [{ id: "review", round: 1, member: "b" }];
    const reviewed = { id: "review", round: 1, member: "a", ...notOk };
    const next = nextMoves(task, scope, { done: [...done, reviewed], running });
    expect(next.type === "do" && next.moves.map(moveKey)).toEqual([{ id: "review", round: 1, member: "c" }]);
  });

  it("of the good path are listed for estimates", () => {
    const list = (name: string) => walkRecipe(shippedRecipe(name), aScope()).map(nameOf);
    expect(list("quick")).toEqual(["implement", "gate", "rules", "check", "review(reviewer)"]);
    expect(list("verify")).toEqual(["check", "verify"]);
    expect(list("rollback")).toEqual(["revert", "check"]);
    expect(list("health")).toEqual(["health"]);
    expect(list("research")).toEqual(["look", "report"]);
  });
});

describe("the answers that a move is given", () => {
  const step = (recipe: typeof task, id: string) => {
    const named = listSteps(recipe).find((placed) => placed.step.id === id);
    if (!named) throw new Error(`no step ${id}`);
    return named.step;
  };
  const one = (id: string, round = 1, member = "") => ({ id, round, member });

  it("are the newest of the steps that it names", () => {
    const done = [
      one("implement"),
      one("gate"),
      one("check"),
      one("review", 1, "a"),
      one("fix"),
      one("gate", 2),
      one("check", 2),
    ];
    expect(answersFor(task, { step: step(task, "fix"), member: "" }, done)).toEqual([
      one("review", 1, "a"),
      one("gate", 2),
      one("check", 2),
    ]);
    expect(answersFor(task, { step: step(task, "implement"), member: "" }, done)).toEqual([]);
  });

  it("are of itself only what the same member said", () => {
    const done = [one("review", 1, "a"), one("review", 1, "b")];
    expect(answersFor(task, { step: step(task, "review"), member: "b" }, done)).toEqual([
      one("review", 1, "b"),
    ]);
  });

  it("hold the newest backlog and no older one", () => {
    const done = [one("documents", 1, "spec"), one("backlog"), one("check"), one("revise"), one("check", 2)];
    expect(answersFor(plan, { step: step(plan, "revise"), member: "" }, done)).toEqual([
      one("documents", 1, "spec"),
      one("revise"),
      one("check", 2),
    ]);
  });
});
