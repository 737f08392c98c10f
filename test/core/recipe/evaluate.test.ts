import { describe, expect, it } from "vitest";
import {
  evaluateCondition,
  evaluateCount,
  evaluateList,
  evaluateText,
  type Values,
} from "../../../core/recipe/evaluate.ts";

const values = (more: Partial<Values> = {}): Values => ({
  ok: new Map([
    ["good", true],
    ["bad", false],
  ]),
  limits: { fixes: 2 },
  reviewers: ["reviewer", "architect"],
  text: "Why is the login slow?",
  ...more,
});

describe("a condition", () => {
  it.each<[string, boolean]>([
    ["steps.good.ok", true],
    ["${{ steps.good.ok }}", true],
    ["steps.bad.ok", false],
    ["steps.never-ran.ok", false],
    ["!steps.never-ran.ok", true],
    ["steps.good.ok && !steps.bad.ok", true],
    ["${{ steps.good.ok == true }}", true],
    ["contains(text, 'LOGIN')", true],
    ["contains(reviewers, 'architect')", true],
    ["reviewers[1] == 'architect'", true],
    ["limits.fixes >= 2", true],
    ["limits.fixes > 2", false],
    ["'}}' == '}}'", true],
    ["${{ '}}' == '}}' }}", true],
    ["''", false],
  ])("%s is %s", (text, expected) => {
    expect(evaluateCondition(text, values())).toBe(expected);
  });

  it("is not taken when it is too long, broken, or calls what could fill the memory", () => {
    const bomb = `${"format('{0}{0}', ".repeat(40)}'x'${")".repeat(40)}`;
    for (const text of [
      bomb,
      `'${"x".repeat(1_000)}'`,
      "steps.",
      "${{ steps.good.ok",
      "toJSON(text)",
      "env.x",
    ]) {
      expect(() => evaluateCondition(text, values())).toThrow(/^The expression /);
    }
  });
});

describe("a list", () => {
  it("is what was written, or what an expression gives", () => {
    expect(evaluateList(["spec", "qa"], values())).toEqual(["spec", "qa"]);
    expect(evaluateList("${{ reviewers }}", values())).toEqual(["reviewer", "architect"]);
  });

  it("holds each name once, and nothing that is no name", () => {
    expect(evaluateList("${{ reviewers }}", values({ reviewers: ["a", "../b", "a", ""] }))).toEqual(["a"]);
  });

  it("is empty where there is none", () => {
    expect(evaluateList("${{ steps.bad.ok && reviewers }}", values())).toEqual([]);
    expect(evaluateList("${{ text }}", values())).toEqual([]);
  });
});

describe("a text or a count", () => {
  it("holds the member where it is named", () => {
    expect(evaluateText("${{ item }}", values({ item: "spec" }))).toBe("spec");
    expect(evaluateText("plan-${{ item }}", values({ item: "spec" }))).toBe("plan-spec");
    expect(evaluateText("task", values())).toBe("task");
  });

  it("is a whole number of at least zero", () => {
    expect(evaluateCount(3, values())).toBe(3);
    expect(evaluateCount("${{ limits.fixes }}", values())).toBe(2);
    expect(evaluateCount("${{ limits.fixes }}", values({ limits: { fixes: -1 } }))).toBe(0);
    expect(evaluateCount("${{ text }}", values())).toBe(0);
    expect(evaluateCount("${{ limits.fixes }}", values({ limits: { fixes: Number.NaN } }))).toBe(0);
  });
});
