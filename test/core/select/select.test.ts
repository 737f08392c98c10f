import { describe, expect, it } from "vitest";
import { engineNames, tiers } from "../../../core/model/engines.ts";
import { actionOfPrompt, actions, isAction, phaseOf, phases } from "../../../core/select/actions.ts";
import { budgetLeft, formatUsd } from "../../../core/select/budget.ts";
import { explain } from "../../../core/select/explain.ts";
import { matrix } from "../../../core/select/matrix.ts";
import { defaultModels } from "../../../core/select/models.ts";
import { roleNames, shippedRoles } from "../../../core/select/roles.ts";
import { select } from "../../../core/select/select.ts";
import { createChance } from "../../builders/random.ts";
import { aTask } from "../plan/a-backlog.ts";
import { aConfig, problemsOf, selected } from "./a-selection.ts";

const easy = aTask({ scope: { files_hint: ["src/a.ts"], estimated_hours: 1 } });
const usual = aTask({ scope: { files_hint: ["src/a.ts", "src/b.ts", "src/c.ts"], estimated_hours: 3 } });
const hard = aTask({ scope: { files_hint: ["src/a.ts"], estimated_hours: 8 } });

describe("the actions", () => {
  it("are seventeen in five phases, each with somebody to do it", () => {
    expect(actions).toHaveLength(17);
    expect(Object.keys(phases)).toEqual(["discovery", "planning", "execution", "validation", "lifecycle"]);
    for (const action of actions) {
      expect(isAction(action)).toBe(true);
      expect(phases[phaseOf(action)]).toContain(action);
      expect(matrix[action].primary).not.toBe(matrix[action].fallback);
    }
    expect(isAction("fly")).toBe(false);
  });

  it("are what prompts ask for; one that we do not know is a look at the code", () => {
    const prompts = ["spec", "arch", "qa", "backlog", "revise", "task", "fix", "review", "verify"];
    expect(prompts.map(actionOfPrompt)).toEqual([
      ...["proposal", "design", "plan", "split", "split", "implement", "implement", "review", "verify"],
    ]);
    expect(["research", "debug", "analyze"].map(actionOfPrompt)).toEqual(["research", "debug", "analyze"]);
    expect(["own", "constructor", ""].map(actionOfPrompt)).toEqual(["analyze", "analyze", "analyze"]);
  });

  it("are each done best by one of the roles", () => {
    expect(Object.keys(shippedRoles)).toEqual([...roleNames]);
    const best = Object.values(shippedRoles).flatMap((role) => role.actions);
    expect([...new Set(best)].sort()).toEqual([...actions].sort());
  });
});

describe("selection", () => {
  it("goes by the action when nothing else is said", () => {
    expect(selected({ action: "design" })).toMatchObject({
      ...{ action: "design", role: "architect", engine: "claude-code", model: "claude-opus-5-5" },
      tier: "high_reasoning",
    });
  });

  it("gives an easy task to the cheaper role and a hard one to the strongest model", () => {
    expect(selected({ task: easy })).toMatchObject({ role: "developer", model: "claude-haiku-5-5" });
    expect(selected({ task: usual })).toMatchObject({ role: "senior", model: "claude-sonnet-5-5" });
    expect(selected({ task: hard })).toMatchObject({ role: "senior", model: "claude-opus-5-5" });
  });

  it("lets the role's settings, then the task, then the command have their say", () => {
    const config = aConfig({ engine: "claude-code", roles: { senior: { model: "claude-opus-4-8" } } });
    const own = { ...usual, engine: "codex", model: "gpt-5.5" };
    const command = { engine: "gemini" };
    expect(selected({ config, task: usual })).toMatchObject({ model: "claude-opus-4-8" });
    expect(selected({ config, task: own })).toMatchObject({ engine: "codex", model: "gpt-5.5" });
    expect(selected({ config, task: own, command })).toMatchObject({
      ...{ engine: "gemini", model: "gemini-3.8-flash", tier: "balanced" },
    });
  });

  it("does not take a model to an engine that it was not meant for", () => {
    const config = aConfig({ engine: "claude-code", model: "claude-opus-5-5" });
    const task = { ...usual, engine: "codex" };
    expect(selected({ config, task })).toMatchObject({ engine: "codex", model: "gpt-6.1-terra" });
  });

  it("takes the role that the task or the command names", () => {
    expect(selected({ task: { ...usual, role: "ops" } }).role).toBe("ops");
    expect(selected({ task: { ...usual, role: "ops" }, command: { role: "architect" } })).toMatchObject({
      ...{ role: "architect", tier: "high_reasoning" },
    });
    const roles = { ...shippedRoles, writer: shippedRoles.developer };
    expect(selected({ task: { ...usual, role: "writer" }, roles })).toMatchObject({
      role: "writer",
      tier: "fast",
    });
  });

  it("lets a person say who does the work, and not who reviews it", () => {
    const command = { role: "architect" };
    expect(selected({ task: usual, action: "implement", command }).role).toBe("architect");
    expect(selected({ task: usual, action: "review", role: "security", command }).role).toBe("security");
    expect(selected({ task: usual, action: "research", role: "researcher", command }).role).toBe("architect");
  });

  it("reviews with `review_engine`, whoever wrote the change, unless a person says otherwise", () => {
    const config = aConfig({ engine: "claude-code", review_engine: { engine: "codex" } });
    const task = { ...usual, engine: "gemini" };
    expect(selected({ config, task, action: "implement" })).toMatchObject({ engine: "gemini" });
    expect(selected({ config, task, action: "review" })).toMatchObject({ engine: "codex" });
    const command = { engine: "opencode" };
    expect(selected({ config, task, action: "review", command })).toMatchObject({ engine: "opencode" });
  });

  it("uses the configured fallback, and models by tier", () => {
    const settings = { engine: "codex", tiers: { balanced: "gpt-5.5" }, fallback: { engine: "claude-code" } };
    expect(selected({ config: aConfig(settings), task: usual })).toMatchObject({
      model: "gpt-5.5",
      fallback: { engine: "claude-code", model: "claude-sonnet-5-5" },
    });
  });

  it("has no fallback for what a person asked for, nor for the fallback itself", () => {
    const config = aConfig({ engine: "claude-code", fallback: { engine: "codex" } });
    const command = { engine: "claude-code" };
    expect(selected({ config, task: usual, command }).fallback).toBeUndefined();
    expect(selected({ config, task: usual, command: { model: "claude-opus-5-5" } }).fallback).toBeUndefined();
    expect(selected({ config, task: usual, takeover: { engine: "codex" } }).fallback).toBeUndefined();
    expect(selected({ config, task: usual, command: { role: "senior" } }).fallback).toBeDefined();
  });

  it.each([
    ["an unknown engine", { engine: "codx" }, "unknown-engine", 'no engine "codx"; did you mean codex?'],
    ["an unknown role", { role: "pilot" }, "unknown-role", "use one of product, architect"],
    ["an option for a model", { model: "--dangerously" }, "unknown-model", "cannot be a model's name"],
    ["a shell for a model", { model: "x; rm -rf /" }, "unknown-model", "cannot be a model's name"],
    ["a prototype for a role", { role: "constructor" }, "unknown-role", "no role"],
  ])("refuses %s", (_, more, code, words) => {
    for (const input of [{ task: { ...usual, ...more } }, { command: more }]) {
      const result = select({ action: "implement", config: aConfig(), ...input });
      expect(result).toMatchObject({ ok: false, code, reason: expect.stringContaining(words) });
    }
  });
});

describe("the budget", () => {
  it("has the last word: a cheaper model when the estimate does not fit", () => {
    const rich = selected({ task: hard, budget: { leftUsd: 10 } });
    const poor = selected({ task: hard, budget: { leftUsd: 1.2 } });
    expect(rich.model).toBe("claude-opus-5-5");
    expect(poor).toMatchObject({ model: "claude-sonnet-5-5", tier: "balanced", role: "senior" });
    expect(explain(poor)).toContain(
      "claude-sonnet-5-5 for the budget, as claude-opus-5-5 would cost about $",
    );
  });

  it("refuses when even the cheapest does not fit, and says what it would cost", () => {
    const result = select({ action: "implement", config: aConfig(), task: hard, budget: { leftUsd: 0 } });
    expect(result).toMatchObject({ ok: false, code: "budget" });
    expect(result.ok || result.reason).toMatch(
      /^claude-haiku-5-5 would cost about \$[\d.]+, but only \$0\.00 is left$/,
    );
  });

  it("does not swap a model that a person ordered", () => {
    const command = { model: "claude-opus-5-5" };
    const result = select({
      action: "implement",
      config: aConfig(),
      task: hard,
      command,
      budget: { leftUsd: 0.5 },
    });
    expect(result).toMatchObject({ ok: false, code: "budget" });
  });

  it("cannot hold a model without a price, unless the configuration gives one", () => {
    const settings = { engine: "opencode", model: "local/qwen-coder" };
    const budget = { leftUsd: 1 };
    expect(select({ action: "implement", config: aConfig(settings), budget })).toMatchObject({
      ok: false,
      code: "unknown-price",
    });
    expect(selected({ config: aConfig(settings) }).estimateUsd).toBeUndefined();
    const models = { "qwen-coder": { input: 0, output: 0, cached: 0 } };
    expect(selected({ config: aConfig({ ...settings, models }), budget }).estimateUsd).toBe(0);
  });

  it("never stops a script, which costs nothing", () => {
    const chosen = selected({ config: aConfig({}), task: usual, budget: { leftUsd: 0 } });
    expect(chosen).toMatchObject({ engine: "script", model: "script", estimateUsd: 0 });
    expect(chosen.reasons.at(-1)).toBe("costs nothing");
    expect(chosen.fallback).toBeUndefined();
  });

  it("drops a fallback that it cannot pay", () => {
    const config = aConfig({ engine: "codex", fallback: { model: "gpt-6-astra" } });
    expect(selected({ config, task: usual, budget: { leftUsd: 0.5 } }).fallback).toBeUndefined();
    expect(selected({ config, task: usual, budget: { leftUsd: 50 } }).fallback?.model).toBe("gpt-6-astra");
  });

  it("is the least of what is left for task, track and day, with a warning in time", () => {
    const { budget } = aConfig({});
    expect(budgetLeft(budget, { task: 0, track: 0, day: 0 })).toEqual({
      ...{ leftUsd: 2, of: "task", warnings: [] },
    });
    expect(budgetLeft(budget, { task: 0.5, track: 3, day: 9.5 })).toEqual({
      leftUsd: 0.5,
      of: "day",
      warnings: [{ type: "budget-warning", whose: "day", usd: "$9.50", limit: "$10.00" }],
    });
    expect(budgetLeft(budget, { task: 3, track: 3, day: 3 }).leftUsd).toBe(0);
    expect(formatUsd(0.0421)).toBe("$0.0421");
  });
});

describe("the explanation", () => {
  it("is one line that says what was chosen and why", () => {
    const config = aConfig({ engine: "claude-code", fallback: { engine: "codex" } });
    expect(explain(selected({ config, task: usual, budget: { leftUsd: 2 } }))).toBe(
      "senior on claude-code with claude-sonnet-5-5, else codex with gpt-6.1-terra: implement → senior; " +
        "standard complexity (3 h, 3 files); balanced model; about $0.50 of $2.00 left",
    );
    const takeover = { engine: "codex" };
    expect(explain(selected({ config, task: usual, takeover }))).toMatch(
      /^senior on codex with gpt-6.1-terra.*: .*; codex by the fallback, which took over; balanced model$/,
    );
    expect(explain(selected({ config: aConfig({}), task: easy }))).toBe(
      "developer on script: implement → developer; low complexity (1 h, 1 file); fast model",
    );
  });
});

describe("selection of anything", () => {
  it("is total, stays within the budget, and explains itself in one line", () => {
    const chance = createChance(20_261_116);
    const maybe = <T>(values: readonly T[]) => (chance.oneIn(2) ? undefined : chance.pick(values));
    let refused = 0;
    for (let round = 0; round < 2_000; round++) {
      const names = { engine: maybe([...engineNames, "x"]), role: maybe([...roleNames, "__proto__"]) };
      const model = maybe(["gpt-5.5", "claude-opus-5-5-20261001", "-m", "a b", "unheard-of", "\n"]);
      const files_hint = Array.from({ length: chance.number(8) }, (_, index) => `src/${index}.ts`);
      const task = aTask({ ...names, model, scope: { files_hint, estimated_hours: maybe([0.5, 2, 3, 9]) } });
      const input = {
        action: chance.pick(actions),
        config: aConfig({ engine: chance.pick(engineNames), fallback: maybe([{ engine: "codex" }]) }),
        task: maybe([task]),
        command: maybe([{ model: maybe(["gpt-6-luna", "$(x)"]), role: maybe(roleNames) }]),
        budget: maybe([{ leftUsd: 0 }, { leftUsd: 0.01 }, { leftUsd: 1 }, { leftUsd: Number.NaN }]),
      };
      const result = select(input);
      expect(select(input)).toEqual(result);
      if (!result.ok) {
        refused += 1;
        expect(result.reason).not.toMatch(/\n|undefined/);
        continue;
      }
      const { selection } = result;
      expect(explain(selection)).not.toMatch(/\n|undefined/);
      expect(selection.model).toMatch(/^[A-Za-z0-9]/);
      expect(tiers).toContain(selection.tier);
      if (input.budget && selection.estimateUsd) {
        expect(selection.estimateUsd).toBeLessThanOrEqual(input.budget.leftUsd);
      }
    }
    expect(refused).toBeGreaterThan(200);
  });
});

describe("the settings", () => {
  it("have defaults for everything", () => {
    expect(aConfig({})).toEqual({
      ...{ engine: "script", tiers: {}, roles: {}, models: {} },
      budget: { task: 2, track: 20, day: 10, warn_at: 0.5 },
    });
  });

  it("know every engine's models", () => {
    for (const engine of engineNames) expect(Object.keys(defaultModels[engine])).toEqual([...tiers]);
  });

  it.each([
    ["an unknown engine", { engine: "copilot" }, "engine should be one of"],
    ["a model that is an option", { model: "-x" }, "model should be a model"],
    ["a role without a choice", { roles: { senior: {} } }, "roles.senior"],
    ["a price without its parts", { models: { m: { input: 1 } } }, "models.m.output is missing"],
    ["a negative budget", { budget: { day: -1 } }, "budget.day should be at least 0"],
    ["a misspelt key", { fallbck: {} }, 'did you mean "fallback"'],
  ])("refuse %s", (_, settings, words) => {
    expect(problemsOf(settings).join("\n")).toContain(words);
  });
});
